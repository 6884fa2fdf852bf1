// The examples of the guide to testing are written into a project, and run there as they stand.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textOf } from "../source-tree.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..");
const bin = (name: string) => join(root, "node_modules/.bin", name);

/** Beside the packages, so that it has their dependencies. */
let project = "";

/** The blocks of a guide that begin with the name of a file. */
function filesOf(guide: string): ReadonlyMap<string, string> {
  const blocks = textOf(guide).matchAll(/^```(?:ts|py)\n(?:\/\/|#) (\S+)\n(.*?)^```$/gms);
  return new Map([...blocks].map(([, name = "", text = ""]) => [name, text]));
}

const files = filesOf("docs/guides/testing.md");

/** Without what tells the processes of this run that they belong to it. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_TEST|JEST)/.test(name),
  );
  return Object.fromEntries(kept);
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
  const tests = [...files.keys()].filter((name) => /^(?!node\/).*\.test\.ts$/.test(name));
  expect(tests.length).toBe(9);
  writeFileSync(
    join(project, "vitest.config.ts"),
    'export default { test: { include: ["**/*.test.ts"], exclude: ["node/**"], testTimeout: 30_000 } };',
  );
  const output = join(project, "report.json");
  const reporting = ["--reporter", "json", "--outputFile", output];
  const args = ["run", "--root", project, ...reporting, "--maxWorkers", "2"];
  const env = cleanEnvironment();
  // What failed stands in the report.
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
  expect(results.length).toBe(10);
}, 120_000);

test("the example for node:test passes", async () => {
  const options = { env: cleanEnvironment(), cwd: project };
  const { stdout } = await run(process.execPath, ["--test", "node/ping.test.ts"], options);
  expect(stdout).toMatch(/pass 1\n.*fail 0/s);
}, 60_000);
