// The statements that apply the writes of one transaction to PostgreSQL. Most write a single row to
// a table: such statements avoid arrays, whose parsing was a quarter of the server's cost of a
// lobby.
import type { RecordLayout } from "../storage/table-schema.ts";
import type { EntryPair, KeyedBody, TableChange } from "../storage/table-changes.ts";

export type Statement = readonly [sql: string, values: readonly unknown[]];

/** The parts of a change that are written. */
export type WrittenChange = Pick<TableChange, "layout" | "deleted" | "put" | "created" | "entries">;

/** All removals come before all inserts, so that unique values can move between records. */
export function changeStatements(changes: readonly WrittenChange[]): readonly Statement[] {
  return [...removalStatements(changes), ...recordStatements(changes), ...entryStatements(changes)];
}

export function removalStatements(changes: readonly WrittenChange[]): readonly Statement[] {
  return changes.flatMap(removals);
}

/** Inserts records. They precede index entries, so that a taken key is the first error. */
export function recordStatements(changes: readonly WrittenChange[]): readonly Statement[] {
  return changes.flatMap(({ layout, put, created }) => {
    const statements: Statement[] = [];
    const update = "ON CONFLICT (key) DO UPDATE SET body = excluded.body";
    if (put.length > 0) statements.push(insertStatement(layout, put, update));
    if (created.length > 0) statements.push(insertStatement(layout, created, ""));
    return statements;
  });
}

/** Inserts of index entries. */
export function entryStatements(changes: readonly WrittenChange[]): readonly Statement[] {
  return changes.flatMap(({ entries }) =>
    entries
      .filter(({ added }) => added.length > 0)
      .map(({ entry, added }) => entriesStatement(entry.at, added)),
  );
}

function removals({ layout, deleted, entries }: WrittenChange): Statement[] {
  const statements = entries
    .filter(({ removed }) => removed.length > 0)
    .map(({ entry, removed }): Statement => {
      const gone = "unnest($1::text[], $2::text[]) AS gone (value, key)";
      return [
        `DELETE FROM ${entry.at} AS e USING ${gone} WHERE e.value = gone.value AND e.key = gone.key`,
        columns(removed),
      ];
    });
  if (deleted.length > 0) {
    statements.push([`DELETE FROM ${layout.at} WHERE key = ANY($1::text[])`, [deleted]]);
  }
  return statements;
}

function insertStatement(
  { at }: RecordLayout,
  put: readonly KeyedBody[],
  onConflict: string,
): Statement {
  const [only] = put;
  if (only !== undefined && put.length === 1) {
    return [`INSERT INTO ${at} (key, body) VALUES ($1, $2) ${onConflict}`, [only.key, only.body]];
  }
  return [
    `INSERT INTO ${at} (key, body)
     SELECT key, body::json FROM unnest($1::text[], $2::text[]) AS new (key, body) ${onConflict}`,
    [put.map(({ key }) => key), put.map(({ body }) => body)],
  ];
}

export function entriesStatement(at: string, pairs: readonly EntryPair[]): Statement {
  const [only] = pairs;
  if (only !== undefined && pairs.length === 1) {
    return [`INSERT INTO ${at} (value, key) VALUES ($1, $2)`, only];
  }
  return [
    `INSERT INTO ${at} (value, key) SELECT * FROM unnest($1::text[], $2::text[])`,
    columns(pairs),
  ];
}

function columns(pairs: readonly EntryPair[]): readonly [readonly string[], readonly string[]] {
  return [pairs.map(([value]) => value), pairs.map(([, key]) => key)];
}
