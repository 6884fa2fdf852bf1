// The server settings that operators should be warned about.
import { LOCKS_PER_TABLE_MAX } from "./locks.ts";
import { CONNECTIONS, LOCKING_CONNECTIONS } from "./pools.ts";
import type { PgRow } from "./session.ts";
import type { Statement } from "./writer.ts";

/**
 * The locks of one process while each of its transactions takes as many of one table as it may. Few
 * large transactions need as many of several tables.
 */
const LOCKS = LOCKS_PER_TABLE_MAX * LOCKING_CONNECTIONS;

export const settingsStatement: Statement = [
  `SELECT name, setting FROM pg_settings WHERE name IN (
     'fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum', 'max_connections',
     'superuser_reserved_connections', 'max_prepared_transactions', 'max_locks_per_transaction',
     'lock_timeout')`,
  [],
];

export function warningsOf(rows: readonly PgRow[]): readonly string[] {
  const settings = new Map(rows.map(([name, setting]) => [String(name), String(setting)]));
  const is = (name: string, value: string) => settings.get(name) === value;
  const number = (name: string) => Number(settings.get(name) ?? 0);
  const prepared = number("max_prepared_transactions");
  const slots = number("max_locks_per_transaction") * (number("max_connections") + prepared);
  const free = number("max_connections") - number("superuser_reserved_connections");
  const warnings: readonly (readonly [isSo: boolean, warning: string])[] = [
    [is("fsync", "off"), "fsync is off: a crash of its server can break the database"],
    [
      is("full_page_writes", "off"),
      "full_page_writes is off: a crash of its server can break the database",
    ],
    [
      is("synchronous_commit", "off"),
      "synchronous_commit is off: what was acknowledged can be lost in a crash of its server",
    ],
    [is("autovacuum", "off"), "autovacuum is off: it grows with every change, and slows down"],
    [
      free < CONNECTIONS,
      `max_connections leaves ${free} connections, and each process opens up to ${CONNECTIONS}`,
    ],
    [
      prepared > 0,
      "max_prepared_transactions is above 0: a forgotten one holds back the events of everybody",
    ],
    [
      is("lock_timeout", "0"),
      "lock_timeout is off: a pooler drops the options that this process connects with",
    ],
    [
      slots < LOCKS,
      `max_locks_per_transaction is too low: there is room for ${slots} locks, and the transactions of one process take up to ${LOCKS} of one table`,
    ],
  ];
  return warnings.filter(([isSo]) => isSo).map(([, warning]) => `PostgreSQL: ${warning}`);
}
