// The store in PostgreSQL, for many processes. Transactions are serializable: one that lost a race
// runs again.
import { placesOf } from "../log-cursor.ts";
import { storedTables } from "../layout-update.ts";
import {
  dumpStatement,
  endStatement,
  loadStatements,
  loggedRow,
  readStatement,
  trimStatement,
} from "./log.ts";
import { openPool, openSchema } from "./open.ts";
import { PostgresPump } from "./pump.ts";
import { postgresDialect, StatementNames, type Session } from "./session.ts";
import { PostgresTransactions } from "./transactions.ts";
import { changeStatements, type Statement } from "./writer.ts";
import { secureRandom, type Random } from "../random.ts";
import { entriesAt, layoutsOf, recordsAt, type Dialect, type Layouts } from "../record-layout.ts";
import type { AnyTable, Dump, LoggedEvent, Reader, Store } from "../store.ts";
import { dumpedChanges } from "../store-dump.ts";
import { later, unhurried } from "../timers.ts";
import { workWatch } from "../work-watch.ts";

/** Connections of one store; one more reads the log. */
const POOL_SIZE = 10;
const DEFAULT_SCHEMA = "antechamber";

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** A listener's fault is a bug, and ends the process; the facts are committed all the same. */
function listenerFailed(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  readonly tables: readonly AnyTable[];
  /** Stores in schemas of their own know nothing of one another. */
  readonly schema?: string;
  /** Spreads the retries of transactions that lost a race. */
  readonly random?: Random;
  /** Real milliseconds that a work may take. */
  readonly workMsMax?: number;
  /** Hears how far a long migration of the store is, in lines for the operator. */
  readonly progress?: (line: string) => void;
}

/**
 * Opens a store.
 *
 * @throws StoreOpenError  with one line that says why, without the password
 */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const { url, schema = DEFAULT_SCHEMA } = options;
  const dialect = postgresDialect(schema);
  const layouts = layoutsOf(options.tables, dialect);
  const names = new StatementNames();
  const progress = options.progress ?? (() => undefined);
  const opening = { poolSize: POOL_SIZE, names, dialect, schema, layouts, progress };
  const { pool, end } = await openSchema(url, opening);
  const logPool = openPool(url, 1);
  const pump = new PostgresPump({
    dialect,
    later,
    failed: listenerFailed,
    from: end,
    async read([text, values]) {
      const query = { name: names.of(text), text, values: [...values], rowMode: "array" as const };
      return (await logPool.query<unknown[]>(query)).rows;
    },
  });
  const random = options.random ?? secureRandom;
  const watch = workWatch(unhurried, options.workMsMax);
  const means = { pool, names, layouts, dialect, pump, watch, pause, random };
  const transactions = new PostgresTransactions(means);
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    await transactions.close();
    await pump.close();
    await Promise.all([pool.end(), logPool.end()]);
  }

  return {
    read: (work) => transactions.read(work),
    transaction: (work) => transactions.transaction(work),
    log: postgresLog(transactions, pump, dialect),
    dump: () =>
      transactions.read((source, session) => dumpOf(source, session, { dialect, layouts })),
    load: (dump) => loadDump(transactions, dump, { dialect, layouts }),
    close: () => (closing ??= close()),
  };
}

function postgresLog(
  transactions: PostgresTransactions,
  pump: PostgresPump,
  dialect: Dialect,
): Store["log"] {
  const logged = (statement: Statement): Promise<readonly LoggedEvent[]> =>
    transactions.read(async (_, session) => (await session.rows(...statement)).map(loggedRow));
  return {
    read: async (after, limit) => logged(readStatement(dialect, after, limit)),
    end: async () => (await logged(endStatement(dialect)))[0]?.cursor,
    follow: (listener) => pump.follow(listener),
    async trim(keep) {
      await pump.pump();
      await transactions.serializable(async () => [trimStatement(dialect, keep)]);
    },
  };
}

interface Laid {
  readonly dialect: Dialect;
  readonly layouts: Layouts;
}

/** Large tables take their time. */
const NO_TIMEOUT = "SET LOCAL statement_timeout = 0";

async function dumpOf(source: Reader, session: Session, laid: Laid): Promise<Dump> {
  await session.run(NO_TIMEOUT);
  const tables: Record<string, readonly object[]> = {};
  for (const { table } of laid.layouts.values()) {
    tables[table.name] = await source.find<object>(table);
  }
  const rows = await session.rows(...dumpStatement(laid.dialect));
  return { tables, events: rows.map(loggedRow) };
}

async function loadDump(transactions: PostgresTransactions, dump: Dump, laid: Laid): Promise<void> {
  const changes = changeStatements(await dumpedChanges(dump, laid.layouts));
  await transactions.serializable(async (session) => {
    await session.run(NO_TIMEOUT);
    await session.run(lockSql(laid));
    const meta = await metaOf(session, laid.dialect);
    const { placed, nextEra } = placesOf(dump.events, Number(meta.get("era")));
    const setEra = `UPDATE ${laid.dialect.at("meta")} SET value = $1 WHERE name = 'era'`;
    return [
      ...clearStatements(meta, laid.dialect),
      ...changes,
      ...loadStatements(laid.dialect, placed),
      [setEra, [String(nextEra)]],
    ];
  });
}

/**
 * Before the snapshot is taken, or whatever is written meanwhile would make it fail again and
 * again.
 */
function lockSql({ dialect, layouts }: Laid): string {
  const records = [...layouts.values()].map(({ at }) => at);
  const all = [dialect.at("meta"), dialect.at("event_log"), ...records];
  return `LOCK TABLE ${all.join(", ")} IN SHARE ROW EXCLUSIVE MODE`;
}

async function metaOf(session: Session, dialect: Dialect): Promise<ReadonlyMap<string, string>> {
  const rows = await session.rows(`SELECT name, value FROM ${dialect.at("meta")}`);
  return new Map(rows.map(([name, value]) => [String(name), String(value)]));
}

/** Tables that an older version had go as well. */
function clearStatements(meta: ReadonlyMap<string, string>, dialect: Dialect): Statement[] {
  return storedTables(meta).flatMap(({ name, entries }) => [
    [`DELETE FROM ${recordsAt(dialect, name)}`, []] as const,
    ...entries.map((entry) => [`DELETE FROM ${entriesAt(dialect, name, entry)}`, []] as const),
  ]);
}
