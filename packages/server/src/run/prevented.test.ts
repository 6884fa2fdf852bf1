import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  followReports,
  preventedLine,
  type Prevented,
  type PreventedReports,
} from "./prevented.ts";

interface Followed {
  readonly path: string;
  readonly reports: PreventedReports;
  readonly received: readonly Prevented[];
}

async function inFile(work: (followed: Followed) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "antechamber-reports-"));
  const path = join(folder, "reports");
  const received: Prevented[] = [];
  const reports = await followReports(path, (each) => received.push(each));
  try {
    await work({ path, reports, received });
  } finally {
    await reports.stop();
    await rm(folder, { recursive: true });
  }
}

test("each report is received once, even in parts and between other text", async () => {
  await inFile(async ({ path, reports, received }) => {
    await appendFile(path, '{"url":"https://discord.com/","frames":["ä.js:1"]}\n{"url":"htt');
    await reports.readNew();
    await reports.readNew();
    expect(received).toEqual([{ url: "https://discord.com/", frames: ["ä.js:1"] }]);
    await appendFile(path, 'ps://other/","frames":[]}\nno JSON\n{"frames":[]}\n[1]\nnull\n');
    await reports.readNew();
    expect(received.slice(1)).toEqual([{ url: "https://other/", frames: [] }]);
  });
});

const report = (url: string) => `${JSON.stringify({ url, frames: [] })}\n`;
const LONGEST = 1024 * 1024;

test.each([
  ["a line that is longer than any report", `${"x".repeat(LONGEST + 10)}\n`],
  ["more lines than are read at once", "no report\n".repeat(LONGEST / 5)],
])("a report is received after %s", async (_what, before) => {
  await inFile(async ({ path, reports, received }) => {
    await appendFile(path, before + report("https://discord.com/"));
    await reports.readNew();
    expect(received).toEqual([{ url: "https://discord.com/", frames: [] }]);
  });
});

test("reports are received after the program has deleted their file", async () => {
  await inFile(async ({ path, reports, received }) => {
    await appendFile(path, report("https://discord.com/"));
    await rm(path);
    await reports.readNew();
    expect(received).toEqual([{ url: "https://discord.com/", frames: [] }]);
  });
});

test("a line shows the URL of the call and its callers, the nearest first", () => {
  const url = "https://discord.com/";
  expect(preventedLine({ url, frames: ["lib.js:1", "bot.js:2"] })).toBe(
    "prevented: https://discord.com/  by lib.js:1 ← bot.js:2",
  );
  expect(preventedLine({ url, frames: [] })).toBe("prevented: https://discord.com/");
});
