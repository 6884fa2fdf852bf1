// A guild that is different: stored, told, and written into its audit log.
// Source: protocol: guild-settings 1.1.
import type { Context } from "../../platform/context.ts";
import { isSameJson } from "../../platform/records/same-json.ts";
import { writeAuditLog } from "../guilds/audit-log/write.ts";
import { emitGuildChange } from "../guilds/events.ts";
import { guilds, type GuildRecord } from "../guilds/guild.ts";
import type { PermissionContext } from "../guilds/permissions.ts";

/** Keeps what an actor made of their guild; emits no event where nothing is different. */
export async function keepGuild(
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
