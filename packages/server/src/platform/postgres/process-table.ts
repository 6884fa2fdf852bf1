// The table of the processes on one schema, whose leases are judged by the database's clock alone.
// A transaction that writes locks the row of its process, and removing a process deletes that row:
// a process whose lease has expired can commit nothing more, however late it wakes.
import { PROCESSES_MAX, type ProcessIdentity } from "../processes.ts";
import type { Dialect } from "../storage/table-schema.ts";
import type { Statement } from "./writer.ts";

/** The SQL state that fails a transaction of a process without a lease. */
export const FENCED_STATE = "AP001";

/** How long the last holder of a number is remembered, which delays the reuse of the number. */
const NUMBER_RETENTION = "interval '1 day'";

export function createProcessesSql(dialect: Dialect): string {
  const process = dialect.at("process");
  const numbers = `id smallint NOT NULL CHECK (id BETWEEN 0 AND ${PROCESSES_MAX - 1})`;
  return `
    CREATE SEQUENCE IF NOT EXISTS ${dialect.at("process_epoch")};
    CREATE TABLE IF NOT EXISTS ${process} (
      ${numbers} PRIMARY KEY, epoch bigint NOT NULL UNIQUE,
      version text NOT NULL, renewed timestamptz NOT NULL);
    CREATE TABLE IF NOT EXISTS ${dialect.at("process_ended")} (
      ${numbers}, epoch bigint PRIMARY KEY,
      ended timestamptz NOT NULL, is_cleared boolean NOT NULL DEFAULT false);
    CREATE OR REPLACE FUNCTION ${dialect.at("hold_process")}(own smallint, own_epoch bigint)
    RETURNS void LANGUAGE plpgsql AS $$ BEGIN
      PERFORM FROM ${process} WHERE id = own AND epoch = own_epoch FOR KEY SHARE;
      IF NOT FOUND THEN RAISE EXCEPTION 'the process has ended' USING ERRCODE = '${FENCED_STATE}'; END IF;
    END $$`;
}

/**
 * Fails the transaction of a process that has ended, and keeps the process from being removed until
 * the transaction ends.
 */
export function holdStatement(dialect: Dialect, { id, epoch }: ProcessIdentity): Statement {
  return [`SELECT ${dialect.at("hold_process")}($1::smallint, $2::bigint)`, [id, epoch]];
}

/** Lets one process at a time assign or end leases, until its transaction ends. */
export function oneAtATimeStatement(schema: string): Statement {
  return ["SELECT pg_advisory_xact_lock(hashtextextended($1, 2))", [schema]];
}

/** Assigns the number that has been unused for the longest. To be run by one process at a time. */
export function enterStatement(dialect: Dialect, version: string): Statement {
  return [
    `INSERT INTO ${dialect.at("process")} (id, epoch, version, renewed)
     SELECT free.id, nextval('${dialect.at("process_epoch")}'), $1, clock_timestamp()
     FROM generate_series(0, ${PROCESSES_MAX - 1}) AS free (id)
     LEFT JOIN (SELECT id, max(ended) AS ended FROM ${dialect.at("process_ended")} GROUP BY id) AS had
       ON had.id = free.id
     WHERE NOT EXISTS (SELECT FROM ${dialect.at("process")} AS taken WHERE taken.id = free.id)
     ORDER BY had.ended NULLS FIRST, free.id LIMIT 1
     RETURNING id, epoch::text`,
    [version],
  ];
}

/** @returns a row with the database's time, Unix milliseconds; none if the process was removed */
export function renewStatement(dialect: Dialect, { id, epoch }: ProcessIdentity): Statement {
  return [
    `UPDATE ${dialect.at("process")} SET renewed = clock_timestamp()
     WHERE id = $1 AND epoch = $2 RETURNING (extract(epoch FROM renewed) * 1000)::float8`,
    [id, epoch],
  ];
}

/**
 * Removes other processes whose leases have expired. A row that a transaction still locks is
 * skipped until the next time: the server soon ends idle transactions.
 */
export function expireStatement(
  dialect: Dialect,
  lifeMs: number,
  { epoch }: ProcessIdentity,
): Statement {
  return [
    `WITH gone AS (
       DELETE FROM ${dialect.at("process")} WHERE epoch IN (
         SELECT epoch FROM ${dialect.at("process")}
         WHERE renewed < clock_timestamp() - $1 * interval '1 millisecond' AND epoch <> $2
         FOR UPDATE SKIP LOCKED)
       RETURNING id, epoch)
     INSERT INTO ${dialect.at("process_ended")} (id, epoch, ended)
     SELECT id, epoch, clock_timestamp() FROM gone`,
    [lifeMs, epoch],
  ];
}

/** The versions of the processes that live, or did a moment ago. */
export function liveVersionsStatement(dialect: Dialect, lifeMs: number): Statement {
  return [
    `SELECT version FROM ${dialect.at("process")}
     WHERE renewed >= clock_timestamp() - $1 * interval '1 millisecond'`,
    [lifeMs],
  ];
}

/** Ends the leases of all processes. Waits for commits in progress. */
export function expireAllStatement(dialect: Dialect): Statement {
  return [
    `WITH gone AS (DELETE FROM ${dialect.at("process")} RETURNING id, epoch)
     INSERT INTO ${dialect.at("process_ended")} (id, epoch, ended)
     SELECT id, epoch, clock_timestamp() FROM gone`,
    [],
  ];
}

/** Removes a process that stops. */
export function leaveProcessesStatement(
  dialect: Dialect,
  { id, epoch }: ProcessIdentity,
): Statement {
  return [
    `WITH gone AS (
       DELETE FROM ${dialect.at("process")} WHERE id = $1 AND epoch = $2 RETURNING id, epoch)
     INSERT INTO ${dialect.at("process_ended")} (id, epoch, ended)
     SELECT id, epoch, clock_timestamp() FROM gone`,
    [id, epoch],
  ];
}

/**
 * @returns a row for each process that lives or is not cleared away: its version, whether it lives,
 *   and the milliseconds until it can be removed
 */
export function rosterStatement(dialect: Dialect, lifeMs: number): Statement {
  return [
    `SELECT id, epoch::text AS epoch_text, version, true,
       (extract(epoch FROM renewed - clock_timestamp()) * 1000)::float8 + $1
     FROM ${dialect.at("process")}
     WHERE renewed >= clock_timestamp() - $1 * interval '1 millisecond'
     UNION ALL
     SELECT id, epoch::text, '', false, NULL FROM ${dialect.at("process_ended")}
     WHERE NOT is_cleared
     ORDER BY id, epoch_text`,
    [lifeMs],
  ];
}

export function clearedStatement(dialect: Dialect, { epoch }: ProcessIdentity): Statement {
  return [`UPDATE ${dialect.at("process_ended")} SET is_cleared = true WHERE epoch = $1`, [epoch]];
}

export function deleteEndedStatement(dialect: Dialect): Statement {
  return [
    `DELETE FROM ${dialect.at("process_ended")}
     WHERE is_cleared AND ended < clock_timestamp() - ${NUMBER_RETENTION}`,
    [],
  ];
}
