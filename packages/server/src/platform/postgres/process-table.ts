// The table of the processes on one schema, judged by the clock of the database alone. A transaction
// that writes holds the row of its process, and who buries a process takes the row away: so a process
// that others have given up can commit nothing more, however late it wakes.
import { PROCESSES_MAX, type ProcessIdentity } from "../processes.ts";
import type { Dialect } from "../storage/table-schema.ts";
import type { Statement } from "./writer.ts";

/** What a transaction of a process that is not in the table fails with. */
export const FENCED_STATE = "AP001";

/** How long it is known who had a number, so that none is given out again too soon. */
const NUMBER_KEPT = "interval '1 day'";

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
 * Fails a transaction whose process has ended, and keeps the process from being buried until its
 * end.
 */
export function holdStatement(dialect: Dialect, { id, epoch }: ProcessIdentity): Statement {
  return [`SELECT ${dialect.at("hold_process")}($1::smallint, $2::bigint)`, [id, epoch]];
}

/** Has places given out, and ended for all, by one process at a time, until its transaction ends. */
export function oneAtATimeStatement(schema: string): Statement {
  return ["SELECT pg_advisory_xact_lock(hashtextextended($1, 2))", [schema]];
}

/** Gives out the number that nobody had for the longest. To be run by one process at a time. */
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

/** @returns a row with the time of the database, Unix milliseconds, unless the process was buried */
export function renewStatement(dialect: Dialect, { id, epoch }: ProcessIdentity): Statement {
  return [
    `UPDATE ${dialect.at("process")} SET renewed = clock_timestamp()
     WHERE id = $1 AND epoch = $2 RETURNING (extract(epoch FROM renewed) * 1000)::float8`,
    [id, epoch],
  ];
}

/**
 * Buries others whose time is over. One that a transaction still holds is left for the next time:
 * the server ends idle transactions soon.
 */
export function buryStatement(
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

/** The versions of those that live, or did a moment ago. */
export function livingVersionsStatement(dialect: Dialect, lifeMs: number): Statement {
  return [
    `SELECT version FROM ${dialect.at("process")}
     WHERE renewed >= clock_timestamp() - $1 * interval '1 millisecond'`,
    [lifeMs],
  ];
}

/** Ends the places of all. What they are committing now is waited for. */
export function buryAllStatement(dialect: Dialect): Statement {
  return [
    `WITH gone AS (DELETE FROM ${dialect.at("process")} RETURNING id, epoch)
     INSERT INTO ${dialect.at("process_ended")} (id, epoch, ended)
     SELECT id, epoch, clock_timestamp() FROM gone`,
    [],
  ];
}

/** A process that stops leaves by itself. */
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
 * @returns of each process that lives, or that is not cleared away: its version, whether it lives, and
 *   in how many milliseconds it can be buried
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

export function forgetEndedStatement(dialect: Dialect): Statement {
  return [
    `DELETE FROM ${dialect.at("process_ended")}
     WHERE is_cleared AND ended < clock_timestamp() - ${NUMBER_KEPT}`,
    [],
  ];
}
