import { expect, test } from "vitest";
import type { JournalEntry } from "../live/journal-index.ts";
import { answerText, deadlinesOf, laneOf } from "./lanes.ts";

const START = Date.parse("2026-11-22T12:00:00.000Z");

function anEntry(afterMs: number, parts: Partial<JournalEntry>): JournalEntry {
  const at = new Date(START + afterMs).toISOString();
  return {
    id: String(afterMs),
    at,
    real_at: at,
    trace: "1",
    cause: null,
    kind: "request",
    actor: "7",
    application: "2",
    name: "n",
    summary: "s",
    ...parts,
  };
}

const dispatch = anEntry(10, { kind: "dispatch", name: "INTERACTION_CREATE" });
const callback = { name: "interactions.callback", ms: 5 };

test("an entry is in the lane of its actor", () => {
  expect([
    laneOf(anEntry(0, {})),
    laneOf(anEntry(0, { actor: "2" })),
    laneOf(anEntry(0, { actor: null, ...callback })),
    laneOf(dispatch),
    laneOf(anEntry(0, { kind: "delivery" })),
    laneOf(anEntry(0, { kind: "job" })),
  ]).toEqual(["user", "application", "application", "service", "webhook", "job"]);
});

test("an interaction has the time until its answer, and the time allowed", () => {
  const refused = anEntry(100, { ...callback, status: 400 });
  const answered = anEntry(210, { ...callback, status: 204 });
  expect(answerText([dispatch, refused, answered])).toBe(
    "The application responded in 205 ms (limit 3 s).",
  );
  expect(answerText([dispatch, refused])).toBe("The application has not responded (limit 3 s).");
});

test("an application over HTTP answers inline", () => {
  const posted = { kind: "delivery", name: "INTERACTION_CREATE", ms: 40 } as const;
  expect(answerText([anEntry(0, { ...posted, status: 200 })])).toContain("responded in 40 ms");
  expect(answerText([anEntry(0, { ...posted, status: 500 })])).toContain("has not responded");
});

test("entries other than interactions have no answer time", () => {
  const ownDispatch = anEntry(0, {
    kind: "dispatch",
    name: "INTERACTION_CREATE",
    application: null,
  });
  expect([answerText([anEntry(0, {})]), answerText([ownDispatch])]).toEqual([undefined, undefined]);
});

test("only an interaction sent to an application has deadlines, two of them", () => {
  expect(deadlinesOf([anEntry(0, {}), dispatch])).toEqual([
    { title: "3 s to the first response", at: START + 3010, afterMs: 3000 },
    { title: "15 min until the token expires", at: START + 900_010, afterMs: 900_000 },
  ]);
  expect(deadlinesOf([anEntry(0, {})])).toEqual([]);
});
