// Programs of Bun and workerd under the isolation of `antechamber run`, the latter also as
// `wrangler dev` starts it. All are installed from the package registry for this file only.
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { whyNotIsolated } from "../../packages/server/src/run/isolation/isolation.ts";
import { programOf, startRun } from "./unchanged/start-run.ts";

const INSTALL_MS = 120_000;
/** Wrangler depends on the workerd that it runs. */
const packages = ["bun@1.4.5", "wrangler@4.164.0"];

const folder = await mkdtemp(join(tmpdir(), "antechamber-runtimes-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The reason why the runtimes cannot be tested here, or undefined. */
async function whyNot(): Promise<string | undefined> {
  const issue = await whyNotIsolated();
  if (issue !== undefined) return issue;
  try {
    await writeFile(join(folder, "package.json"), '{"private":true}');
    const words = ["install", "--no-audit", "--no-fund", "--prefer-offline", ...packages];
    await promisify(execFile)("npm", words, { cwd: folder, timeout: INSTALL_MS });
    return undefined;
  } catch (error) {
    return `the registry gives neither Bun nor wrangler: ${(error as Error).message}`;
  }
}

const issue = await whyNot();
if (issue !== undefined) process.stderr.write(`tests of other runtimes are left out: ${issue}\n`);
const installed = (name: string) => join(folder, "node_modules", ".bin", name);

/** The output of a run that has succeeded. */
async function printed(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const run = await startRun(args, env);
  try {
    expect({ code: await run.ended, errors: run.errors() }).toMatchObject({ code: 0 });
    return run.output().trim().split("\n");
  } finally {
    await run.stop();
  }
}

/** Wrangler's environment: it sends no metrics, and prompts for nothing. */
const quietly = { WRANGLER_SEND_METRICS: "false", CI: "1" };

describe.skipIf(issue !== undefined)("an unchanged program", () => {
  test("of Bun calls the API and connects to the gateway", { timeout: 60_000 }, async () => {
    const words = ["--", installed("bun"), programOf("plain-bot.mjs")];
    expect(await printed(words)).toEqual(["self 200 Concierge", "hello 10"]);
  });

  test("of workerd calls the API", { timeout: 60_000 }, async () => {
    for (const file of ["worker.capnp", "worker.mjs"]) {
      await copyFile(programOf(file), join(folder, file));
    }
    const port = 18_788;
    const script = `
      cd '${folder}'
      '${installed("workerd")}' serve worker.capnp --socket-addr=http=127.0.0.1:${port} & worker=$!
      curl -s --noproxy '*' --retry 50 --retry-connrefused --retry-delay 0 --retry-max-time 20 http://127.0.0.1:${port}/
      kill $worker`;
    expect(await printed(["--isolate", "on", "--", "sh", "-c", script])).toEqual([
      'workerd 200 {"url":"wss://gateway.discord.gg/"}',
    ]);
  });

  test("under `wrangler dev` calls the API", { timeout: 60_000 }, async () => {
    await copyFile(programOf("worker.mjs"), join(folder, "worker.mjs"));
    const settings = { name: "worker", main: "worker.mjs", compatibility_date: "2026-01-01" };
    await writeFile(join(folder, "wrangler.json"), JSON.stringify(settings));
    const port = 18_789;
    const script = `
      cd '${folder}'
      '${installed("wrangler")}' dev --ip 127.0.0.1 --port ${port} > wrangler.log 2>&1 & dev=$!
      curl -s --noproxy '*' --retry 50 --retry-connrefused --retry-delay 1 --retry-max-time 40 http://127.0.0.1:${port}/
      kill -INT $dev; wait $dev || true`;
    expect(await printed(["--isolate", "on", "--", "sh", "-c", script], quietly)).toEqual([
      'workerd 200 {"url":"wss://gateway.discord.gg/"}',
    ]);
  });
});
