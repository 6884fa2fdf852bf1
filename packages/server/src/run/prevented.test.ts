import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { followReports, preventedLine, type Prevented } from "./prevented.ts";

test("each report is received once, though it comes in parts and among other text", async () => {
  const folder = await mkdtemp(join(tmpdir(), "antechamber-reports-"));
  const path = join(folder, "reports");
  const received: Prevented[] = [];
  const reports = await followReports(path, (each) => received.push(each));
  try {
    await appendFile(path, '{"url":"https://discord.com/","frames":["ä.js:1"]}\n{"url":"htt');
    await reports.look();
    await reports.look();
    expect(received).toEqual([{ url: "https://discord.com/", frames: ["ä.js:1"] }]);
    await appendFile(path, 'ps://other/","frames":[]}\nno JSON\n{"frames":[]}\n[1]\nnull\n');
    await reports.look();
    expect(received.slice(1)).toEqual([{ url: "https://other/", frames: [] }]);
  } finally {
    reports.stop();
    await rm(folder, { recursive: true });
  }
});

test("a line names the call and its callers, the nearest first", () => {
  const url = "https://discord.com/";
  expect(preventedLine({ url, frames: ["lib.js:1", "bot.js:2"] })).toBe(
    "prevented: https://discord.com/  by lib.js:1 ← bot.js:2",
  );
  expect(preventedLine({ url, frames: [] })).toBe("prevented: https://discord.com/");
});
