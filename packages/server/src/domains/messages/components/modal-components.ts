// A modal as it is kept. Source: protocol: commands-and-interactions 5.5, 6.1.
import {
  formReader,
  ModalForm,
  type Fault,
  type ModalDraft,
  type Reading,
} from "@antechamber/contract";
import { everyComponent, numbered, repeatedIds } from "./component-tree.ts";

/** A modal whose components all have ids. */
export interface KeptModal {
  readonly custom_id: string;
  readonly title: string;
  readonly components: object[];
}

const readForm = formReader(ModalForm);

/** Reads a modal as an application writes it; paths of faults begin inside it. */
export function readModal(given: unknown): Reading<KeptModal> {
  const reading: Reading<ModalDraft> = readForm(given);
  const list = reading.ok ? reading.value.components : componentsIn(given);
  const faults: Fault[] = repeatedIds(everyComponent(list)).map((fault) => ({
    ...fault,
    path: ["components", ...fault.path],
  }));
  if (!reading.ok) return { ok: false, faults: [...reading.faults, ...faults] };
  if (faults.length > 0) return { ok: false, faults };
  const { custom_id, title } = reading.value;
  return { ok: true, value: { custom_id, title, components: numbered(list) } };
}

function componentsIn(given: unknown): readonly unknown[] {
  const list = (given as { components?: unknown } | null | undefined)?.components;
  return Array.isArray(list) ? list : [];
}
