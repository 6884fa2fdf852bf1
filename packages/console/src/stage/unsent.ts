// Unsent text and messages of the Stage, kept while the console is open, so that a user who opens
// another page finds them again.

/** An unsent message, with the nonce that makes retries idempotent. */
export interface Unsent<T> {
  readonly nonce: string;
  readonly draft: T;
  readonly error: unknown;
  /** True while it is sent again. */
  readonly isSending: boolean;
}

/** The user who writes. */
export interface Writer {
  readonly world: string;
  readonly user: string;
}

/** The channel or lobby in which something is written. */
export interface WritingPlace {
  /** A unique id of the place. */
  readonly id: string;
  readonly title: string;
  /** The path of the page that shows it. */
  readonly path: string;
}

/** The unsent messages of a user at one place. */
export interface UnsentAt {
  readonly writer: Writer;
  readonly place: WritingPlace;
  readonly unsent: readonly Unsent<unknown>[];
}

/** The most messages of a user at one place; the oldest are dropped. */
const UNSENT_MAX = 50;
/** The most places with unsent messages, of all users; the one that was added first is dropped. */
const PLACES_MAX = 200;

export class UnsentStore {
  #lines: ReadonlyMap<string, string> = new Map();
  #places: ReadonlyMap<string, UnsentAt> = new Map();
  /** How often each world was reset. */
  readonly #ages = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A new map after each change. */
  readonly places = (): ReadonlyMap<string, UnsentAt> => this.#places;

  /** The text of a user's line at a place. */
  lineAt(at: Omit<UnsentAt, "unsent">): string {
    return this.#lines.get(keyOf(at)) ?? "";
  }

  write(at: Omit<UnsentAt, "unsent">, text: string): void {
    const lines = new Map(this.#lines);
    lines.delete(keyOf(at));
    if (text !== "") lines.set(keyOf(at), text);
    const [oldest] = lines.keys();
    if (lines.size > PLACES_MAX && oldest !== undefined) lines.delete(oldest);
    this.#lines = lines;
    this.#notify();
  }

  /** Keeps a message, replacing the one with the same nonce. */
  keep(at: Omit<UnsentAt, "unsent">, kept: Unsent<unknown>): void {
    const before = this.#unsentAt(at);
    const isKnown = before.some(({ nonce }) => nonce === kept.nonce);
    const now = isKnown
      ? before.map((each) => (each.nonce === kept.nonce ? kept : each))
      : [...before, kept].slice(-UNSENT_MAX);
    this.#change(at, now);
  }

  drop(at: Omit<UnsentAt, "unsent">, nonce: string): void {
    const before = this.#unsentAt(at);
    const now = before.filter((each) => each.nonce !== nonce);
    if (now.length < before.length) this.#change(at, now);
  }

  /** Drops all unsent messages of one place. */
  clear(at: Omit<UnsentAt, "unsent">): void {
    if (this.#unsentAt(at).length > 0) this.#change(at, []);
  }

  /**
   * Drops everything unsent in a world that was reset, because its channels and users are different
   * ones.
   */
  forget(world: string): void {
    this.#ages.set(world, this.ageOf(world) + 1);
    const kept = [...this.#places].filter(([, { writer }]) => writer.world !== world);
    if (kept.length < this.#places.size) this.#show(new Map(kept));
  }

  /** Changes with each {@link forget} of a world. */
  ageOf(world: string): number {
    return this.#ages.get(world) ?? 0;
  }

  #unsentAt(at: Omit<UnsentAt, "unsent">): readonly Unsent<unknown>[] {
    return this.#places.get(keyOf(at))?.unsent ?? [];
  }

  #change(at: Omit<UnsentAt, "unsent">, unsent: readonly Unsent<unknown>[]): void {
    const places = new Map(this.#places);
    if (unsent.length === 0) places.delete(keyOf(at));
    else places.set(keyOf(at), { ...at, unsent });
    const [oldest] = places.keys();
    if (places.size > PLACES_MAX && oldest !== undefined) places.delete(oldest);
    this.#show(places);
  }

  #show(places: ReadonlyMap<string, UnsentAt>): void {
    this.#places = places;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The key of a user's place. */
export function keyOf({ writer, place }: Omit<UnsentAt, "unsent">): string {
  return JSON.stringify([writer.world, writer.user, place.id]);
}
