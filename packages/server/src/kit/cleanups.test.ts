import { expect, test } from "vitest";
import { Cleanups } from "./cleanups.ts";

test("cleanups run in reverse order, even if one fails", async () => {
  const [cleanups, done] = [new Cleanups(), [] as string[]];
  cleanups.add(async () => void done.push("first"));
  cleanups.add(() => Promise.reject(new Error("cannot end")));
  cleanups.add(async () => void done.push("last"));
  await expect(cleanups.end()).rejects.toThrow("cannot end");
  expect(done).toEqual(["last", "first"]);
});

test("a cleanup that is added after the end runs at once", async () => {
  const [cleanups, done] = [new Cleanups(), [] as string[]];
  await cleanups.end();
  cleanups.add(async () => void done.push("late"));
  cleanups.add(() => Promise.reject(new Error("nobody is there to take it")));
  expect(done).toEqual(["late"]);
});
