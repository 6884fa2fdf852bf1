// A hypothetical view, as if some records were others: later reads return its writes, which never
// reach a store.
import { SNOWFLAKE_MAX } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../context.ts";
import type { Reader, Search, Table, Writer } from "../store.ts";
import { WriteSet, type Source } from "../storage/write-set.ts";

/** A view as the source of a write set, which needs more than handlers do. */
function sourceOf(reader: Reader): Source {
  return {
    get: (table, key) => reader.get(table, key),
    lookup: (table, unique, value) => reader.lookup(table, unique, value),
    find: (table, search) => reader.find(table, search),
    findByPrefix: (table, search) => reader.findByPrefix(table, search),
    async getMany<R extends object>(table: Table<R>, keys: readonly string[]) {
      const found = await Promise.all(keys.map((key) => reader.get(table, key)));
      return found.filter((record) => record !== undefined);
    },
    async count<R extends object>(table: Table<R>, search?: Search, keys?: readonly string[]) {
      if (keys === undefined) return reader.count(table, search);
      const counted = new Set(keys);
      const found = await reader.find(table, search);
      return found.filter((record) => counted.has(table.key(record))).length;
    },
  };
}

/** Ids that no record has: they are at the far end of time. */
const LAST_IDS = SNOWFLAKE_MAX - 1_000_000n;

/**
 * A context in which operations can be tried. Later reads through it return what they wrote; events
 * are not delivered, jobs are not planned, and the store is unchanged.
 */
export function hypothetical(ctx: ReadContext): Context {
  let last = LAST_IDS;
  return {
    now: ctx.now,
    settings: ctx.settings,
    tx: new WriteSet(sourceOf(ctx.tx)) satisfies Writer,
    random: { bytes: (count) => new Uint8Array(count) },
    id: () => (last += 1n).toString(),
    emit: () => undefined,
    schedule: () => undefined,
  };
}
