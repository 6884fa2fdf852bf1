import { expect, test } from "vitest";
import { AbandonableWork } from "./abandonable-work.ts";

const never = () => new Promise<never>(() => undefined);

test("work settles as it would without it", async () => {
  const work = new AbandonableWork();
  await expect(work.run(Promise.resolve(1))).resolves.toBe(1);
  const failure = new Error("failed");
  await expect(work.run(Promise.reject(failure))).rejects.toBe(failure);
});

test("pending and later work fails once all work is abandoned", async () => {
  const work = new AbandonableWork();
  const done = work.run(Promise.resolve(1));
  const waiting = work.run(never());
  await done;
  const reason = new Error("abandoned");
  work.abandon(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(work.run(never())).rejects.toBe(reason);
  await expect(done).resolves.toBe(1);
});
