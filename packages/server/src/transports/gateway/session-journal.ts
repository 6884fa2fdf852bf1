// Writes down what sessions are sent, before it leaves, so that they can go on at another process after
// this one was killed. What is sent in one turn is one entry, with each payload once and the sessions
// that get it. What a session is beside its events stands in a note, which is replaced as it changes.
// While nothing can be written, everything leaves at once; such a session goes on elsewhere only if
// its client has received what was written and no more.
import type { BusJournal } from "../../platform/bus.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import { dropOldest } from "../../platform/drop-oldest.ts";
import type { LogPlace } from "../../platform/store.ts";
import type { SentEvents, Session } from "./session.ts";
import { packed, type Encoded, type PackedEvent } from "./wire/codec.ts";

/** How much of what was sent is kept for all sessions of a process. */
const KEPT_BYTES_MAX = 64 * 1024 * 1024;
/** For how long. Real milliseconds; a client that comes later begins anew. */
const KEPT_MS = 300_000;
/** An entry that has grown so large is written before the turn ends. */
const ENTRY_BYTES = 256 * 1024;
/** Notes in one write, and those that may wait for the next one while none succeeds. */
const NOTES_MAX = 200;
const WAITING_NOTES_MAX = 20_000;
/** Notes of sessions that go on elsewhere; of more than these, some stay as long as this process. */
const LEFT_NOTES_MAX = 100_000;
/** How often a process that has nothing to write says that its notes still hold. Real milliseconds. */
const BEAT_MS = 60_000;

/** An entry as text: payloads, who was sent which of them, and how far events were dealt with. */
export interface JournalEntry {
  readonly events: readonly PackedEvent[];
  /** For each that was sent: session, its number, the payload, where the event stands in the log. */
  readonly sent: readonly SentEvent[];
  /** Every event up to there was dealt with. */
  readonly done: LogPlace;
}

export type SentEvent = readonly [
  sessionId: string,
  sequence: number,
  event: number,
  place: LogPlace | undefined,
];

export interface SessionJournalDeps {
  readonly journal: BusJournal;
  readonly epoch: () => string;
  readonly clock: Pick<Clock, "real" | "after">;
  /** Up to where every event of the log was dealt with. */
  readonly done: () => LogPlace;
  /** Where the event stands that is being dealt with. */
  readonly current: () => LogPlace | undefined;
  /** What a session is beside its events, as text. */
  readonly noteOf: (session: Session) => string;
  /** This process has stood still, so that others may have taken it for dead. */
  readonly mayHaveEnded: () => boolean;
  /** Others have taken this process for dead, and its sessions with it. */
  readonly closed: () => void;
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

/** What happens once a write is done. */
interface Following {
  readonly last: Kept["last"];
  readonly waiting: readonly (() => void)[];
  readonly notes: WrittenNotes;
}

export class SessionJournal implements SentEvents {
  readonly #means: SessionJournalDeps;
  #events: PackedEvent[] = [];
  #places = new Map<Encoded, number>();
  #sent: SentEvent[] = [];
  #last = new Map<Session, number>();
  #bytes = 0;
  /** The sessions that are written down, by their ids. */
  readonly #sessions = new Map<string, Session>();
  /** Those whose notes are out of date. */
  readonly #touched = new Set<Session>();
  /** Notes of sessions that go on elsewhere, and the ids of those that are over. */
  readonly #left = new Map<string, string>();
  readonly #dropped = new Set<string>();
  /** Since when sessions go on elsewhere whose notes stay until then, the first ones first. */
  readonly #leftAt = new Map<string, number>();
  #waiting: (() => void)[] = [];
  #isScheduled = false;
  #number = 0;
  #keptBytes = 0;
  #kept: Kept[] = [];
  #settling: Promise<void> = Promise.resolve();
  #writtenAt = 0;
  #cancelBeat: Cancel;

  constructor(means: SessionJournalDeps) {
    this.#means = means;
    this.#cancelBeat = this.#beatLater();
  }

  stop(): void {
    this.#cancelBeat();
  }

  /** A session is to be sent an event, once that is written down. */
  add(session: Session, event: Encoded, sequence: number): void {
    const known = this.#places.get(event);
    const place = known ?? this.#events.length;
    if (known === undefined) {
      this.#places.set(event, place);
      this.#events.push(packed(event));
      this.#bytes += event.body.length;
    }
    this.#sent.push([session.id, sequence, place, this.#means.current()]);
    this.#last.set(session, sequence);
    if (sequence - session.settled > session.unwrittenMax) session.settle(sequence);
    // Notes wait for the end of the turn: until then a session may not be what it is about to be.
    if (this.#bytes > ENTRY_BYTES) this.#append(noNotes);
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
    this.#leftAt.delete(id);
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
    this.#leftAt.set(session.id, this.#means.clock.real());
    dropOldest(this.#leftAt, LEFT_NOTES_MAX);
    this.#schedule();
  }

  abandon(session: Session): void {
    this.#touched.delete(session);
    this.#sessions.delete(session.id);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    process.nextTick(() => this.#write());
  }

  #write(): void {
    this.#isScheduled = false;
    const touched = [...this.#touched].slice(0, NOTES_MAX);
    const left = [...this.#left].slice(0, NOTES_MAX);
    const dropped = [...this.#dropped].slice(0, NOTES_MAX);
    for (const session of touched) this.#touched.delete(session);
    for (const [id] of left) this.#left.delete(id);
    for (const id of dropped) this.#dropped.delete(id);
    const isEmpty = this.#sent.length + this.#waiting.length === 0;
    if (isEmpty && touched.length + left.length + dropped.length === 0) return;
    this.#append({ touched, left, dropped });
    if (this.#touched.size + this.#left.size + this.#dropped.size > 0) this.#schedule();
  }

  #append(notes: WrittenNotes): void {
    const { touched, left, dropped } = notes;
    const last = this.#last;
    const waiting = this.#waiting;
    const text = this.#sent.length === 0 ? undefined : this.#entry();
    if (text !== undefined) this.#keep(text.length, last);
    this.#writtenAt = this.#means.clock.real();
    const written = this.#means.journal.append({
      epoch: this.#means.epoch(),
      number: this.#number,
      oldest: this.#kept[0]?.number ?? this.#number,
      entry: text,
      notes: [
        ...touched.map((session) => [session.id, this.#means.noteOf(session)] as const),
        ...left,
      ],
      dropped,
    });
    this.#waiting = [];
    this.#events = [];
    this.#places = new Map();
    this.#sent = [];
    this.#last = new Map();
    this.#bytes = 0;
    // Answers may come in another order than they were asked for.
    this.#settling = this.#settle(this.#settling, written, { last, waiting, notes });
  }

  async #settle(
    before: Promise<void>,
    written: Promise<boolean>,
    { last, waiting, notes }: Following,
  ): Promise<void> {
    const unwritten = (): boolean => {
      this.#takeBack(notes);
      return !this.#means.mayHaveEnded();
    };
    const [isOpen] = await Promise.all([written.catch(unwritten), before]);
    if (isOpen) for (const [session, sequence] of last) session.settle(sequence);
    else this.#means.closed();
    // Tasks run all the same: they find that the sessions are gone.
    for (const task of waiting) task();
  }

  /** Notes that could not be written go with the next ones, unless they are out of date by then. */
  #takeBack({ touched, left, dropped }: WrittenNotes): void {
    const isNew = (id: string): boolean =>
      !this.#sessions.has(id) && !this.#left.has(id) && !this.#dropped.has(id);
    for (const session of touched) {
      if (this.#sessions.get(session.id) === session) this.#touched.add(session);
    }
    for (const [id, note] of left) if (isNew(id)) this.#left.set(id, note);
    for (const id of dropped) {
      if (isNew(id) && this.#dropped.size < WAITING_NOTES_MAX) this.#dropped.add(id);
    }
    dropOldest(this.#left, WAITING_NOTES_MAX);
  }

  /** Notes are gone some time after the last write, which a quiet process has to prevent. */
  #beatLater(): Cancel {
    return this.#means.clock.after(BEAT_MS, () => {
      this.#cancelBeat = this.#beatLater();
      this.#forgetOld(this.#means.clock.real());
      this.#dropLeft(this.#means.clock.real());
      const isQuiet = this.#means.clock.real() - this.#writtenAt >= BEAT_MS;
      if (isQuiet && this.#sessions.size > 0) this.#append(noNotes);
      this.#schedule();
    });
  }

  /** Nobody has come for them: their clients begin anew. */
  #dropLeft(now: number): void {
    for (const [id, at] of this.#leftAt) {
      if (now - at <= KEPT_MS) return;
      this.#leftAt.delete(id);
      this.#left.delete(id);
      this.#dropped.add(id);
    }
  }

  #entry(): string {
    const entry: JournalEntry = {
      events: this.#events,
      sent: this.#sent,
      done: this.#means.done(),
    };
    return JSON.stringify(entry);
  }

  #keep(bytes: number, last: ReadonlyMap<Session, number>): void {
    const now = this.#means.clock.real();
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

const noNotes: WrittenNotes = { touched: [], left: [], dropped: [] };
