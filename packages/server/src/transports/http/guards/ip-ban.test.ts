import { limits } from "@antechamber/contract";
import { describe, expect, test } from "vitest";
import { localRateLimitCounters } from "../../../platform/rate-limit-counters.ts";
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
test("an address that is refused too often is shut out for ten minutes, and no other", async () => {
  const { clock, ipBan } = await anEdge();
  for (let i = 0; i < most - 1; i++) ipBan.answered("1.1.1.1", undefined, 401);
  expect(ipBan.isBlocked("1.1.1.1")).toBe(false);
  ipBan.answered("1.1.1.1", undefined, 429);
  expect([ipBan.isBlocked("1.1.1.1"), ipBan.isBlocked("2.2.2.2")]).toEqual([true, false]);
  await clock.moveTo(clock.now() + 599_999);
  expect(ipBan.isBlocked("1.1.1.1")).toBe(true);
  await clock.moveTo(clock.now() + 1);
  expect(ipBan.isBlocked("1.1.1.1")).toBe(false);
});

test("only refusals count, and only those of ten minutes", async () => {
  const { clock, ipBan } = await anEdge();
  for (let i = 0; i < most * 2; i++) ipBan.answered("1.1.1.1", undefined, i % 2 === 0 ? 200 : 404);
  for (let i = 0; i < most - 1; i++) ipBan.answered("1.1.1.1", undefined, 403);
  await clock.moveTo(clock.now() + 600_000);
  ipBan.answered("1.1.1.1", undefined, 403);
  expect(ipBan.isBlocked("1.1.1.1")).toBe(false);
});

test("a reset of the limits lets it in again", async () => {
  const { counters, ipBan } = await anEdge();
  for (let i = 0; i < most; i++) ipBan.answered("1.1.1.1", undefined, 401);
  counters.reset();
  expect(ipBan.isBlocked("1.1.1.1")).toBe(false);
});

describe("a caller who is known", () => {
  const bot: Caller = { kind: "bot", application_id: "1" };
  const other: Caller = { kind: "bot", application_id: "2" };
  const user: Caller = { kind: "user", user_id: "1" };

  test("is not shut out with the strangers of the address", async () => {
    const { ipBan } = await anEdge();
    for (let i = 0; i < most; i++) ipBan.answered("1.1.1.1", undefined, 401);
    expect(ipBan.isBlocked("1.1.1.1")).toBe(true);
    expect([bot, user].map((each) => ipBan.isCallerBlocked("1.1.1.1", each))).toEqual([
      false,
      false,
    ]);
    expect(ipBan.blocksCallers()).toBe(false);
  });

  test("is shut out for refusals of their own, at that address and for ten minutes", async () => {
    const { clock, ipBan } = await anEdge();
    for (let i = 0; i < most; i++) ipBan.answered("1.1.1.1", bot, i % 2 === 0 ? 403 : 429);
    const blocked = () => [
      ipBan.isCallerBlocked("1.1.1.1", bot),
      ipBan.isCallerBlocked("2.2.2.2", bot),
      ipBan.isCallerBlocked("1.1.1.1", other),
      ipBan.isCallerBlocked("1.1.1.1", user),
      ipBan.isBlocked("1.1.1.1"),
    ];
    expect([ipBan.blocksCallers(), ...blocked()]).toEqual([true, true, false, false, false, false]);
    await clock.moveTo(clock.now() + 600_000);
    expect([ipBan.blocksCallers(), ...blocked()].some(Boolean)).toBe(false);
  });
});
