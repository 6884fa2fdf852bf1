// What was written on the Stage and not sent, for as long as the console is open: a user who looks at
// another page finds it again.

/** Something that was not sent, under the nonce by which the service knows it again. */
export interface Unsent<T> {
  readonly nonce: string;
  readonly draft: T;
  readonly error: unknown;
  /** It is on its way once more. */
  readonly isSending: boolean;
}

/** Who writes. */
export interface Writer {
  readonly world: string;
  readonly user: string;
}

/** Where something is written: a channel or a lobby. */
export interface WritingPlace {
  /** Differs from those of all other places. */
  readonly id: string;
  readonly title: string;
  /** The page that shows it. */
  readonly path: string;
}

/** What a user could not send at one place. */
export interface UnsentAt {
  readonly writer: Writer;
  readonly place: WritingPlace;
  readonly unsent: readonly Unsent<unknown>[];
}

/** A user keeps so many for a place; the oldest leave. */
const UNSENT_MAX = 50;
/** Places that have some, of all users together; the one that had its first the longest ago leaves. */
const PLACES_MAX = 200;

export class UnsentStore {
  #lines: ReadonlyMap<string, string> = new Map();
  #places: ReadonlyMap<string, UnsentAt> = new Map();
  /** How often each world began anew. */
  readonly #ages = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Another map after each change. */
  readonly places = (): ReadonlyMap<string, UnsentAt> => this.#places;

  /** What stands in a user's line at a place. */
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

  /** Keeps one, in the place of what is known by its nonce. */
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

  /** Drops all that was not sent from one place. */
  clear(at: Omit<UnsentAt, "unsent">): void {
    if (this.#unsentAt(at).length > 0) this.#change(at, []);
  }

  /** Drops all that was not sent in a world that began anew: its channels and users are others. */
  forget(world: string): void {
    this.#ages.set(world, this.ageOf(world) + 1);
    const kept = [...this.#places].filter(([, { writer }]) => writer.world !== world);
    if (kept.length < this.#places.size) this.#show(new Map(kept));
  }

  /** Another number after each {@link forget} of a world. */
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

/** Under which name a user's place is kept. */
export function keyOf({ writer, place }: Omit<UnsentAt, "unsent">): string {
  return JSON.stringify([writer.world, writer.user, place.id]);
}
