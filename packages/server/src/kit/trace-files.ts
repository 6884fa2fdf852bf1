// Stores what happened in the world of a test in a file that can be read after the world is closed:
// one line of JSON that identifies the test, and one for each entry of the journal.
import { join } from "node:path";
import { sha256, variable } from "./client/environment.ts";
import { wholeList } from "./client/whole-list.ts";
import type { JournalEntry } from "./client/wire-types.ts";
import type { World } from "./world.ts";

/** Which tests leave a file. */
const traceModes = ["off", "on", "retain-on-failure"] as const;
export type TraceMode = (typeof traceModes)[number];

/** The folder of the files, below the working directory of the tests. */
const FOLDER = "antechamber-traces";

/** The most characters of a test's name in the name of its file. */
const NAME_MAX = 80;

/** The most traces in a file; the oldest are left out. */
const TRACES_MAX = 1000;

/**
 * The value of `ANTECHAMBER_TRACE`. If it is unset: `retain-on-failure` if `CI` is set, else `off`.
 *
 * @throws TypeError for any other value
 */
export function traceMode(): TraceMode {
  const setting = variable("ANTECHAMBER_TRACE");
  if (setting === undefined) {
    const isCi = ![undefined, "false", "0"].includes(variable("CI"));
    return isCi ? "retain-on-failure" : "off";
  }
  const mode = traceModes.find((each) => each === setting);
  if (mode !== undefined) return mode;
  throw new TypeError(
    `ANTECHAMBER_TRACE must be one of ${traceModes.join(", ")}, not "${setting}"`,
  );
}

/** The path of a test's file, which is unique. */
export function traceFileOf(test: string): string {
  const words = test.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  const readable = words.replace(/^-|-$/g, "").slice(-NAME_MAX).replace(/^-/, "");
  const digest = sha256(test).toString("hex").slice(0, 8);
  return join(FOLDER, `${readable}-${digest}.trace.jsonl`);
}

export interface TraceSubject {
  /** The test's full name. */
  readonly test: string;
  readonly world: World;
  /** The entry after which the test started; absent: the very first. */
  readonly after?: string | undefined;
}

/** Writes the file of a test. It contains no secrets, since the journal has none. */
export async function writeTrace(
  path: string,
  { test, world, after }: TraceSubject,
): Promise<void> {
  const traces = await tracesSince(world, after ?? "0");
  const kept = [...traces].slice(-TRACES_MAX);
  const lines: Line[] = [];
  for (const trace of kept) {
    const query = { trace, as: "jsonl" };
    const text = await world.control.text("GET /journal/export", { query });
    for (const line of text.split("\n")) {
      if (line !== "") lines.push({ id: (JSON.parse(line) as JournalEntry).id, line });
    }
  }
  const head = {
    kind: "test",
    test,
    world: world.name,
    names: world.names(),
    ...(kept.length < traces.size ? { cut: true } : {}),
  };
  const entries = lines.toSorted((a, b) => Number(a.id) - Number(b.id)).map(({ line }) => line);
  // Loaded on use, since most tests pass and leave no file.
  const { mkdir, writeFile } = await import("node:fs/promises");
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, `${[JSON.stringify(head), ...entries].join("\n")}\n`);
}

interface Line {
  readonly id: string;
  readonly line: string;
}

/** The traces of all entries after one entry, in order. */
async function tracesSince(world: World, after: string): Promise<ReadonlySet<string>> {
  const entries = await wholeList<JournalEntry>(world.control, "GET /journal", { after });
  return new Set(entries.map(({ trace }) => trace));
}
