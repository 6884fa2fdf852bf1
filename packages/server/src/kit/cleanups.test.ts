import { expect, test } from "vitest";
import { Cleanups } from "./cleanups.ts";

test("what was added last is done first, and what fails keeps nothing else from it", async () => {
  const [cleanups, done] = [new Cleanups(), [] as string[]];
  cleanups.add(async () => void done.push("first"));
  cleanups.add(() => Promise.reject(new Error("cannot end")));
  cleanups.add(async () => void done.push("last"));
  await expect(cleanups.end()).rejects.toThrow("cannot end");
  expect(done).toEqual(["last", "first"]);
});

test("what is added after the end is done at once", async () => {
  const [cleanups, done] = [new Cleanups(), [] as string[]];
  await cleanups.end();
  cleanups.add(async () => void done.push("late"));
  cleanups.add(() => Promise.reject(new Error("nobody is there to take it")));
  expect(done).toEqual(["late"]);
});
