import { expect, test } from "vitest";
import { isOfSame } from "./queries.ts";

const lobbies = (world: string, q: string) =>
  [world, "control.lobbies.list", { query: { limit: 100, q } }] as const;
const trace = (trace_id: string) => ["main", "control.traces.get", { path: { trace_id } }] as const;

test("results stay visible while another word is searched for", () => {
  expect(isOfSame(lobbies("main", "a"), lobbies("main", "ab"))).toBe(true);
});

test("results of another world or another item are not shown meanwhile", () => {
  expect(isOfSame(lobbies("main", "a"), lobbies("trial", "a"))).toBe(false);
  expect(isOfSame(trace("1"), trace("2"))).toBe(false);
  expect(isOfSame(undefined, trace("2"))).toBe(false);
});
