// Runs sixty tests of a bot of realistic size as their author would, and measures the time.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { slowness } from "./pace.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

interface Report {
  readonly startTime: number;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly endTime: number }[];
}

/** The environment without the variables that mark processes of this test run. */
const cleanEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS|ANTECHAMBER_)/.test(name)),
);

test("sixty tests of twelve commands with their own worlds and logins take six seconds", async () => {
  const folder = mkdtempSync(join(tmpdir(), "antechamber-sixty-"));
  try {
    const output = join(folder, "report.json");
    const words = ["run", "tests/journeys/twelve-commands", "--reporter", "json"];
    const bar = 6000 * (await slowness());
    let least = Infinity;
    // A single run may be disturbed by other load.
    for (let nth = 0; nth < 3 && least >= bar; nth += 1) {
      const options = { cwd: root, env: cleanEnvironment };
      await run(
        join(root, "node_modules/.bin/vitest"),
        [...words, "--outputFile", output],
        options,
      );
      const report = JSON.parse(readFileSync(output, "utf8")) as Report;
      expect(report.numFailedTests).toBe(0);
      expect(report.numPassedTests).toBeGreaterThanOrEqual(60);
      const end = Math.max(...report.testResults.map(({ endTime }) => endTime));
      least = Math.min(least, end - report.startTime);
    }
    expect(least).toBeLessThan(bar);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
