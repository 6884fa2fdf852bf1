import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makePrivateFolder } from "./private-folder.ts";

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "private-folder-"));
});

afterEach(() => rmSync(project, { recursive: true }));

test("the data folder that is created in a project is private to its owner and ignored by git", () => {
  const folder = join(project, "bot", ".antechamber");
  makePrivateFolder(folder);
  expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe("*\n");
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("nothing is written into a folder of another name or an existing one", () => {
  const others = [join(project, "data"), join(project, ".antechamber")];
  mkdirSync(others[1] ?? "");
  for (const folder of others) {
    makePrivateFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  }
});

test("a folder is refused where a file is in its place or above it", () => {
  const file = join(project, "file");
  writeFileSync(file, "");
  expect(() => makePrivateFolder(file)).toThrow(/EEXIST/);
  expect(() => makePrivateFolder(join(file, "a", "b"))).toThrow(/EEXIST|ENOTDIR/);
});
