// What parts of the journal are written as: scripts, archives, tests, files for another console.
import { call } from "../api/queries.ts";

/** How each is called, and how its file ends. */
export const forms = {
  curl: { title: "a script of curl", suffix: ".sh" },
  vitest: { title: "a test for vitest", suffix: ".test.ts" },
  jest: { title: "a test for jest", suffix: ".test.ts" },
  node: { title: "a test for node:test", suffix: ".test.ts" },
  pytest: { title: "a test for pytest", suffix: ".py" },
  jsonl: { title: "a trace file", suffix: ".trace.jsonl" },
  har: { title: "an HTTP archive", suffix: ".har" },
} as const;

export type Form = keyof typeof forms;

/** Which part of the journal: a trace, some entries, or all between two that do not belong to it. */
export type Part =
  | { readonly trace: string }
  | { readonly entries: readonly string[] }
  | { readonly after: string; readonly before: string };

/** Writes a part of the journal in one of the forms. @throws RestError */
export async function written(world: string, part: Part, as: Form): Promise<string> {
  const reply: unknown = await call(world, "control.journal.export", { query: { ...part, as } });
  return typeof reply === "string" ? reply : JSON.stringify(reply, null, 2);
}
