import { describe, expect, test } from "vitest";
import type { JournalEntry } from "./journal-index.ts";
import { placed, usualTime, type Deadline, type Placed, type PlacedEntry } from "./waterfall.ts";

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

/** The placed entries, without deadlines. */
function bars(entries: readonly JournalEntry[]): readonly PlacedEntry[] {
  return placed(entries).filter((each) => "entry" in each);
}

test("bars start at the time of their entries, and are as long as their duration", () => {
  const [first, second] = bars([
    anEntry("1", 0, { ms: 100 }),
    anEntry("2", 50, { ms: 50, cause: "1" }),
  ]);
  expect([first?.from, first?.width, second?.from, second?.width, second?.depth]).toEqual([
    0, 1, 0.5, 0.5, 1,
  ]);
});

describe("with a stopped clock", () => {
  const later = { real_at: new Date(START + 50).toISOString(), ms: 50 };
  const entries = [anEntry("1", 0, { ms: 100 }), anEntry("2", 0, later)];
  const places = (all: readonly Placed[]) => all.map(({ from }) => from);

  test("real time is the default, otherwise the world's time", () => {
    expect([usualTime(entries), usualTime([anEntry("1", 0), anEntry("2", 50)])]).toEqual([
      "real",
      "world",
    ]);
  });

  test("a running clock does not count as stopped within a millisecond", () => {
    const soon = { real_at: new Date(START + 1).toISOString() };
    expect(usualTime([anEntry("1", 0), anEntry("2", 0, soon)])).toBe("world");
  });

  test("all bars start together in the world's time, and separately in real time", () => {
    expect([places(placed(entries)), places(placed(entries, [], "real"))]).toEqual([
      [0, 0],
      [0, 0.5],
    ]);
  });
});

test("a long pause is collapsed and labelled", () => {
  const [, late] = bars([anEntry("1", 0, { ms: 50 }), anEntry("2", 900_050, { ms: 0 })]);
  expect([late?.idleMs, late?.from]).toEqual([900_000, 1]);
});

describe("deadlines", () => {
  const token: Deadline = { title: "token", at: START + 900_000, afterMs: 900_000 };
  const answer: Deadline = { title: "answer", at: START + 3000, afterMs: 3000 };
  const namesOf = (all: readonly Placed[]) =>
    all.map((each) => ("entry" in each ? each.entry.id : each.deadline.title));

  test("come after distant entries, behind a collapsed pause", () => {
    const all = placed([anEntry("1", 0, { ms: 12 })], [answer, token]);
    expect(namesOf(all)).toEqual(["1", "answer", "token"]);
    expect(all.map(({ idleMs }) => idleMs)).toEqual([undefined, 2988, 897_000]);
    expect(all.map(({ from }) => Math.round(from * 14))).toEqual([0, 13, 14]);
  });

  test("come before entries that are too late", () => {
    const late = [anEntry("1", 0), anEntry("2", 3500), anEntry("3", 900_400)];
    const all = placed(late, [answer, token]);
    expect(namesOf(all)).toEqual(["1", "answer", "2", "token", "3"]);
    expect(all.every(({ from }, i) => i === 0 || from >= (all[i - 1]?.from ?? 0))).toBe(true);
  });

  test.each(["real", "world"] as const)(
    "come after all entries in %s time while the world's clock is stopped",
    (time) => {
      const later = { real_at: new Date(START + 5000).toISOString() };
      const all = placed([anEntry("1", 0), anEntry("2", 0, later)], [answer, token], time);
      expect(namesOf(all)).toEqual(["1", "2", "answer", "token"]);
      expect(all.at(-2)?.idleMs).toBe(3000);
    },
  );
});

test("in real time, bars ignore the world's clock, and deadlines are not shown", () => {
  const request = anEntry("1", 0, { ms: 100 });
  const late = anEntry("2", 900_000, { real_at: new Date(START + 50).toISOString(), ms: 50 });
  const deadlines = [{ title: "3 s", at: START + 3000, afterMs: 3000 }];
  const rows = placed([request, late], deadlines, "real");
  expect(rows.map(({ from, idleMs }) => [from, idleMs])).toEqual([
    [0, undefined],
    [0.5, undefined],
  ]);
});
