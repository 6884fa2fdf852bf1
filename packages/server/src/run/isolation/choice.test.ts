import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isRedirected } from "./choice.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "antechamber-choice-"));
});

afterEach(() => rm(folder, { recursive: true }));

test.each([
  ["node", true],
  ["/usr/local/bin/node", true],
  ["python3.11", true],
  ["npm", true],
  ["bash", true],
  ["bun", false],
  ["java", false],
  ["no-such-program", false],
])("%s is redirected without isolation: %s", (program, isLed) => {
  expect(isRedirected([program], { PATH: folder })).toBe(isLed);
});

test.each([
  ["#!/usr/bin/env node\n", true],
  ["#!/usr/bin/env -S node --enable-source-maps\n", true],
  ["#! /usr/bin/python3 -E\n", true],
  ["#!/usr/bin/perl\n", false],
  ["#!/usr/bin/env perl\n", false],
  ["#!/usr/bin/env -S perl -w\n", false],
  ["\u007FELF\u0002", false],
  ["", false],
])("a file that begins with %j is redirected without isolation: %s", async (content, isLed) => {
  const path = join(folder, "bot");
  await writeFile(path, content);
  await chmod(path, 0o755);
  expect(isRedirected([path], {})).toBe(isLed);
  expect(isRedirected(["bot"], { PATH: `/nowhere:${folder}` })).toBe(isLed);
});

test("a program given by its path is not searched in PATH", async () => {
  await writeFile(join(folder, "bot"), "#!/usr/bin/env node\n");
  expect(isRedirected(["./bot"], { PATH: folder })).toBe(false);
});
