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

test("the folder of data that is made in a project is its owner's, and ignored by git", () => {
  const folder = join(project, "bot", ".antechamber");
  makePrivateFolder(folder);
  expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe("*\n");
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("a folder of another name, and one that is there already, get nothing written", () => {
  const others = [join(project, "data"), join(project, ".antechamber")];
  mkdirSync(others[1] ?? "");
  for (const folder of others) {
    makePrivateFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  }
});

test("a folder in place of which there is a file, or under one, is refused", () => {
  const file = join(project, "file");
  writeFileSync(file, "");
  expect(() => makePrivateFolder(file)).toThrow(/EEXIST/);
  expect(() => makePrivateFolder(join(file, "a", "b"))).toThrow(/EEXIST|ENOTDIR/);
});
