// The fixtures of the suite, and the simplest implementation of a writing view, to which adapters
// are compared.
import { delay } from "../../clock.ts";
import { definedFields } from "../../defined-fields.ts";
import { compareText } from "../../records/storage-keys.ts";
import {
  tableOf,
  type AnyTable,
  type PrefixHit,
  type PrefixSearch,
  type Reader,
  type Search,
  type Store,
  type Table,
  type Writer,
} from "../../store.ts";
import { steerableClock } from "../../time/system-clock.ts";

/** A place where a store can be opened, and opened again. */
export interface StorePlace {
  open(tables: readonly AnyTable[], progress?: (line: string) => void): Promise<Store>;
  /** Marks the closed store as written by a newer version of the service. */
  makeNewer(): Promise<void>;
  remove(): Promise<void>;
}

/** Lets concurrent work run on for a moment of real time. */
export function aMoment(): Promise<void> {
  return delay(steerableClock(), 1);
}

/** How long a test waits for something that must happen, on a busy machine. */
export const EVENTUALLY = { timeout: 10_000, interval: 2 };
export const LONG_TEST = { timeout: 60_000 };

/** Enough to be concurrent in every adapter. */
export const CROWD = 32;

/** Acts many times concurrently. */
export function crowd<T>(act: (nth: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: CROWD }, (_, nth) => act(nth)));
}

/** How much an adapter is tested. */
export interface Effort {
  /** The number of random searches. */
  readonly cases: number;
  /** The number of random sets of transactions. */
  readonly serializableRounds: number;
}

/** A record with one of each kind of declaration. */
export interface Note {
  readonly id: string;
  readonly owner?: string;
  readonly words?: readonly string[];
  readonly name?: string;
  readonly count?: number;
}

export const notes = tableOf<Note>()({
  name: "note",
  key: (note) => note.id,
  isSmall: true,
  indexes: { owner: (note) => note.owner, words: (note) => note.words },
  unique: { name: (note) => note.name },
});

/** A table without any index. */
export const counters = tableOf<Note>()({ name: "counter", key: (counter) => counter.id });

/** A record that falls due at its instant, if it has one. */
export interface Alarm {
  readonly id: string;
  readonly at?: number;
}

export const alarms = tableOf<Alarm>()({
  name: "alarm",
  key: (alarm) => alarm.id,
  deadline: (alarm) => alarm.at,
  isSmall: true,
});

export const testTables = [notes, counters, alarms];

export class ModelStore implements Writer {
  readonly #tables: Map<string, Map<string, object>>;

  constructor(tables: ReadonlyMap<string, ReadonlyMap<string, object>> = new Map()) {
    this.#tables = new Map([...tables].map(([name, records]) => [name, new Map(records)]));
  }

  copy(): ModelStore {
    return new ModelStore(this.#tables);
  }

  async get<R extends object>(table: Table<R>, key: string): Promise<R | undefined> {
    return this.#of(table).get(key) as R | undefined;
  }

  async lookup<R extends object>(
    table: Table<R>,
    unique: string,
    value: string,
  ): Promise<R | undefined> {
    const records = [...this.#of(table).values()] as R[];
    return records.find((record) => table.unique[unique]?.(record) === value);
  }

  async find<R extends object>(table: Table<R>, search: Search = {}): Promise<readonly R[]> {
    const { index, value = "", after, before, newestFirst, limit } = search;
    const keys = [...this.#of(table).keys()].toSorted(compareText);
    const found = keys
      .filter((key) => after === undefined || compareText(key, after) > 0)
      .filter((key) => before === undefined || compareText(key, before) < 0)
      .map((key) => this.#of(table).get(key) as R)
      .filter((record) => {
        const values = index === undefined ? value : table.indexes[index]?.(record);
        return [values].flat().includes(value);
      });
    return (newestFirst === true ? found.toReversed() : found).slice(0, limit);
  }

  async count<R extends object>(table: Table<R>, search: Search = {}): Promise<number> {
    const { index, value, after, before, limit } = search;
    const bounds = {
      ...definedFields({ after, before }),
      ...(index === undefined || value === undefined ? {} : { index, value }),
      ...definedFields({ limit }),
    };
    return (await this.find(table, bounds)).length;
  }

  async findByPrefix<R extends object>(
    table: Table<R>,
    { index, prefix, limit, after, before }: PrefixSearch,
  ): Promise<readonly PrefixHit<R>[]> {
    const records = [...this.#of(table).values()] as R[];
    const entries = records.flatMap((record) =>
      [...new Set([table.indexes[index]?.(record) ?? []].flat())]
        .filter((value) => value.startsWith(prefix))
        .filter((value) => before === undefined || compareText(value, before) < 0)
        .map((value) => ({ order: `${value}\0${table.key(record)}`, value, record })),
    );
    const from = after === undefined ? "" : `${after.value}\0${after.key}`;
    return entries
      .filter(({ order }) => compareText(order, from) > 0)
      .toSorted((a, b) => compareText(a.order, b.order))
      .map(({ value, record }) => ({ value, record }))
      .slice(0, Math.max(0, limit));
  }

  insert<R extends object>(table: Table<R>, record: R): void {
    this.put(table, record);
  }

  put<R extends object>(table: Table<R>, record: R): void {
    this.#of(table).set(table.key(record), record);
  }

  delete<R extends object>(table: Table<R>, key: string): void {
    this.#of(table).delete(key);
  }

  append(): void {}

  #of<R extends object>({ name }: Table<R>): Map<string, object> {
    let records = this.#tables.get(name);
    if (records === undefined) this.#tables.set(name, (records = new Map<string, object>()));
    return records;
  }
}

/** Everything in the test's tables, for comparisons. */
export async function contents(reader: Reader): Promise<readonly (readonly Note[])[]> {
  return [await reader.find(notes), await reader.find(counters)];
}
