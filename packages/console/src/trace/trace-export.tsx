// Exports a trace to the clipboard or a file: as a script, an archive, a trace file, or a test.
import { useCallback, useState } from "react";
import { useWorld } from "../api/address.ts";
import { copyText } from "../parts/clipboard.ts";
import { useKeys } from "../parts/keys.ts";
import { Fault, styles } from "../parts/parts.tsx";
import { saveFile } from "../parts/save-file.ts";
import { forms, written, type Form } from "./forms.ts";

export function TraceExport({ trace }: { readonly trace: string }) {
  const world = useWorld();
  const [form, setForm] = useState<Form>("curl");
  const [status, setStatus] = useState("");
  const [fault, setFault] = useState<unknown>();
  const take = useCallback(
    async (as: Form, by: "copy" | "save"): Promise<void> => {
      setFault(undefined);
      try {
        const text = await written(world, { trace }, as);
        if (by === "save") saveFile(`${trace}${forms[as].suffix}`, text);
        else await copyText(text);
        setStatus(`${by === "save" ? "Saved" : "Copied"} as ${forms[as].title}`);
      } catch (error) {
        // A trace without an action of a user cannot be exported as a test.
        setFault(error);
      }
    },
    [world, trace],
  );
  const pressed = useCallback(
    (key: string) => {
      if (key === "c") void take("curl", "copy");
      if (key === "t") void take("vitest", "save");
    },
    [take],
  );
  useKeys(pressed);
  return (
    <span className={styles.row}>
      <select
        aria-label="Export format"
        value={form}
        onChange={({ target }) => setForm(target.value as Form)}
      >
        {Object.entries(forms).map(([name, { title }]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      <button type="button" title="Press c to copy as curl" onClick={() => void take(form, "copy")}>
        Copy
      </button>
      <button
        type="button"
        title="Press t to save as a vitest test"
        onClick={() => void take(form, "save")}
      >
        Save
      </button>
      <span role="status">{status}</span>
      <Fault error={fault} />
    </span>
  );
}
