import { describe, expect, test } from "vitest";
import { stanceIn, stanceOn, withStance, withStanceOn } from "./settings.ts";

const mods = { id: "3", type: 1 } as const;

describe("the permission entries of a command", () => {
  const entries = [
    { ...mods, permission: false },
    { id: "3", type: 3, permission: true },
  ] as const;

  test("are found by the ID and type of their subject", () => {
    expect([stanceIn(entries, mods), stanceIn(entries, { id: "3", type: 2 })]).toEqual([
      "deny",
      "",
    ]);
  });

  test("are changed for one subject, and kept for the others", () => {
    expect(withStance(entries, mods, "allow")).toEqual([
      { id: "3", type: 3, permission: true },
      { ...mods, permission: true },
    ]);
    expect(withStance(entries, mods, "")).toEqual([entries[1]]);
  });
});

describe("the overwrites of a channel", () => {
  const everyone = { id: "1", type: 0 } as const;
  const overwrites = [{ ...everyone, allow: "2", deny: "4" }];

  test("allow, deny or ignore each permission", () => {
    expect([2n, 4n, 8n].map((bit) => stanceOn(overwrites, everyone, bit))).toEqual([
      "allow",
      "deny",
      "",
    ]);
  });

  test("keep other permissions when one is changed", () => {
    expect(withStanceOn(overwrites, everyone, { bit: 4n, stance: "allow" })).toEqual([
      { ...everyone, allow: "6", deny: "0" },
    ]);
  });

  test("are removed when they have no permissions left", () => {
    const without = withStanceOn(overwrites, everyone, { bit: 2n, stance: "" });
    expect(withStanceOn(without, everyone, { bit: 4n, stance: "" })).toEqual([]);
  });
});
