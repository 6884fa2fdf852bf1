// Reading a guild's audit log. Source: protocol: moderation 1.
import { limits } from "@antechamber/contract";
import type { ReadContext } from "../../platform/context.ts";
import { compoundKey, withPrefix } from "../../platform/records/compound-keys.ts";
import { auditLogEntries, auditLogValue, type AuditLogRecord } from "../guilds/audit-log/entry.ts";

/** The criteria of a search for entries. */
export interface AuditLogSearch {
  readonly user_id?: string;
  readonly target_id?: string;
  readonly action_type?: number;
  readonly before?: string;
  readonly after?: string;
  readonly limit: number;
}

/** How many entries are read at a time. */
const READ_AT_ONCE = limits.auditLogPage.value;

/** The matching entries: newest first or, with `after`, oldest first. */
export async function auditLogPage(
  ctx: ReadContext,
  guildId: string,
  search: AuditLogSearch,
): Promise<readonly AuditLogRecord[]> {
  const newestFirst = search.after === undefined;
  const whole = withPrefix(guildId);
  let after = search.after === undefined ? whole.after : compoundKey(guildId, search.after);
  let before = search.before === undefined ? whole.before : compoundKey(guildId, search.before);
  const found: AuditLogRecord[] = [];
  for (;;) {
    const bounds = { after, before, newestFirst, limit: READ_AT_ONCE };
    const read = await ctx.tx.find(auditLogEntries, { ...indexFor(guildId, search), ...bounds });
    found.push(...read.filter((entry) => matches(entry, search)));
    const last = read.at(-1);
    if (last === undefined || read.length < READ_AT_ONCE || found.length >= search.limit) break;
    if (newestFirst) before = compoundKey(guildId, last.id);
    else after = compoundKey(guildId, last.id);
  }
  return found.slice(0, search.limit);
}

function indexFor(guildId: string, { user_id, target_id, action_type }: AuditLogSearch) {
  if (target_id !== undefined) {
    return { index: "target", value: auditLogValue(guildId, target_id) } as const;
  }
  if (user_id !== undefined) {
    return { index: "user", value: auditLogValue(guildId, user_id) } as const;
  }
  if (action_type !== undefined) {
    return { index: "action", value: auditLogValue(guildId, action_type) } as const;
  }
  return {};
}

function matches(entry: AuditLogRecord, search: AuditLogSearch): boolean {
  return (["user_id", "target_id", "action_type"] as const).every(
    (field) => search[field] === undefined || search[field] === entry[field],
  );
}
