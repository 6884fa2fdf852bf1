// The bounds of numbers in command options and autocomplete choices.
// Source: requirements 2.3; protocol: commands-and-interactions 3.2 O23.
import { NUMBER_EDGE } from "@antechamber/contract/commands";
import { describe, expect, test } from "vitest";
import { openCommandCalls } from "../../testing/calls/command-calls.ts";
import { leavesOf } from "../../testing/calls/message-calls.ts";

const safe = Number.MAX_SAFE_INTEGER;
const option = (type: number, more: object) => ({
  name: "ping",
  description: "x",
  options: [{ type, name: "a", description: "x", ...more }],
});
const choice = (value: number) => ({ choices: [{ name: "a", value }] });

describe.each([
  ["INTEGER", 4, safe, [safe + 1, 1e17, 1e300]],
  ["NUMBER", 10, NUMBER_EDGE, [NUMBER_EDGE + 2, 1e17, 1e300]],
] as const)("an option of type %s", (_name, type, edge, beyond) => {
  test.each([
    ["least values", (value: number) => ({ min_value: value })],
    ["greatest values", (value: number) => ({ max_value: value })],
    ["choices", choice],
  ])("accepts %s up to the bounds that users can enter", async (_what, more) => {
    const { global } = await openCommandCalls();
    for (const value of [edge, -edge]) {
      expect((await global.create(option(type, more(value)))).status).toBeLessThan(300);
    }
    for (const value of beyond.flatMap((each) => [each, -each])) {
      const refused = await global.create(option(type, more(value)));
      const [leaf = ""] = leavesOf(refused);
      expect([refused.status, leaf]).toEqual([
        400,
        expect.stringMatching(value < 0 ? /NUMBER_TYPE_MIN$/ : /NUMBER_TYPE_MAX$/),
      ]);
    }
  });
});
