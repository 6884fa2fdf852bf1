// Where the tests open stores: in memory, in a file, and on a real PostgreSQL.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { secureRandom } from "../../random.ts";
import { openPostgresStore } from "../../postgres/store.ts";
import { openSqliteStore } from "../../sqlite/store.ts";
import type { StorePlace } from "./store-model.conformance.ts";

export async function memoryPlace(): Promise<StorePlace> {
  return {
    open: (tables) => openSqliteStore({ file: ":memory:", tables }),
    makeNewer: async () => undefined,
    remove: async () => undefined,
  };
}

export async function filePlace(): Promise<StorePlace & { readonly file: string }> {
  const directory = await mkdtemp(join(tmpdir(), "antechamber-store-"));
  const file = join(directory, "made for it", "data.db");
  return {
    file,
    open: (tables, progress) => openSqliteStore({ file, tables, ...(progress && { progress }) }),
    async makeNewer() {
      const db = new DatabaseSync(file);
      db.exec("UPDATE meta SET value = '1000' WHERE name = 'format'");
      db.close();
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/** Runs SQL on the server and returns the rows as arrays. */
export async function onPostgres(
  url: string,
  sql: string,
): Promise<readonly (readonly unknown[])[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: "array" })).rows;
  } finally {
    await client.end();
  }
}

/** A place in a schema of its own on the server. */
export async function postgresPlace(
  url: string,
): Promise<StorePlace & { readonly schema: string }> {
  const schema = `test-${Buffer.from(secureRandom.bytes(8)).toString("hex")}`;
  return {
    schema,
    open: (tables, progress) =>
      openPostgresStore({
        url,
        schema,
        tables,
        secret: "conformance",
        ...(progress && { progress }),
      }),
    async makeNewer() {
      await onPostgres(url, `UPDATE "${schema}".meta SET value = '1000' WHERE name = 'format'`);
    },
    async remove() {
      await onPostgres(url, `DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
    },
  };
}
