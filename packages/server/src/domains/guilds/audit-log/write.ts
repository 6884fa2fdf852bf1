// The only way to write to a guild's audit log, for every domain. Source: protocol: moderation 1.
import {
  AuditLogAction,
  GuildAuditLogEntryCreate,
  type AuditLogActionName,
} from "@antechamber/contract/audit-log";
import type { Context } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { changesOf, type BeforeAndAfter, type Change } from "./changes.ts";
import { auditLogEntries, type AuditLogRecord } from "./entry.ts";

/** An action, its target, and the user who did it. */
export interface AuditLogDraft extends BeforeAndAfter {
  readonly guild_id: string;
  /** The user who acted; a bot's user has its application's id. */
  readonly user_id: string | null;
  readonly target_id: string | null;
  /** The changes, if they do not follow from a record before and after. */
  readonly changes?: readonly Change[];
  readonly options?: Readonly<Record<string, string>>;
}

/**
 * Writes an action to the audit log in the transaction that performs it, with the reason that the
 * caller gave, and emits the entry. A change without any changed field is not logged.
 */
export function writeAuditLog(
  ctx: Context,
  action: AuditLogActionName,
  { before, after, changes: ownChanges, ...draft }: AuditLogDraft,
): void {
  const changes = ownChanges ?? changesOf(action, { before, after });
  const isChange = ownChanges !== undefined || (before !== undefined && after !== undefined);
  if (isChange && changes.length === 0) return;
  const entry: AuditLogRecord = {
    id: ctx.id(),
    action_type: AuditLogAction[action],
    ...draft,
    ...(changes.length === 0 ? {} : { changes: [...changes] }),
    ...definedFields({ reason: ctx.auditReason }),
  };
  ctx.tx.put(auditLogEntries, { ...entry, writtenAt: ctx.now });
  ctx.emit(GuildAuditLogEntryCreate, { kind: "guild", guild_id: entry.guild_id }, entry);
}

/** The fields of an entry that name the guild, the user who acted, and the target. */
export function entryFields<T extends string | null>(
  { guild_id, user_id }: { readonly guild_id: string; readonly user_id: string },
  target_id: T,
) {
  return { guild_id, user_id, target_id };
}
