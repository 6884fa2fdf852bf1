// The journal as a stream of server-sent events. Readers go through the ring at their own pace, so
// that nothing is kept for a slow one: what has left the ring before it came is a gap.
// Source: product.md, Journal.
import { limits } from "@antechamber/contract";
import { TooManyReaders, type JournalHello } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import { ApiError } from "../platform/api-error.ts";
import type { EventSink, EventStream } from "../platform/handler.ts";
import type { Entry } from "./entry.ts";
import type { Matches } from "./filter.ts";
import type { WorldJournal } from "./journal.ts";
import { entryView } from "./view.ts";

export type Hello = Omit<Static<typeof JournalHello>, "epoch">;

export interface StreamWish {
  readonly matches: Matches;
  /** The last entry that the reader has; undefined: it begins with what ends from now on. */
  readonly from: string | undefined;
}

/** Letters that are written at once. */
const CHUNK = 65_536;

export class JournalStreams {
  readonly #journal: WorldJournal;
  readonly #hello: Hello;
  readonly #open = new Set<EventSink>();

  constructor(journal: WorldJournal, hello: Hello) {
    this.#journal = journal;
    this.#hello = hello;
  }

  /** @throws TooManyReaders */
  follow(wish: StreamWish): EventStream {
    if (this.#open.size >= limits.journalReaders.value) throw new ApiError(TooManyReaders);
    return (sink) => this.#begin(sink, wish);
  }

  /** Ends every stream: the service stops. */
  close(): void {
    for (const sink of this.#open) sink.end();
  }

  #begin(sink: EventSink, wish: StreamWish): () => void {
    const journal = this.#journal;
    const greet = () =>
      sink.write(
        eventText("hello", { ...this.#hello, epoch: journal.epoch } satisfies Static<
          typeof JournalHello
        >),
      );
    const reader = new Reader(journal, sink, wish);
    this.#open.add(sink);
    greet();
    reader.begin();
    const forget = journal.listen({
      ended: () => reader.wake(),
      begunAnew: () => {
        reader.pump();
        greet();
      },
    });
    sink.onDrain(() => reader.pump());
    return () => {
      this.#open.delete(sink);
      forget();
    };
  }
}

function eventText(name: string, data: unknown, id?: string): string {
  return `event: ${name}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** One reader's place among what has ended. */
class Reader {
  readonly #journal: WorldJournal;
  readonly #sink: EventSink;
  readonly #wish: StreamWish;
  /** Which one to end it is sent next. */
  #next: number;
  #isAwake = false;

  constructor(journal: WorldJournal, sink: EventSink, wish: StreamWish) {
    this.#journal = journal;
    this.#sink = sink;
    this.#wish = wish;
    this.#next = journal.ring.completed + 1;
  }

  begin(): void {
    const { from } = this.#wish;
    if (from === undefined) return;
    const { next, missed } = placeAfter(this.#journal, Number(from));
    this.#next = next;
    if (missed > 0) this.#sink.write(eventText("gap", { missed }));
    this.pump();
  }

  /** Entries of one moment leave in one write. */
  wake(): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    queueMicrotask(() => this.pump());
  }

  pump(): void {
    this.#isAwake = false;
    const { ring } = this.#journal;
    while (this.#next <= ring.completed && this.#sink.isReady()) {
      const text = this.#chunk();
      if (text !== "") this.#sink.write(text);
    }
  }

  #chunk(): string {
    const { ring } = this.#journal;
    let text = "";
    while (text.length < CHUNK && this.#next <= ring.completed) {
      const entry = ring.endedAs(this.#next);
      if (entry === undefined) {
        const missed = this.#skipGone();
        text += eventText("gap", { missed });
        continue;
      }
      this.#next += 1;
      if (this.#wish.matches(entry)) text += entryText(entry);
    }
    return text;
  }

  /** Goes on with the first that is still here. */
  #skipGone(): number {
    const { ring } = this.#journal;
    const from = this.#next;
    while (this.#next <= ring.completed && ring.endedAs(this.#next) === undefined) this.#next += 1;
    return this.#next - from;
  }
}

function entryText(entry: Entry): string {
  return eventText("entry", entryView(entry), entry.id);
}

/** Where a reader goes on who has an entry, and how many have been forgotten since. */
function placeAfter({ ring }: WorldJournal, has: number): { next: number; missed: number } {
  const known = ring.get(has);
  if (known?.completion !== undefined) return { next: known.completion + 1, missed: 0 };
  if (has > ring.newest) return { next: ring.completed + 1, missed: 0 };
  let next = Math.max(1, ring.completed - ring.capacity + 1);
  while (next <= ring.completed && ring.endedAs(next) === undefined) next += 1;
  // Zero asks for the oldest, and an entry of an earlier run has nothing to do with this one.
  const missed = has < ring.first ? 0 : Math.max(0, ring.oldest - 1 - has);
  return { next, missed };
}
