// Runs every check, prints one line for each with the number of files it read, and exits 1 when any
// failed or read none: a check that reads nothing proves nothing. `--with-tests` also follows the
// recipes for newcomers, and then runs the tests, even if checks failed, so that one run shows all
// faults. The tests beside the code of the domains must reach most of its branches; those in the
// folder `tests`, which start programs, use the program that the checks packed.
import { spawn } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { unpackedProgram } from "./packing/unpacked-program.ts";

interface Check {
  readonly name: string;
  readonly command: readonly string[];
  /** Extracts the number of files from the command's output. */
  readonly files: RegExp | ((output: string) => number);
  /** The check fails if it read fewer files than this: the known number of files, or 1. */
  readonly atLeast?: number;
  readonly remedy: string;
}

interface Outcome {
  readonly passed: boolean;
  readonly output: string;
}

const root = join(import.meta.dirname, "..");

/**
 * Removed when the checks have ended. It is inside `node_modules` so that the packed program finds
 * its dependencies.
 */
const scratch = freshFolder(join(root, "node_modules/.cache/antechamber"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
const packed = join(scratch, "packed");

function freshFolder(above: string): string {
  mkdirSync(above, { recursive: true });
  return mkdtempSync(join(above, "checks-"));
}

/** Folders with code, as far as they exist. */
const folders = ["packages", "scripts", "tests", "bench"].filter((name) =>
  existsSync(join(root, name)),
);

const sources = folders.flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: ["**/node_modules/**"] }),
).length;

const productFolders = folders.filter((name) => name !== "tests");

function types(name: string, project: string, folder: string): Check {
  const isOwn = (line: string) => line.startsWith(join(root, folder)) && /\.tsx?$/.test(line);
  return {
    name: `types ${name}`,
    command: ["tsc", "-p", project, "--listFiles"],
    files: (output) => output.split("\n").filter(isOwn).length,
    remedy: `tsc -p ${project} shows the faults alone`,
  };
}

function deadCode(name: string, ...flags: readonly string[]): Check {
  const reporters = ["--reporter", "symbols", "--reporter", "./scripts/knip-count.ts"];
  return {
    name,
    command: ["knip", "--no-config-hints", ...flags, ...reporters],
    files: /read (\d+) files/,
    remedy: "delete what nothing uses, or stop exporting it",
  };
}

const checks: readonly Check[] = [
  {
    name: "format",
    command: ["oxfmt", "--check"],
    files: /on (\d+) files/,
    atLeast: sources,
    remedy: "npm run fix",
  },
  {
    name: "lint",
    command: ["oxlint"],
    files: /on (\d+) files/,
    atLeast: sources,
    remedy: "npm run fix repairs some of it; each ban names what to use instead",
  },
  types("contract", "packages/contract", "packages/contract/src"),
  types("server", "packages/server", "packages/server/src"),
  types("sdk", "packages/sdk", "packages/sdk/src"),
  types("console", "packages/console", "packages/console/src"),
  types("scripts and tests", ".", "scripts"),
  {
    name: "layers",
    command: ["depcruise", "--config", ".dependency-cruiser.mjs", "-T", "err-long", ...folders],
    files: /(\d+) modules/,
    atLeast: sources,
    remedy:
      "imports point upwards only; the reason stands with each rule in .dependency-cruiser.mjs",
  },
  deadCode("dead code"),
  deadCode("dead code, production", "--production"),
  {
    name: "copies",
    command: ["jscpd", "--exit-code", "1", "--no-tips", "--no-colors", ...productFolders],
    files: /Total:\s*│\s*(\d+)/,
    remedy: "name what both places do, and call it",
  },
  {
    name: "derived files",
    command: ["node", "scripts/generate.ts", "--check"],
    files: /compared (\d+) files/,
    remedy: "npm run generate",
  },
  {
    name: "packages",
    command: ["node", "scripts/pack.ts", "--pack-destination", packed],
    files: /packed (\d+) files/,
    remedy:
      "budgets stand in scripts/packing/budgets.ts, what is packed in the folders' package.json",
  },
];

const env = {
  ...process.env,
  PATH: [join(root, "node_modules", ".bin"), process.env["PATH"]].join(delimiter),
};

/** Runs a command until it exits; a command that cannot be started counts as failed. */
function run([program = "", ...args]: readonly string[], shown: boolean): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: shown ? "inherit" : "pipe" });
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("error", (error) => resolve({ passed: false, output: error.message }));
    child.on("close", (code) => resolve({ passed: code === 0, output }));
  });
}

function filesSeen({ files }: Check, output: string): number {
  return files instanceof RegExp ? Number(files.exec(output)?.[1] ?? 0) : files(output);
}

async function runCheck(check: Check): Promise<boolean> {
  const { passed, output } = await run(check.command, false);
  const seen = filesSeen(check, output);
  const blind = seen < (check.atLeast ?? 1);
  const verdict = passed && !blind ? "ok  " : "FAIL";
  console.log(`${verdict}  ${check.name.padEnd(24)} ${String(seen).padStart(5)} files`);
  if (passed && !blind) return true;
  console.log(withoutFileList(output));
  console.log(`      > ${check.command.join(" ")}`);
  console.log(
    `      ${blind ? `it should have seen ${check.atLeast ?? 1} files` : check.remedy}\n`,
  );
  return false;
}

/** The output without the list of files that were read. */
function withoutFileList(output: string): string {
  const lines = output.split("\n").filter((line) => !/^\/.*\.([cm]?ts|json)$/.test(line));
  return lines.join("\n").trimEnd();
}

/** Runs two checks at a time, because most tools use a second core by themselves. */
async function runAll(): Promise<readonly string[]> {
  const failed: string[] = [];
  const waiting = [...checks];
  async function worker(): Promise<void> {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      if (!(await runCheck(check))) failed.push(check.name);
    }
  }
  await Promise.all([worker(), worker()]);
  return failed;
}

const withTests = process.argv.includes("--with-tests");
// They run beside the checks, which leave processors idle where one of their tools uses only one.
const following = withTests ? run(["node", "scripts/recipes.ts"], true) : undefined;
const failed = await runAll();
const recipes = await following;
console.log(`${checks.length - failed.length} checks passed, ${failed.length} failed\n`);
if (failed.length > 0) process.exitCode = 1;

/** The result of a test run. */
interface Tally {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

const NOTHING: Tally = { numPassedTests: 0, numFailedTests: 0 };

/** Variables with the paths of the packed program; without them, tests pack it themselves. */
function packedPaths(): readonly string[] {
  if (failed.includes("packages")) return [];
  const program = unpackedProgram(packed, join(scratch, "program"));
  return [`TEST_PACKED=${packed}`, `TEST_PROGRAM=${program}`];
}

/** Runs the tests of a project in vitest.config.ts. */
async function runTests(
  project: string,
  variables: readonly string[],
  ...flags: readonly string[]
) {
  const results = join(scratch, `${project}.json`);
  const setting = ["env", `TEST_RESULTS=${results}`, ...variables];
  const command = [...setting, "vitest", "run", "--project", project];
  const { passed } = await run(["node", "scripts/engines.ts", ...command, ...flags], true);
  // A run that was aborted has no results.
  const tally = existsSync(results)
    ? (JSON.parse(readFileSync(results, "utf8")) as Tally)
    : NOTHING;
  return { passed, tally };
}

if (recipes !== undefined) {
  const variables = packedPaths();
  const runs = [
    await runTests("domains", variables, "--coverage"),
    await runTests("packages", variables),
    await runTests("tests", variables),
  ];
  if (!recipes.passed || runs.some(({ passed }) => !passed)) process.exitCode = 1;
  if (failed.length > 0) console.error(`Checks failed before the tests: ${failed.join(", ")}`);
  const sum = (count: keyof Tally) => runs.reduce((all, { tally }) => all + tally[count], 0);
  console.log(`${sum("numPassedTests")} passed, ${sum("numFailedTests")} failed`);
}
