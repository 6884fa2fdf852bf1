// Writes down what sessions are sent, before it leaves, so that they can go on at another process after
// this one was killed. What is sent in one turn is one entry, with each payload once and the sessions
// that get it. What a session is beside its events stands in a note, which is replaced as it changes.
// What follows from one event for one session is written at once, as who goes on from there goes on
// behind that event: everything that it is sent, and the note of what it has become.
// While nothing can be written, everything leaves at once; such a session goes on elsewhere only if
// its client has received what was written and no more.
import type { BusJournal } from "../../../platform/bus.ts";
import type { Cancel, Clock } from "../../../platform/clock.ts";
import { dropOldest } from "../../../platform/collections/drop-oldest.ts";
import type { LogPlace } from "../../../platform/store.ts";
import type { LeftSession } from "./left-sessions.ts";
import type { SentEvents, Session } from "../sessions/session.ts";
import { UnwrittenEvents, type EntryEvents } from "./unwritten-events.ts";
import type { Encoded } from "../wire/codec.ts";

/** How much of what was sent is kept for all sessions of a process. */
const KEPT_BYTES_MAX = 64 * 1024 * 1024;
/** For how long. Real milliseconds; a client that comes later begins anew. */
const KEPT_MS = 300_000;
/** An entry that has grown so large is written before the turn ends, with the next event. */
const ENTRY_BYTES = 256 * 1024;
/** Notes in one write, and those that may wait for the next one while none succeeds. */
const NOTES_MAX = 200;
const WAITING_NOTES_MAX = 20_000;
/** Notes of sessions that go on elsewhere; of more than these, some stay as long as this process. */
const LEFT_NOTES_MAX = 100_000;
/** Those of them that are ended at once, at each beat. */
const LEFT_ENDS_MAX = 200;
/** How often a process that has nothing to write says that its notes still hold. Real milliseconds. */
const BEAT_MS = 60_000;

/** An entry as text: payloads, who was sent which of them, and how far events were dealt with. */
export interface JournalEntry extends Pick<EntryEvents, "events" | "sent"> {
  /** One more than that of the entry before. */
  readonly number: number;
  /** Every event up to there was dealt with. */
  readonly done: LogPlace;
}

export interface SessionJournalDeps {
  readonly journal: BusJournal;
  readonly epoch: () => string;
  readonly clock: Pick<Clock, "real" | "after">;
  /** Up to where every event of the log was dealt with. */
  readonly done: () => LogPlace;
  /** What a session is beside its events, as text. */
  readonly noteOf: (session: Session) => string;
  /** This process has stood still, so that others may have taken it for dead. */
  readonly mayHaveEnded: () => boolean;
  /** Resolves once it is known whether they have, or at the end. @returns false where they have */
  readonly holdsItsPlace: (isStopped: () => boolean) => Promise<boolean>;
  /** Others have taken this process for dead, and its sessions with it. */
  readonly closed: () => void;
  /** What is kept of a session until `endLeft`. */
  readonly leftOf: (session: Session) => LeftSession;
  /**
   * Ends a session that went on elsewhere some minutes ago, unless somebody has come for it.
   *
   * @param isSameWorld false once the world was replaced
   * @returns false while somebody may be about to
   */
  readonly endLeft: (left: LeftSession, isSameWorld: () => boolean) => Promise<boolean>;
}

interface Kept {
  readonly number: number;
  readonly bytes: number;
  readonly at: number;
  /** Sessions with the number of the last event that they were sent in it. */
  readonly last: ReadonlyMap<Session, number>;
}

/** What one write has of notes. */
interface WrittenNotes {
  readonly touched: readonly Session[];
  readonly left: readonly (readonly [id: string, note: string])[];
  readonly dropped: readonly string[];
}

interface Left {
  readonly session: LeftSession;
  readonly at: number;
}

/** What happens once a write is done. */
interface Following {
  readonly last: Kept["last"];
  readonly waiting: readonly (() => void)[];
  readonly notes: WrittenNotes;
  readonly isSameWorld: () => boolean;
  /** That of this process: another one has no sessions of it. */
  readonly epoch: string;
}

export class SessionJournal implements SentEvents {
  readonly #deps: SessionJournalDeps;
  readonly #unwritten = new UnwrittenEvents();
  /** Where the event stands in the log that was dealt with last. */
  #place: LogPlace | undefined;
  /** Up to where every event was dealt with, and all of it was given to be written. */
  #done: LogPlace = "";
  /** The sessions that are written down, by their ids. */
  readonly #sessions = new Map<string, Session>();
  /** Those whose notes are out of date. */
  readonly #touched = new Set<Session>();
  /** Notes of sessions that go on elsewhere, and the ids of those that are over. */
  readonly #left = new Map<string, string>();
  readonly #dropped = new Set<string>();
  /** Of those that go on elsewhere, the ones whose notes are yet to be written. */
  readonly #leaving = new Set<string>();
  /** Since when sessions go on elsewhere whose notes stay until then, the first ones first. */
  readonly #leftAt = new Map<string, Left>();
  /** Those of them that are to end, for which nobody has come in time. */
  readonly #due = new Map<string, LeftSession>();
  readonly #ending = new Set<Promise<void>>();
  /** Counts the worlds that were there. */
  #world = 0;
  #waiting: (() => void)[] = [];
  #isScheduled = false;
  #isStopped = false;
  #number = 0;
  #keptBytes = 0;
  #kept: Kept[] = [];
  #settling: Promise<void> = Promise.resolve();
  #writtenAt = 0;
  #cancelBeat: Cancel;

  constructor(deps: SessionJournalDeps) {
    this.#deps = deps;
    this.#cancelBeat = this.#beatLater();
  }

  /** Resolves when what has begun to end has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelBeat();
    await Promise.all(this.#ending);
  }

  /** A session is to be sent an event, once that is written down. */
  add(session: Session, event: Encoded, sequence: number, place?: LogPlace): void {
    const isNext = place === undefined || place !== this.#place;
    // This session may be about to change further.
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
    this.#left.delete(id);
    this.#leaving.delete(id);
    this.#leftAt.delete(id);
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

  leave(session: Session, note: string): void {
    this.abandon(session);
    this.#left.set(session.id, note);
    this.#leaving.add(session.id);
    const left = { session: this.#deps.leftOf(session), at: this.#deps.clock.real() };
    this.#leftAt.set(session.id, left);
    dropOldest(this.#leftAt, LEFT_NOTES_MAX);
    this.#schedule();
  }

  isLeaving(id: string): boolean {
    return this.#leaving.has(id);
  }

  abandon(session: Session): void {
    this.#touched.delete(session);
    this.#sessions.delete(session.id);
  }

  /** Redis is back, which may have come back empty, and what could not be written goes to it now. */
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
    if (isEmpty && this.#touched.size + this.#left.size + this.#dropped.size === 0) return;
    this.#append();
    if (this.#touched.size + this.#left.size + this.#dropped.size > 0) this.#schedule();
  }

  /** Notes that are written now: some at a time. @param changing a session whose note waits */
  #takeNotes(changing: Session | undefined): WrittenNotes {
    const ready = [...this.#touched].filter((session) => session !== changing);
    const touched = ready.slice(0, NOTES_MAX);
    const left = [...this.#left].slice(0, NOTES_MAX);
    const dropped = [...this.#dropped].slice(0, NOTES_MAX);
    for (const session of touched) this.#touched.delete(session);
    for (const [id] of left) this.#left.delete(id);
    for (const id of dropped) this.#dropped.delete(id);
    return { touched, left, dropped };
  }

  /** @param changing a session whose note waits */
  #append(changing?: Session): void {
    const notes = this.#takeNotes(changing);
    const { touched, left, dropped } = notes;
    const entry = this.#unwritten.take(this.#touched);
    const { last } = entry;
    let waiting: (() => void)[] = [];
    if (this.#touched.size === 0) {
      this.#done = this.#deps.done();
      waiting = this.#waiting;
      this.#waiting = [];
    }
    const isEmpty = entry.sent.length + touched.length + left.length + dropped.length === 0;
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
        ...left,
      ],
      dropped,
    });
    // Answers may come in another order than they were asked for.
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
      for (const [id] of notes.left) if (!this.#left.has(id)) this.#leaving.delete(id);
      return isOpen;
    });
    const [isOpen] = await Promise.all([noted.catch(unwritten), before]);
    if (isOpen) for (const [session, sequence] of last) session.settle(sequence);
    else if (this.#deps.epoch() === epoch) this.#deps.closed();
    // Tasks run all the same: they find that the sessions are gone.
    for (const task of waiting) task();
  }

  /** Notes that could not be written go with the next ones, unless they are out of date by then. */
  #takeBack({ touched, left, dropped }: WrittenNotes, isSameWorld: boolean): void {
    const isNew = (id: string): boolean =>
      !this.#sessions.has(id) && !this.#left.has(id) && !this.#dropped.has(id);
    for (const session of touched) {
      if (this.#sessions.get(session.id) === session) this.#touched.add(session);
    }
    if (isSameWorld) for (const [id, note] of left) if (isNew(id)) this.#left.set(id, note);
    // A write that seems to have failed may have been done.
    const gone = isSameWorld ? dropped : [...dropped, ...left.map(([id]) => id)];
    for (const id of gone) {
      if (isNew(id) && this.#dropped.size < WAITING_NOTES_MAX) this.#dropped.add(id);
    }
    dropOldest(this.#left, WAITING_NOTES_MAX);
    dropOldest(this.#leaving, WAITING_NOTES_MAX);
  }

  /** Notes are gone some time after the last write, which a quiet process has to prevent. */
  #beatLater(): Cancel {
    return this.#deps.clock.after(BEAT_MS, () => {
      this.#cancelBeat = this.#beatLater();
      this.#forgetOld(this.#deps.clock.real());
      this.#endLeft(this.#deps.clock.real());
      const isQuiet = this.#deps.clock.real() - this.#writtenAt >= BEAT_MS;
      if (isQuiet && this.#sessions.size > 0) this.#append();
      this.#schedule();
    });
  }

  /** Sessions end that nobody has come for: their clients begin anew. */
  #endLeft(now: number): void {
    for (const [id, { session, at }] of this.#leftAt) {
      if (now - at <= KEPT_MS) break;
      this.#leftAt.delete(id);
      this.#due.set(id, session);
    }
    dropOldest(this.#due, LEFT_NOTES_MAX);
    let count = 0;
    for (const left of this.#due.values()) {
      if ((count += 1) > LEFT_ENDS_MAX) return;
      this.#due.delete(left.id);
      const ending = this.#end(left).finally(() => this.#ending.delete(ending));
      this.#ending.add(ending);
    }
  }

  async #end(left: LeftSession): Promise<void> {
    const isSameWorld = this.#worldNow();
    const isOver = await this.#deps.endLeft(left, isSameWorld).catch(() => false);
    // What cannot be known now is asked again at the next beat, unless it has come back.
    const isKnown = this.#sessions.has(left.id) || this.#leftAt.has(left.id);
    if (!isOver && isSameWorld() && !isKnown) this.#due.set(left.id, left);
  }

  #worldNow(): () => boolean {
    const world = this.#world;
    return () => world === this.#world;
  }

  /** The world was replaced, so that sessions of the one before go on nowhere. */
  forgetLeft(): void {
    this.#world += 1;
    for (const ids of [this.#leftAt, this.#due]) for (const id of ids.keys()) this.#dropped.add(id);
    for (const each of [this.#left, this.#leaving, this.#leftAt, this.#due]) each.clear();
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

  /** What is too old or too much goes; notes say how far the sessions are that stood there last. */
  #forgetOld(now: number): void {
    let gone = 0;
    for (const kept of this.#kept) {
      if (this.#keptBytes <= KEPT_BYTES_MAX && now - kept.at <= KEPT_MS) break;
      gone += 1;
      this.#keptBytes -= kept.bytes;
      for (const [session, sequence] of kept.last) {
        if (session.sequence === sequence && session.isJournalled) this.touch(session);
      }
    }
    if (gone > 0) this.#kept = this.#kept.slice(gone);
  }
}
