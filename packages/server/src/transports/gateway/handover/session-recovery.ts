// Recovers sessions that no process holds: those of processes that have ended, and those given to a
// process that never received them. The journal of the process that held them has enough to resume.
import type { BusJournal } from "../../../platform/bus.ts";
import type { Clock, Millis } from "../../../platform/clock.ts";
import { dropOldest } from "../../../platform/collections/drop-oldest.ts";
import type { Processes } from "../../../platform/processes.ts";
import type { LogPlace } from "../../../platform/store.ts";
import { isSameOwner } from "../sessions/session-owner.ts";
import type { JournalEntry } from "./session-journal.ts";
import {
  ownerOf,
  type ResumedSession,
  type SessionNote,
  type SessionState,
} from "./session-state.ts";
import type { LostReason } from "./undecided-resumes.ts";
import type { PackedEvent } from "../wire/codec.ts";

/** How many journals are kept in memory for the other sessions in them, and for how long. */
const JOURNALS_MAX = 2;
const JOURNAL_MS = 60_000;
/** How long a claim keeps other processes out, and until when this one may begin the session. */
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

/** The journal of a process: the recorded events of all its sessions. */
interface ReadJournal {
  readonly sent: ReadonlyMap<string, readonly Sent[]>;
  /** For each session, the place in the log of the last event that it was sent. */
  readonly places: ReadonlyMap<string, LogPlace>;
  readonly done: LogPlace;
}

/** The note of a session, and the epoch of the process that wrote it. */
interface Shown {
  readonly epoch: string;
  readonly note: SessionNote;
}

/** A session as another process left it, and the epoch of its journal. */
export interface Recovered {
  readonly epoch: string;
  readonly state: SessionState;
  /** Its process is alive, or gave it away before it ended. */
  readonly isGiven: boolean;
}

/** The exclusive right to take over a session. */
export interface SessionClaim {
  /**
   * False once the claim is given up, or so much time has passed that others may hold the session
   * or may take this process for dead.
   */
  mayBegin(): boolean;
  /** Gives the claim up: the session does not resume here. */
  giveUp(): Promise<void>;
  /** Removes the claimed note: the session has resumed here, and is in this process's journal. */
  done(): void;
}

export class SessionRecovery {
  readonly #deps: RecoveryDeps;
  readonly #journals = new Map<string, Promise<ReadJournal>>();
  /** Reads in progress of journals of living processes, and the reads that follow them. */
  readonly #reading = new Map<string, Promise<unknown>>();
  readonly #nextReads = new Map<string, Promise<ReadJournal>>();

  constructor(deps: RecoveryDeps) {
    this.#deps = deps;
  }

  /** Finds a session that no process holds, or why it is lost; undefined if no journal has it. */
  async find(
    resumed: ResumedSession,
  ): Promise<Recovered | Extract<LostReason, "events missing" | "owner has it not"> | undefined> {
    const { journal } = this.#deps;
    const newest = await this.#newest(resumed);
    if (newest === undefined) return undefined;
    if (!this.#isFree(newest)) return "owner has it not";
    const { epoch, note } = newest;
    const final = note.isGiven === true ? newest : await this.#final(epoch, resumed);
    if (final === undefined) return undefined;
    const state = found(final.note, await this.#read(journal, newest), resumed.sequence);
    const isGiven = final.note.isGiven === true;
    return state === undefined ? "events missing" : { epoch, state, isGiven };
  }

  /**
   * The newest note. The session may have been at several processes that have ended: the one with
   * the most moves held it last.
   */
  async #newest(resumed: ResumedSession): Promise<Shown | undefined> {
    const epochs = await this.#deps.journal.journals();
    const all = await Promise.all(epochs.map((epoch) => this.#look(epoch, resumed)));
    const notes = all.flatMap((note) => (note === undefined ? [] : [note]));
    const [newest] = notes.toSorted((one, other) => movesOf(other) - movesOf(one));
    return newest;
  }

  #isFree({ epoch, note }: Shown): boolean {
    const { processes } = this.#deps;
    if (note.isGiven === true) return true;
    return epoch !== processes.own().epoch && !processes.mayLiveElsewhere(epoch);
  }

  async #look(epoch: string, resumed: ResumedSession): Promise<Shown | undefined> {
    const text = await this.#deps.journal.readNote(epoch, resumed.id);
    if (text === undefined) return undefined;
    const note = JSON.parse(text) as SessionNote;
    return isSameOwner(ownerOf(note), resumed.owner) ? { epoch, note } : undefined;
  }

  /** The note of a session after its process was kept from writing. */
  async #final(epoch: string, resumed: ResumedSession): Promise<Shown | undefined> {
    await this.#deps.journal.close(epoch);
    return this.#look(epoch, resumed);
  }

  /**
   * Claims a session, unless another process is taking it over.
   *
   * @param isComing its process may not have written it yet; absent: it has
   */
  async claim(
    epoch: string,
    name: string,
    { isComing = false }: { readonly isComing?: boolean } = {},
  ): Promise<SessionClaim | undefined> {
    const { journal, processes, clock } = this.#deps;
    const own = processes.own().epoch;
    const askedAt = clock.real();
    const claim = { epoch, name, claimant: own, durationMs: CLAIM_MS, mayBeMissing: isComing };
    const first = await journal.claim(claim);
    if (first === undefined) return undefined;
    const hasEnded = first !== own && !processes.mayLiveElsewhere(first);
    const holder = hasEnded ? await journal.claim({ ...claim, replaces: first }) : first;
    if (holder !== own) return undefined;
    let isGivenUp = false;
    return {
      mayBegin: () => !isGivenUp && isInTime(clock.real() - askedAt) && !processes.isFenced(),
      giveUp: () => {
        isGivenUp = true;
        // Otherwise the claim expires after a while.
        return journal.release(claim).catch(() => undefined);
      },
      done: () => {
        // In its own journal, this process has already replaced the claimed note.
        const over = epoch === own ? journal.release(claim) : journal.deleteNote(epoch, name);
        // If this fails, the other note stays, which has fewer moves.
        void over.catch(() => undefined);
      },
    };
  }

  #read(journal: BusJournal, { epoch, note }: Shown): Promise<ReadJournal> {
    if (note.isGiven === true) return this.#readLiving(journal, epoch);
    const existing = this.#journals.get(epoch);
    if (existing !== undefined) return existing;
    const reading = readJournal(journal.entries(epoch));
    const forget = () => this.#journals.delete(epoch);
    this.#journals.set(epoch, reading);
    dropOldest(this.#journals, JOURNALS_MAX);
    reading.then(() => this.#deps.clock.after(JOURNAL_MS, forget), forget);
    return reading;
  }

  /**
   * Reads the journal of a living process, which keeps changing: callers during a read share the
   * next.
   */
  #readLiving(journal: BusJournal, epoch: string): Promise<ReadJournal> {
    const existing = this.#nextReads.get(epoch);
    if (existing !== undefined) return existing;
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
    // After an entry that could not be written, sessions may lack events that are recorded nowhere.
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

/** Rebuilds a session; undefined where its client lacks events that were not recorded. */
function found(
  note: SessionNote,
  journal: ReadJournal,
  sequence: number,
): SessionState | undefined {
  const { isBehind = false, isGiven: _, ...state } = note;
  const all = new Map<number, PackedEvent>();
  let newest = state.sequence;
  for (const each of journal.sent.get(state.id) ?? []) {
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
  const own = later(state.place, journal.places.get(state.id) ?? "");
  return { ...state, sequence, missed, place: isBehind ? own : later(own, journal.done) };
}
