// Sources of lists: tables in the order of their keys, several lists in sequence, and values in
// memory.
import { snowflakeKey } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import { compareText } from "../../platform/records/storage-keys.ts";
import type { Search, Table } from "../../platform/store.ts";
import type { Candidate, ListSource } from "./pager.ts";

/** Converts between a table's keys and cursors. */
export interface CursorForm {
  readonly isCursor: (text: string) => boolean;
  readonly cursorOf: (key: string) => string;
  readonly keyOf: (cursor: string) => string;
}

/** Cursors of keys made of one or several ids joined by colons, without the ids' leading zeros. */
function idCursors(count: number): CursorForm {
  const form = new RegExp(`^[0-9]{1,20}(:[0-9]{1,20}){${count - 1}}$`);
  return {
    isCursor: (text) => form.test(text),
    cursorOf: (key) => key.replaceAll(/\b0+(?=[0-9])/g, ""),
    keyOf: (cursor) => cursor.split(":").map(snowflakeKey).join(":"),
  };
}

export const oneId = idCursors(1);
export const twoIds = idCursors(2);
export const threeIds = idCursors(3);

/** Cursors of hashed secrets: the digits of the hash. */
export const digests: CursorForm = {
  isCursor: (text) => /^[0-9a-f]{64}$/.test(text),
  cursorOf: (key) => key.replace(/^sha256:/, ""),
  keyOf: (cursor) => `sha256:${cursor}`,
};

/** How a table's records become the items of a list. */
export interface TableList<R extends object, I> {
  readonly table: Table<R>;
  readonly cursors: CursorForm;
  /** The range of keys that the list covers; absent: all. */
  readonly range?: { readonly after: string; readonly before: string };
  /** False for records that are not in the list; absent: all are. */
  readonly isListed?: (record: R) => boolean;
  readonly texts: (
    record: R,
    ctx: ReadContext,
  ) => readonly (string | null | undefined)[] | Promise<readonly (string | null | undefined)[]>;
  readonly show: (record: R, ctx: ReadContext) => I | Promise<I>;
}

/** Lists a table in the order of its keys, which for ids is the order of age. */
export function fromTable<R extends object, I>(list: TableList<R, I>): ListSource<I> {
  const { table, cursors, range, isListed = () => true, texts, show } = list;
  return {
    isCursor: cursors.isCursor,
    async read(ctx, { after, limit }) {
      const candidates: Candidate<I>[] = [];
      let from = after === undefined ? undefined : cursors.keyOf(after);
      for (let isMore = true; isMore && candidates.length < limit;) {
        const behind = from === undefined ? {} : { after: from };
        const page: Search<never> = { limit, ...range, ...behind };
        const records = await ctx.tx.find(table, page);
        for (const record of records.filter(isListed)) {
          candidates.push({
            cursor: cursors.cursorOf(table.key(record)),
            texts: async () => texts(record, ctx),
            show: async () => show(record, ctx),
          });
        }
        const last = records.at(-1);
        isMore = records.length === limit;
        if (last !== undefined) from = table.key(last);
      }
      return candidates.slice(0, limit);
    },
  };
}

/** Lists several sources one after the other; each cursor begins with the name of its source. */
export function inSequence<I>(parts: Readonly<Record<string, ListSource<I>>>): ListSource<I> {
  const all = Object.entries(parts);

  function placeOf(cursor: string): { readonly at: number; readonly after: string } | undefined {
    const dot = cursor.indexOf(".");
    const [name, after] = [cursor.slice(0, dot), cursor.slice(dot + 1)];
    const at = all.findIndex(([each, source]) => each === name && source.isCursor(after));
    return at < 0 ? undefined : { at, after };
  }

  return {
    isCursor: (text) => placeOf(text) !== undefined,
    async read(ctx, { after: cursor, limit }) {
      const place = cursor === undefined ? undefined : placeOf(cursor);
      const candidates: Candidate<I>[] = [];
      for (const [at, [name, source]] of all.entries()) {
        if (at < (place?.at ?? 0) || candidates.length >= limit) continue;
        const after = at === place?.at ? place.after : undefined;
        const found = await source.read(ctx, { after, limit: limit - candidates.length });
        candidates.push(
          ...found.map((each) => Object.assign({ ...each }, { cursor: `${name}.${each.cursor}` })),
        );
      }
      return candidates;
    },
  };
}

/** Merges sources whose cursors are ids into one list, ordered by age. */
export function byAge<I>(sources: readonly ListSource<I>[]): ListSource<I> {
  const keyOf = ({ cursor }: Candidate<I>) => snowflakeKey(cursor);
  return {
    isCursor: oneId.isCursor,
    async read(ctx, page) {
      const found = await Promise.all(sources.map((source) => source.read(ctx, page)));
      const inOrder = found.flat().toSorted((a, b) => compareText(keyOf(a), keyOf(b)));
      return inOrder.slice(0, page.limit);
    },
  };
}

/** Lists values in memory that have a stable order and increasing numbers. */
export function fromMemory<T, I>({
  all,
  numberOf,
  texts,
  show,
}: {
  readonly all: () => Iterable<T> | Promise<Iterable<T>>;
  readonly numberOf: (each: T) => bigint;
  readonly texts: (each: T) => readonly (string | null | undefined)[];
  readonly show: (each: T) => I;
}): ListSource<I> {
  return {
    isCursor: oneId.isCursor,
    async read(_ctx, { after, limit }) {
      const candidates: Candidate<I>[] = [];
      const from = after === undefined ? undefined : BigInt(after);
      for (const each of await all()) {
        if (candidates.length >= limit) break;
        const number = numberOf(each);
        if (from !== undefined && number <= from) continue;
        candidates.push({
          cursor: number.toString(),
          texts: async () => texts(each),
          show: async () => show(each),
        });
      }
      return candidates;
    },
  };
}
