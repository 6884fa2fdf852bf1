import { limits } from "@antechamber/contract";
import { describe, expect, test } from "vitest";
import { localRateLimitCounters, sharesOf } from "../../../platform/rate-limit-counters.ts";
import type { Caller } from "../../../platform/context.ts";
import { steerableClock } from "../../../platform/time/system-clock.ts";
import { ipBans } from "./ip-ban.ts";

async function anEdge() {
  const clock = steerableClock();
  clock.freeze();
  const counters = localRateLimitCounters();
  return { clock, counters, ipBan: ipBans(counters, clock, () => true) };
}

const most = limits.invalidCalls.value;

// Proves requirement 7 "429: block at the edge"
test("only an address with too many refusals is blocked, for ten minutes", async () => {
  const { clock, ipBan } = await anEdge();
  for (let i = 0; i < most - 1; i++) ipBan.answered("1.1.1.1", undefined, 401);
  expect(ipBan.blockedMs("1.1.1.1")).toBe(0);
  ipBan.answered("1.1.1.1", undefined, 429);
  expect([ipBan.blockedMs("1.1.1.1"), ipBan.blockedMs("2.2.2.2")]).toEqual([600_000, 0]);
  await clock.moveTo(clock.now() + 599_999);
  expect(ipBan.blockedMs("1.1.1.1")).toBe(1);
  await clock.moveTo(clock.now() + 1);
  expect(ipBan.blockedMs("1.1.1.1")).toBe(0);
});

test("a process that has a share of the limits blocks an address at its share", async () => {
  const { clock, counters } = await anEdge();
  const ipBan = ipBans(
    sharesOf(counters, () => 2),
    clock,
    () => true,
  );
  for (let i = 0; i < most / 2; i++) ipBan.answered("1.1.1.1", undefined, 401);
  for (let i = 0; i < limits.fileMisses.value / 2; i++) ipBan.missed("2.2.2.2");
  expect(ipBan.blockedMs("1.1.1.1")).toBe(600_000);
  expect(ipBan.missesTooOften("2.2.2.2")).toBe(true);
});

test("only refusals of the last ten minutes count", async () => {
  const { clock, ipBan } = await anEdge();
  for (let i = 0; i < most * 2; i++) ipBan.answered("1.1.1.1", undefined, i % 2 === 0 ? 200 : 404);
  for (let i = 0; i < most - 1; i++) ipBan.answered("1.1.1.1", undefined, 403);
  await clock.moveTo(clock.now() + 600_000);
  ipBan.answered("1.1.1.1", undefined, 403);
  expect(ipBan.blockedMs("1.1.1.1")).toBe(0);
});

test("resetting the limits unblocks it", async () => {
  const { counters, ipBan } = await anEdge();
  for (let i = 0; i < most; i++) ipBan.answered("1.1.1.1", undefined, 401);
  counters.reset();
  expect(ipBan.blockedMs("1.1.1.1")).toBe(0);
});

describe("an authenticated caller", () => {
  const bot: Caller = { kind: "bot", application_id: "1" };
  const other: Caller = { kind: "bot", application_id: "2" };
  const user: Caller = { kind: "user", user_id: "1" };

  test("is not blocked with the unauthenticated callers of the address", async () => {
    const { ipBan } = await anEdge();
    for (let i = 0; i < most; i++) ipBan.answered("1.1.1.1", undefined, 401);
    expect(ipBan.blockedMs("1.1.1.1")).toBe(600_000);
    expect([bot, user].map((each) => ipBan.blockedMs("1.1.1.1", each))).toEqual([0, 0]);
    expect(ipBan.blocksCallers()).toBe(false);
  });

  test("is blocked for their own refusals, at that address and for ten minutes", async () => {
    const { clock, ipBan } = await anEdge();
    for (let i = 0; i < most; i++) ipBan.answered("1.1.1.1", bot, i % 2 === 0 ? 403 : 429);
    const blocked = () => [
      ipBan.blockedMs("1.1.1.1", bot),
      ipBan.blockedMs("2.2.2.2", bot),
      ipBan.blockedMs("1.1.1.1", other),
      ipBan.blockedMs("1.1.1.1", user),
      ipBan.blockedMs("1.1.1.1"),
    ];
    expect([ipBan.blocksCallers(), ...blocked()]).toEqual([true, 600_000, 0, 0, 0, 0]);
    await clock.moveTo(clock.now() + 600_000);
    expect([ipBan.blocksCallers(), ...blocked()].some(Boolean)).toBe(false);
  });
});
