// Refuses a pooler in transaction mode, which gives each transaction another connection of the
// server. The locks of a start, the settings of a connection and its prepared statements would meet
// other transactions, and a start could wait for ever for its own lock.
import type pg from "pg";
import { StoreOpenError } from "../store.ts";

/** @throws StoreOpenError when the address leads to such a pooler */
export async function refuseTransactionPooler(pool: Pick<pg.Pool, "connect">): Promise<void> {
  const one = await pool.connect();
  const other = await pool.connect();
  try {
    const own = await backendOf(one);
    await other.query("BEGIN");
    const isTaken = (await backendOf(other)) === own || (await backendOf(one)) !== own;
    await other.query("ROLLBACK");
    if (!isTaken) return;
  } finally {
    one.release();
    other.release();
  }
  throw new StoreOpenError(
    "it is behind a pooler in transaction mode: connect to the server itself, or use session mode",
  );
}

async function backendOf(client: Pick<pg.PoolClient, "query">): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid ?? 0;
}
