// Tells errors that mean that PostgreSQL cannot be reached or cannot write for now from errors in a
// statement. Source: https://www.postgresql.org/docs/current/errcodes-appendix.html
import type pg from "pg";
import { UnreachableError } from "../store.ts";
import { UnsentError } from "./batch.ts";
import { sqlState } from "./session.ts";

/**
 * SQL states of broken connections, insufficient resources, a server that stops, starts or closes a
 * connection, timeouts, a read-only server, and tables that others lock for long.
 */
const STATES = /^(08|53|57014|57P0[1-5]|25006|25P0[34]|40P01|55P03)/;
const NETWORK_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "EAI_AGAIN",
]);
/** The driver's messages for a connection that it could not get, or has lost. */
const DRIVER_MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Translates an error for callers of the store. */
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
 * Acquires a connection from a pool.
 *
 * @throws UnreachableError whatever the reason: a server that refuses connections may accept them
 *   later
 */
export async function acquireConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const { message } = error as Error;
    throw new UnreachableError(message, { cause: error });
  }
}
