import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commandKey, commandsOf, idsOf, nameKey } from "./command.ts";
import { globalPlace, guildPlace, ids } from "../../testing/calls/command-calls.ts";

const snowflake = fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }).map((id) => id.toString());
const scope = fc.record(
  { application_id: snowflake, guild_id: snowflake },
  { requiredKeys: ["application_id"] },
);

describe("the keys of commands", () => {
  test("are sorted by age within the bounds of their scope", () => {
    fc.assert(
      fc.property(scope, scope, fc.tuple(snowflake, snowflake), (here, there, [a, b]) => {
        const { after, before } = commandsOf(here);
        const key = commandKey(here, a);
        expect(after < key && key < before).toBe(true);
        expect(key < commandKey(here, b)).toBe(BigInt(a) < BigInt(b));
        const other = commandKey(there, a);
        const isSamePlace =
          here.application_id === there.application_id &&
          (here.guild_id ?? "0") === (there.guild_id ?? "0");
        expect(after < other && other < before).toBe(isSamePlace);
      }),
    );
  });

  // Proves requirement 2.2 "naming 3: unique names"
  test("differ by type for the same name", () => {
    const here = { application_id: ids.application };
    expect(nameKey(here, 1, "a")).not.toBe(nameKey(here, 2, "a"));
    expect(nameKey(here, 1, "a")).not.toBe(nameKey({ ...here, guild_id: ids.guild }, 1, "a"));
  });

  test("are derived from the IDs of a scope", () => {
    expect(idsOf(globalPlace())).toEqual({ application_id: ids.application });
    expect(idsOf(guildPlace())).toEqual({ application_id: ids.application, guild_id: ids.guild });
  });
});
