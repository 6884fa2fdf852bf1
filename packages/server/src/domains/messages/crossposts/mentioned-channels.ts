// Which of the channels that a published message mentions are listed in its copies.
// Source: protocol: commands-and-interactions 6.5.
import { holds } from "@antechamber/contract";
import { ChannelType } from "@antechamber/contract/guilds";
import type { MentionedChannel } from "@antechamber/contract/messages";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { channels, guilds, type ChannelRecord } from "../../guilds/guild.ts";
import { rolesOf } from "../../guilds/operations.ts";
import { everyonePermissions } from "../../guilds/permissions.ts";
import { displayedText } from "../components/message-components.ts";
import type { MessageRecord } from "../message.ts";
import { channelsMentionedIn } from "../mentions.ts";

const textual = new Set<number>([ChannelType.GUILD_TEXT, ChannelType.GUILD_ANNOUNCEMENT]);

/**
 * Mentioned text channels that everyone can see, in discoverable guilds; undefined if there are
 * none.
 */
export async function mentionedIn(
  ctx: ReadContext,
  { content, components }: MessageRecord,
): Promise<Static<typeof MentionedChannel>[] | undefined> {
  const ids = channelsMentionedIn(`${content}\n${displayedText(components)}`);
  const named: Static<typeof MentionedChannel>[] = [];
  for (const id of ids) {
    const channel = await ctx.tx.get(channels, snowflakeKey(id));
    if (channel === undefined || !textual.has(channel.type)) continue;
    const { guild_id, type, name } = channel;
    if (guild_id === undefined || !(await isPublic(ctx, channel, guild_id))) continue;
    named.push({ id, guild_id, type, name: name ?? "" });
  }
  return named.length === 0 ? undefined : named;
}

async function isPublic(
  ctx: ReadContext,
  channel: ChannelRecord,
  guildId: string,
): Promise<boolean> {
  const guild = await ctx.tx.get(guilds, snowflakeKey(guildId));
  if (guild === undefined || !guild.features.includes("DISCOVERABLE")) return false;
  const roles = await rolesOf(ctx, guildId);
  return holds(everyonePermissions({ guild, roles, time: ctx }, channel), "VIEW_CHANNEL");
}
