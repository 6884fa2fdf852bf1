// The live journal of one world, for all pages that show it.
import { RestError, type ControlClient, type JournalEvent } from "@antechamber/sdk/control";
import { JournalIndex, type JournalEntry } from "./journal-index.ts";
import { Latest } from "./latest.ts";
import type { Hello, LiveState, Request, Update } from "./messages.ts";

export interface Page {
  send(update: Update): void;
}

/** A page that shows the world; different pages may use the same names for views. */
interface Shown {
  /** The page's number. */
  readonly number: number;
  readonly names: Set<string>;
}

/** The least interval between updates to pages, in milliseconds. */
const BATCH_MS = 50;
/**
 * The first back-off after a refused stream, which doubles each time: a missing world may exist
 * later.
 */
const FIRST_TRY_MS = 1000;
const TRY_MS_MAX = 30_000;

export class WorldStream {
  readonly #index = new JournalIndex();
  readonly #latest = new Latest();
  readonly #pages = new Map<Page, Shown>();
  #joined = 0;
  readonly #control: Pick<ControlClient, "follow">;
  readonly #ending = new AbortController();
  #hello: Hello | undefined;
  #lostSince: number | undefined;
  #refused: string | undefined;
  #tryMs = FIRST_TRY_MS;
  #trying: ReturnType<typeof setTimeout> | undefined;
  #clockTurn = 0;
  /** The timer that counts failures again once one is older than a minute. */
  #forgetting: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;

  constructor(control: Pick<ControlClient, "follow">) {
    this.#control = control;
    void this.#follow();
  }

  get isUnwatched(): boolean {
    return this.#pages.size === 0;
  }

  /** Retries a refused stream at once. */
  tryNow(): void {
    if (this.#trying === undefined) return;
    clearTimeout(this.#trying);
    this.#trying = undefined;
    void this.#follow();
  }

  join(page: Page): void {
    this.#joined += 1;
    this.#pages.set(page, { number: this.#joined, names: new Set() });
    page.send({ type: "state", state: this.#state() });
  }

  leave(page: Page): void {
    const shown = this.#pages.get(page);
    if (shown === undefined) return;
    for (const name of shown.names) this.#index.close(keyOf(shown, name));
    this.#pages.delete(page);
  }

  end(): void {
    clearTimeout(this.#forgetting);
    clearTimeout(this.#trying);
    this.#trying = undefined;
    this.#ending.abort();
  }

  take(page: Page, request: Request): void {
    const shown = this.#pages.get(page);
    if (shown === undefined) return;
    switch (request.type) {
      case "view":
        shown.names.add(request.name);
        this.#index.open(keyOf(shown, request.name), request.conditions);
        this.#sendSize(page, shown, request.name);
        return;
      case "rows": {
        const { name, from, count } = request;
        const rows = this.#index.slice(keyOf(shown, name), from, count);
        page.send({ type: "rows", name, from, rows });
        return;
      }
      case "place": {
        const { name, id } = request;
        page.send({ type: "place", name, id, ...this.#index.placeOf(keyOf(shown, name), id) });
        return;
      }
      case "forget":
        shown.names.delete(request.name);
        this.#index.close(keyOf(shown, request.name));
        return;
      case "names":
        page.send({ type: "names", names: this.#index.names() });
        return;
      case "watch":
      case "close":
    }
  }

  async #follow(): Promise<void> {
    try {
      const events = this.#control.follow({
        // Start at the oldest entry that the service keeps.
        lastEventId: "0",
        signal: this.#ending.signal,
        lost: () => {
          this.#lostSince ??= Date.now();
          this.#changed();
        },
      });
      for await (const event of events) this.#take(event);
    } catch (error) {
      this.#refused = error instanceof RestError ? error.message : String(error);
      // A refusal shows that the service is reachable, so the connection is not lost.
      this.#lostSince = undefined;
      this.#changed();
      this.#tryLater();
    }
  }

  #tryLater(): void {
    if (this.#ending.signal.aborted) return;
    this.#trying = setTimeout(() => this.tryNow(), this.#tryMs);
    this.#tryMs = Math.min(2 * this.#tryMs, TRY_MS_MAX);
  }

  #take(event: JournalEvent): void {
    if (event.event === "hello") {
      const isAnother = this.#hello !== undefined && this.#hello.epoch !== event.data.epoch;
      // After a refusal the stream starts at the oldest entry again.
      if (isAnother || this.#refused !== undefined) {
        this.#index.clear();
        this.#latest.clear();
      }
      this.#hello = event.data;
      this.#lostSince = undefined;
      this.#refused = undefined;
      this.#tryMs = FIRST_TRY_MS;
    } else if (event.event === "gap") {
      this.#index.add({ kind: "gap", missed: event.data.missed });
    } else {
      this.#add(event.data);
    }
    this.#changed();
  }

  #add(entry: JournalEntry): void {
    this.#index.add({ kind: "entry", entry });
    this.#latest.add(entry);
    if (entry.kind === "clock") this.#clockTurn += 1;
  }

  /** Batches the changes of a short time into one update. */
  #changed(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => {
      this.#isDue = false;
      const state = this.#state();
      for (const [page, shown] of this.#pages) {
        page.send({ type: "state", state });
        for (const name of shown.names) this.#sendSize(page, shown, name);
      }
    }, BATCH_MS);
  }

  #sendSize(page: Page, shown: Shown, name: string): void {
    page.send({ type: "size", name, ...this.#index.size(keyOf(shown, name)) });
  }

  #state(): LiveState {
    const now = Date.now();
    const { count: failures, untilMs } = this.#latest.failuresAt(now);
    clearTimeout(this.#forgetting);
    if (untilMs !== undefined) {
      this.#forgetting = setTimeout(() => this.#changed(), untilMs - now);
    }
    return {
      hello: this.#hello,
      lostSince: this.#lostSince,
      refused: this.#refused,
      count: this.#index.count,
      clockTurn: this.#clockTurn,
      failures,
      roots: this.#latest.roots,
      failed: this.#latest.failed,
    };
  }
}

/** The name of a page's view in the index. */
function keyOf({ number }: Shown, name: string): string {
  return `${number} ${name}`;
}
