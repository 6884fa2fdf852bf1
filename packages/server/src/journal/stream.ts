// The journal as a stream of server-sent events. Readers go through the ring at their own pace, so
// nothing is buffered for a slow one: entries evicted before it reads them are reported as a gap.
// Source: product.md, Journal.
import { limits } from "@antechamber/contract";
import { TooManyReaders, type JournalHello } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import { ApiError } from "../platform/api-error.ts";
import type { EventSink, EventStream } from "../platform/handler.ts";
import type { Clock } from "../platform/clock.ts";
import { matcherOf, type EntryFilter, type Matches } from "./filter.ts";
import { JoinedReader } from "./joined-reader.ts";
import type { WorldJournal } from "./journal.ts";
import type { JournalReading } from "./reading.ts";
import { entryText, gapText, helloText, type StreamReader } from "./stream-text.ts";
import { entryView } from "./view.ts";

export type Hello = Omit<Static<typeof JournalHello>, "epoch" | "records">;

export interface StreamQuery {
  readonly filter: EntryFilter;
  /** The last entry that the reader has; undefined to start with entries that end from now on. */
  readonly from: string | undefined;
}

/** About how many characters are written at once. */
const CHUNK = 65_536;

export interface StreamDeps {
  readonly journal: WorldJournal;
  readonly reading: JournalReading;
  readonly clock: Pick<Clock, "after">;
  readonly hello: Hello;
}

export class JournalStreams {
  readonly #deps: StreamDeps;
  readonly #open = new Set<EventSink>();

  constructor(deps: StreamDeps) {
    this.#deps = deps;
  }

  /** @throws TooManyReaders */
  follow(query: StreamQuery): EventStream {
    if (this.#open.size >= limits.journalReaders.value) throw new ApiError(TooManyReaders);
    return (sink) => this.#begin(sink, query);
  }

  /** Ends every stream when the service stops. */
  close(): void {
    for (const sink of this.#open) sink.end();
  }

  #begin(sink: EventSink, query: StreamQuery): () => void {
    const { journal, reading, clock, hello } = this.#deps;
    const { filter, from } = query;
    const greet = () => {
      const { epoch, records } = journal;
      return sink.write(helloText({ ...hello, epoch, records }));
    };
    const reader: StreamReader = reading.isJoined
      ? new JoinedReader({ reading, clock, sink, filter, from })
      : new Reader(journal, sink, { matches: matcherOf(filter), from });
    this.#open.add(sink);
    greet();
    reader.begin();
    const unlisten = journal.listen({
      ended: () => reader.wake(),
      reset() {
        const written = reader.pump();
        if (written === undefined) greet();
        else void written.finally(greet);
      },
    });
    sink.onDrain(() => void reader.pump());
    return () => {
      this.#open.delete(sink);
      reader.end();
      unlisten();
    };
  }
}

interface StreamRequest {
  readonly matches: Matches;
  readonly from: string | undefined;
}

/** One reader's position in the ended entries of this process. */
class Reader implements StreamReader {
  readonly #journal: WorldJournal;
  readonly #sink: EventSink;
  readonly #request: StreamRequest;
  /** The completion number of the entry to send next. */
  #next: number;
  #isScheduled = false;

  constructor(journal: WorldJournal, sink: EventSink, query: StreamRequest) {
    this.#journal = journal;
    this.#sink = sink;
    this.#request = query;
    this.#next = journal.ring.completed + 1;
  }

  begin(): void {
    const { from } = this.#request;
    if (from === undefined) return;
    const { next, missed } = placeAfter(this.#journal, Number(from));
    this.#next = next;
    if (missed > 0) this.#sink.write(gapText(missed));
    this.pump();
  }

  /** Batches entries that end in one turn of the event loop into one write. */
  wake(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => this.pump());
  }

  end(): void {
    this.#next = Infinity;
  }

  pump(): void {
    this.#isScheduled = false;
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
      const entry = ring.getByCompletion(this.#next);
      if (entry === undefined) {
        const missed = this.#skipEvicted();
        text += gapText(missed);
        continue;
      }
      this.#next += 1;
      if (this.#request.matches(entry)) text += entryText(entryView(entry));
    }
    return text;
  }

  /** Continues with the oldest entry that is still there. @returns how many entries were skipped */
  #skipEvicted(): number {
    const { ring } = this.#journal;
    const from = this.#next;
    while (this.#next <= ring.completed && ring.getByCompletion(this.#next) === undefined)
      this.#next += 1;
    return this.#next - from;
  }
}

/**
 * The position after the last entry that a reader has, and how many entries have been evicted
 * since.
 */
function placeAfter({ ring }: WorldJournal, last: number): { next: number; missed: number } {
  const entry = ring.get(last);
  if (entry?.completion !== undefined) return { next: entry.completion + 1, missed: 0 };
  if (last > ring.newest) return { next: ring.completed + 1, missed: 0 };
  let next = Math.max(1, ring.completed - ring.capacity + 1);
  while (next <= ring.completed && ring.getByCompletion(next) === undefined) next += 1;
  // Zero stands for the oldest entry, and an entry of an earlier run cannot be compared with this
  // one.
  const missed = last < ring.first ? 0 : Math.max(0, ring.newestEvicted - last);
  return { next, missed };
}
