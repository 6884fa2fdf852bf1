// The identity of a test, and the command that runs it again alone.
import { relative } from "node:path";
import { processArguments, variable } from "./client/environment.ts";

/** The identity of a test. */
export interface TestIdentity {
  /** The full name, including the file's: the same name gives the same ids. */
  readonly name: string;
  /** The command that runs the test again alone, if the runner is known. */
  readonly rerun?: string | undefined;
}

/** The prefix of the note with that command. */
const rerunNote = "rerun: ";

/** The note with the command that runs a test again, if it is known. */
export function rerunNotes({ rerun }: TestIdentity): readonly string[] {
  return rerun === undefined ? [] : [`${rerunNote}${rerun}`];
}

/** Whether a thrown value, which need not be an error, has the note in its message. */
export function hasRerunNote(thrown: unknown): boolean {
  const message = messageOf(thrown);
  return message?.includes(rerunNote) === true;
}

/** The message of a thrown value; undefined if it has none, since anything can be thrown. */
export function messageOf(thrown: unknown): string | undefined {
  const { message } = Object(thrown) as Partial<Error>;
  return typeof message === "string" ? message : undefined;
}

/** A test as its runner identifies it. */
export interface TestOfRunner {
  /** The path of its file. */
  readonly path: string;
  /** The test's name, after those of the suites that it is in. */
  readonly names: readonly string[];
  /** How many of the names lead to what the runner can run alone; absent: all. */
  readonly depth?: number | undefined;
}

const MODULES_FLAG = "--experimental-vm-modules";

/** What vitest's name patterns have between names: ` > `, or before version 4 a space. */
const VITEST_BETWEEN = "( >)? ";

/** The command that makes each runner run one test of one file. */
const commands = {
  vitest: (file: string, name: string) => `npx vitest run ${file} -t ${name}`,
  node: (file: string, name: string) => `node --test --test-name-pattern=${name} ${file}`,
  jest(file: string, name: string) {
    const options = [variable("NODE_OPTIONS") ?? "", ...processArguments()].join(" ");
    const before = options.includes(MODULES_FLAG) ? `NODE_OPTIONS=${MODULES_FLAG} ` : "";
    return `${before}npx jest ${file} -t ${name}`;
  },
} as const;

/** The identity of a test in a runner, independent of where the project is. */
export function testOf(
  runner: keyof typeof commands,
  { path, names, depth }: TestOfRunner,
): TestIdentity & { readonly file: string } {
  const file = relative("", path);
  const escaped = names.slice(0, depth).map((each) => each.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const pattern = `^${escaped.join(runner === "vitest" ? VITEST_BETWEEN : " ")}$`;
  const rerun = commands[runner](quoted(file), quoted(pattern));
  return { name: [file, ...names].join(" > "), file, rerun };
}

/** A text as a shell word. */
function quoted(text: string): string {
  return /^[\w./:@^$-]+$/.test(text) && !text.includes("$")
    ? text
    : `'${text.replaceAll("'", "'\\''")}'`;
}
