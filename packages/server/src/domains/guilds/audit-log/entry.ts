// Entries of a guild's audit log, which are stored for a limited time.
// Source: protocol: moderation 1.
import { limits } from "@antechamber/contract";
import type { AuditLogEntry } from "@antechamber/contract/audit-log";
import { snowflakeTime, type Static } from "@antechamber/contract/schema";
import type { Millis } from "../../../platform/clock.ts";
import type { Context } from "../../../platform/context.ts";
import { onDeadline, type Deadline } from "../../../platform/schedule/deadlines.ts";
import { tableOf } from "../../../platform/store.ts";
import { compoundKey, withPrefix } from "../../../platform/records/compound-keys.ts";

export type AuditLogRecord = Static<typeof AuditLogEntry> & {
  readonly guild_id: string;
  /**
   * The clock's time, which may be behind that of the id after the clock was set back; absent in
   * entries of earlier versions.
   */
  readonly writtenAt?: Millis;
};

/** The index value of a guild's entries that have a value in common. */
export function auditLogValue(guildId: string, value: string | number): string {
  return `${guildId}:${value}`;
}

export const auditLogEntries = tableOf<AuditLogRecord>()({
  name: "audit_log_entry",
  key: (entry) => compoundKey(entry.guild_id, entry.id),
  indexes: {
    user: ({ guild_id, user_id }) =>
      user_id === null ? undefined : auditLogValue(guild_id, user_id),
    target: ({ guild_id, target_id }) =>
      target_id === null ? undefined : auditLogValue(guild_id, target_id),
    action: ({ guild_id, action_type }) => auditLogValue(guild_id, action_type),
  },
  deadline: ({ id, writtenAt = snowflakeTime(id) }) => writtenAt + limits.auditLogKept.value,
});

/** Deletes entries that have reached the end of their retention. */
export const auditLogDeadlines: readonly Deadline[] = [
  onDeadline(auditLogEntries, {
    kind: "audit-log",
    subject: ({ id }) => id,
    run: (ctx, { guild_id, id }) => ctx.tx.delete(auditLogEntries, compoundKey(guild_id, id)),
  }),
];

/** Deletes the audit log of a deleted guild. */
export async function dropAuditLog(ctx: Context, guildId: string): Promise<void> {
  for (const { id } of await ctx.tx.find(auditLogEntries, withPrefix(guildId))) {
    ctx.tx.delete(auditLogEntries, compoundKey(guildId, id));
  }
}
