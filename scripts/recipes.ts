// Follows docs/recipes.md to the letter in a copy of the tree, to prove that its instructions work:
// makes the changes of every step, generates files, checks the types, and runs the tests that the
// steps name. Exits 1 with the step that failed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { copyOfTree } from "./tree-copy.ts";

/** Replaces lines of a file; for a new file there are no lines before. */
interface Change {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

interface Step {
  /** The headings of the recipe and of the step. */
  readonly name: string;
  readonly changes: readonly Change[];
  /** The test files that the step tells to run. */
  readonly tests: readonly string[];
}

const root = join(import.meta.dirname, "..");

/** A step of a recipe failed: which one, and why. */
class RecipeFailed extends Error {
  constructor(where: string, why: string) {
    super(`docs/recipes.md, ${where}\n${why}`);
  }
}

function stepsIn(page: string): readonly Step[] {
  return page.split(/^## /m).flatMap((recipe) => {
    const [title = "", ...steps] = recipe.split(/^### /m);
    return steps.map((step) => ({
      name: `${firstLine(title)}: ${firstLine(step)}`,
      changes: blocksOf(step, "diff").flatMap(changesIn),
      tests: blocksOf(step, "sh").flatMap((block) => block.match(/\S+\.test\.ts/g) ?? []),
    }));
  });
}

function firstLine(text: string): string {
  return text.replace(/\n.*/s, "");
}

function blocksOf(text: string, language: string): readonly string[] {
  const block = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms");
  return [...text.matchAll(block)].map(([, code = ""]) => code);
}

/** The changes of a block: `--- path`, then lines with diff marks; `@@` separates two places. */
function changesIn(block: string): readonly Change[] {
  const [head = "", ...lines] = block.trimEnd().split("\n");
  const path = head.replace("--- ", "");
  const without = (mark: string, hunk: string) =>
    hunk
      .split("\n")
      .filter((line) => !line.startsWith(mark))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  return lines
    .join("\n")
    .split(/\n@@.*\n/)
    .map((hunk) => ({ path, before: without("+", hunk), after: without("-", hunk) }));
}

/** Makes the changes of a step; the lines before must occur in their file exactly once. */
function follow(copy: string, { name, changes }: Step): void {
  for (const { path, before, after } of changes) {
    const file = join(copy, path);
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    if (before === "" && text !== "") throw new RecipeFailed(name, `${path} is there already`);
    const times = text.split(before).length - 1;
    if (before !== "" && times !== 1) {
      throw new RecipeFailed(name, `These lines stand ${times} times in ${path}:\n${before}`);
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, before === "" ? after : text.replace(before, () => after));
  }
}

function run(copy: string, [program = "", ...args]: readonly string[]): void {
  const started = Date.now();
  const PATH = [join(root, "node_modules", ".bin"), process.env["PATH"]].join(delimiter);
  const env = { ...process.env, PATH, NO_COLOR: "1" };
  const ended = spawnSync(program, args, { cwd: copy, env, encoding: "utf8" });
  if (ended.status !== 0) {
    const output = [ended.stdout, ended.stderr, ended.error?.message].join("\n").trim();
    throw new RecipeFailed(suspects(output), `${[program, ...args].join(" ")}\n${output}`);
  }
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`ok    ${program} ${args.slice(0, 2).join(" ")} after the recipes (${seconds} s)`);
}

/** The steps that may have caused a failure: those whose files the output names, else all. */
function suspects(output: string): string {
  const named = steps.filter(({ changes, tests }) =>
    [...changes.map(({ path }) => path), ...tests].some((path) => output.includes(path)),
  );
  return (named.length > 0 ? named : steps).map(({ name }) => name).join("; or ");
}

const steps = stepsIn(readFileSync(join(root, "docs/recipes.md"), "utf8"));
const commands = [
  ["node", "scripts/generate.ts"],
  ["tsc", "-p", "packages/contract"],
  ["tsc", "-p", "packages/server"],
  ["vitest", "run", "--reporter=dot", ...new Set(steps.flatMap(({ tests }) => tests))],
];

const copy = copyOfTree();
try {
  for (const step of steps) follow(copy, step);
  for (const command of commands) run(copy, command);
  console.log(`ok    the ${steps.length} steps of docs/recipes.md work`);
} catch (error) {
  if (!(error instanceof RecipeFailed)) throw error;
  console.error(`FAIL  ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true });
}
