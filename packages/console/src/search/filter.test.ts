import { expect, test } from "vitest";
import { matcherOf, parseFilter, typedAfter } from "./filter.ts";
import type { JournalEntry } from "../live/journal-index.ts";

function anEntry(parts: Partial<JournalEntry> = {}): JournalEntry {
  return {
    id: "1",
    at: "2026-11-22T12:00:00.000Z",
    real_at: "2026-11-22T12:00:00.000Z",
    trace: "1",
    cause: null,
    kind: "request",
    actor: null,
    application: null,
    name: "lobbies.create",
    summary: "POST /api/v10/lobbies → 201 in 2 ms",
    ...parts,
  };
}

function passes(filter: string, parts: Partial<JournalEntry> = {}): boolean {
  const { conditions, fault } = parseFilter(filter);
  expect(fault).toBeUndefined();
  return matcherOf(conditions)(anEntry(parts));
}

test("an empty filter matches everything", () => {
  expect(passes("")).toBe(true);
});

test.each([
  ["kind:request", {}, true],
  ["kind:dispatch", {}, false],
  ["kind:dispatch kind:request", {}, true],
  ["status:404", { status: 404 }, true],
  ["status:4xx", { status: 429 }, true],
  ["status:>=400", { status: 399 }, false],
  ["status:<300", {}, false],
  ["name:lobbies.*", {}, true],
  ["name:lobbies", {}, false],
  ["route:*/lobbies", {}, true],
  ["route:*/lobbies", { kind: "dispatch" }, false],
  ["is:slow", { ms: 500 }, true],
  ["is:root", { cause: "7" }, false],
  [
    "is:refused",
    { refusal: { step: "body", error: { name: "InvalidForm", code: 50035, source: "s" } } },
    true,
  ],
  ["is:failed", { status: 400 }, true],
  ["is:failed", { status: 399 }, false],
  [
    "is:failed",
    { refusal: { step: "body", error: { name: "InvalidForm", code: 50035, source: "s" } } },
    true,
  ],
  ['text:"201 in"', {}, true],
  ["POST", {}, true],
  [
    "50035",
    { refusal: { step: "body", error: { name: "InvalidForm", code: 50035, source: "s" } } },
    true,
  ],
  ["app:20 kind:request", { application: "20" }, true],
  ["app:20 kind:dispatch", { application: "20" }, false],
  ["app:none user:none", {}, true],
  ["app:none", { application: "20" }, false],
  ["user:none", { actor: "10" }, false],
  ["user:none user:10", { actor: "10" }, true],
] as const)("%s matches %j: %j", (filter, parts, expected) => {
  expect(passes(filter, parts)).toBe(expected);
});

test.each([
  ["place:here", 'Unknown field "place"'],
  ["status:fast", '"fast" is not a status'],
  ["is:blue", '"blue" is not a state'],
])("%s is refused with a message", (filter, words) => {
  expect(parseFilter(filter).fault).toContain(words);
});

test.each([
  ["kind:job is:slow", "kind:job is:slow", "kind:job", "kind:job"],
  ["kind:job is:slow st", "kind:job is:slow", "is:slow", "is:slow st"],
  ["kind:job user:al", "kind:job", "", "user:al"],
  ["kind:job user:al", "kind:job", "is:slow", "is:slow"],
  ["kind:job user:al", "kind:job", "kind:job user:al", "kind:job user:al"],
  ["a b a", "a a", "a", "b a"],
])("typing %j over %j, with %j left, gives %j", (typed, before, now, expected) => {
  expect(typedAfter(typed, before, now)).toBe(expected);
});
