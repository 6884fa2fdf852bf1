import { expect, test } from "vitest";
import { SNOWFLAKE_EPOCH_MS, snowflakeAt, snowflakeTime } from "./snowflake.ts";

test("an ID contains the millisecond of its creation", () => {
  const at = SNOWFLAKE_EPOCH_MS + 41_944_705_796;
  expect(snowflakeTime("175928847299117063")).toBe(at);
  expect([snowflakeTime(snowflakeAt(at)), snowflakeTime(snowflakeAt(at + 0.9))]).toEqual([at, at]);
});

test("times before the epoch have the ID 0", () => {
  expect([snowflakeAt(SNOWFLAKE_EPOCH_MS), snowflakeAt(0)]).toEqual(["0", "0"]);
});
