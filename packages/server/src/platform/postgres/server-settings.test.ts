import { expect, test } from "vitest";
import { warningsOf } from "./server-settings.ts";

const fine = {
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  autovacuum: "on",
  max_connections: "100",
  superuser_reserved_connections: "3",
  max_prepared_transactions: "0",
  max_locks_per_transaction: "64",
  lock_timeout: "1500",
};

function warnings(settings: Partial<typeof fine> = {}): readonly string[] {
  return warningsOf(Object.entries({ ...fine, ...settings }));
}

test("neither a default server nor one with 20 connections as in the guide causes a warning", () => {
  expect(warnings()).toEqual([]);
  expect(warnings({ max_connections: "20", max_locks_per_transaction: "320" })).toEqual([]);
});

test.each([
  [{ fsync: "off" }, /fsync is off/],
  [{ full_page_writes: "off" }, /full_page_writes is off/],
  [{ synchronous_commit: "off" }, /acknowledged can be lost/],
  [{ autovacuum: "off" }, /autovacuum is off/],
  [{ max_connections: "16", max_locks_per_transaction: "1024" }, /leaves 13 connections.* to 14/],
  [{ max_prepared_transactions: "5" }, /a forgotten one holds back/],
  [{ lock_timeout: "0" }, /a pooler drops the options/],
  [{ max_locks_per_transaction: "32" }, /room for 3200 locks, .* up to 6144 of one table/],
])("%o causes a warning", (settings, warning) => {
  expect(warnings(settings)).toEqual([expect.stringMatching(warning)]);
});
