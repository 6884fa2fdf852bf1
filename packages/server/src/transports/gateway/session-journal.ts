// Writes down what sessions are sent, before it leaves, so that they can go on at another process after
// this one was killed. What is sent in one turn is one entry, with each payload once and the sessions
// that get it. What a session is beside its events stands in a note, which is replaced as it changes.
// While nothing can be written, everything leaves at once; such a session goes on elsewhere only if
// its client has received what was written and no more.
import type { BusJournal } from "../../platform/bus.ts";
import type { LogPlace } from "../../platform/store.ts";
import type { SentEvents, Session } from "./session-registry.ts";
import { packed, type Encoded, type PackedEvent } from "./wire/codec.ts";

/** How much of what was sent is kept for all sessions of a process. */
const KEPT_BYTES_MAX = 64 * 1024 * 1024;
/** For how long. Real milliseconds; a client that comes later begins anew. */
const KEPT_MS = 300_000;
/** An entry that has grown so large is written before the turn ends. */
const ENTRY_BYTES = 256 * 1024;
/** Events of a session that wait to be written; what comes then leaves as it is. */
const UNWRITTEN_MAX = 1_000;

/** Notes in one write. */
const NOTES_MAX = 200;

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
  /** Real milliseconds since some fixed moment. */
  readonly real: () => number;
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

export class SessionJournal implements SentEvents {
  readonly #means: SessionJournalDeps;
  #events: PackedEvent[] = [];
  #places = new Map<Encoded, number>();
  #sent: SentEvent[] = [];
  #last = new Map<Session, number>();
  #bytes = 0;
  readonly #touched = new Set<Session>();
  readonly #dropped = new Set<string>();
  #waiting: (() => void)[] = [];
  #isScheduled = false;
  #number = 0;
  #keptBytes = 0;
  #kept: Kept[] = [];
  #settling: Promise<void> = Promise.resolve();

  constructor(means: SessionJournalDeps) {
    this.#means = means;
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
    if (sequence - session.settled > UNWRITTEN_MAX) session.settle(sequence);
    if (this.#bytes > ENTRY_BYTES) this.#write();
    else this.#schedule();
  }

  afterwards(task: () => void): void {
    this.#waiting.push(task);
    this.#schedule();
  }

  touch(session: Session): void {
    this.#touched.add(session);
    this.#schedule();
  }

  forget(session: Session): void {
    this.#touched.delete(session);
    this.#dropped.add(session.id);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    process.nextTick(() => this.#write());
  }

  #write(): void {
    this.#isScheduled = false;
    const last = this.#last;
    const waiting = this.#waiting;
    const touched = [...this.#touched].slice(0, NOTES_MAX);
    const text = this.#sent.length === 0 ? undefined : this.#entry();
    if (text !== undefined) this.#keep(text.length, last);
    const written = this.#means.journal.append({
      epoch: this.#means.epoch(),
      number: this.#number,
      oldest: this.#kept[0]?.number ?? this.#number,
      entry: text,
      notes: touched.map((session) => [session.id, this.#means.noteOf(session)]),
      dropped: [...this.#dropped],
    });
    for (const session of touched) this.#touched.delete(session);
    this.#dropped.clear();
    this.#waiting = [];
    this.#events = [];
    this.#places = new Map();
    this.#sent = [];
    this.#last = new Map();
    this.#bytes = 0;
    // Answers may come in another order than they were asked for.
    this.#settling = this.#settle(this.#settling, written, { last, waiting });
    if (this.#touched.size > 0) this.#schedule();
  }

  async #settle(
    before: Promise<void>,
    written: Promise<boolean>,
    { last, waiting }: Pick<Kept, "last"> & { readonly waiting: readonly (() => void)[] },
  ): Promise<void> {
    const [isOpen] = await Promise.all([written.catch(() => !this.#means.mayHaveEnded()), before]);
    if (!isOpen) return this.#means.closed();
    for (const [session, sequence] of last) session.settle(sequence);
    for (const task of waiting) task();
  }

  #entry(): string {
    const entry: JournalEntry = {
      events: this.#events,
      sent: this.#sent,
      done: this.#means.done(),
    };
    return JSON.stringify(entry);
  }

  /** What is too old or too much goes; notes say how far the sessions are that stood there last. */
  #keep(bytes: number, last: ReadonlyMap<Session, number>): void {
    const now = this.#means.real();
    this.#number += 1;
    this.#keptBytes += bytes;
    this.#kept.push({ number: this.#number, bytes, at: now, last });
    let gone = 0;
    for (const kept of this.#kept) {
      if (this.#keptBytes <= KEPT_BYTES_MAX && now - kept.at <= KEPT_MS) break;
      gone += 1;
      this.#keptBytes -= kept.bytes;
      for (const [session, sequence] of kept.last) {
        if (session.sequence === sequence && session.isJournalled) this.#touched.add(session);
      }
    }
    if (gone > 0) this.#kept = this.#kept.slice(gone);
  }
}
