import { expect, test } from "vitest";
import { permissionSet } from "./permissions.ts";
import { parseTimestamp } from "../schema/timestamp.ts";
import { datedRules, holdsSplit, isInForce, permissionSplits } from "./dated-rules.ts";

const names = Object.keys(permissionSplits) as (keyof typeof permissionSplits)[];

// Proves requirement 9 "encrypted calls"
test.each(Object.values(datedRules))("$rule", (rule) => {
  const day = parseTimestamp(rule.from) ?? Number.NaN;
  expect(Number.isNaN(day)).toBe(false);
  expect([day - 1, day].map((now) => isInForce(rule, now))).toEqual([false, true]);
});

test.each(names)("%s alone always suffices", (name) => {
  for (const now of [0, Number.MAX_SAFE_INTEGER]) {
    expect(holdsSplit(permissionSet(name), name, now)).toBe(true);
    expect(holdsSplit(0n, name, now)).toBe(false);
  }
});

// Proves requirement 9 "PIN_MESSAGES"
// Proves requirement 9 "BYPASS_SLOWMODE"
// Proves requirement 9 "CREATE_GUILD_EXPRESSIONS"
// Proves requirement 9 "CREATE_EVENTS"
test.each(names)("the permissions before %s suffice until the date of the split", (name) => {
  const { before, from } = permissionSplits[name];
  const day = parseTimestamp(from) ?? 0;
  for (const broader of before) {
    const set = permissionSet(broader);
    expect([day - 1, day].map((now) => holdsSplit(set, name, now))).toEqual([true, false]);
  }
});
