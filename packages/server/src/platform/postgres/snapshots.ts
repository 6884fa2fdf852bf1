// Snapshots in PostgreSQL: a schema for each, with a copy of every table. A snapshot belongs to the
// process that took it; those of a killed process are dropped when the store is next opened or a
// snapshot is taken.
import { Buffer } from "node:buffer";
import { secureRandom } from "../random.ts";
import { layoutsOf, type Dialect, type Layouts } from "../storage/table-schema.ts";
import {
  SnapshotDroppedError,
  type AnyTable,
  type Reader,
  type SharedSnapshot,
  type SharedSnapshots,
  type StoreSnapshot,
} from "../store.ts";
import { READER_LIFE } from "./log.ts";
import { postgresDialect, quoted, sqlState, type Session } from "./session.ts";
import { PostgresSource } from "./source.ts";
import type { PostgresTransactions } from "./transactions.ts";

/** Creates the table of snapshots: the process that took each, and the facts about shared ones. */
export function createSnapshotsSql(dialect: Dialect): string {
  return `CREATE TABLE IF NOT EXISTS ${dialect.at("store_snapshot")} (
    schema text PRIMARY KEY, reader text NOT NULL, shared text);
    ALTER TABLE ${dialect.at("store_snapshot")} ADD COLUMN IF NOT EXISTS shared text`;
}

/** Drops the snapshots of processes that have ended. */
export async function dropAbandoned(session: Session, dialect: Dialect): Promise<void> {
  const living = `SELECT id FROM ${dialect.at("event_reader")} WHERE seen > now() - ${READER_LIFE}`;
  const abandoned = await session.rows(
    `SELECT schema FROM ${dialect.at("store_snapshot")} WHERE reader NOT IN (${living})`,
  );
  for (const [schema] of abandoned) await dropSchema(session, dialect, String(schema));
}

async function dropSchema(session: Session, dialect: Dialect, schema: string): Promise<void> {
  await session.run(`DROP SCHEMA IF EXISTS ${quoted(schema)} CASCADE`);
  await session.rows(`DELETE FROM ${dialect.at("store_snapshot")} WHERE schema = $1`, [schema]);
}

/** The stored facts about a snapshot that all processes share. */
interface Shared {
  readonly bytes: number;
  readonly facts: object;
}

export interface SnapshotDeps {
  readonly transactions: PostgresTransactions;
  readonly dialect: Dialect;
  readonly schema: string;
  readonly layouts: Layouts;
  /** The reader id of this process, as in the event log. */
  readonly readerId: string;
}

/** A dialect with unqualified names, which are resolved by the search path of the session. */
const unqualified: Dialect = { ...postgresDialect(""), at: quoted };

/** The longest name that PostgreSQL does not truncate, less the suffix. */
const SCHEMA_LENGTH_MAX = 63 - 18;

export class PostgresSnapshots {
  readonly #deps: SnapshotDeps;
  /** The layouts of any snapshot's tables, so that the same statements serve all snapshots. */
  readonly #layouts: Layouts;
  /** The snapshots that this and other processes took for all of them. */
  readonly shared: SharedSnapshots = {
    all: () => this.#deps.transactions.read((_now, session) => this.#readShared(session)),
    take: (look, describe) => this.#takeShared(look, describe),
  };

  constructor(deps: SnapshotDeps) {
    this.#deps = deps;
    const tables: readonly AnyTable[] = [...deps.layouts.values()].map(({ table }) => table);
    this.#layouts = layoutsOf(tables, unqualified);
  }

  take(look?: (tx: Reader) => Promise<void>): Promise<StoreSnapshot> {
    return this.#deps.transactions.repeatable(async (session) => {
      await session.disableTimeouts();
      const { schema, bytes } = await this.#copyTables(session, look);
      await this.#insertRow(session, schema, null);
      return this.#snapshotOf(schema, bytes);
    });
  }

  /**
   * Takes a shared snapshot. The table lock waits for other processes' snapshots, so that they are
   * counted.
   */
  #takeShared(...[look, describe]: Parameters<SharedSnapshots["take"]>): Promise<SharedSnapshot> {
    const { transactions, dialect } = this.#deps;
    return transactions.repeatable(async (session) => {
      await session.disableTimeouts();
      await session.run(`LOCK TABLE ${dialect.at("store_snapshot")} IN SHARE ROW EXCLUSIVE MODE`);
      const { schema, bytes } = await this.#copyTables(session, look);
      const facts = describe(await this.#readShared(session), bytes);
      await this.#insertRow(session, schema, { bytes, facts });
      return { stored: this.#snapshotOf(schema, bytes), facts };
    });
  }

  async #readShared(session: Session): Promise<readonly SharedSnapshot[]> {
    const at = this.#deps.dialect.at("store_snapshot");
    const rows = await session.rows(`SELECT schema, shared FROM ${at} WHERE shared IS NOT NULL`);
    return rows.map(([schema, shared]) => {
      const { bytes, facts } = JSON.parse(String(shared)) as Shared;
      return { stored: this.#snapshotOf(String(schema), bytes), facts };
    });
  }

  async #insertRow(session: Session, schema: string, shared: Shared | null): Promise<void> {
    const { dialect, readerId } = this.#deps;
    await session.rows(
      `INSERT INTO ${dialect.at("store_snapshot")} (schema, reader, shared) VALUES ($1, $2, $3)`,
      [schema, readerId, shared && JSON.stringify(shared)],
    );
  }

  async #copyTables(session: Session, look?: (tx: Reader) => Promise<void>) {
    const { dialect, layouts, schema: storeSchema } = this.#deps;
    const id = Buffer.from(secureRandom.bytes(8)).toString("hex");
    const schema = `${storeSchema.slice(0, SCHEMA_LENGTH_MAX)}~${id}`;
    await dropAbandoned(session, dialect);
    const source = new PostgresSource({ session, layouts, dialect });
    await look?.(source).finally(() => source.end());
    await session.run(`CREATE SCHEMA ${quoted(schema)}`);
    await session.run(
      this.#names()
        .map((name) => copySql(dialect, schema, name))
        .join(";"),
    );
    return { schema, bytes: await bytesOf(session, schema) };
  }

  #snapshotOf(schema: string, bytes: number): PostgresSnapshot {
    return new PostgresSnapshot(schema, bytes, {
      read: (work) => this.#read(schema, work),
      drop: (dropped) => this.#drop(dropped),
    });
  }

  /**
   * Returns the statements that fill the emptied tables from a snapshot.
   *
   * @throws Error for a snapshot of another adapter, a dropped one, or one with other tables
   */
  async fill(session: Session, snapshot: StoreSnapshot): Promise<string> {
    const { dialect } = this.#deps;
    const { schema } = asPostgresSnapshot(snapshot);
    const metaAt = (at: string) => `SELECT name, value FROM ${at}`;
    const [ours, theirs] = [metaAt(dialect.at("meta")), metaAt(qualifiedName(schema, "meta"))];
    const comparison = `(${ours} EXCEPT ${theirs}) UNION ALL (${theirs} EXCEPT ${ours}) LIMIT 1`;
    // From here on the tables are locked, so no other process can drop them.
    const [other] = await session.run(comparison).catch((error: unknown) => {
      throw droppedOr(error);
    });
    if (other !== undefined) throw new Error("the snapshot is of a store with other tables");
    return this.#names()
      .filter((name) => name !== "meta")
      .map((name) => `INSERT INTO ${dialect.at(name)} SELECT * FROM ${qualifiedName(schema, name)}`)
      .join(";");
  }

  /**
   * Drops all snapshots of this process; those that a failing server keeps are later dropped as
   * abandoned.
   */
  async close(): Promise<void> {
    const { transactions, dialect, readerId } = this.#deps;
    const dropAll = async (session: Session): Promise<void> => {
      await session.disableTimeouts();
      const own = await session.rows(
        `SELECT schema FROM ${dialect.at("store_snapshot")} WHERE reader = $1`,
        [readerId],
      );
      for (const [schema] of own) await dropSchema(session, dialect, String(schema));
    };
    await transactions.runLast(dropAll).catch(() => undefined);
  }

  #read<T>(schema: string, work: (tx: Reader) => Promise<T>): Promise<T> {
    return this.#deps.transactions.read(async (_now, session) => {
      await session.run(`SET LOCAL search_path TO ${quoted(schema)}`);
      const source = new PostgresSource({ session, layouts: this.#layouts, dialect: unqualified });
      try {
        return await work(source);
      } catch (error) {
        throw droppedOr(error);
      } finally {
        source.end();
      }
    });
  }

  async #drop(snapshot: PostgresSnapshot): Promise<void> {
    const { transactions, dialect } = this.#deps;
    await transactions.runLast(async (session) => {
      await session.disableTimeouts();
      await dropSchema(session, dialect, snapshot.schema);
    });
  }

  /** The unqualified names of all copied tables. */
  #names(): readonly string[] {
    const records = [...this.#deps.layouts.values()].flatMap(({ table, entries }) => [
      `record.${table.name}`,
      ...entries.map(({ kind, name }) => `${kind}.${table.name}.${name}`),
    ]);
    return ["meta", ...records];
  }
}

interface Access {
  readonly read: StoreSnapshot["read"];
  readonly drop: (snapshot: PostgresSnapshot) => Promise<void>;
}

class PostgresSnapshot implements StoreSnapshot {
  readonly schema: string;
  readonly bytes: number;
  readonly #access: Access;
  #isDropped = false;

  constructor(schema: string, bytes: number, access: Access) {
    this.schema = schema;
    this.bytes = bytes;
    this.#access = access;
  }

  async read<T>(work: (tx: Reader) => Promise<T>): Promise<T> {
    this.refuseDropped();
    return this.#access.read(work);
  }

  async drop(): Promise<void> {
    if (this.#isDropped) return;
    this.#isDropped = true;
    await this.#access.drop(this);
  }

  refuseDropped(): void {
    if (this.#isDropped) throw new SnapshotDroppedError();
  }
}

/** The SQL states of errors for a missing table or schema. */
const MISSING: ReadonlySet<string | undefined> = new Set(["42P01", "3F000"]);

/** A missing table means that another process has dropped the snapshot. */
function droppedOr(error: unknown): unknown {
  return MISSING.has(sqlState(error)) ? new SnapshotDroppedError() : error;
}

function asPostgresSnapshot(snapshot: StoreSnapshot): PostgresSnapshot {
  if (!(snapshot instanceof PostgresSnapshot)) throw new Error("it is no snapshot of PostgreSQL");
  snapshot.refuseDropped();
  return snapshot;
}

function qualifiedName(schema: string, name: string): string {
  return `${quoted(schema)}.${quoted(name)}`;
}

/** Copies the primary key too, without which every read of a snapshot would scan a whole table. */
function copySql(dialect: Dialect, schema: string, name: string): string {
  const [at, from] = [qualifiedName(schema, name), dialect.at(name)];
  return `CREATE TABLE ${at} (LIKE ${from} INCLUDING INDEXES); INSERT INTO ${at} SELECT * FROM ${from}`;
}

async function bytesOf(session: Session, schema: string): Promise<number> {
  const [row] = await session.rows(
    `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind = 'r'`,
    [schema],
  );
  return Number(row?.[0]);
}
