// Messages of other versions are applied as far as this version understands them.
import { describe, expect, test } from "vitest";
import { readFaultChange, readSentPlan } from "./fault-changes.ts";

const validFault = {
  id: "17",
  target: { userId: "3", endpointIds: ["users.me"] },
  form: { match: { count: 2 }, http: { status: 503 } },
};

describe("a change of another process", () => {
  test("is read as it was sent", () => {
    for (const change of [
      { planned: validFault },
      { removed: "17" },
      { isCleared: true },
      { used: "17" },
    ])
      expect(readFaultChange(change)).toEqual(change);
  });

  test.each([
    ["nothing", null],
    ["a word", "faults"],
    ["something else", { paused: "17" }],
    ["invalid ids", { removed: 17, used: ["17"], isCleared: "yes" }],
    ["a fault of another kind", { planned: { ...validFault, form: { match: {}, voice: {} } } }],
    [
      "a fault that does more",
      {
        planned: {
          ...validFault,
          form: { ...validFault.form, http: { status: 503, corrupt: true } },
        },
      },
    ],
    ["a fault of fewer calls", { planned: { ...validFault, target: { guildId: "9" } } }],
    ["a fault with a condition", { planned: { ...validFault, onlyAfter: "16" } }],
    ["a fault without a target", { planned: { id: "17", form: validFault.form } }],
  ])("with %s is ignored", (_what, change) => {
    expect(readFaultChange(change)).toEqual({});
  });

  test("is applied as far as it is understood", () => {
    expect(readFaultChange({ used: "17", times: 2 })).toEqual({ used: "17" });
  });
});

describe("the faults of another process", () => {
  test("are none when it does not support the request", () => {
    for (const answer of [null, {}, []])
      expect(readSentPlan(answer)).toEqual({ planned: [], steered: 0 });
  });

  test("are those that this one supports", () => {
    const planned = [{ ...validFault, target: { guildId: "9" } }, validFault];
    expect(readSentPlan({ planned, steered: 3 })).toEqual({ planned: [validFault], steered: 3 });
  });
});
