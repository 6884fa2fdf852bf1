import { expect, test, vi } from "vitest";
import { openRetention } from "./retention.ts";
import type { LogRemainder } from "../store.ts";
import { steerableClock } from "../time/system-clock.ts";

const NOON = Date.UTC(2026, 10, 21, 12);

/** A retention of ten seconds over a log with given answers. */
async function aRetention(answers: readonly (LogRemainder | Error | Promise<LogRemainder>)[] = []) {
  const timers: (() => void)[] = [];
  const clock = steerableClock({
    timer(_ms, task) {
      timers.push(task);
      return () => timers.splice(timers.indexOf(task), 1);
    },
  });
  clock.freeze();
  await clock.moveTo(NOON);
  const trims: string[] = [];
  const failures: unknown[] = [];
  const trim = async (before: number) => {
    const answer = answers[trims.length] ?? "nothing";
    trims.push(`${(clock.now() - NOON) / 1000}: ${(before - NOON) / 1000}`);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const follow = () => () => undefined;
  const since = () => Promise.resolve({ events: [], next: undefined });
  const unread = { pollNow: () => Promise.resolve(), place: () => "", since };
  const log = { follow, whenFailed: follow, ...unread, trim };
  const failed = (error: unknown) => failures.push(error);
  const retention = openRetention({ store: { log }, clock, retainMs: 10_000, failed });
  const advance = (seconds: number) => clock.moveTo(clock.now() + seconds * 1000);
  /** Lets real time pass. */
  const wait = () => {
    for (const task of timers.splice(0)) task();
  };
  return { clock, retention, trims, failures, advance, wait };
}

test("written events are trimmed once, however much time passes", async () => {
  const { retention, trims, advance } = await aRetention();
  await advance(86_400);
  expect(trims).toEqual([]);
  retention.noteWrite();
  retention.noteWrite();
  await advance(86_400);
  expect(trims).toEqual(["86401: 86392"]);
});

test("events that cannot be trimmed yet are tried until they can, within the retention", async () => {
  const { retention, trims, failures, advance } = await aRetention([
    "recent",
    new Error("the disk is full"),
  ]);
  retention.noteWrite();
  await advance(3600);
  expect(trims).toEqual(["1: -8", "2: -7", "3: -6"]);
  expect(failures).toEqual([new Error("the disk is full")]);
});

test("events that others have not read are retried in real time, however far the clock moves", async () => {
  const { retention, trims, advance, wait } = await aRetention(["unread"]);
  retention.noteWrite();
  await advance(86_400);
  expect(trims).toEqual(["1: -8"]);
  wait();
  await vi.waitFor(() => expect(trims).toEqual(["1: -8", "86400: 86391"]));
  wait();
  await retention.stop();
  expect(trims).toHaveLength(2);
});

test("while it is paused nothing is trimmed, and afterwards all that was written is", async () => {
  const { retention, trims, advance } = await aRetention();
  retention.noteWrite();
  const goOn = retention.pause();
  retention.noteWrite();
  await advance(86_400);
  expect(trims).toEqual([]);
  goOn();
  await advance(86_400);
  expect(trims).toEqual(["86401: 86392"]);
});

test("a clock that is set back postpones nothing", async () => {
  const { clock, retention, trims } = await aRetention();
  retention.noteWrite();
  await clock.moveTo(NOON - 3_600_000);
  retention.noteWrite();
  await clock.moveTo(NOON - 3_590_000);
  expect(trims).toEqual(["-3599: -3608"]);
});

test("after a stop nothing is trimmed", async () => {
  const { retention, trims, advance } = await aRetention();
  retention.noteWrite();
  await retention.stop();
  retention.noteWrite();
  await advance(60);
  expect(trims).toEqual([]);
});

test("stopping waits for every trim that has begun", async () => {
  const slow = Promise.withResolvers<LogRemainder>();
  const { retention, advance, wait } = await aRetention(["unread", slow.promise]);
  retention.noteWrite();
  await advance(1);
  wait();
  await Promise.resolve();
  retention.noteWrite();
  const advancing = advance(1);
  await new Promise(setImmediate);
  let isStopped = false;
  const stopping = retention.stop().then(() => (isStopped = true));
  await new Promise(setImmediate);
  expect(isStopped).toBe(false);
  slow.resolve("nothing");
  await Promise.all([advancing, stopping]);
});
