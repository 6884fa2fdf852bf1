// A project with recorded tests, and the runners' results for them.
import { execFile, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  openTestWorld,
  startAntechamber,
  type World,
  type WorldOptions,
} from "antechamber/testing";
import {
  clientCommand,
  type CommandRun,
} from "../../../packages/server/src/testing/clients/client-command.ts";
import { PROGRAM } from "../../../packages/server/src/testing/processes/start-program.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../..");
const bin = (name: string) => join(root, "node_modules/.bin", name);

/** A Python with discord.py and pytest. */
export const python = process.env["TEST_PYTEST"] ?? "/usr/bin/python3";

/** A piece of an application's code before and after a change of its behaviour. */
export type Change = readonly [before: string, after: string];

export interface Project {
  readonly folder: string;
  /** The text of a file of the project. */
  text(name: string): string;
  /** Copies a test once for each change, with an application that responds differently. */
  change(test: string, module: string, changes: readonly Change[]): void;
  remove(): void;
}

/** A project next to the packages, so that it can use their dependencies. */
export function aProject(...modules: readonly string[]): Project {
  const folder = mkdtempSync(join(root, "tests/.recorded-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  for (const module of modules) {
    copyFileSync(join(import.meta.dirname, module), join(folder, module));
  }
  const text = (name: string) => readFileSync(join(folder, name), "utf8");
  return {
    folder,
    text,
    change(test, module, changes) {
      const [stem = "", ending = ""] = module.split(".");
      for (const [i, [before, after]] of changes.entries()) {
        const code = text(module);
        if (!code.includes(before)) throw new Error(`${module} has no ${before}`);
        writeFileSync(
          join(folder, `${stem}_${i}.${ending}`),
          code.replace(before, () => after),
        );
        const changed = text(test)
          .replace(`./${module}`, `./${stem}_${i}.${ending}`)
          .replace(`from ${stem} import`, `from ${stem}_${i} import`);
        const name = test.startsWith("test_") ? `test_changed_${i}.py` : `changed-${i}.test.ts`;
        writeFileSync(join(folder, name), changed);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Plays in a world while the command line records. */
export async function recorded(
  words: readonly string[],
  options: WorldOptions,
  play: (world: World, begin: () => Promise<void>) => Promise<unknown>,
): Promise<CommandRun> {
  const server = await startAntechamber({ inProcess: true });
  const opened = await openTestWorld("played", { ...options, server });
  const { world } = opened;
  const end = new AbortController();
  const begun = Promise.withResolvers<void>();
  let recording: Promise<CommandRun> | undefined;
  try {
    await play(world, async () => {
      recording = clientCommand({ url: server.url }, ["record", ...words], {
        env: { ANTECHAMBER_CONTROL_KEY: server.controlKey, ANTECHAMBER_WORLD_NAME: world.name },
        interrupted: end.signal,
        noted: () => begun.resolve(),
      });
      await begun.promise;
    });
    await world.settled();
    end.abort();
    if (recording === undefined) throw new Error("nothing was recorded");
    return await recording;
  } finally {
    await opened.abandon();
    await server.stop();
  }
}

/** The environment without the variables that mark processes of this test run. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_TEST|JEST|NODE_OPTIONS)/.test(name),
  );
  return Object.fromEntries(variables);
}

async function outputOf(
  file: string,
  words: readonly string[],
  { cwd, more = {} }: { readonly cwd: string; readonly more?: NodeJS.ProcessEnv },
): Promise<string> {
  const command = `${process.execPath} ${PROGRAM}`;
  const env = { ...cleanEnvironment(), ANTECHAMBER_COMMAND: command, ...more };
  const ran = run(file, [...words], { env, cwd, maxBuffer: 16 * 1024 * 1024 });
  const { stdout } = await ran.catch((error: { stdout: string }) => error);
  return stdout;
}

const vitestConfig = "export default { test: { testTimeout: 60_000 } };";

/** The result of each test file, by its name. */
export type Results = Readonly<Record<string, string>>;

export async function vitestResults({ folder }: Project): Promise<Results> {
  writeFileSync(join(folder, "vitest.config.ts"), vitestConfig);
  const output = join(folder, "report.json");
  const words = ["run", "--root", folder, "--reporter", "json", "--outputFile", output];
  await outputOf(bin("vitest"), [...words, "--maxWorkers", "2"], { cwd: folder });
  return reported(output);
}

/** A text formatted as this tree is. */
export function formatted(text: string): string {
  const words = ["--stdin-filepath", "recorded.test.ts"];
  return spawnSync(bin("oxfmt"), words, { cwd: root, input: text, encoding: "utf8" }).stdout;
}

const jestConfig = `export default {
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts"],
  testMatch: ["**/*.test.ts"],
  transform: { "\\\\.ts$": "<rootDir>/strip.mjs" },
  watchman: false,
  testTimeout: 60_000,
};`;

const strip = `import { stripTypeScriptTypes } from "node:module";
export default { process: (text) => ({ code: stripTypeScriptTypes(text) }) };`;

export async function jestResults({ folder }: Project): Promise<Results> {
  writeFileSync(join(folder, "jest.config.mjs"), jestConfig);
  writeFileSync(join(folder, "strip.mjs"), strip);
  const output = join(folder, "report.json");
  const words = ["--json", "--outputFile", output, "--maxWorkers", "2"];
  const more = { NODE_OPTIONS: "--experimental-vm-modules" };
  await outputOf(bin("jest"), words, { cwd: folder, more });
  return reported(output);
}

function reported(output: string): Results {
  const { testResults } = JSON.parse(readFileSync(output, "utf8")) as {
    testResults: {
      name: string;
      status: string;
      assertionResults: { failureMessages: string[] }[];
    }[];
  };
  return Object.fromEntries(
    testResults.map(({ name, status, assertionResults }) => {
      const messages = assertionResults.flatMap((each) => each.failureMessages).join("\n");
      const isSlow = /timed out in|Exceeded timeout/.test(messages);
      const file = name.split("/").at(-1) ?? "";
      // Unexpected failures are printed with their reasons.
      const isAmiss = status === "failed" && !file.startsWith("changed-");
      return [file, isSlow ? "timed out" : isAmiss ? `failed: ${messages}` : status];
    }),
  );
}

export async function nodeResults({ folder }: Project, names: readonly string[]): Promise<Results> {
  const results: Record<string, string> = {};
  for (const name of names) {
    const output = await outputOf(process.execPath, ["--test", name], { cwd: folder });
    results[name] = /pass 1\n/.test(output) ? "passed" : "failed";
  }
  return results;
}

export async function pytestResults({ folder }: Project): Promise<Results> {
  const { stdout } = await run(process.execPath, [PROGRAM, "kit", "python"]);
  writeFileSync(join(folder, "antechamber_pytest.py"), stdout);
  writeFileSync(join(folder, "conftest.py"), 'pytest_plugins = ["antechamber_pytest"]\n');
  const words = ["-m", "pytest", "-rA", "-q", "-p", "no:cacheprovider", "-W", "ignore"];
  const output = await outputOf(python, words, { cwd: folder });
  const lines = output.matchAll(/^(PASSED|FAILED) (\S+?)::/gm);
  return Object.fromEntries(
    [...lines].map(([, status = "", name = ""]) => [name, status.toLowerCase()]),
  );
}

/** The expected results of changed tests: the recorded one passes, and all others fail. */
export function onlyPassing(test: string, results: Results): Results {
  return Object.fromEntries(
    Object.keys(results).map((name) => [name, name === test ? "passed" : "failed"]),
  );
}
