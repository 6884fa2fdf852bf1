// The clock of a world, with an application's timers that follow it, against a service over HTTP.
import { afterEach, expect, test } from "vitest";
import type { AppTime } from "../../../preload/app-time.cjs";
import { aService, CONTROL_KEY, demo, type TestService } from "../../testing/start-service.ts";
import { appTime } from "../app-time.ts";
import { WorldClock } from "./clock.ts";
import { ControlClient } from "./control-client.ts";

let service: TestService | undefined;
let time: AppTime | undefined;
let unfollow: (() => void) | undefined;

afterEach(async () => {
  unfollow?.();
  time?.remove();
  await service?.stop();
});

/** A frozen world with a job of the service in an hour: the end of bob's timeout. */
async function aWorld() {
  service = await aService({ frozen: true });
  const clock = new WorldClock(
    new ControlClient({ url: service.url, controlKey: CONTROL_KEY }),
    async () => undefined,
  );
  const start = (await clock.now()).getTime();
  const until = new Date(start + 3_600_000).toISOString();
  const member = `/guilds/${demo.guildId}/members/${demo.bobId}`;
  await service.asBot(`PATCH ${member}`, { communication_disabled_until: until });
  return { clock, start };
}

/** Makes timers of this file follow a clock. */
async function lead(clock: WorldClock, start: number): Promise<void> {
  time = appTime(start);
  unfollow = await clock.follow(time);
  time.install(globalThis);
}

const isTimer = ({ kind }: { readonly kind: string }) => kind === "application_timer";

test("pending lists the application's timers among the service's jobs in time order", async () => {
  const { clock, start } = await aWorld();
  const ofService = await clock.pending();
  expect(ofService.length).toBeGreaterThan(0);
  await lead(clock, start);
  setTimeout(() => undefined, 86_400_000 * 400);
  const early = setTimeout(() => undefined, 500);
  const pending = await clock.pending();
  expect(pending.filter((each) => !isTimer(each))).toEqual(ofService);
  const instants = pending.map(({ at }) => Date.parse(at) - start);
  expect(instants).toEqual(instants.toSorted((a, b) => a - b));
  expect(
    pending.filter(isTimer).map(({ at, subject }) => [Date.parse(at) - start, subject]),
  ).toEqual([
    [500, import.meta.filename],
    [86_400_000 * 400, import.meta.filename],
  ]);
  clearTimeout(early);
  expect((await clock.pending()).filter(isTimer)).toHaveLength(1);
});

test("next can advance to a timer of the application", async () => {
  const { clock, start } = await aWorld();
  await lead(clock, start);
  const ran: number[] = [];
  setTimeout(() => ran.push(Date.now() - start), 500);
  await clock.next();
  expect(ran).toEqual([500]);
  expect((await clock.now()).getTime() - start).toBe(500);
});

test("next can advance to a timer of another program that follows the clock", async () => {
  const { clock, start } = await aWorld();
  const answer = service?.control("POST /clock/follow", {
    follower: "other",
    next: new Date(start + 300).toISOString(),
  });
  // Makes sure that the call has arrived before the clock is moved.
  for (let i = 0; i < 5; i += 1) await clock.state();
  await lead(clock, start);
  const ran: number[] = [];
  setTimeout(() => ran.push(Date.now() - start), 500);
  await clock.next();
  expect([(await clock.now()).getTime() - start, ran]).toEqual([300, []]);
  expect(await answer).toMatchObject({ status: 200 });
  await clock.next();
  expect([(await clock.now()).getTime() - start, ran]).toEqual([500, [500]]);
});

test.each([500.3, 500.5, 500.9])(
  "a timer of %d milliseconds runs at a whole millisecond",
  async (ms) => {
    const { clock, start } = await aWorld();
    await lead(clock, start);
    const ran: number[] = [];
    setTimeout(() => ran.push(Date.now() - start), ms);
    await clock.next();
    expect(ran).toEqual([500]);
    setTimeout(() => ran.push(Date.now() - start), ms);
    await clock.advance(1000);
    expect(ran).toEqual([500, 1000]);
  },
);

test("a move stops at the timer after which it is enough", async () => {
  const { clock, start } = await aWorld();
  await lead(clock, start);
  const ran: number[] = [];
  for (const ms of [500, 700, 900]) setTimeout(() => ran.push(ms), ms);
  await clock.moveBy(900_000, async () => ran.includes(700));
  expect([(await clock.now()).getTime() - start, ran]).toEqual([700, [500, 700]]);
});

test("next ignores overdue timers", async () => {
  const { clock, start } = await aWorld();
  let reached = start - 2;
  const overdue = { id: 1, at: start - 1, planned: "bot.ts" };
  const ahead = { id: 2, at: start + 700, planned: "bot.ts" };
  unfollow = await clock.follow({
    nextAt: () => [overdue, ahead].find(({ at }) => at > reached)?.at,
    pending: () => [overdue, ahead],
    goTo: async (now) => void (reached = now),
  });
  await clock.next();
  expect((await clock.now()).getTime() - start).toBe(700);
});

test("next first runs overdue timers, which may schedule the next one", async () => {
  const { clock, start } = await aWorld();
  const timers = [
    { id: 1, at: start - 1, planned: "bot.ts" },
    { id: 2, at: start + 700, planned: "bot.ts" },
  ];
  unfollow = await clock.follow({
    nextAt: () => timers[0]?.at,
    pending: () => timers,
    goTo: async () => {
      if (timers[0]?.id === 1) timers.splice(0, 1, { id: 3, at: start + 200, planned: "bot.ts" });
    },
  });
  await clock.next();
  expect((await clock.now()).getTime() - start).toBe(200);
});

test("next ignores a timer beyond the clock's latest time", async () => {
  const { clock, start } = await aWorld();
  const far = { id: 1, at: Date.parse("2084-01-01T00:00:00.001Z"), planned: "bot.ts" };
  unfollow = await clock.follow({
    nextAt: () => far.at,
    pending: () => [far],
    goTo: async () => undefined,
  });
  const [first] = await clock.pending();
  await clock.next();
  expect((await clock.now()).toISOString()).toBe(new Date(first?.at ?? 0).toISOString());
  expect((await clock.now()).getTime()).toBeGreaterThan(start);
});

test("pending omits timers after the last job of a page when there are more jobs", async () => {
  const { clock, start } = await aWorld();
  for (let i = 0; i < 101; i += 1) {
    await service?.asBot("POST /lobbies", { idle_timeout_seconds: 60 });
  }
  await lead(clock, start);
  setTimeout(() => undefined, 59_999);
  setTimeout(() => undefined, 120_000);
  const pending = await clock.pending();
  const kinds = pending.map(({ kind }) => kind);
  expect([kinds.length, kinds[0]]).toEqual([101, "application_timer"]);
  expect(new Set(kinds.slice(1))).toEqual(new Set(["lobby.idle"]));
});

test("the application's timers run while the clock is released, and stop when it is frozen", async () => {
  const { clock, start } = await aWorld();
  await lead(clock, start);
  await clock.release();
  await new Promise((resolve) => setTimeout(resolve, 2));
  expect(Date.now()).toBeGreaterThan(start);
  const { now } = await clock.freeze();
  expect(Date.now()).toBe(Date.parse(now));
  const waited = new Promise((resolve) => setTimeout(() => resolve(Date.now()), 1));
  expect((await clock.pending()).filter(isTimer)).toHaveLength(1);
  expect(Date.now()).toBe(Date.parse(now));
  await clock.advance(60_000);
  expect(await waited).toBe(Date.parse(now) + 1);
});

test("timers that follow an already released clock run immediately", async () => {
  const { clock, start } = await aWorld();
  await clock.release();
  await lead(clock, start);
  await new Promise((resolve) => setTimeout(resolve, 2));
  expect(Date.now()).toBeGreaterThan(start);
  await clock.freeze();
});

/** Lets timers of this file follow a clock, and the service know that they do. */
async function leadKnown(clock: WorldClock, start: number): Promise<void> {
  await lead(clock, start);
  for (let i = 0; i < 5; i += 1) await clock.advance(1000);
}

test.each([
  ["another client that sets the clock", "PATCH /clock", { now: "2026-01-01T00:00:00Z" }],
  ["a snapshot that is restored", "POST /snapshots/start/restore", undefined],
])("%s moves the application's dates as well", async (_, route, body) => {
  const { clock, start } = await aWorld();
  await service?.control("POST /snapshots", { name: "start" });
  await leadKnown(clock, start);
  const before = Date.now();
  expect((await service?.control(route, body))?.status).toBeLessThan(300);
  expect(Date.now()).toBe((await clock.now()).getTime());
  expect(Date.now()).toBeLessThan(before);
});

test("timers of the application run before another client's move of the clock is answered", async () => {
  const { clock, start } = await aWorld();
  await leadKnown(clock, start);
  const ran: number[] = [];
  const begun = Date.now();
  setInterval(() => ran.push(Date.now() - begun), 1_200_000);
  await service?.control("PATCH /clock", { advance: "PT1H" });
  expect(ran).toEqual([1_200_000, 2_400_000, 3_600_000]);
});
