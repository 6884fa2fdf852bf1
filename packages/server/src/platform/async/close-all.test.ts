import { expect, test } from "vitest";
import { closeAll } from "./close-all.ts";

test("parts are closed one after another", async () => {
  const steps: string[] = [];
  const part = (name: string) => async () => {
    steps.push(`closes ${name}`);
    await Promise.resolve();
    steps.push(`closed ${name}`);
  };
  await closeAll([part("a"), part("b")]);
  expect(steps).toEqual(["closes a", "closed a", "closes b", "closed b"]);
});

test("every part is closed if some fail, and the first error is thrown", async () => {
  const closed: string[] = [];
  const closing = closeAll([
    async () => closed.push("first"),
    () => {
      throw new Error("thrown");
    },
    () => Promise.reject(new Error("rejected")),
    () => closed.push("last"),
  ]);
  await expect(closing).rejects.toThrow("thrown");
  expect(closed).toEqual(["first", "last"]);
});
