import { expect, test } from "vitest";
import { SerialQueue } from "./serial-queue.ts";

test("tasks run one at a time, in order, each with its own outcome", async () => {
  const queue = new SerialQueue();
  const first = Promise.withResolvers<string>();
  const begun: string[] = [];
  const outcomes = [
    queue.run(() => (begun.push("first"), first.promise)),
    queue.run(() => begun.push("second")),
  ];
  await Promise.resolve();
  expect(begun).toEqual(["first"]);
  first.resolve("done");
  expect(await Promise.all(outcomes)).toEqual(["done", 2]);
});

test("a failing task rejects for its caller and does not stop the next", async () => {
  const queue = new SerialQueue();
  const failing = queue.run(() => Promise.reject(new Error("no")));
  const next = queue.run(() => "next");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("next");
});

test("a queue is idle once all of its tasks have ended", async () => {
  const queue = new SerialQueue();
  const ended: number[] = [];
  void queue.run(async () => {
    await Promise.resolve();
    ended.push(1);
  });
  void queue.run(() => ended.push(2));
  await queue.idle();
  expect(ended).toEqual([1, 2]);
});
