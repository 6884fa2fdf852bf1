// The record of a channel's webhook, its table and its view.
// Source: protocol: webhooks-and-applications 1.1.
import type { WebhookType, Webhook } from "@antechamber/contract/webhooks";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { isSecretOf, secretDigest } from "../../../platform/crypto.ts";
import { serviceAddress } from "../../../platform/network/service-address.ts";
import { tableOf } from "../../../platform/store.ts";
import { users, userView } from "../../users/user.ts";
import { channels, guilds } from "../guild.ts";
import { canEnter } from "../operations.ts";

/** A webhook of a channel: an incoming one with a token, or a channel follower. */
export interface ChannelWebhookRecord {
  readonly id: string;
  readonly type: typeof WebhookType.INCOMING | typeof WebhookType.CHANNEL_FOLLOWER;
  readonly guild_id: string;
  readonly channel_id: string;
  readonly name: string;
  readonly avatar: string | null;
  /** The application that created it; null if a person did. */
  readonly application_id: string | null;
  /** The user who created it. */
  readonly user_id: string;
  /** The digest of its token; absent for a channel follower, which has no token. */
  readonly tokenDigest?: string;
  /**
   * The token itself, because its owner is shown it repeatedly; absent if a world file gave only
   * the hash. It leaves the service only in such replies and in snapshots.
   */
  readonly secretToken?: string;
  /** For a channel follower: the channel whose messages it delivers. */
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

/** True if a text is the token of the webhook. */
export function isTokenOf({ tokenDigest }: ChannelWebhookRecord, token: string): boolean {
  return isSecretOf(tokenDigest, token);
}

/** The reader of a webhook. */
export interface WebhookViewer {
  /** The user, or a bot's own user; absent if the caller has only the token. */
  readonly userId?: string | undefined;
  /** True if the caller has the token, and is therefore shown it. */
  readonly hasToken?: boolean;
}

/** A webhook's view. An application's token is shown to it alone, a person's to every reader. */
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
  return `${serviceAddress(settings)}/api/webhooks/${id}/${token}`;
}

/**
 * For a channel follower: the guild and the channel that it follows, if its creator can see the
 * channel.
 */
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
