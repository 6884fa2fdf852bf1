import { expect, test } from "vitest";
import { Entry } from "./entry.ts";
import { summaryOf } from "./summary.ts";

function anEntry(fields: Partial<Entry>): Entry {
  const begun = { number: 7, kind: "request", name: "users.me", at: 0, realAt: 0 } as const;
  return Object.assign(new Entry({ ...begun, ...fields }), fields);
}

test("a summary has at most 120 characters, and ends with a mark when it is cut", () => {
  const of = (length: number) => summaryOf(anEntry({ kind: "clock", note: "x".repeat(length) }));
  expect(of(120)).toBe("x".repeat(120));
  expect(of(121)).toBe(`${"x".repeat(119)}…`);
});

test.each<[Partial<Entry>, string]>([
  [{ kind: "dispatch", name: "LOBBY_CREATE" }, "LOBBY_CREATE was dispatched to no session"],
  [
    { kind: "dispatch", name: "LOBBY_CREATE", sessions: 1 },
    "LOBBY_CREATE was dispatched to 1 session",
  ],
  [
    { kind: "dispatch", name: "LOBBY_CREATE", sessions: 2 },
    "LOBBY_CREATE was dispatched to 2 sessions",
  ],
  [{ kind: "frame", name: "IDENTIFY" }, "A client sent IDENTIFY"],
  [{ kind: "frame", name: "IDENTIFY", note: "anew" }, "A client sent IDENTIFY: anew"],
  [{}, "users.me → under way"],
  [{ completion: 1, status: 200, ms: 9.94 }, "users.me → 200 in 9.9 ms"],
  [{ completion: 1, status: 200, ms: 10.4 }, "users.me → 200 in 10 ms"],
  [{ completion: 1 }, "users.me → no response in 0.0 ms"],
])("%j is summarized in words", (fields, summary) => {
  expect(summaryOf(anEntry(fields))).toBe(summary);
});
