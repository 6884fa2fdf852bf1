// The audit log entries of a changed channel: one for its fields, and one for each changed
// overwrite.
// Source: protocol: moderation 1.
import type { Context } from "../../platform/context.ts";
import { writeAuditLog } from "../guilds/audit-log/write.ts";
import {
  roles,
  type ChannelRecord,
  type OverwriteRecord,
  type GuildChannelRecord,
} from "../guilds/guild.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";

interface Sides {
  readonly userId: string;
  readonly before: GuildChannelRecord;
  readonly after: ChannelRecord;
}

/** Logs which fields and overwrites of a channel changed. */
export async function logChange(ctx: Context, { userId, before, after }: Sides): Promise<void> {
  const { id: target_id, guild_id } = before;
  const by = { guild_id, user_id: userId, target_id };
  const { permission_overwrites: had = [], ...wasOther } = before;
  const { permission_overwrites: has = [], ...isOther } = after;
  writeAuditLog(ctx, "CHANNEL_UPDATE", { ...by, before: wasOther, after: isOther });
  for (const id of new Set([...had, ...has].map((each) => each.id))) {
    const [was, is] = [had, has].map((list) => list.find((each) => each.id === id));
    const options = await subjectOf(ctx, guild_id, (is ?? was) as OverwriteRecord);
    const action =
      was === undefined
        ? "CHANNEL_OVERWRITE_CREATE"
        : is === undefined
          ? "CHANNEL_OVERWRITE_DELETE"
          : "CHANNEL_OVERWRITE_UPDATE";
    writeAuditLog(ctx, action, { ...by, options, before: was, after: is });
  }
}

/** The role or user of an overwrite, as the entry's options name it. */
async function subjectOf(ctx: Context, guildId: string, { id, type }: OverwriteRecord) {
  const role = type === 0 ? await ctx.tx.get(roles, compoundKey(guildId, id)) : undefined;
  return { id, type: String(type), ...(role === undefined ? {} : { role_name: role.name }) };
}
