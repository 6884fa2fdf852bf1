// Channels that follow an announcement channel, each through a webhook of its own.
// Source: protocol: webhooks-and-applications 1.1; machine specification.
import { WrongChannelType } from "@antechamber/contract";
import { ChannelType } from "@antechamber/contract/guilds";
import { MessageType } from "@antechamber/contract/messages";
import { snowflakeKey } from "@antechamber/contract/schema";
import { WebhookType } from "@antechamber/contract/webhooks";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context } from "../../../platform/context.ts";
import { guilds, type ChannelRecord } from "../../guilds/guild.ts";
import type { ChannelWebhookRecord } from "../../guilds/webhooks/channel-webhook.ts";
import { addWebhook } from "../../guilds/webhooks/operations.ts";
import { userView, type UserRecord } from "../../users/user.ts";
import { postSystemMessage } from "../system-message.ts";

/** A channel to follow, the channel that is to follow it, and the user who asks for it. */
export interface Following {
  readonly source: ChannelRecord;
  readonly target: ChannelRecord;
  readonly user: UserRecord;
}

const following: ReadonlySet<number> = new Set([
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_ANNOUNCEMENT,
]);

/** Characters of a webhook's name. */
const NAME_MAX = 80;

/**
 * Makes a channel follow an announcement channel, and posts a notice in the following channel.
 *
 * @throws WrongChannelType, TooManyWebhooks, TooManyGuildWebhooks
 */
export async function follow(
  ctx: Context,
  { source, target, user }: Following,
): Promise<ChannelWebhookRecord> {
  const { guild_id = "", id: channel_id } = source;
  if (!following.has(target.type)) throw new ApiError(WrongChannelType);
  const guild = await ctx.tx.get(guilds, snowflakeKey(guild_id));
  const name = `${guild?.name ?? ""} #${source.name ?? ""}`.slice(0, NAME_MAX);
  const webhook = await addWebhook(ctx, target, {
    type: WebhookType.CHANNEL_FOLLOWER,
    name,
    avatar: guild?.icon ?? null,
    application_id: user.bot === true ? user.id : null,
    user_id: user.id,
    followed: { guild_id, channel_id },
  });
  await postSystemMessage(ctx, {
    channel: target,
    author: userView(user),
    type: MessageType.CHANNEL_FOLLOW_ADD,
    content: name,
    origin: { message_reference: { type: 0, channel_id, guild_id } },
  });
  return webhook;
}
