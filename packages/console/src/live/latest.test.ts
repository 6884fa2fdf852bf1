import { expect, test } from "vitest";
import type { JournalEntry } from "./journal-index.ts";
import { Latest } from "./latest.ts";

const START = Date.parse("2026-11-22T12:00:00.000Z");
const MINUTE_MS = 60_000;

function anEntry(number: number, parts: Partial<JournalEntry> = {}): JournalEntry {
  const at = new Date(START + number * 1000).toISOString();
  return {
    id: String(number),
    at,
    real_at: at,
    trace: String(number),
    cause: null,
    kind: "request",
    actor: null,
    application: null,
    name: "n",
    summary: "s",
    ...parts,
  };
}

test("the latest roots are listed newest first, and the oldest are dropped", () => {
  const latest = new Latest();
  for (let i = 0; i < 20; i += 1) latest.add(anEntry(i));
  latest.add(anEntry(20, { cause: "19" }));
  expect([latest.roots.length, latest.roots[0]?.id, latest.roots.at(-1)?.id]).toEqual([
    12,
    "19",
    "8",
  ]);
});

test("equal failures are counted together, with the latest first", () => {
  const latest = new Latest();
  latest.add(anEntry(1, { name: "a", status: 404 }));
  latest.add(anEntry(2, { name: "b", status: 500 }));
  latest.add(anEntry(3, { name: "a", status: 404 }));
  latest.add(anEntry(4, { name: "a", status: 200 }));
  expect(latest.failed.map(({ count, newest }) => `${count} × ${newest.id}`)).toEqual([
    "2 × 3",
    "1 × 2",
  ]);
});

test("a refused call counts once, as does a closed connection", () => {
  const refusal = { step: "handler", error: { name: "N", code: 1, source: "s" } };
  const latest = new Latest();
  latest.add(anEntry(1, { kind: "refusal", cause: "2", status: 404, refusal }));
  latest.add(anEntry(2, { status: 404, refusal }));
  latest.add(anEntry(3, { kind: "refusal", name: "gateway.close", refusal }));
  expect(latest.failed.map(({ newest }) => newest.id)).toEqual(["3", "2"]);
});

test("a failed call counts as a failure of the last minute for one minute", () => {
  const latest = new Latest();
  latest.add(anEntry(0, { status: 400 }));
  latest.add(anEntry(10, { status: 400 }));
  latest.add(anEntry(10, { kind: "delivery", status: 400 }));
  expect(latest.failuresAt(START + 20_000)).toEqual({ count: 2, untilMs: START + MINUTE_MS });
  expect(latest.failuresAt(START + MINUTE_MS).count).toBe(1);
  expect(latest.failuresAt(START + 2 * MINUTE_MS)).toEqual({ count: 0, untilMs: undefined });
});

test("clearing for another world removes everything", () => {
  const latest = new Latest();
  latest.add(anEntry(1, { status: 400 }));
  latest.clear();
  expect([latest.roots, latest.failed, latest.failuresAt(START).count]).toEqual([[], [], 0]);
});
