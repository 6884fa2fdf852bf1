// The record of a channel's webhook, its table and its view.
// Source: protocol: webhooks-and-applications 1.1.
import type { WebhookType, Webhook } from "@antechamber/contract/webhooks";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { isSecretOf, secretDigest } from "../../../platform/crypto.ts";
import { knownAddress } from "../../../platform/network/known-address.ts";
import { tableOf } from "../../../platform/store.ts";
import { users, userView } from "../../users/user.ts";
import { channels, guilds } from "../guild.ts";
import { canEnter } from "../operations.ts";

/** A webhook of a channel: an incoming one with a token, or one that follows another channel. */
export interface ChannelWebhookRecord {
  readonly id: string;
  readonly type: typeof WebhookType.INCOMING | typeof WebhookType.CHANNEL_FOLLOWER;
  readonly guild_id: string;
  readonly channel_id: string;
  readonly name: string;
  readonly avatar: string | null;
  /** The application that created it; null for a person's. */
  readonly application_id: string | null;
  /** Who created it. */
  readonly user_id: string;
  /** What its token is held against; absent for a follower, which has none. */
  readonly tokenDigest?: string;
  /**
   * The token itself, because its owner is shown it again and again; absent where a world file gave
   * the hash alone. It leaves the service there and in a snapshot.
   */
  readonly secretToken?: string;
  /** Of a follower: the channel whose messages it brings. */
  readonly followed?: { readonly guild_id: string; readonly channel_id: string };
}

export const channelWebhooks = tableOf<ChannelWebhookRecord>()({
  name: "channel_webhook",
  key: (webhook) => snowflakeKey(webhook.id),
  indexes: {
    channel: (webhook) => webhook.channel_id,
    guild: (webhook) => webhook.guild_id,
    application: (webhook) => webhook.application_id ?? undefined,
    followed: (webhook) => webhook.followed?.channel_id,
  },
});

/** The fields that hold a webhook's token. */
export function tokenFields(
  token: string,
): Pick<ChannelWebhookRecord, "tokenDigest" | "secretToken"> {
  return { tokenDigest: secretDigest(token), secretToken: token };
}

/** True for the token of a webhook. */
export function isTokenOf({ tokenDigest }: ChannelWebhookRecord, token: string): boolean {
  return isSecretOf(tokenDigest, token);
}

/** Who looks at a webhook. */
export interface WebhookViewer {
  /** The user, a bot's own where a bot looks; absent for who has the token alone. */
  readonly userId?: string | undefined;
  /** Has the token, and so is shown it. */
  readonly hasToken?: boolean;
}

/** A webhook as somebody sees it: its token is for its owner, and for all where a person owns it. */
export async function webhookView(
  ctx: ReadContext,
  webhook: ChannelWebhookRecord,
  { userId, hasToken = false }: WebhookViewer,
): Promise<Static<typeof Webhook>> {
  const { id, type, name, avatar, channel_id, guild_id, application_id, secretToken } = webhook;
  const creator =
    userId === undefined ? undefined : await ctx.tx.get(users, snowflakeKey(webhook.user_id));
  const seesToken = hasToken || application_id === null || application_id === userId;
  return {
    id,
    type,
    name,
    avatar,
    channel_id,
    guild_id,
    application_id,
    ...(creator === undefined ? {} : { user: userView(creator) }),
    ...(seesToken && secretToken !== undefined
      ? { token: secretToken, url: urlOf(ctx, id, secretToken) }
      : {}),
    ...(await sourceView(ctx, webhook)),
  };
}

function urlOf({ settings }: ReadContext, id: string, token: string): string {
  return `${knownAddress(settings)}/api/webhooks/${id}/${token}`;
}

/** Of a follower: the guild and the channel that it follows, while its creator sees the channel. */
async function sourceView(
  ctx: ReadContext,
  { followed, user_id: creatorId }: ChannelWebhookRecord,
) {
  if (followed === undefined) return {};
  const [guild, channel] = await Promise.all([
    ctx.tx.get(guilds, snowflakeKey(followed.guild_id)),
    ctx.tx.get(channels, snowflakeKey(followed.channel_id)),
  ]);
  if (guild === undefined || channel === undefined) return {};
  if (!(await canEnter(ctx, channel, creatorId))) return {};
  return {
    source_guild: { id: guild.id, name: guild.name, icon: guild.icon },
    source_channel: { id: channel.id, name: channel.name ?? "" },
  };
}
