// The webhooks of a guild's channels, as a world file has them.
import type { WorldWebhook } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import {
  channelWebhooks,
  type ChannelWebhookRecord,
} from "../../../domains/guilds/webhooks/channel-webhook.ts";

/** The webhooks of a guild. */
export async function webhookEntries(
  ctx: ReadContext,
  guildId: string,
): Promise<Static<typeof WorldWebhook>[]> {
  const all = await ctx.tx.find(channelWebhooks, { index: "guild", value: guildId });
  return all.map(webhookEntry);
}

function webhookEntry(webhook: ChannelWebhookRecord): Static<typeof WorldWebhook> {
  const { id, channel_id: channel, name, avatar, user_id: user, followed } = webhook;
  return {
    id,
    channel,
    name,
    ...(avatar === null ? {} : { avatar }),
    ...definedFields({ application: webhook.application_id ?? undefined }),
    user,
    ...(followed === undefined
      ? { token: webhook.tokenDigest ?? null }
      : { followed_guild: followed.guild_id, followed_channel: followed.channel_id }),
  };
}
