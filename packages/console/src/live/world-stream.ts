// The journal of one world as it is written, for all pages that show it.
import { RestError, type JournalEvent } from "@antechamber/sdk/control";
import { controlOf } from "../api/control.ts";
import { matcherOf } from "../search/filter.ts";
import { JournalIndex, type JournalEntry } from "./journal-index.ts";
import type { Hello, LiveState, Request, Update } from "./messages.ts";

export interface Page {
  send(update: Update): void;
}

/** Pages are sent changes at most so often. */
const BATCH_MS = 50;
const MINUTE_MS = 60_000;
const LATEST = 12;

const isRoot = matcherOf([{ field: "is", value: "root" }]);
const hasFailed = matcherOf([{ field: "is", value: "failed" }]);

export class WorldStream {
  readonly #index = new JournalIndex();
  readonly #pages = new Map<Page, Set<string>>();
  readonly #world: string;
  readonly #ending = new AbortController();
  #hello: Hello | undefined;
  #lostSince: number | undefined;
  #refused: string | undefined;
  /** When the last calls failed. */
  #failures: number[] = [];
  #clockTurn = 0;
  #isDue = false;

  constructor(world: string) {
    this.#world = world;
    void this.#follow();
  }

  get isUnwatched(): boolean {
    return this.#pages.size === 0;
  }

  join(page: Page): void {
    this.#pages.set(page, new Set());
    page.send({ type: "state", state: this.#state() });
  }

  leave(page: Page): void {
    for (const name of this.#pages.get(page) ?? []) this.#index.close(name);
    this.#pages.delete(page);
  }

  end(): void {
    this.#ending.abort();
  }

  take(page: Page, request: Request): void {
    const names = this.#pages.get(page);
    if (names === undefined) return;
    switch (request.type) {
      case "view":
        names.add(request.name);
        this.#index.open(request.name, request.conditions);
        page.send({ type: "size", name: request.name, ...this.#index.size(request.name) });
        return;
      case "rows": {
        const { name, from, count } = request;
        page.send({ type: "rows", name, from, rows: this.#index.slice(name, from, count) });
        return;
      }
      case "forget":
        names.delete(request.name);
        this.#index.close(request.name);
        return;
      case "watch":
      case "close":
    }
  }

  async #follow(): Promise<void> {
    try {
      const events = controlOf(this.#world).follow({
        // From the oldest that the service keeps.
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
      this.#changed();
    }
  }

  #take(event: JournalEvent): void {
    if (event.event === "hello") {
      if (this.#hello !== undefined && this.#hello.epoch !== event.data.epoch) this.#index.clear();
      this.#hello = event.data;
      this.#lostSince = undefined;
    } else if (event.event === "gap") {
      this.#index.add({ kind: "gap", missed: event.data.missed });
    } else {
      this.#add(event.data);
    }
    this.#changed();
  }

  #add(entry: JournalEntry): void {
    this.#index.add({ kind: "entry", entry });
    if (entry.kind === "clock") this.#clockTurn += 1;
    if (hasFailed(entry) && entry.kind === "request")
      this.#failures.push(Date.parse(entry.real_at));
  }

  /** Changes of a moment are sent together. */
  #changed(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => {
      this.#isDue = false;
      const state = this.#state();
      for (const [page, names] of this.#pages) {
        page.send({ type: "state", state });
        for (const name of names) page.send({ type: "size", name, ...this.#index.size(name) });
      }
    }, BATCH_MS);
  }

  #state(): LiveState {
    const since = Date.now() - MINUTE_MS;
    this.#failures = this.#failures.filter((at) => at >= since);
    return {
      hello: this.#hello,
      lostSince: this.#lostSince,
      refused: this.#refused,
      count: this.#index.count,
      clockTurn: this.#clockTurn,
      failures: this.#failures.length,
      roots: this.#index.latest(isRoot, LATEST),
      failed: this.#index.latest(hasFailed, LATEST),
    };
  }
}
