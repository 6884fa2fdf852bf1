// The SELECT statements of both adapters.
import { checkedBound, compareText, storedValue } from "../records/storage-keys.ts";
import { entryOf, type Dialect, type RecordLayout } from "./table-schema.ts";
import type { PrefixSearch, Search } from "../store.ts";

/** A name for the SQL that a search needs: searches of one shape share a prepared statement. */
export function shapeOf(search: Search): string {
  const { index, after, before, newestFirst, limit } = search;
  return `${index ?? ""}:${after === undefined ? "" : "a"}${before === undefined ? "" : "b"}${
    newestFirst === true ? "n" : ""
  }${limit === undefined ? "" : "l"}`;
}

/** The parameters of a search without its limit, in the order in which its SQL numbers them. */
export function boundsOf({ index, value, after, before }: Search): string[] {
  if ((index === undefined) !== (value === undefined)) {
    throw new Error("a search has an index and a value, or neither");
  }
  const parameters: string[] = [];
  if (value !== undefined) parameters.push(storedValue(value));
  if (after !== undefined) parameters.push(checkedBound(after));
  if (before !== undefined) parameters.push(checkedBound(before));
  return parameters;
}

/** The parameters of a search: the limit comes last. */
export function parametersOf(search: Search): (string | number)[] {
  const parameters: (string | number)[] = boundsOf(search);
  if (search.limit !== undefined) parameters.push(Math.max(0, search.limit));
  return parameters;
}

/** The table that a search reads, its conditions, and the number of their parameters. */
function scopeOf(dialect: Dialect, layout: RecordLayout, search: Search) {
  const { index, after, before } = search;
  let used = 0;
  const conditions: string[] = [];
  const source = index === undefined ? layout.at : entryOf(layout, "index", index).at;
  const where = (column: string, relation: string) => {
    used += 1;
    conditions.push(`k.${column} ${relation} ${dialect.placeholder(used)}`);
  };
  if (index !== undefined) where("value", "=");
  if (after !== undefined) where("key", ">");
  if (before !== undefined) where("key", "<");
  return { source, conditions, used };
}

function whereAll(conditions: readonly string[]): string {
  return conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
}

/** Selects the bodies and keys that a search finds. */
export function findSql(dialect: Dialect, layout: RecordLayout, search: Search): string {
  const { source, conditions, used } = scopeOf(dialect, layout, search);
  const records = search.index === undefined ? "" : ` JOIN ${layout.at} AS r ON r.key = k.key`;
  const body = search.index === undefined ? "k.body" : "r.body";
  const order = ` ORDER BY k.key${search.newestFirst === true ? " DESC" : ""}`;
  const limit = search.limit === undefined ? "" : ` LIMIT ${dialect.placeholder(used + 1)}`;
  return `SELECT ${body}, k.key FROM ${source} AS k${records}${whereAll(conditions)}${order}${limit}`;
}

/** Counts what a search finds; with `isOfKeys`, only records under the keys in a last parameter. */
export function countSql(
  dialect: Dialect,
  layout: RecordLayout,
  { search, isOfKeys }: { readonly search: Search; readonly isOfKeys: boolean },
): string {
  const { source, conditions, used } = scopeOf(dialect, layout, search);
  if (isOfKeys) {
    const keyConditions = [...conditions, `k.key ${dialect.isOneOf(used + 1)}`];
    return `SELECT count(*) AS n FROM ${source} AS k${whereAll(keyConditions)}`;
  }
  const all = `FROM ${source} AS k${whereAll(conditions)}`;
  if (search.limit === undefined) return `SELECT count(*) AS n ${all}`;
  return `SELECT count(*) AS n FROM (SELECT 1 ${all} LIMIT ${dialect.placeholder(used + 1)}) AS first`;
}

export function getSql(dialect: Dialect, layout: RecordLayout): string {
  return `SELECT body, key FROM ${layout.at} WHERE key = ${dialect.placeholder(1)}`;
}

export function getManySql(dialect: Dialect, layout: RecordLayout): string {
  return `SELECT body, key FROM ${layout.at} WHERE key ${dialect.isOneOf(1)}`;
}

export function lookupSql(dialect: Dialect, layout: RecordLayout, unique: string): string {
  const entry = entryOf(layout, "unique", unique);
  return `SELECT r.body, r.key FROM ${entry.at} AS k JOIN ${layout.at} AS r ON r.key = k.key WHERE k.value = ${dialect.placeholder(1)}`;
}

/** Selects the values between two bounds, with the records that an index has under them. */
export function prefixSql(dialect: Dialect, layout: RecordLayout, index: string): string {
  const { at } = entryOf(layout, "index", index);
  const { placeholder } = dialect;
  return `SELECT r.body, k.key, k.value FROM ${at} AS k JOIN ${layout.at} AS r ON r.key = k.key
    WHERE k.value >= ${placeholder(1)} AND k.value < ${placeholder(2)}
    AND (k.value, k.key) > (${placeholder(3)}, ${placeholder(4)})
    ORDER BY k.value, k.key LIMIT ${placeholder(5)}`;
}

/** The last code point: all values with a prefix sort before the prefix followed by it. */
const LAST = "\u{10FFFF}";

export function prefixParameters(search: PrefixSearch): (string | number)[] {
  const { prefix, before, after, limit } = search;
  const from = checkedBound(prefix);
  const end = from + LAST;
  const until = before === undefined || compareText(before, end) > 0 ? end : checkedBound(before);
  // No key is empty, so that this leaves nothing out on the first page.
  const { value, key } = after ?? { value: from, key: "" };
  return [from, until, checkedBound(value), checkedBound(key), Math.max(0, limit)];
}
