// One reader's position in the ended entries of all processes of a service. Entries stay in their
// process's ring until the reader takes them, and are sent in the order in which they ended.
import type { Cancel, Clock } from "../platform/clock.ts";
import type { EventSink } from "../platform/handler.ts";
import type { EndedPart, Position } from "./ended.ts";
import type { EntryFilter } from "./filter.ts";
import type { JournalReading } from "./reading.ts";
import { entryText, gapText, type StreamReader } from "./stream-text.ts";

/** How long ended entries are gathered before they are sent, in real milliseconds. */
const GATHER_MS = 20;
/**
 * The longest time between two polls of the other processes, in real milliseconds. It is shorter
 * than the time for which a polled process sends notices of further entries.
 */
const POLL_MS = 5_000;

export interface JoinedReaderDeps {
  readonly reading: JournalReading;
  readonly clock: Pick<Clock, "after">;
  readonly sink: EventSink;
  readonly filter: EntryFilter;
  /** The last entry that the reader has; undefined to start with entries that end from now on. */
  readonly from: string | undefined;
}

export class JoinedReader implements StreamReader {
  readonly #deps: JoinedReaderDeps;
  /** The position in the journal of each process. */
  readonly #positions: Record<string, Position> = {};
  #begin: Position;
  #work: Promise<void> = Promise.resolve();
  #isWaiting = false;
  #hasEnded = false;
  #cancel: Cancel = () => undefined;
  readonly #unsubscribe: () => void;

  constructor(deps: JoinedReaderDeps) {
    this.#deps = deps;
    this.#begin = { instant: deps.reading.instant() };
    this.#unsubscribe = deps.reading.whenGrown(() => this.wake());
  }

  begin(): void {
    const { from } = this.#deps;
    if (from !== undefined) this.#work = this.#startAfter(from);
    void this.pump();
  }

  async #startAfter(from: string): Promise<void> {
    const { reading, sink } = this.#deps;
    const { instant, missed } = await reading.positionOf(from);
    this.#begin = { instant };
    if (missed > 0) sink.write(gapText(missed));
  }

  /** Debounces: entries that end within a moment are sent together. */
  wake(): void {
    if (this.#isWaiting || this.#hasEnded) return;
    this.#isWaiting = true;
    this.#schedule(GATHER_MS);
  }

  #schedule(ms: number): void {
    this.#cancel();
    if (!this.#hasEnded) this.#cancel = this.#deps.clock.after(ms, () => void this.pump());
  }

  /** Sends what has ended until now, as far as the sink accepts it. */
  pump(): Promise<void> {
    this.#isWaiting = false;
    this.#cancel();
    this.#work = this.#work
      .then(() => this.#sendEnded())
      // On an error the stream ends; its client reconnects and resumes after the last entry it
      // received.
      .catch(() => this.#deps.sink.end())
      .finally(() => {
        if (!this.#isWaiting) this.#schedule(POLL_MS);
      });
    return this.#work;
  }

  async #sendEnded(): Promise<void> {
    const { reading, sink, filter } = this.#deps;
    for (let isMore = true; isMore && sink.isReady() && !this.#hasEnded;) {
      const upTo = reading.instant();
      const from = this.#positions;
      const parts = await reading.ended({ filter, upTo, from, begin: this.#begin });
      const through = Math.min(upTo, ...parts.map((part) => part.through.instant));
      const text = this.#textOf(parts, through);
      if (text !== "" && !this.#hasEnded) sink.write(text);
      isMore = through < upTo;
      if (parts.some(({ hasNewer }) => hasNewer)) this.wake();
    }
  }

  /** The entries up to an instant that all parts reach; later ones are requested again. */
  #textOf(parts: readonly EndedPart[], through: number): string {
    for (const { journal, through: reached } of parts) {
      this.#positions[journal] = reached.instant === through ? reached : { instant: through };
    }
    const missed = parts.reduce((sum, part) => sum + part.missed, 0);
    const items = parts
      .flatMap((part) => part.items.filter(([instant]) => instant <= through))
      .toSorted(([a], [b]) => a - b);
    const gap = missed === 0 ? "" : gapText(missed);
    return gap + items.map(([, entry]) => entryText(entry)).join("");
  }

  end(): void {
    this.#hasEnded = true;
    this.#cancel();
    this.#unsubscribe();
  }
}
