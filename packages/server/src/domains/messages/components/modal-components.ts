// A modal as it is stored. Source: protocol: commands-and-interactions 5.5, 6.1.
import { ModalForm, type ModalDraft } from "@antechamber/contract/interactions";
import { parserOf, type ValidationIssue, type ParseResult } from "@antechamber/contract/schema";
import { everyComponent, numbered, repeatedIds } from "./component-tree.ts";

/** A modal whose components all have ids. */
export interface ModalWithIds {
  readonly custom_id: string;
  readonly title: string;
  readonly components: object[];
}

const readForm = parserOf(ModalForm);

/** Reads a modal that an application sends; paths of faults begin inside it. */
export function readModal(modal: unknown): ParseResult<ModalWithIds> {
  const reading: ParseResult<ModalDraft> = readForm(modal);
  const list = reading.ok ? reading.value.components : componentsIn(modal);
  const issues: ValidationIssue[] = repeatedIds(everyComponent(list)).map((issue) => ({
    ...issue,
    path: ["components", ...issue.path],
  }));
  if (!reading.ok) return { ok: false, issues: [...reading.issues, ...issues] };
  if (issues.length > 0) return { ok: false, issues };
  const { custom_id, title } = reading.value;
  return { ok: true, value: { custom_id, title, components: numbered(list) } };
}

function componentsIn(modal: unknown): readonly unknown[] {
  const list = (modal as { components?: unknown } | null | undefined)?.components;
  return Array.isArray(list) ? list : [];
}
