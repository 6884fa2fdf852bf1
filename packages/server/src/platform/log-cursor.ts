// Where a fact stands in the log. The era changes when a dump is loaded: facts of a dump keep their
// places, so that a cursor kept in a record still points between the same two facts afterwards.
import type { Dump, EventRecord } from "./store.ts";

export interface Place {
  readonly era: number;
  /** The PostgreSQL transaction that wrote the fact; 0 on SQLite, which has one writer. */
  readonly xid: bigint;
  readonly seq: bigint;
}

export const FIRST_ERA = 1;

export function cursorOf({ era, xid, seq }: Place): string {
  return `${era}.${xid}.${seq}`;
}

export function placeOf(cursor: string): Place {
  const parts = /^(\d{1,9})\.(\d{1,20})\.(\d{1,19})$/.exec(cursor);
  if (parts === null) throw new RangeError(`not a cursor of this log: ${JSON.stringify(cursor)}`);
  const [, era = "", xid = "", seq = ""] = parts;
  return { era: Number(era), xid: BigInt(xid), seq: BigInt(seq) };
}

export interface PlacedEvent {
  readonly place: Place;
  readonly body: string;
}

/** The stored form of a fact. */
export function eventBody({ name, scope, payload, at }: EventRecord): string {
  return JSON.stringify({ name, scope, payload, at });
}

/**
 * The places of a dump's facts, and the era that follows all of them and all that the store gave
 * out. Facts without a cursor get an era of their own.
 */
export function placesOf(
  events: Dump["events"],
  currentEra: number,
): { readonly placed: readonly PlacedEvent[]; readonly nextEra: number } {
  const placed: PlacedEvent[] = [];
  let latestEra = currentEra;
  for (const event of events) {
    if (event.cursor === undefined) return unplaced(events, currentEra + 1);
    const place = placeOf(event.cursor);
    latestEra = Math.max(latestEra, place.era);
    placed.push({ place, body: eventBody(event) });
  }
  return { placed, nextEra: latestEra + 1 };
}

function unplaced(events: Dump["events"], era: number) {
  const placed = events.map((event, index) => ({
    place: { era, xid: 0n, seq: BigInt(index + 1) },
    body: eventBody(event),
  }));
  return { placed, nextEra: era + 1 };
}
