// The folder in which the processes of a run find the server that they share.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { privatePath } from "./private-path.ts";

let temporary = "";

beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), "antechamber-private-"));
  vi.stubEnv("TMPDIR", temporary);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(temporary, { recursive: true });
});

test("a private path is in a folder of this user's that nobody else can open", () => {
  const path = privatePath("run.json");
  expect(dirname(dirname(path))).toBe(temporary);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  expect(privatePath("run.json")).toBe(path);
});

test("a folder that others can write to is refused, with its name", () => {
  const folder = dirname(privatePath("run.json"));
  chmodSync(folder, 0o777);
  expect(() => privatePath("run.json")).toThrow(`${folder} must be a folder that only its owner`);
});

test("a link in place of the folder is refused", () => {
  const folder = dirname(privatePath("run.json"));
  rmSync(folder, { recursive: true });
  const elsewhere = join(temporary, "elsewhere");
  mkdirSync(elsewhere, { mode: 0o700 });
  symlinkSync(elsewhere, folder);
  expect(() => privatePath("run.json")).toThrow("remove it");
});
