// Finds sessions that no process has: of processes that have ended, and such as were given to one that
// never got them. What a process wrote down of them is enough to go on.
import type { BusJournal } from "../../../platform/bus.ts";
import type { Clock, Millis } from "../../../platform/clock.ts";
import { dropOldest } from "../../../platform/collections/drop-oldest.ts";
import type { Processes } from "../../../platform/processes.ts";
import type { LogPlace } from "../../../platform/store.ts";
import { isSameOwner } from "../sessions/session-owner.ts";
import type { JournalEntry } from "./session-journal.ts";
import {
  ownerOf,
  type SessionAsked,
  type SessionNote,
  type SessionParcel,
} from "./session-parcel.ts";
import type { WhyLost } from "./undecided-resumes.ts";
import type { PackedEvent } from "../wire/codec.ts";

/** Processes whose journals are kept in memory for their other sessions, and for how long. */
const JOURNALS_MAX = 2;
const JOURNAL_MS = 60_000;
/** For how long nobody else goes on with a session, and until when this process may begin to. */
const CLAIM_MS = 15_000;
const BEGIN_MS = 10_000;

export interface RecoveryDeps {
  readonly journal: BusJournal;
  readonly processes: Pick<Processes, "own" | "mayLiveElsewhere" | "isFenced">;
  readonly clock: Pick<Clock, "after" | "real">;
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

/** A note of a session, and whose it is. */
interface Shown {
  readonly epoch: string;
  readonly note: SessionNote;
}

/** A session as another process left it, and where that stands. */
export interface Recovered {
  readonly epoch: string;
  readonly parcel: SessionParcel;
  /** Its process lives, or has given it away before it ended. */
  readonly isGiven: boolean;
}

/** The right to go on with a session. */
export interface Claimed {
  /**
   * False once it is given up, or has taken so long that others may have it, or may take this
   * process for dead.
   */
  mayBegin(): boolean;
  /** It does not go on here. */
  giveUp(): Promise<void>;
  /** It goes on here, and is written down here. */
  done(): void;
}

export class SessionRecovery {
  readonly #deps: RecoveryDeps;
  readonly #journals = new Map<string, Promise<ReadJournal>>();
  /** Reads of journals that are still written, by their processes, and the next ones after them. */
  readonly #reading = new Map<string, Promise<unknown>>();
  readonly #nextReads = new Map<string, Promise<ReadJournal>>();

  constructor(deps: RecoveryDeps) {
    this.#deps = deps;
  }

  /** A session that no process has, or why it is lost; undefined where nobody wrote of it. */
  async find(
    asked: SessionAsked,
  ): Promise<Recovered | Extract<WhyLost, "events missing" | "owner has it not"> | undefined> {
    const { journal } = this.#deps;
    const newest = await this.#newest(asked);
    if (newest === undefined) return undefined;
    if (!this.#isFree(newest)) return "owner has it not";
    const { epoch, note } = newest;
    const shown = note.isGiven === true ? newest : await this.#final(epoch, asked);
    if (shown === undefined) return undefined;
    const parcel = found(shown.note, await this.#read(journal, newest), asked.sequence);
    const isGiven = shown.note.isGiven === true;
    return parcel === undefined ? "events missing" : { epoch, parcel, isGiven };
  }

  /** It may have been at several that have ended: the one to which it went last had it last. */
  async #newest(asked: SessionAsked): Promise<Shown | undefined> {
    const epochs = await this.#deps.journal.journals();
    const all = await Promise.all(epochs.map((epoch) => this.#look(epoch, asked)));
    const notes = all.flatMap((shown) => (shown === undefined ? [] : [shown]));
    const [newest] = notes.toSorted((one, other) => movesOf(other) - movesOf(one));
    return newest;
  }

  #isFree({ epoch, note }: Shown): boolean {
    const { processes } = this.#deps;
    if (note.isGiven === true) return true;
    return epoch !== processes.own().epoch && !processes.mayLiveElsewhere(epoch);
  }

  async #look(epoch: string, asked: SessionAsked): Promise<Shown | undefined> {
    const text = await this.#deps.journal.look(epoch, asked.id);
    if (text === undefined) return undefined;
    const note = JSON.parse(text) as SessionNote;
    return isSameOwner(ownerOf(note), asked.owner) ? { epoch, note } : undefined;
  }

  /** What stands there once its process writes nothing more. */
  async #final(epoch: string, asked: SessionAsked): Promise<Shown | undefined> {
    await this.#deps.journal.close(epoch);
    return this.#look(epoch, asked);
  }

  /**
   * Has a session to itself, unless another process goes on with it.
   *
   * @param isComing its process may still be about to write it down; absent: it has
   */
  async claim(
    epoch: string,
    name: string,
    { isComing = false }: { readonly isComing?: boolean } = {},
  ): Promise<Claimed | undefined> {
    const { journal, processes, clock } = this.#deps;
    const by = processes.own().epoch;
    const askedAt = clock.real();
    const wanted = { epoch, name, by, forMs: CLAIM_MS, isComing };
    const first = await journal.claim(wanted);
    if (first === undefined) return undefined;
    const hasEnded = first !== by && !processes.mayLiveElsewhere(first);
    const holder = hasEnded ? await journal.claim({ ...wanted, insteadOf: first }) : first;
    if (holder !== by) return undefined;
    let isGivenUp = false;
    return {
      mayBegin: () => !isGivenUp && isInTime(clock.real() - askedAt) && !processes.isFenced(),
      giveUp: () => {
        isGivenUp = true;
        // Else it is free after a while.
        return journal.release(wanted).catch(() => undefined);
      },
      done: () => {
        // In its own journal it has written the session down again, in place of what was claimed.
        const over = epoch === by ? journal.release(wanted) : journal.drop(epoch, name);
        // Else the other note stays, which says that the session has moved less often.
        void over.catch(() => undefined);
      },
    };
  }

  #read(journal: BusJournal, { epoch, note }: Shown): Promise<ReadJournal> {
    if (note.isGiven === true) return this.#readLiving(journal, epoch);
    const known = this.#journals.get(epoch);
    if (known !== undefined) return known;
    const reading = readJournal(journal.entries(epoch));
    const forget = () => this.#journals.delete(epoch);
    this.#journals.set(epoch, reading);
    dropOldest(this.#journals, JOURNALS_MAX);
    reading.then(() => this.#deps.clock.after(JOURNAL_MS, forget), forget);
    return reading;
  }

  /** One that lives goes on writing: who comes while it is being read waits for the next time. */
  #readLiving(journal: BusJournal, epoch: string): Promise<ReadJournal> {
    const known = this.#nextReads.get(epoch);
    if (known !== undefined) return known;
    const before = this.#reading.get(epoch) ?? Promise.resolve();
    const next = before.then(() => {
      this.#nextReads.delete(epoch);
      const reading = readJournal(journal.entries(epoch));
      const forget = () => this.#reading.delete(epoch);
      this.#reading.set(epoch, reading.then(forget, forget));
      return reading;
    });
    this.#nextReads.set(epoch, next);
    return next;
  }
}

function isInTime(passed: Millis): boolean {
  return passed < BEGIN_MS;
}

function movesOf({ note }: Shown): number {
  return note.moves ?? 0;
}

async function readJournal(entries: AsyncIterable<string>): Promise<ReadJournal> {
  const sent = new Map<string, Sent[]>();
  const places = new Map<string, LogPlace>();
  let done = "";
  let newest: number | undefined;
  let isWhole = true;
  for await (const text of entries) {
    const entry = JSON.parse(text) as JournalEntry;
    if (newest !== undefined && entry.number !== newest + 1) isWhole = false;
    newest = entry.number;
    // Behind one that could not be written, a session may lack something that nothing else tells.
    if (isWhole) done = later(done, entry.done);
    for (const [id, sequence, nth, place] of entry.sent) {
      const event = entry.events[nth];
      if (event === undefined) continue;
      const own = sent.get(id);
      if (own === undefined) sent.set(id, [{ sequence, event }]);
      else own.push({ sequence, event });
      if (typeof place === "string") places.set(id, later(places.get(id) ?? "", place));
    }
  }
  return { sent, places, done };
}

function later(one: LogPlace, other: LogPlace): LogPlace {
  return one > other ? one : other;
}

/** Puts a session together; undefined where its client lacks events that were not written down. */
function found(
  note: SessionNote,
  journal: ReadJournal,
  sequence: number,
): SessionParcel | undefined {
  const { isBehind = false, isGiven: _, ...parcel } = note;
  const all = new Map<number, PackedEvent>();
  let newest = parcel.sequence;
  for (const each of journal.sent.get(parcel.id) ?? []) {
    all.set(each.sequence, each.event);
    if (each.sequence > newest) newest = each.sequence;
  }
  if (sequence <= 0 || sequence > newest) return undefined;
  const missed: PackedEvent[] = [];
  for (let number = sequence + 1; number <= newest; number += 1) {
    const event = all.get(number);
    if (event === undefined) return undefined;
    missed.push(event);
  }
  const own = later(parcel.place, journal.places.get(parcel.id) ?? "");
  return { ...parcel, sequence, missed, place: isBehind ? own : later(own, journal.done) };
}
