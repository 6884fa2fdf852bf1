// The cache of a client library as plain data that can be compared: each structure by its kind and
// id, with its own fields. All fields are included without naming them, so that none can be
// forgotten.

/** Structures by names such as `Role 123`. */
export type Picture = Readonly<Record<string, unknown>>;

/** Collects structures of a library, each under the name by which others refer to it. */
export class Album {
  readonly #named = new Map<string, object>();
  readonly #nameOf = new Map<object, string>();
  readonly #leftOut: RegExp | undefined;

  /** @param leftOut fields that lead to the library's internals */
  constructor(leftOut?: RegExp) {
    this.#leftOut = leftOut;
  }

  /** Adds structures of one kind by their keys. */
  add(kind: string, structures: ReadonlyMap<string, object>): void {
    for (const [id, structure] of structures) {
      const name = `${kind} ${id}`;
      this.#named.set(name, structure);
      this.#nameOf.set(structure, name);
    }
  }

  picture(): Picture {
    const names = [...this.#named.keys()].toSorted();
    return Object.fromEntries(
      names.map((name) => [name, this.#fieldsOf(this.#named.get(name) ?? {}, new Set())]),
    );
  }

  #plain(value: unknown, above: ReadonlySet<object>): unknown {
    if (typeof value === "bigint") return String(value);
    if (typeof value !== "object" || value === null) return value;
    const name = this.#nameOf.get(value);
    if (name !== undefined) return `-> ${name}`;
    if (value instanceof Date) return value.toISOString();
    if (above.has(value)) return undefined;
    const inside = new Set([...above, value]);
    if (Array.isArray(value)) return value.map((each) => this.#plain(each, inside));
    if (value instanceof Set) return [...value].map(String).toSorted();
    if (value instanceof Map) return this.#plainMap(value, inside);
    const cache: unknown = Reflect.get(value, "cache");
    if (cache instanceof Map) return this.#plainMap(cache, inside);
    return this.#fieldsOf(value, above);
  }

  #plainMap(map: ReadonlyMap<unknown, unknown>, above: ReadonlySet<object>): unknown {
    const entries = [...map].map(([key, each]) => [String(key), this.#plain(each, above)] as const);
    return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  #fieldsOf(structure: object, above: ReadonlySet<object>): unknown {
    const inside = new Set([...above, structure]);
    const fields = Object.entries(structure).filter(
      ([name, value]) => typeof value !== "function" && this.#leftOut?.test(name) !== true,
    );
    const plain = fields.map(([name, value]) => [name, this.#plain(value, inside)] as const);
    return Object.fromEntries(plain.filter(([, value]) => value !== undefined));
  }
}

/** A difference between two pictures. */
export interface Difference {
  /** The path, such as `Role 123 > color`. */
  readonly path: string;
  readonly cached: unknown;
  readonly fetched: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** All differences between two pictures, the shortest path first. */
export function differencesOf(cached: Picture, fetched: Picture): readonly Difference[] {
  return between(cached, fetched, []).toSorted((a, b) => a.path.length - b.path.length);
}

function between(cached: unknown, fetched: unknown, at: readonly string[]): readonly Difference[] {
  if (Object.is(cached, fetched)) return [];
  if (!isObject(cached) || !isObject(fetched) || Array.isArray(cached) !== Array.isArray(fetched)) {
    return [{ path: at.join(" > "), cached, fetched }];
  }
  const names = new Set([...Object.keys(cached), ...Object.keys(fetched)]);
  return [...names].flatMap((name) => between(cached[name], fetched[name], [...at, name]));
}
