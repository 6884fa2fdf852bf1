// Where the tests open stores: in memory, in a file, and on a real PostgreSQL.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { openPostgresStore } from "./postgres-store.ts";
import { openSqliteStore } from "./sqlite-store.ts";
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
    open: (tables) => openSqliteStore({ file, tables }),
    async makeNewer() {
      const db = new DatabaseSync(file);
      db.exec("UPDATE meta SET value = '1000' WHERE name = 'format'");
      db.close();
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/** The server of the test launcher. A test that could not reach it must fail, never be skipped. */
export function postgresUrl(): string {
  const url = process.env["TEST_PG_URL"];
  if (url !== undefined && url !== "") return url;
  throw new Error("TEST_PG_URL is not set: run `node scripts/engines.ts vitest run …`");
}

export async function onPostgres(sql: string): Promise<readonly (readonly unknown[])[]> {
  const client = new pg.Client({ connectionString: postgresUrl() });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: "array" })).rows;
  } finally {
    await client.end();
  }
}

/** A schema of its own on the server. */
export async function postgresPlace(): Promise<StorePlace & { readonly schema: string }> {
  const schema = `test-${randomUUID()}`;
  return {
    schema,
    open: (tables) => openPostgresStore({ url: postgresUrl(), schema, tables }),
    async makeNewer() {
      await onPostgres(`UPDATE "${schema}".meta SET value = '1000' WHERE name = 'format'`);
    },
    async remove() {
      await onPostgres(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
    },
  };
}
