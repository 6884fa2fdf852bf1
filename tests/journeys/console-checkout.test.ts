// A fresh checkout: the service does not wait for its console, which is built soon after, or
// explains how to build it. `CONSOLE_TIMES=1` checks the times that hold on an idle machine:
// `CONSOLE_TIMES=1 npm run test:only -- tests/journeys/console-checkout.test.ts`.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  startProgram,
  type RunningProgram,
} from "../../packages/server/src/testing/processes/start-program.ts";
import { copyOfTree } from "../../scripts/tree-copy.ts";

const isMeasured = process.env["CONSOLE_TIMES"] !== undefined;
/** How soon after the ready line the build must be done; beside other tests it waits for a core. */
const BUILT_WITHIN_MS = isMeasured ? 3000 : 60_000;
/** How much the console may delay the ready line. */
const SLOWER_MS = isMeasured ? 20 : 5000;
const STARTS = isMeasured ? 7 : 1;

/** The files that a start and a build need. */
const files = ["packages", "scripts", "*.json", ":!docs", ":!bench", ":!tests"];
const BIN = "packages/server/bin/antechamber.js";
const nowhere = ["--port", "0", "--store", "sqlite::memory:", "--log", "json"];

/** Starts the program, by `npm start` or directly. */
function started(folder: string, program: string, args: readonly string[]) {
  return startProgram([...args, ...nowhere], {}, { program: join(folder, program) });
}

/** The shortest of several starts until the ready line. */
async function readyMs(folder: string, program: string, args: readonly string[]): Promise<number> {
  const took: number[] = [];
  for (let i = 0; i < STARTS; i += 1) {
    const began = performance.now();
    const service = await started(folder, program, args);
    took.push(performance.now() - began);
    await service.stop();
  }
  return Math.min(...took);
}

describe("a checkout with all dependencies", () => {
  let folder: string;
  let service: RunningProgram;

  beforeAll(async () => {
    folder = copyOfTree({ files });
    service = await started(folder, "scripts/start.ts", []);
  }, 60_000);

  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  test("builds the console beside the running service, and serves it once it is built", async () => {
    const ready = performance.now();
    const first = await fetch(`${service.url}/console/`);
    expect([first.status, first.headers.get("retry-after")]).toEqual([503, "1"]);
    const status = async () => (await fetch(`${service.url}/console/`)).status;
    await expect.poll(status, { timeout: BUILT_WITHIN_MS, interval: 100 }).toBe(200);
    expect(performance.now() - ready).toBeLessThanOrEqual(BUILT_WITHIN_MS);
    const page = await (await fetch(`${service.url}/console/`)).text();
    const [, script = ""] = /src="([^"]+)"/.exec(page) ?? [];
    expect((await fetch(service.url + script)).status).toBe(200);
  }, 90_000);

  test("starts the service almost as fast as without a console", async () => {
    const bare = await readyMs(folder, BIN, ["start", "--console", "off"]);
    expect((await readyMs(folder, "scripts/start.ts", [])) - bare).toBeLessThanOrEqual(SLOWER_MS);
  }, 90_000);
});

interface Locked {
  readonly dev?: boolean;
}

/** True for packages that `npm ci --omit=dev` leaves out. */
function isForDevelopment(name: string): boolean {
  const lock = readFileSync(join(import.meta.dirname, "../../package-lock.json"), "utf8");
  const { packages } = JSON.parse(lock) as { readonly packages: Readonly<Record<string, Locked>> };
  return packages[`node_modules/${name}`]?.dev === true;
}

describe("a checkout without development dependencies", () => {
  let folder: string;
  let service: RunningProgram;

  beforeAll(async () => {
    folder = copyOfTree({ files, isInstalled: (name) => !isForDevelopment(name) });
    service = await started(folder, "scripts/start.ts", []);
  }, 60_000);

  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  test("serves the API, and explains at the console's URL how to build it", async () => {
    expect((await fetch(`${service.url}/api/v10/gateway`)).status).toBe(200);
    // The service only knows after a failed build that nothing can build the console.
    const script = join(folder, "scripts/console-build.ts");
    expect(spawnSync(process.execPath, [script], { cwd: folder }).status).not.toBe(0);
    const page = await fetch(`${service.url}/console/`);
    expect([page.status, (await page.text()).includes("npm run build:console")]).toEqual([
      503,
      true,
    ]);
  }, 60_000);
});
