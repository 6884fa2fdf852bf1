import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

test("tasks for one subject run in turn despite failures, without delaying other subjects", async () => {
  const turns = new Turns();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const turn = turns.take("bob", () => first.promise.then(() => done.push("first")));
  const failing = turns.take("bob", async () => {
    done.push("second");
    throw new Error("no");
  });
  const third = turns.take("bob", async () => done.push("third"));
  await turns.take("alice", async () => done.push("other"));
  expect(done).toEqual(["other"]);
  first.resolve();
  await turn;
  await expect(failing).rejects.toThrow("no");
  await third;
  expect(done).toEqual(["other", "first", "second", "third"]);
});
