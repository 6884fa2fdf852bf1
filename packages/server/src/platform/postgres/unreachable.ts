// Which errors say that PostgreSQL cannot be reached or cannot write for now, and not that a statement
// is wrong. Source: https://www.postgresql.org/docs/current/errcodes-appendix.html
import type pg from "pg";
import { UnreachableError } from "../store.ts";
import { UnsentError } from "./batch.ts";
import { sqlState } from "./session.ts";

/**
 * Broken connections, too few resources, a server that stops or starts, one that takes too long,
 * and one that only reads.
 */
const STATES = /^(08|53|57014|57P0[1-3]|25006)/;
const NETWORK_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "EAI_AGAIN",
]);
/** What the driver says of a connection that it has none of, or has lost. */
const DRIVER_MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** The error as those who call the store tell it from others. */
export function unreachableOr(error: unknown): unknown {
  if (error instanceof UnsentError) return error.cause;
  if (!(error instanceof Error)) return error;
  const state = sqlState(error);
  const { code = "" } = error as { readonly code?: string };
  const isUnreachable =
    state === undefined
      ? NETWORK_CODES.has(code) || DRIVER_MESSAGES.test(error.message)
      : STATES.test(state);
  return isUnreachable ? new UnreachableError(error.message, { cause: error }) : error;
}

/**
 * A connection of a pool.
 *
 * @throws UnreachableError whatever the server says: one that lets nobody in may do so later
 */
export async function connectionOf(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const { message } = error as Error;
    throw new UnreachableError(message, { cause: error });
  }
}
