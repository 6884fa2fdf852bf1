// Writes the examples of the testing guide into a project, and runs them there unchanged.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesOfGuide } from "../guide-files.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..");
const bin = (name: string) => join(root, "node_modules/.bin", name);

/** A folder next to the packages, so that it can use their dependencies. */
let project = "";

const files = filesOfGuide("docs/guides/testing.md");

/** The environment without the variables that mark processes of this test run. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_TEST|JEST)/.test(name),
  );
  return Object.fromEntries(variables);
}

beforeAll(() => {
  project = mkdtempSync(join(root, "tests/.guide-"));
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
  for (const [name, text] of files) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

test("the examples for vitest pass", async () => {
  const tests = [...files.keys()].filter((name) => /^(?!node\/|jest\/).*\.test\.ts$/.test(name));
  expect(tests.length).toBe(11);
  writeFileSync(
    join(project, "vitest.config.ts"),
    'export default { test: { include: ["**/*.test.ts"], exclude: ["node/**", "jest/**"], testTimeout: 30_000 } };',
  );
  const output = join(project, "report.json");
  const reporting = ["--reporter", "json", "--outputFile", output];
  const args = ["run", "--root", project, ...reporting, "--maxWorkers", "2"];
  const env = cleanEnvironment();
  // Failures are in the report.
  await run(bin("vitest"), args, { env, cwd: project }).catch(() => undefined);
  const report = JSON.parse(readFileSync(output, "utf8")) as {
    testResults: {
      message: string;
      assertionResults: { status: string; title: string; failureMessages: string[] }[];
    }[];
  };
  const results = report.testResults.flatMap((each) => each.assertionResults);
  const failures = results.filter(({ status }) => status !== "passed");
  const messages = report.testResults.map(({ message }) => message).filter((text) => text !== "");
  expect([failures, messages]).toEqual([[], []]);
  expect(results.length).toBe(13);
}, 120_000);

/** The first examples of the guide, which run in every runner. */
const examples = ["ping", "tickets", "ban", "daily"];

/** Writes the first examples for another runner: only the import of the test functions differs. */
function writeFor(folder: string, words: string): void {
  for (const name of examples) {
    const text = files.get(`${name}/bot.test.ts`) ?? "";
    expect(text).toContain('from "antechamber/testing/vitest"');
    const moved = text
      .replace("antechamber/testing/vitest", words)
      .replace("./bot.ts", `../${name}/bot.ts`);
    writeFileSync(join(project, `${folder}/${name}-bot.test.ts`), moved);
  }
}

/** The test functions of the examples, made of those of node:test and the kit. */
const wordsOfNode = `
import { rejects } from "node:assert/strict";
import nodeTest from "node:test";
import { assert, useWorld } from "antechamber/testing/node";
const bound = (all, received) => Object.fromEntries(
  Object.entries(all).map(([name, check]) => [name, (...args) => check(received, ...args)]));
export const test = (name, body) => nodeTest(name, async (t) => body(await useWorld(t)));
export const expect = (received) => ({
  ...bound(assert, received),
  rejects: { toThrow: (message) => rejects(received, new RegExp(message)) },
});
`;

test("the example for node:test passes, and the basic ones pass under it too", async () => {
  writeFileSync(join(project, "node/words.mjs"), wordsOfNode);
  writeFor("node", "./words.mjs");
  const options = { env: cleanEnvironment(), cwd: project };
  const words = ["--test", "--test-concurrency", "2", "node/*.test.ts"];
  const { stdout } = await run(process.execPath, words, options);
  expect(stdout).toMatch(/pass 5\n.*fail 0/s);
}, 120_000);

const jestConfig = `export default {
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts"],
  roots: ["<rootDir>/jest"],
  testMatch: ["**/*.test.ts"],
  transform: { "\\\\.ts$": "<rootDir>/strip.mjs" },
  watchman: false,
  testTimeout: 30_000,
};`;

const strip = `import { stripTypeScriptTypes } from "node:module";
export default { process: (text) => ({ code: stripTypeScriptTypes(text) }) };`;

test("the example for jest passes, and the basic ones pass under it unchanged", async () => {
  writeFileSync(join(project, "jest.config.mjs"), jestConfig);
  writeFileSync(join(project, "strip.mjs"), strip);
  writeFor("jest", "antechamber/testing/jest");
  const output = join(project, "jest.json");
  const args = ["--json", "--outputFile", output, "--maxWorkers", "2"];
  const env = { ...cleanEnvironment(), NODE_OPTIONS: "--experimental-vm-modules" };
  // Failures are in the report.
  await run(bin("jest"), args, { env, cwd: project }).catch(() => undefined);
  const report = JSON.parse(readFileSync(output, "utf8")) as {
    numPassedTests: number;
    testResults: { message: string }[];
  };
  expect(report.testResults.map(({ message }) => message)).toEqual(
    examples.concat("").map(() => ""),
  );
  expect(report.numPassedTests).toBe(7);
}, 120_000);

test("the example for other runners passes, and shows the user actions when it fails", async () => {
  const options = { env: cleanEnvironment(), cwd: project };
  await run(process.execPath, ["other/ping.ts"], options);
  const text = files.get("other/ping.ts") ?? "";
  writeFileSync(join(project, "other/fails.ts"), text.replace('(reply, "pong")', '(reply, "no")'));
  const failing = run(process.execPath, ["other/fails.ts"], options);
  await expect(failing).rejects.toThrow(/what users did:\n.*alice +#general +\/ping/);
}, 60_000);
