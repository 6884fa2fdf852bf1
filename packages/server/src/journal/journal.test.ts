import { expect, test } from "vitest";
import { steerableClock } from "../platform/time/system-clock.ts";
import { WorldJournal } from "./journal.ts";
import { Redaction, RedactionRules } from "./redaction/redaction.ts";

function aJournal(entries: number): WorldJournal {
  const clock = steerableClock();
  return new WorldJournal({
    clock,
    realOrigin: 1_000_000 - clock.real(),
    redaction: new Redaction(new RedactionRules({ endpoints: [], events: [] })),
    bounds: { entries, bodies: 1000 },
    keepsBodies: true,
  });
}

test("the owner and trace of an entry can be added after its end", () => {
  const journal = aJournal(10);
  const delivery = { kind: "delivery", name: "interaction", interaction: "77" } as const;
  const deliveryNote = journal.note(delivery, {});
  const [owned, joined] = [1, 2].map(() => journal.note({ kind: "request", name: "x" }, {}));
  owned?.actFor("5", "6");
  joined?.join({ id: "77", application_id: "8" });
  const views = [owned, joined].map((open) => {
    const entry = journal.ring.get(Number(open?.cause.id));
    return [entry?.traceId, entry?.causeId, entry?.actor, entry?.application];
  });
  expect(views).toEqual([
    [owned?.cause.id, undefined, "5", "6"],
    ["77", deliveryNote.cause.id, undefined, "8"],
  ]);
  expect([...journal.ring.ofTrace("77")].map(({ id }) => id)).toEqual([joined?.cause.id]);
});

test("details of a dropped entry do not overwrite the one in its place", () => {
  const journal = aJournal(2);
  const old = journal.note({ kind: "request", name: "x" }, {});
  const notes = [1, 2].map(() => journal.note({ kind: "request", name: "x" }, {}));
  old.actFor("5", "6");
  const actors = notes.map(({ cause }) => journal.ring.get(Number(cause.id))?.actor);
  expect(actors).toEqual([undefined, undefined]);
});
