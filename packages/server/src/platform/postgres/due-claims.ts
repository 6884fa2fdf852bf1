// Claims that decide which process runs a piece of due work: any live process claims a batch and
// keeps the claim until the work is done. Claims of dead processes may be taken over.
import type { Processes } from "../processes.ts";
import type { DueClaims } from "../store.ts";
import type { Dialect } from "../storage/table-schema.ts";
import type { PgRow } from "./session.ts";
import type { Statement } from "./writer.ts";

/** Unlogged: losing the claims in a crash is harmless, since everything is free again then. */
export function createDueClaimsSql(dialect: Dialect): string {
  return `CREATE UNLOGGED TABLE IF NOT EXISTS ${dialect.at("due_claim")} (
    name text PRIMARY KEY, epoch bigint NOT NULL)`;
}

export interface DueClaimDeps {
  readonly dialect: Dialect;
  readonly processes: Processes;
  /** Runs a statement in its own transaction, which waits only for other such statements. */
  readonly run: (statement: Statement) => Promise<readonly PgRow[]>;
}

export function dueClaims({ dialect, processes, run }: DueClaimDeps): DueClaims {
  const claim = dialect.at("due_claim");
  return {
    async take(names) {
      // Claimed in one order by all processes, which prevents deadlocks. A claim that this process
      // already holds was left by a round that was cut short.
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
    async release(names) {
      const { epoch } = processes.own();
      await run([
        `DELETE FROM ${claim} WHERE name = ANY($1::text[]) AND epoch = $2::bigint`,
        [names, epoch],
      ]);
    },
  };
}
