// Deletes channels of guilds, with everything that refers to them.
// Source: protocol: channels-and-threads 1.6.
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Context } from "../../platform/context.ts";
import { withPrefix } from "../../platform/records/compound-keys.ts";
import { dropPermissionEntries } from "../commands/cascade-delete.ts";
import { emitChannel, emitChannelEnd, emitGuildChange } from "../guilds/events.ts";
import {
  channels,
  guildChannelFields,
  guilds,
  type ChannelRecord,
  type GuildRecord,
} from "../guilds/guild.ts";
import { isThread } from "../guilds/operations.ts";
import { leaveRules } from "../guilds/auto-moderation/operations.ts";
import { dropScheduledEvents } from "../guilds/scheduled-events/operations.ts";
import { dropWebhooks } from "../guilds/webhooks/operations.ts";
import { clearVoiceChannel } from "../guilds/voice/operations.ts";
import { voiceChannels } from "../guilds/voice/voice-state.ts";
import { dropInvites } from "../invites/operations.ts";
import { unlinkChannel } from "../lobbies/linking.ts";
import { crosspostTimes } from "../messages/crossposts/turns.ts";
import { messages } from "../messages/message.ts";
import { removeMessage } from "../messages/operations.ts";
import { closeStage } from "./stages/life.ts";
import { stageInstances, stageOn } from "./stages/stage.ts";

/** Deletes a channel and its messages without emitting an event. */
export async function dropChannel(ctx: Context, channel: ChannelRecord): Promise<void> {
  const { id } = channel;
  for (const message of await ctx.tx.find(messages, withPrefix(id))) {
    await removeMessage(ctx, message);
  }
  ctx.tx.delete(voiceChannels, snowflakeKey(id));
  ctx.tx.delete(stageInstances, snowflakeKey(id));
  ctx.tx.delete(crosspostTimes, snowflakeKey(id));
  ctx.tx.delete(channels, snowflakeKey(id));
  await dropWebhooks(ctx, id);
  await unlinkChannel(ctx, channel);
}

/**
 * Deletes a channel with its messages and threads. Channels in a deleted category remain, without a
 * category; fields of the guild that refer to the channel become null.
 */
export async function removeChannel(ctx: Context, channel: ChannelRecord): Promise<void> {
  if (channel.guild_id === undefined) return dropChannel(ctx, channel);
  const all = await ctx.tx.find(channels, { index: "guild", value: channel.guild_id });
  for (const child of all.filter((each) => each.parent_id === channel.id)) {
    if (isThread(child)) {
      // No event for the threads: clients remove them together with their parent.
      await dropChannel(ctx, child);
      await leaveRules(ctx, channel.guild_id, { channelId: child.id });
    } else {
      const orphan = { ...child, parent_id: null };
      ctx.tx.put(channels, orphan);
      emitChannel(ctx, orphan, "known");
    }
  }
  const stage = await stageOn(ctx, channel.id);
  if (stage !== undefined) await closeStage(ctx, stage);
  await dropScheduledEvents(ctx, channel.guild_id, channel.id);
  await clearVoiceChannel(ctx, channel.id);
  await dropChannel(ctx, channel);
  emitChannelEnd(ctx, channel);
  await dropInvites(ctx, "channel", channel.id);
  await leaveRules(ctx, channel.guild_id, { channelId: channel.id });
  await dropPermissionEntries(ctx, channel.guild_id, channel.id);
  await removeChannelReferences(ctx, channel.guild_id, channel.id);
}

async function removeChannelReferences(
  ctx: Context,
  guildId: string,
  channelId: string,
): Promise<void> {
  const guild = await ctx.tx.get(guilds, snowflakeKey(guildId));
  const named = guildChannelFields.filter((field) => guild?.[field] === channelId);
  if (guild === undefined || named.length === 0) return;
  const without = { ...guild, ...Object.fromEntries(named.map((field) => [field, null])) };
  ctx.tx.put(guilds, without);
  await emitGuildChange(ctx, without);
}

/** True for a channel that a community guild requires. */
export function isOfCommunity(guild: GuildRecord, { id }: ChannelRecord): boolean {
  const { features, rules_channel_id, public_updates_channel_id } = guild;
  return (
    features.includes("COMMUNITY") && [rules_channel_id, public_updates_channel_id].includes(id)
  );
}
