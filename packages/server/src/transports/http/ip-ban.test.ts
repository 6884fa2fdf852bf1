import { limits } from "@antechamber/contract";
import { describe, expect, test } from "vitest";
import { localBus } from "../../platform/rate-limit-counters.ts";
import type { Caller } from "../../platform/context.ts";
import { steerableClock } from "../../platform/system-clock.ts";
import { watchfulEdge } from "./ip-ban.ts";

async function anEdge() {
  const clock = steerableClock();
  clock.freeze();
  const bus = localBus();
  return { clock, bus, edge: watchfulEdge(bus, clock) };
}

const most = limits.invalidCalls.value;

test("an address that is refused too often is shut out for ten minutes, and no other", async () => {
  const { clock, edge } = await anEdge();
  for (let i = 0; i < most - 1; i++) edge.answered("1.1.1.1", undefined, 401);
  expect(edge.isBlocked("1.1.1.1")).toBe(false);
  edge.answered("1.1.1.1", undefined, 429);
  expect([edge.isBlocked("1.1.1.1"), edge.isBlocked("2.2.2.2")]).toEqual([true, false]);
  await clock.moveTo(clock.now() + 599_999);
  expect(edge.isBlocked("1.1.1.1")).toBe(true);
  await clock.moveTo(clock.now() + 1);
  expect(edge.isBlocked("1.1.1.1")).toBe(false);
});

test("only refusals count, and only those of ten minutes", async () => {
  const { clock, edge } = await anEdge();
  for (let i = 0; i < most * 2; i++) edge.answered("1.1.1.1", undefined, i % 2 === 0 ? 200 : 404);
  for (let i = 0; i < most - 1; i++) edge.answered("1.1.1.1", undefined, 403);
  await clock.moveTo(clock.now() + 600_000);
  edge.answered("1.1.1.1", undefined, 403);
  expect(edge.isBlocked("1.1.1.1")).toBe(false);
});

test("a reset of the limits lets it in again", async () => {
  const { bus, edge } = await anEdge();
  for (let i = 0; i < most; i++) edge.answered("1.1.1.1", undefined, 401);
  bus.reset();
  expect(edge.isBlocked("1.1.1.1")).toBe(false);
});

describe("a caller who is known", () => {
  const bot: Caller = { kind: "bot", application_id: "1" };
  const other: Caller = { kind: "bot", application_id: "2" };
  const user: Caller = { kind: "user", user_id: "1" };

  test("is not shut out with the strangers of the address", async () => {
    const { edge } = await anEdge();
    for (let i = 0; i < most; i++) edge.answered("1.1.1.1", undefined, 401);
    expect(edge.isBlocked("1.1.1.1")).toBe(true);
    expect([bot, user].map((each) => edge.isCallerBlocked("1.1.1.1", each))).toEqual([
      false,
      false,
    ]);
    expect(edge.blocksCallers()).toBe(false);
  });

  test("is shut out for refusals of their own, at that address and for ten minutes", async () => {
    const { clock, edge } = await anEdge();
    for (let i = 0; i < most; i++) edge.answered("1.1.1.1", bot, i % 2 === 0 ? 403 : 429);
    const blocked = () => [
      edge.isCallerBlocked("1.1.1.1", bot),
      edge.isCallerBlocked("2.2.2.2", bot),
      edge.isCallerBlocked("1.1.1.1", other),
      edge.isCallerBlocked("1.1.1.1", user),
      edge.isBlocked("1.1.1.1"),
    ];
    expect([edge.blocksCallers(), ...blocked()]).toEqual([true, true, false, false, false, false]);
    await clock.moveTo(clock.now() + 600_000);
    expect([edge.blocksCallers(), ...blocked()].some(Boolean)).toBe(false);
  });
});
