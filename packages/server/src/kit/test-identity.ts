// Which test it is, and the line that runs it again alone.
import { relative } from "node:path";
import { processArguments, variable } from "./client/environment.ts";

/** Which test it is. */
export interface TestIdentity {
  /** Its full name, with the file's: the same name gives the same ids. */
  readonly name: string;
  /** The command that runs it again alone, where the runner is known. */
  readonly rerun?: string | undefined;
}

/** How the note about that line begins. */
export const rerunNote = "rerun: ";

/** A test as its runner knows it. */
export interface TestOfRunner {
  /** Of its file. */
  readonly path: string;
  /** Its name, after those of what it stands in. */
  readonly names: readonly string[];
}

const MODULES_FLAG = "--experimental-vm-modules";

/** Between the names of a test that vitest holds a pattern against; until version 4 only a space. */
const VITEST_BETWEEN = "( >)? ";

/** What makes each runner run one test of one file. */
const commands = {
  vitest: (file: string, name: string) => `npx vitest run ${file} -t ${name}`,
  node: (file: string, name: string) => `node --test --test-name-pattern=${name} ${file}`,
  jest(file: string, name: string) {
    const asked = [variable("NODE_OPTIONS") ?? "", ...processArguments()].join(" ");
    const before = asked.includes(MODULES_FLAG) ? `NODE_OPTIONS=${MODULES_FLAG} ` : "";
    return `${before}npx jest ${file} -t ${name}`;
  },
} as const;

/** A test as its runner knows it; the same wherever the project lies. */
export function testOf(
  runner: keyof typeof commands,
  { path, names }: TestOfRunner,
): TestIdentity & { readonly file: string } {
  const file = relative("", path);
  const escaped = names.map((each) => each.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const pattern = `^${escaped.join(runner === "vitest" ? VITEST_BETWEEN : " ")}$`;
  const rerun = commands[runner](quoted(file), quoted(pattern));
  return { name: [file, ...names].join(" > "), file, rerun };
}

/** A word of a shell. */
function quoted(text: string): string {
  return /^[\w./:@^$-]+$/.test(text) && !text.includes("$")
    ? text
    : `'${text.replaceAll("'", "'\\''")}'`;
}
