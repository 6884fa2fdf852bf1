// A trace as a script, an archive, a file for another console, or a test: to the clipboard or a file.
import { useCallback, useState } from "react";
import { call } from "../api/queries.ts";
import { useWorld } from "../frame/address.ts";
import { useKeys } from "../frame/keys.ts";
import { Fault, styles } from "../parts/parts.tsx";
import { saveFile } from "../parts/save-file.ts";

/** What a trace is written as, and how such a file is called. */
const forms = {
  curl: { title: "a script of curl", suffix: ".sh" },
  vitest: { title: "a test for vitest", suffix: ".test.ts" },
  jest: { title: "a test for jest", suffix: ".test.ts" },
  node: { title: "a test for node:test", suffix: ".test.ts" },
  pytest: { title: "a test for pytest", suffix: ".py" },
  jsonl: { title: "a trace file", suffix: ".trace.jsonl" },
  har: { title: "an HTTP archive", suffix: ".har" },
} as const;

type Form = keyof typeof forms;

/** Which part of the journal: a trace, or one entry alone. */
export type Part = { readonly trace: string } | { readonly entry: string };

function queryOf(part: Part) {
  if ("trace" in part) return part;
  const id = BigInt(part.entry);
  return { after: String(id - 1n), before: String(id + 1n) };
}

/** Writes a part of the journal in one of the forms. */
export async function written(world: string, part: Part, as: Form): Promise<string> {
  const reply: unknown = await call(world, "control.journal.export", {
    query: { ...queryOf(part), as },
  });
  return typeof reply === "string" ? reply : JSON.stringify(reply, null, 2);
}

export function TakeAlong({ trace }: { readonly trace: string }) {
  const world = useWorld();
  const [form, setForm] = useState<Form>("curl");
  const [said, setSaid] = useState("");
  const [fault, setFault] = useState<unknown>();
  const take = useCallback(
    async (as: Form, by: "copy" | "save"): Promise<void> => {
      setFault(undefined);
      try {
        const text = await written(world, { trace }, as);
        if (by === "save") saveFile(`${trace}${forms[as].suffix}`, text);
        else await navigator.clipboard.writeText(text);
        setSaid(`${by === "save" ? "Saved" : "Copied"} as ${forms[as].title}`);
      } catch (error) {
        // A trace in which no user acts is no test.
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
        aria-label="Take along as"
        value={form}
        onChange={({ target }) => setForm(target.value as Form)}
      >
        {Object.entries(forms).map(([name, { title }]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      <button type="button" title="curl: c" onClick={() => void take(form, "copy")}>
        Copy
      </button>
      <button type="button" title="a test for vitest: t" onClick={() => void take(form, "save")}>
        Save
      </button>
      <span role="status">{said}</span>
      <Fault error={fault} />
    </span>
  );
}
