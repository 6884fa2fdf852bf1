// Refuses a pooler in transaction mode, which gives each transaction another connection of the
// server. The locks of a start, the settings of a connection and its prepared statements would meet
// other transactions, and a start could wait for ever for its own lock.
import type pg from "pg";
import { StoreOpenError } from "../store.ts";

/** @throws StoreOpenError when the address leads to such a pooler */
export async function refuseTransactionPooler(pool: Pick<pg.Pool, "connect">): Promise<void> {
  const isShared = await withClient(pool, async (one) => {
    const own = await backendOf(one);
    return withClient(pool, async (other) => {
      await other.query("BEGIN");
      const isTaken = (await backendOf(other)) === own || (await backendOf(one)) !== own;
      await other.query("ROLLBACK");
      return isTaken;
    });
  });
  if (!isShared) return;
  throw new StoreOpenError(
    "it is behind a pooler in transaction mode: connect to the server itself, or use session mode",
  );
}

async function withClient<T>(
  pool: Pick<pg.Pool, "connect">,
  use: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    return await use(client);
  } finally {
    client.release();
  }
}

async function backendOf(client: Pick<pg.PoolClient, "query">): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid ?? 0;
}
