// The write-ahead log of the events that sessions are sent: they are written before they are sent,
// so that another process can resume the sessions after this one was killed. The events of one turn
// make one entry, with each payload once and the sessions that receive it. The other state of a
// session is in its note, which is replaced as it changes. All that follows from one log event for
// one session is written at once, both its events and its new note, since a process that recovers
// the session continues after that event.
// While the journal cannot be written, events are sent at once; such a session can be recovered
// only if its client has received exactly what was written.
import type { BusJournal } from "../../../platform/bus.ts";
import type { Cancel, Clock } from "../../../platform/clock.ts";
import { dropOldest } from "../../../platform/collections/drop-oldest.ts";
import type { LogPlace } from "../../../platform/store.ts";
import type { GivenSession } from "./given-sessions.ts";
import type { SentEvents, Session } from "../sessions/session.ts";
import { UnwrittenEvents, type EntryEvents } from "./unwritten-events.ts";
import type { Encoded } from "../wire/codec.ts";

/** Bytes of entries kept for all sessions of a process. */
const RETAINED_BYTES_MAX = 64 * 1024 * 1024;
/** How long entries are kept, in real milliseconds; a client that comes later identifies again. */
const RETENTION_MS = 300_000;
/** Size at which an entry is written before the turn ends, with the next event. */
const ENTRY_BYTES = 256 * 1024;
/** Notes in one write, and notes that may wait for the next write while none succeeds. */
const NOTES_MAX = 200;
const WAITING_NOTES_MAX = 20_000;
/** Notes of sessions that were given away; above this, some stay while this process runs. */
const GIVEN_NOTES_MAX = 100_000;
/** Given sessions that are ended at once, at each heartbeat. */
const GIVEN_ENDS_MAX = 200;
/** How often an idle process renews the lifetime of its notes, in real milliseconds. */
const BEAT_MS = 60_000;

/**
 * A journal entry: the payloads, which session was sent which of them, and how far the log was
 * processed.
 */
export interface JournalEntry extends Pick<EntryEvents, "events" | "sent"> {
  /** One more than the number of the entry before. */
  readonly number: number;
  /** Every event up to this place in the log was processed. */
  readonly done: LogPlace;
}

export interface SessionJournalDeps {
  readonly journal: BusJournal;
  readonly epoch: () => string;
  readonly clock: Pick<Clock, "real" | "after">;
  /** The place up to which every event of the log was processed. */
  readonly done: () => LogPlace;
  /** The state of a session without its events, as text. */
  readonly noteOf: (session: Session) => string;
  /** True if this process has stood still, so that others may have taken it for dead. */
  readonly mayHaveEnded: () => boolean;
  /** Resolves once it is known whether they have, or on stop. @returns false where they have */
  readonly holdsItsPlace: (isStopped: () => boolean) => Promise<boolean>;
  /** Called when others have taken this process for dead, and own its sessions now. */
  readonly closed: () => void;
  /** What is kept of a session until `endGiven`. */
  readonly givenOf: (session: Session) => GivenSession;
  /**
   * Ends a session that was given away some minutes ago, unless it was resumed.
   *
   * @param isSameWorld false once the world was replaced
   * @returns false while a client may be about to resume it
   */
  readonly endGiven: (given: GivenSession, isSameWorld: () => boolean) => Promise<boolean>;
}

interface RetainedEntry {
  readonly number: number;
  readonly bytes: number;
  readonly at: number;
  /** Each session with the number of the last event that it was sent in this entry. */
  readonly last: ReadonlyMap<Session, number>;
}

/** The changes of notes in one write. */
interface WrittenNotes {
  readonly touched: readonly Session[];
  readonly given: readonly (readonly [id: string, note: string])[];
  readonly dropped: readonly string[];
}

interface GivenNote {
  readonly session: GivenSession;
  readonly at: number;
}

/** What to do once a write is done. */
interface Following {
  readonly last: RetainedEntry["last"];
  readonly waiting: readonly (() => void)[];
  readonly notes: WrittenNotes;
  readonly isSameWorld: () => boolean;
  /** The epoch of this process at the write: after a new epoch, the sessions are gone. */
  readonly epoch: string;
}

export class SessionJournal implements SentEvents {
  readonly #deps: SessionJournalDeps;
  readonly #unwritten = new UnwrittenEvents();
  /** The place in the log of the event processed last. */
  #place: LogPlace | undefined;
  /** The place up to which every event was processed, and all results passed to the journal. */
  #done: LogPlace = "";
  /** The sessions that are recorded, by id. */
  readonly #sessions = new Map<string, Session>();
  /** The sessions whose notes are out of date. */
  readonly #touched = new Set<Session>();
  /** Notes to write of sessions that were given away, and ids of ended sessions to delete. */
  readonly #given = new Map<string, string>();
  readonly #dropped = new Set<string>();
  /** The given sessions whose notes are not yet written. */
  readonly #unwrittenGiven = new Set<string>();
  /** The given sessions whose notes are kept, with the time since when, oldest first. */
  readonly #givenAt = new Map<string, GivenNote>();
  /** Those of them that are to be ended, since they were not resumed in time. */
  readonly #due = new Map<string, GivenSession>();
  readonly #ending = new Set<Promise<void>>();
  /** Counts the worlds that this process has had. */
  #world = 0;
  #waiting: (() => void)[] = [];
  #isScheduled = false;
  #isStopped = false;
  #number = 0;
  #keptBytes = 0;
  #kept: RetainedEntry[] = [];
  #settling: Promise<void> = Promise.resolve();
  #writtenAt = 0;
  #cancelBeat: Cancel;

  constructor(deps: SessionJournalDeps) {
    this.#deps = deps;
    this.#cancelBeat = this.#beatLater();
  }

  /** Stops the heartbeat, and resolves when the sessions that are being ended have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelBeat();
    await Promise.all(this.#ending);
  }

  /** Adds an event that is sent to the session once it is written. */
  add(session: Session, event: Encoded, sequence: number, place?: LogPlace): void {
    const isNext = place === undefined || place !== this.#place;
    // More changes of this session may follow from the same event.
    if (isNext && this.#unwritten.bytes > ENTRY_BYTES) this.#append(session);
    this.#place = place;
    this.#unwritten.add(session, event, sequence, place);
    if (sequence - session.settled > session.unwrittenMax) session.settle(sequence);
    this.#schedule();
  }

  afterwards(task: () => void): void {
    this.#waiting.push(task);
    this.#schedule();
  }

  touch(session: Session): void {
    const { id } = session;
    this.#sessions.set(id, session);
    this.#given.delete(id);
    this.#unwrittenGiven.delete(id);
    this.#givenAt.delete(id);
    this.#due.delete(id);
    this.#dropped.delete(id);
    this.#touched.add(session);
    this.#schedule();
  }

  forget(session: Session): void {
    this.abandon(session);
    this.#dropped.add(session.id);
    this.#schedule();
  }

  giveAway(session: Session, note: string): void {
    this.abandon(session);
    this.#given.set(session.id, note);
    this.#unwrittenGiven.add(session.id);
    const kept = { session: this.#deps.givenOf(session), at: this.#deps.clock.real() };
    this.#givenAt.set(session.id, kept);
    dropOldest(this.#givenAt, GIVEN_NOTES_MAX);
    this.#schedule();
  }

  isBeingGiven(id: string): boolean {
    return this.#unwrittenGiven.has(id);
  }

  abandon(session: Session): void {
    this.#touched.delete(session);
    this.#sessions.delete(session.id);
  }

  /** Writes all notes again: Redis is reachable again, and may have lost its data. */
  writeAgain(): void {
    for (const session of this.#sessions.values()) this.#touched.add(session);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    process.nextTick(() => this.#write());
  }

  #write(): void {
    this.#isScheduled = false;
    const isEmpty = this.#unwritten.isEmpty && this.#waiting.length === 0;
    if (isEmpty && this.#touched.size + this.#given.size + this.#dropped.size === 0) return;
    this.#append();
    if (this.#touched.size + this.#given.size + this.#dropped.size > 0) this.#schedule();
  }

  /** Takes a limited number of notes to write. @param changing a session whose note has to wait */
  #takeNotes(changing: Session | undefined): WrittenNotes {
    const ready = [...this.#touched].filter((session) => session !== changing);
    const touched = ready.slice(0, NOTES_MAX);
    const given = [...this.#given].slice(0, NOTES_MAX);
    const dropped = [...this.#dropped].slice(0, NOTES_MAX);
    for (const session of touched) this.#touched.delete(session);
    for (const [id] of given) this.#given.delete(id);
    for (const id of dropped) this.#dropped.delete(id);
    return { touched, given, dropped };
  }

  /** @param changing a session whose note has to wait */
  #append(changing?: Session): void {
    const notes = this.#takeNotes(changing);
    const { touched, given, dropped } = notes;
    const entry = this.#unwritten.take(this.#touched);
    const { last } = entry;
    let waiting: (() => void)[] = [];
    if (this.#touched.size === 0) {
      this.#done = this.#deps.done();
      waiting = this.#waiting;
      this.#waiting = [];
    }
    const isEmpty = entry.sent.length + touched.length + given.length + dropped.length === 0;
    if (changing !== undefined && isEmpty) return;
    const text = entry.sent.length === 0 ? undefined : this.#textOf(entry);
    if (text !== undefined) this.#keep(text.length, last);
    this.#writtenAt = this.#deps.clock.real();
    const written = this.#deps.journal.append({
      epoch: this.#deps.epoch(),
      number: this.#number,
      oldest: this.#kept[0]?.number ?? this.#number,
      entry: text,
      notes: [
        ...touched.map((session) => [session.id, this.#deps.noteOf(session)] as const),
        ...given,
      ],
      deletedNotes: dropped,
    });
    // Answers may arrive in another order than their requests were made.
    const isSameWorld = this.#worldNow();
    const following = { last, waiting, notes, isSameWorld, epoch: this.#deps.epoch() };
    this.#settling = this.#settle(this.#settling, written, following);
  }

  async #settle(
    before: Promise<void>,
    written: Promise<boolean>,
    { last, waiting, notes, isSameWorld, epoch }: Following,
  ): Promise<void> {
    const unwritten = (): boolean | Promise<boolean> => {
      this.#takeBack(notes, isSameWorld());
      return !this.#deps.mayHaveEnded() || this.#deps.holdsItsPlace(() => this.#isStopped);
    };
    const noted = written.then((isOpen) => {
      for (const [id] of notes.given) if (!this.#given.has(id)) this.#unwrittenGiven.delete(id);
      return isOpen;
    });
    const [isOpen] = await Promise.all([noted.catch(unwritten), before]);
    if (isOpen) for (const [session, sequence] of last) session.settle(sequence);
    else if (this.#deps.epoch() === epoch) this.#deps.closed();
    // Tasks run in any case, and find that the sessions are gone.
    for (const task of waiting) task();
  }

  /** Queues notes that could not be written again, unless they are out of date by then. */
  #takeBack({ touched, given, dropped }: WrittenNotes, isSameWorld: boolean): void {
    const isNew = (id: string): boolean =>
      !this.#sessions.has(id) && !this.#given.has(id) && !this.#dropped.has(id);
    for (const session of touched) {
      if (this.#sessions.get(session.id) === session) this.#touched.add(session);
    }
    if (isSameWorld) for (const [id, note] of given) if (isNew(id)) this.#given.set(id, note);
    // A write that seems to have failed may have succeeded.
    const gone = isSameWorld ? dropped : [...dropped, ...given.map(([id]) => id)];
    for (const id of gone) {
      if (isNew(id) && this.#dropped.size < WAITING_NOTES_MAX) this.#dropped.add(id);
    }
    dropOldest(this.#given, WAITING_NOTES_MAX);
    dropOldest(this.#unwrittenGiven, WAITING_NOTES_MAX);
  }

  /**
   * Schedules the heartbeat: notes expire some time after the last write, unless an idle process
   * renews them.
   */
  #beatLater(): Cancel {
    return this.#deps.clock.after(BEAT_MS, () => {
      this.#cancelBeat = this.#beatLater();
      this.#forgetOld(this.#deps.clock.real());
      this.#endGiven(this.#deps.clock.real());
      const isQuiet = this.#deps.clock.real() - this.#writtenAt >= BEAT_MS;
      if (isQuiet && this.#sessions.size > 0) this.#append();
      this.#schedule();
    });
  }

  /** Ends given sessions that no client has resumed: their clients identify again. */
  #endGiven(now: number): void {
    for (const [id, { session, at }] of this.#givenAt) {
      if (now - at <= RETENTION_MS) break;
      this.#givenAt.delete(id);
      this.#due.set(id, session);
    }
    dropOldest(this.#due, GIVEN_NOTES_MAX);
    let count = 0;
    for (const given of this.#due.values()) {
      if ((count += 1) > GIVEN_ENDS_MAX) return;
      this.#due.delete(given.id);
      const ending = this.#end(given).finally(() => this.#ending.delete(ending));
      this.#ending.add(ending);
    }
  }

  async #end(given: GivenSession): Promise<void> {
    const isSameWorld = this.#worldNow();
    const isOver = await this.#deps.endGiven(given, isSameWorld).catch(() => false);
    // Sessions that could not be ended now are retried at the next heartbeat, unless they came
    // back.
    const isKnown = this.#sessions.has(given.id) || this.#givenAt.has(given.id);
    if (!isOver && isSameWorld() && !isKnown) this.#due.set(given.id, given);
  }

  #worldNow(): () => boolean {
    const world = this.#world;
    return () => world === this.#world;
  }

  /** Forgets given sessions: the world was replaced, so they cannot be resumed anywhere. */
  forgetGiven(): void {
    this.#world += 1;
    for (const ids of [this.#givenAt, this.#due])
      for (const id of ids.keys()) this.#dropped.add(id);
    for (const each of [this.#given, this.#unwrittenGiven, this.#givenAt, this.#due]) each.clear();
    this.#schedule();
  }

  #textOf({ events, sent }: EntryEvents): string {
    const entry: JournalEntry = { number: this.#number + 1, events, sent, done: this.#done };
    return JSON.stringify(entry);
  }

  #keep(bytes: number, last: ReadonlyMap<Session, number>): void {
    const now = this.#deps.clock.real();
    this.#number += 1;
    this.#keptBytes += bytes;
    this.#kept.push({ number: this.#number, bytes, at: now, last });
    this.#forgetOld(now);
  }

  /**
   * Drops entries that are too old, or too many. For sessions whose last event was in one of them,
   * a new note says how far they have come.
   */
  #forgetOld(now: number): void {
    let gone = 0;
    for (const retained of this.#kept) {
      if (this.#keptBytes <= RETAINED_BYTES_MAX && now - retained.at <= RETENTION_MS) break;
      gone += 1;
      this.#keptBytes -= retained.bytes;
      for (const [session, sequence] of retained.last) {
        if (session.sequence === sequence && session.isJournalled) this.touch(session);
      }
    }
    if (gone > 0) this.#kept = this.#kept.slice(gone);
  }
}
