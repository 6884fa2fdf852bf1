import { expect, test } from "vitest";
import type { JournalEntry } from "../live/journal-index.ts";
import { matcherOf, parseFilter } from "../search/filter.ts";
import { callersOf } from "./callers.ts";

const [ALICE, BOB, CONCIERGE, OTHER] = ["10", "11", "20", "21"];

function calls(...callers: readonly (readonly [string | null, string | null])[]): JournalEntry[] {
  return callers.map(([actor, application], i) => ({
    id: String(i),
    at: "2026-11-22T12:00:00.000Z",
    real_at: "2026-11-22T12:00:00.000Z",
    trace: String(i),
    cause: null,
    kind: "request",
    actor,
    application,
    name: "users.me",
    status: 429,
    summary: "GET /api/v10/users/@me → 429",
  }));
}

/**
 * Calls of every kind of caller: bots, applications with their own token, users with their own
 * token or an application's, and callers without a credential.
 */
const all = calls(
  [CONCIERGE, CONCIERGE],
  [null, CONCIERGE],
  [ALICE, null],
  [ALICE, CONCIERGE],
  [null, null],
  [BOB, OTHER],
  [OTHER, OTHER],
  [null, null],
);

test("bots are grouped by application, users across applications, and others as nobody", () => {
  expect(callersOf(all).map(({ kind, id, calls: of }) => [kind, id, of.length])).toEqual([
    ["application", CONCIERGE, 2],
    ["user", ALICE, 2],
    ["nobody", undefined, 2],
    ["user", BOB, 1],
    ["application", OTHER, 1],
  ]);
});

test("the filter of each caller matches exactly their calls", () => {
  for (const { filter, calls: theirs } of callersOf(all)) {
    const { conditions, fault } = parseFilter(filter);
    expect([fault, all.filter(matcherOf(conditions))]).toEqual([undefined, theirs]);
  }
});
