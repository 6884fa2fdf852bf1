// Runs the commands of the guide to continuous integration as a CI platform would: in an installed
// project, one after the other, each in a shell of its own.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { freePort } from "../../scripts/postgres-engine.ts";
import { filesOfGuide } from "../guide-files.ts";
import { textOf } from "../source-tree.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..");
const guide = "docs/guides/continuous-integration.md";
const files = filesOfGuide(guide);

/** The project's folder, with this checkout's packages instead of those that `npm ci` would install. */
let project = "";

beforeAll(() => {
  project = mkdtempSync(join(root, "tests/.guide-ci-"));
  symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
  const written = {
    "package.json": JSON.stringify({ type: "module" }),
    "vitest.config.ts": 'export default { test: { include: ["*.test.ts"], testTimeout: 30_000 } };',
    "commands.json": JSON.stringify([{ name: "ping", description: "Answers pong" }]),
    "see.test.ts": `
      import { expect, test } from "antechamber/testing/vitest";
      test("alice sees an empty channel", async ({ world }) => {
        expect(await world.user("alice").in("#general").sees()).toMatchObject({ messages: [] });
      });`,
  };
  for (const [name, text] of Object.entries(written)) writeFileSync(join(project, name), text);
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

/** The environment without the variables that mark processes of this test run. */
function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|ANTECHAMBER)/.test(name),
  );
  return { ...Object.fromEntries(variables), CI: "true", ...more };
}

/** Runs a line as a CI step. @returns its exit code and output */
async function step(line: string): Promise<{ readonly code: number; readonly output: string }> {
  const options = { cwd: project, env: environment() };
  try {
    const { stdout, stderr } = await run("sh", ["-ec", line], options);
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

interface Workflow {
  readonly jobs: { readonly test: { readonly steps: readonly { readonly run?: string }[] } };
}

interface Pipeline {
  readonly test: { readonly script: readonly string[] };
}

const workflow = parse(files.get(".github/workflows/test.yml") ?? "") as Workflow;
const pipeline = parse(files.get(".gitlab-ci.yml") ?? "") as Pipeline;
const lines = workflow.jobs.test.steps.flatMap((each) => each.run ?? []);

test("both platforms run the same commands", () => {
  expect(pipeline.test.script).toEqual(lines);
  expect(lines[0]).toBe("npm ci");
});

test.each(lines.slice(1))("%s passes", { timeout: 120_000 }, async (line) => {
  const ended = await step(line);
  expect(ended).toMatchObject({ code: 0 });
});

test("an invalid list of commands fails its step", { timeout: 120_000 }, async () => {
  const commands = [{ name: "ping", description: "" }];
  writeFileSync(join(project, "commands.json"), JSON.stringify(commands));
  const ended = await step(lines.at(-1) ?? "");
  expect(ended).toMatchObject({ code: 5 });
  expect(ended.output).toContain("[0].description");
});

test("a service started in one step serves the next ones", { timeout: 120_000 }, async () => {
  const [, shell = ""] = /```sh\n(\S+antechamber start.*?)```/s.exec(textOf(guide)) ?? [];
  expect(shell).toContain("127.0.0.1:8010");
  const port = await freePort();
  const script = `export ANTECHAMBER_PORT=${port}
    ${shell.replaceAll("8010", String(port))}
    trap 'kill $! 2> /dev/null || :' EXIT
    npx vitest run
    npx antechamber journal --json
    kill $!; wait $!`;
  const ended = await step(script);
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.output).toContain("1 passed");
});
