// Exports the rows of the timeline as a file.
import { useState } from "react";
import { useWorld } from "../api/address.ts";
import { MenuButton } from "../parts/menu.tsx";
import { Fault } from "../parts/parts.tsx";
import { saveFile } from "../parts/save-file.ts";
import type { Condition } from "../search/filter.ts";
import { forms, type Form } from "../trace/forms.ts";
import { exportedRows } from "./exported.ts";

/** The formats, starting with those that archive tools read. */
const order = [
  "har",
  "jsonl",
  "transcript",
  "curl",
  "sdk",
  "vitest",
  "jest",
  "node",
  "pytest",
] as const;

export function ExportMenu({ conditions }: { readonly conditions: readonly Condition[] }) {
  const world = useWorld();
  const [status, setStatus] = useState("");
  const [fault, setFault] = useState<unknown>();
  const save = async (form: Form): Promise<void> => {
    setFault(undefined);
    setStatus("");
    try {
      const { text, holds } = await exportedRows(world, form, conditions);
      saveFile(`timeline-${world}${forms[form].suffix}`, text);
      setStatus(`Exported ${holds} as ${forms[form].title}`);
    } catch (error) {
      setFault(error);
    }
  };
  const items = order.map((form) => ({
    label: forms[form].title,
    run: () => void save(form),
  }));
  return (
    <>
      <MenuButton label="Export rows" items={() => items} isPlain={false}>
        Export
      </MenuButton>
      <span role="status">{status}</span>
      <Fault error={fault} />
    </>
  );
}
