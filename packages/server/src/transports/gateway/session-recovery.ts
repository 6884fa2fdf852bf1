// Finds sessions in what processes wrote down that have ended.
import type { BusJournal } from "../../platform/bus.ts";
import type { Clock } from "../../platform/clock.ts";
import { dropOldest } from "../../platform/drop-oldest.ts";
import type { Processes } from "../../platform/processes.ts";
import type { LogPlace } from "../../platform/store.ts";
import { isSameOwner } from "./auth.ts";
import type { JournalEntry } from "./session-journal.ts";
import { ownerOf, type SessionAsked, type SessionParcel } from "./session-parcel.ts";
import type { PackedEvent } from "./wire/codec.ts";

/** Processes whose journals are kept in memory for their other sessions, and for how long. */
const JOURNALS_MAX = 2;
const JOURNAL_MS = 60_000;

export interface RecoveryDeps {
  readonly journal: BusJournal;
  readonly processes: Pick<Processes, "own" | "mayLiveElsewhere">;
  readonly clock: Pick<Clock, "after">;
}

interface Sent {
  readonly sequence: number;
  readonly event: PackedEvent;
}

/** What a process wrote down of all its sessions. */
interface ReadJournal {
  readonly sent: ReadonlyMap<string, readonly Sent[]>;
  /** Where the last event of the log stands that a session was sent. */
  readonly places: ReadonlyMap<string, LogPlace>;
  readonly done: LogPlace;
}

export class SessionRecovery {
  readonly #means: RecoveryDeps;
  readonly #journals = new Map<string, Promise<ReadJournal>>();

  constructor(means: RecoveryDeps) {
    this.#means = means;
  }

  /** A session of a process that has ended; undefined where nobody wrote of it. */
  async find(asked: SessionAsked): Promise<SessionParcel | "lost" | undefined> {
    const { journal, processes } = this.#means;
    const own = processes.own().epoch;
    // It may have moved: the process that began last had it last.
    for (const epoch of (await journal.journals()).toReversed()) {
      if (epoch === own || processes.mayLiveElsewhere(epoch)) continue;
      const shown = await journal.look(epoch, asked.id);
      if (shown === undefined || !isOwn(shown, asked)) continue;
      const note = await journal.take(epoch, asked.id);
      if (note !== undefined) return found(note, await this.#read(epoch), asked.sequence);
    }
    return undefined;
  }

  #read(epoch: string): Promise<ReadJournal> {
    const known = this.#journals.get(epoch);
    if (known !== undefined) return known;
    const reading = readJournal(this.#means.journal.entries(epoch));
    const forget = () => this.#journals.delete(epoch);
    this.#journals.set(epoch, reading);
    dropOldest(this.#journals, JOURNALS_MAX);
    reading.then(() => this.#means.clock.after(JOURNAL_MS, forget), forget);
    return reading;
  }
}

function isOwn(note: string, { owner }: SessionAsked): boolean {
  return isSameOwner(ownerOf(JSON.parse(note) as SessionParcel), owner);
}

async function readJournal(entries: AsyncIterable<string>): Promise<ReadJournal> {
  const sent = new Map<string, Sent[]>();
  const places = new Map<string, LogPlace>();
  let done = "";
  for await (const text of entries) {
    const entry = JSON.parse(text) as JournalEntry;
    done = entry.done;
    for (const [id, sequence, nth, place] of entry.sent) {
      const event = entry.events[nth];
      if (event === undefined) continue;
      const own = sent.get(id);
      if (own === undefined) sent.set(id, [{ sequence, event }]);
      else own.push({ sequence, event });
      if (typeof place === "string") places.set(id, place);
    }
  }
  return { sent, places, done };
}

/** Puts a session together, unless its client lacks events that were not written down. */
function found(note: string, journal: ReadJournal, sequence: number): SessionParcel | "lost" {
  const parcel = JSON.parse(note) as SessionParcel;
  const all = new Map(journal.sent.get(parcel.id)?.map((each) => [each.sequence, each.event]));
  const newest = Math.max(parcel.sequence, ...all.keys());
  if (sequence <= 0 || sequence > newest) return "lost";
  const missed: PackedEvent[] = [];
  for (let number = sequence + 1; number <= newest; number += 1) {
    const event = all.get(number);
    if (event === undefined) return "lost";
    missed.push(event);
  }
  const places = [parcel.place, journal.done, journal.places.get(parcel.id) ?? ""];
  const place = places.reduce((last, each) => (each > last ? each : last));
  return { ...parcel, sequence, missed, place };
}
