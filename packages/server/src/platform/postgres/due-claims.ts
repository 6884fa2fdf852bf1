// Which process does what has fallen due: any that lives takes a batch, and has it until it is
// done. What a process had that others gave up is anybody's.
import type { Processes } from "../processes.ts";
import type { DueClaims } from "../store.ts";
import type { Dialect } from "../storage/table-schema.ts";
import type { PgRow } from "./session.ts";
import type { Statement } from "./writer.ts";

/** Not worth a place in the journal of the database: after a crash everything is anybody's. */
export function createDueClaimsSql(dialect: Dialect): string {
  return `CREATE UNLOGGED TABLE IF NOT EXISTS ${dialect.at("due_claim")} (
    name text PRIMARY KEY, epoch bigint NOT NULL)`;
}

export interface DueClaimDeps {
  readonly dialect: Dialect;
  readonly processes: Processes;
  /** Runs a statement in a transaction of its own, which waits for nothing but others like it. */
  readonly run: (statement: Statement) => Promise<readonly PgRow[]>;
}

export function dueClaims({ dialect, processes, run }: DueClaimDeps): DueClaims {
  const claim = dialect.at("due_claim");
  return {
    async take(names) {
      // In one order for all. What it has itself, it has from a round that was cut short.
      const rows = await run([
        `INSERT INTO ${claim} AS held (name, epoch)
         SELECT name, $2::bigint FROM unnest($1::text[]) AS due (name) ORDER BY name
         ON CONFLICT (name) DO UPDATE SET epoch = excluded.epoch
         WHERE held.epoch = excluded.epoch
           OR NOT EXISTS (SELECT FROM ${dialect.at("process")} AS p WHERE p.epoch = held.epoch)
         RETURNING name`,
        [names, processes.own().epoch],
      ]);
      return new Set(rows.map(([name]) => String(name)));
    },
    async giveBack(names) {
      const { epoch } = processes.own();
      await run([
        `DELETE FROM ${claim} WHERE name = ANY($1::text[]) AND epoch = $2::bigint`,
        [names, epoch],
      ]);
    },
  };
}
