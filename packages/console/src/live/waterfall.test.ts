import { expect, test } from "vitest";
import type { JournalEntry } from "./journal-index.ts";
import { placed } from "./waterfall.ts";

const START = Date.parse("2026-11-22T12:00:00.000Z");

function anEntry(id: string, afterMs: number, parts: Partial<JournalEntry> = {}): JournalEntry {
  const at = new Date(START + afterMs).toISOString();
  return {
    id,
    at,
    real_at: at,
    trace: "1",
    cause: null,
    kind: "request",
    actor: null,
    application: null,
    name: "n",
    summary: "s",
    ...parts,
  };
}

test("bars stand where their entries began, and are as long as they took", () => {
  const [first, second] = placed([
    anEntry("1", 0, { ms: 100 }),
    anEntry("2", 50, { ms: 50, cause: "1" }),
  ]);
  expect([first?.from, first?.width, second?.from, second?.width, second?.depth]).toEqual([
    0, 1, 0.5, 0.5, 1,
  ]);
});

test("on a clock that stands still, bars stand in real time", () => {
  const later = { real_at: new Date(START + 50).toISOString(), ms: 50 };
  const [first, second] = placed([anEntry("1", 0, { ms: 100 }), anEntry("2", 0, later)]);
  expect([first?.from, first?.width, second?.from, second?.width]).toEqual([0, 1, 0.5, 0.5]);
});

test("a long pause is folded, and named", () => {
  const [, late] = placed([anEntry("1", 0, { ms: 50 }), anEntry("2", 900_050, { ms: 0 })]);
  expect([late?.idleMs, late?.from]).toEqual([900_000, 1]);
});
