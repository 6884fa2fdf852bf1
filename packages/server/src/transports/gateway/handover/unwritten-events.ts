// The events to be sent that go into the next journal entry: each payload once, and which sessions
// receive it under which number.
import type { LogPlace } from "../../../platform/store.ts";
import type { Session } from "../sessions/session.ts";
import { packed, type Encoded, type PackedEvent } from "../wire/codec.ts";

export type SentEvent = readonly [
  sessionId: string,
  sequence: number,
  event: number,
  place: LogPlace | undefined,
];

/** The content of one entry. */
export interface EntryEvents {
  readonly events: readonly PackedEvent[];
  /** For each sent event: the session, its number, the payload's index, its place in the log. */
  readonly sent: readonly SentEvent[];
  /** Each session with the number of the last event that it is sent in this entry. */
  readonly last: ReadonlyMap<Session, number>;
}

const nobody: ReadonlyMap<string, Session> = new Map();
const none: EntryEvents = { events: [], sent: [], last: new Map() };

export class UnwrittenEvents {
  #events: PackedEvent[] = [];
  /** The index of each event in `#events`. */
  #nths = new Map<Encoded, number>();
  #sent: SentEvent[] = [];
  #last = new Map<Session, number>();
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#sent.length === 0;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(session: Session, event: Encoded, sequence: number, place?: LogPlace): void {
    const existing = this.#nths.get(event);
    const nth = existing ?? this.#events.length;
    if (existing === undefined) {
      this.#nths.set(event, nth);
      this.#events.push(packed(event));
      this.#bytes += event.body.length;
    }
    this.#sent.push([session.id, sequence, nth, place]);
    this.#last.set(session, sequence);
  }

  /**
   * Takes all events, except those of sessions whose notes are still to be written: the note must
   * show what an event of the log has changed in the session.
   */
  take(noted: ReadonlySet<Session>): EntryEvents {
    if (this.isEmpty) return none;
    const all = { events: this.#events, sent: this.#sent, last: this.#last };
    const waiting = noted.size === 0 ? nobody : this.#following(noted);
    const encoded = waiting.size === 0 ? [] : [...this.#nths.keys()];
    this.#events = [];
    this.#nths = new Map();
    this.#sent = [];
    this.#last = new Map();
    this.#bytes = 0;
    return waiting.size === 0 ? all : this.#divide(all, encoded, waiting);
  }

  /** The sessions among them with events that were caused by the log. */
  #following(noted: ReadonlySet<Session>): ReadonlyMap<string, Session> {
    const byId = new Map([...noted].map((session) => [session.id, session]));
    const ids = new Set(this.#sent.flatMap(([id, , , place]) => (place === undefined ? [] : id)));
    return new Map([...byId].filter(([id]) => ids.has(id)));
  }

  /** @returns the events of sessions that need not wait */
  #divide(
    { events, sent, last }: EntryEvents,
    encoded: readonly Encoded[],
    waiting: ReadonlyMap<string, Session>,
  ): EntryEvents {
    const nths = new Map<number, number>();
    const taken: SentEvent[] = [];
    for (const [id, sequence, nth, place] of sent) {
      const session = waiting.get(id);
      const event = encoded[nth];
      if (session !== undefined && event !== undefined) this.add(session, event, sequence, place);
      else {
        const moved = nths.get(nth) ?? nths.size;
        nths.set(nth, moved);
        taken.push([id, sequence, moved, place]);
      }
    }
    return {
      events: [...nths.keys()].map((nth) => events[nth] ?? ["", ""]),
      sent: taken,
      last: new Map([...last].filter(([{ id }]) => !waiting.has(id))),
    };
  }
}
