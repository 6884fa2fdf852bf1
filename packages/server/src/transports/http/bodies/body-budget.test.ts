import { limits } from "@antechamber/contract";
import { describe, expect, test } from "vitest";
import { BodyBudget } from "./body-budget.ts";

const MIB = 1024 * 1024;

/** Opens accounts of one address and fills each with a MiB, until the budget is exhausted. */
function fill(budget: BodyBudget, address: string, isUnauthenticated: boolean) {
  const accounts = Array.from({ length: 400 }, () => budget.open({ address, isUnauthenticated }));
  return { accounts, filled: accounts.filter((each) => each.add(MIB)).length };
}

describe("the budget of bodies in progress", () => {
  test("is limited per address", () => {
    const budget = new BodyBudget();
    expect(fill(budget, "a", false).filled).toBe(limits.bodiesPerAddress.value / MIB);
    expect(fill(budget, "b", false).filled).toBeGreaterThan(0);
  });

  test("is limited in total", () => {
    const budget = new BodyBudget();
    const filled = ["a", "b", "c", "d"].map((each) => fill(budget, each, false).filled);
    expect(filled.reduce((sum, each) => sum + each)).toBe(limits.bodiesInAll.value / MIB);
  });

  test("of unauthenticated callers is separate from that of others", () => {
    const budget = new BodyBudget();
    expect(fill(budget, "a", true).filled).toBe(limits.strangersBodiesInAll.value / MIB);
    expect(fill(budget, "b", true).filled).toBe(0);
    expect(fill(budget, "b", false).filled).toBe(limits.bodiesPerAddress.value / MIB);
  });

  test("is released once", () => {
    const budget = new BodyBudget();
    const { accounts } = fill(budget, "a", true);
    for (const each of accounts) each.close();
    for (const each of accounts) each.close();
    expect(budget.bytes).toBe(0);
    expect(fill(budget, "a", true).filled).toBe(limits.strangersBodiesInAll.value / MIB);
  });
});
