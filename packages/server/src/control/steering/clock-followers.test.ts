import { limits } from "@antechamber/contract";
import { beforeEach, describe, expect, test } from "vitest";
import type { SteerableClock } from "../../platform/clock.ts";
import { steerableClock } from "../../platform/time/system-clock.ts";
import { aService } from "../../testing/start-service.ts";
import { ClockFollowers } from "./clock-followers.ts";

const start = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

let clock: SteerableClock;
let followers: ClockFollowers;

beforeEach(() => {
  clock = steerableClock();
  clock.restore({ frozen: true, offsetMs: 0, frozenAt: start });
  followers = new ClockFollowers(clock);
});

/** The minute at which the clock stands when a program's request is answered. */
async function answeredAt(answer: Promise<void>): Promise<number> {
  await answer;
  return (clock.now() - start) / MINUTE;
}

const stays = () => undefined;

const follow = (minute?: number) =>
  followers.follow("bot", minute === undefined ? undefined : start + minute * MINUTE, stays);

test("the clock stops at a program's timer, and continues once the program has asked again", async () => {
  const ran: string[] = [];
  clock.wake(start + 15 * MINUTE, () => void ran.push("job"));
  const moved = clock.moveTo(start + 60 * MINUTE).then(() => ran.push("moved"));
  const first = follow(10);
  expect(await answeredAt(first)).toBe(10);
  expect(ran).toEqual([]);
  const second = follow(20);
  expect(await answeredAt(second)).toBe(20);
  expect(ran).toEqual(["job"]);
  const last = follow();
  await moved;
  const answered = followers.answerAll();
  expect(await answeredAt(last)).toBe(60);
  void follow();
  await answered;
});

test("a silent program does not stop the clock forever", async () => {
  const answer = follow(10);
  await clock.moveTo(start + 60 * MINUTE);
  await answer;
  expect(clock.now()).toBe(start + 60 * MINUTE);
});

test("a program is answered at once when the process stops, and from then on", async () => {
  const answer = follow(10);
  followers.close();
  await answer;
  await follow(20);
  expect(clock.now()).toBe(start);
});

test("a program that asks again waits for its latest timer", async () => {
  const first = follow(10);
  const second = follow(30);
  await first;
  expect(followers.nextAt()).toBe(start + 30 * MINUTE);
  const moved = clock.moveTo(start + 60 * MINUTE);
  expect(await answeredAt(second)).toBe(30);
  void follow();
  await moved;
});

test("a program that disconnects while it waits holds the clock no longer", async () => {
  let leave: () => void = stays;
  const asked = followers.follow("bot", start + 10 * MINUTE, (left) => (leave = left));
  leave();
  await asked;
  expect(followers.nextAt()).toBeUndefined();
});

test("a program whose request was interrupted is waited for until it asks again", async () => {
  let leave: () => void = stays;
  void followers.follow("bot", start + 10 * MINUTE, (left) => (leave = left));
  leave();
  let haveAll = false;
  const asked = followers.haveAsked().then(() => (haveAll = true));
  await Promise.resolve();
  expect(haveAll).toBe(false);
  void follow(7);
  await asked;
  expect(followers.nextAt()).toBe(start + 7 * MINUTE);
});

test("a program that never asks again is waited for no longer than its turn", async () => {
  let leave: () => void = stays;
  void followers.follow("bot", undefined, (left) => (leave = left));
  leave();
  const began = clock.real();
  await followers.haveAsked();
  const waited = clock.real() - began;
  expect(waited).toBeGreaterThan(limits.clockFollowerTurn.value - 100);
  expect(followers.hasRoom("another")).toBe(true);
});

test("the number of followers is limited, but followers may ask again", () => {
  for (let i = 0; i < limits.clockFollowers.value; i += 1)
    void followers.follow(`bot ${i}`, undefined, stays);
  expect([followers.hasRoom("bot 0"), followers.hasRoom("another")]).toEqual([true, false]);
});

describe("over the wire", () => {
  test("the next instant is a program's timer if it precedes every job", async () => {
    const service = await aService({
      world: { clock: { now: "2026-01-01T00:00:00Z", frozen: true } },
    });
    const answer = service.control("POST /clock/follow", {
      follower: "bot",
      next: "2026-01-01T00:00:07Z",
    });
    // If the clock is moved before the request arrives, the request finds a clock that stands
    // still.
    let now = "";
    while (!now.includes("00:00:07")) {
      now = String((await service.control("PATCH /clock", { advance: "next" })).at("now"));
    }
    expect(await answer).toMatchObject({ status: 200 });
    await service.stop();
  });

  test.each(["PUT /world", "POST /world/reset", "POST /snapshots/then/restore"])(
    "%s ends once programs follow the time of the new world",
    async (route) => {
      const world = { clock: { now: "2026-01-01T00:00:00Z", frozen: true } };
      const service = await aService({ world });
      await service.control("POST /snapshots", { name: "then" });
      const times: unknown[] = [];
      const program = (async () => {
        for (let next: object = { next: "2026-01-01T00:00:07Z" }; ; next = {}) {
          const answer = await service.control("POST /clock/follow", { follower: "bot", ...next });
          times.push(answer.at("now"));
        }
      })();
      // A move that found the program's request ends when its next one has arrived.
      while (times.length === 0) await service.control("PATCH /clock", { advance: "next" });
      const answer = await service.control(route, route.startsWith("PUT") ? world : undefined);
      expect([answer.status, times.at(-1)]).toEqual([204, "2026-01-01T00:00:00.000000+00:00"]);
      await Promise.all([expect(program).rejects.toBeInstanceOf(Error), service.stop()]);
    },
  );

  test("an invalid instant is refused at its place", async () => {
    const service = await aService();
    const answer = await service.control("POST /clock/follow", { follower: "", next: "tomorrow" });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.at("errors") as object).toSorted()).toEqual(["follower", "next"]);
    await service.stop();
  });
});
