// Snapshots in PostgreSQL: a schema for each, with a copy of every table. They belong to the process
// that took them; those of one that was killed go when the store is next opened or a snapshot taken.
import { Buffer } from "node:buffer";
import { secureRandom } from "../random.ts";
import { layoutsOf, type Dialect, type Layouts } from "../table-schema.ts";
import type { AnyTable, Reader, StoreSnapshot } from "../store.ts";
import { READER_LIFE } from "./log.ts";
import { postgresDialect, quoted, type Session } from "./session.ts";
import { PostgresSource } from "./source.ts";
import type { PostgresTransactions } from "./transactions.ts";

/** Who took which snapshot. */
export function createSnapshotsSql(dialect: Dialect): string {
  return `CREATE TABLE IF NOT EXISTS ${dialect.at("store_snapshot")} (
    schema text PRIMARY KEY, reader text NOT NULL)`;
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

export interface SnapshotDeps {
  readonly transactions: PostgresTransactions;
  readonly dialect: Dialect;
  readonly schema: string;
  readonly layouts: Layouts;
  /** Under which this process is known to the others. */
  readonly readerId: string;
}

/** The names of a snapshot's tables, which are looked for in the schema that a session is set to. */
const unqualified: Dialect = { ...postgresDialect(""), at: quoted };

/** The longest name that PostgreSQL keeps whole, less what is added to it. */
const SCHEMA_LENGTH_MAX = 63 - 18;

export class PostgresSnapshots {
  readonly #means: SnapshotDeps;
  /** How the tables of any snapshot are laid out: the same statements serve all. */
  readonly #layouts: Layouts;
  readonly #taken = new Set<PostgresSnapshot>();

  constructor(means: SnapshotDeps) {
    this.#means = means;
    const tables: readonly AnyTable[] = [...means.layouts.values()].map(({ table }) => table);
    this.#layouts = layoutsOf(tables, unqualified);
  }

  async take(look?: (tx: Reader) => Promise<void>): Promise<StoreSnapshot> {
    const { transactions, dialect, layouts, schema: home, readerId } = this.#means;
    const id = Buffer.from(secureRandom.bytes(8)).toString("hex");
    const schema = `${home.slice(0, SCHEMA_LENGTH_MAX)}~${id}`;
    const bytes = await transactions.repeatable(async (session) => {
      await session.takeAnyTime();
      await dropAbandoned(session, dialect);
      await session.rows(
        `INSERT INTO ${dialect.at("store_snapshot")} (schema, reader) VALUES ($1, $2)`,
        [schema, readerId],
      );
      const source = new PostgresSource({ session, layouts, dialect });
      await look?.(source).finally(() => source.end());
      await session.run(`CREATE SCHEMA ${quoted(schema)}`);
      await session.run(
        this.#names()
          .map((name) => copySql(dialect, schema, name))
          .join(";"),
      );
      return bytesOf(session, schema);
    });
    const snapshot = this.opened(schema, bytes);
    this.#taken.add(snapshot);
    return snapshot;
  }

  /** What this or another process took. */
  opened(schema: string, bytes: number): PostgresSnapshot {
    return new PostgresSnapshot(schema, bytes, {
      read: (work) => this.#read(schema, work),
      drop: (dropped) => this.#drop(dropped),
    });
  }

  /**
   * The statements that fill the emptied tables from a snapshot.
   *
   * @throws Error for a snapshot of another adapter, one that was dropped, or one of other tables
   */
  async fill(session: Session, snapshot: StoreSnapshot): Promise<string> {
    const { dialect } = this.#means;
    const { schema } = ofPostgres(snapshot);
    const metaAt = (at: string) => `SELECT name, value FROM ${at}`;
    const [ours, theirs] = [metaAt(dialect.at("meta")), metaAt(inSchema(schema, "meta"))];
    const [other] = await session.run(
      `(${ours} EXCEPT ${theirs}) UNION ALL (${theirs} EXCEPT ${ours}) LIMIT 1`,
    );
    if (other !== undefined) throw new Error("the snapshot is of a store with other tables");
    return this.#names()
      .filter((name) => name !== "meta")
      .map((name) => `INSERT INTO ${dialect.at(name)} SELECT * FROM ${inSchema(schema, name)}`)
      .join(";");
  }

  /** Drops all that this process took; what a failing server keeps is dropped as abandoned. */
  async close(): Promise<void> {
    for (const snapshot of this.#taken) await this.#drop(snapshot).catch(() => undefined);
  }

  #read<T>(schema: string, work: (tx: Reader) => Promise<T>): Promise<T> {
    return this.#means.transactions.read(async (_now, session) => {
      await session.run(`SET LOCAL search_path TO ${quoted(schema)}`);
      const source = new PostgresSource({ session, layouts: this.#layouts, dialect: unqualified });
      try {
        return await work(source);
      } finally {
        source.end();
      }
    });
  }

  async #drop(snapshot: PostgresSnapshot): Promise<void> {
    this.#taken.delete(snapshot);
    const { transactions, dialect } = this.#means;
    await transactions.lastly(async (session) => {
      await session.takeAnyTime();
      await dropSchema(session, dialect, snapshot.schema);
    });
  }

  /** The tables of a store by their own names, with what it says of them. */
  #names(): readonly string[] {
    const records = [...this.#means.layouts.values()].flatMap(({ table, entries }) => [
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

  get reference(): string {
    return this.schema;
  }

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
    if (this.#isDropped) throw new Error("the snapshot was dropped");
  }
}

function ofPostgres(snapshot: StoreSnapshot): PostgresSnapshot {
  if (!(snapshot instanceof PostgresSnapshot)) throw new Error("it is no snapshot of PostgreSQL");
  snapshot.refuseDropped();
  return snapshot;
}

function inSchema(schema: string, name: string): string {
  return `${quoted(schema)}.${quoted(name)}`;
}

/** With its key, without which every look into a snapshot would read a table whole. */
function copySql(dialect: Dialect, schema: string, name: string): string {
  const [at, from] = [inSchema(schema, name), dialect.at(name)];
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
