// Stores a changed guild, emits the event, and writes the audit log.
// Source: protocol: guild-settings 1.1.
import type { Context } from "../../platform/context.ts";
import { isSameJson } from "../../platform/records/same-json.ts";
import { writeAuditLog } from "../guilds/audit-log/write.ts";
import { emitGuildChange } from "../guilds/events.ts";
import { guilds, type GuildRecord } from "../guilds/guild.ts";
import type { PermissionContext } from "../guilds/permissions.ts";

/** Stores a guild that an actor changed; without any difference, nothing is emitted or logged. */
export async function storeGuild(
  ctx: Context,
  { guild: before, member }: PermissionContext,
  after: GuildRecord,
): Promise<GuildRecord> {
  if (isSameJson(before, after)) return before;
  const { id } = after;
  ctx.tx.put(guilds, after);
  await emitGuildChange(ctx, after);
  const by = { guild_id: id, user_id: member.user_id, target_id: id };
  writeAuditLog(ctx, "GUILD_UPDATE", { ...by, before, after });
  return after;
}
