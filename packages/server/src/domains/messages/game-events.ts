// Webhook events to games about direct messages of their players, wherever these were sent.
// Source: protocol: lobbies-and-sdk 10.3.
import { ChannelType } from "@antechamber/contract/guilds";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { WebhookEventType } from "@antechamber/contract/webhooks";
import type { Context } from "../../platform/context.ts";
import { liveApplicationsOf } from "../applications/live-sessions.ts";
import { channelView, type ChannelRecord } from "../guilds/guild.ts";
import { users } from "../users/user.ts";
import { recordWebhookEvent } from "../webhooks/outbox.ts";
import { messageView, type MessageRecord } from "./message.ts";
import { withPeople } from "./people.ts";

export type Occurrence = "CREATE" | "UPDATE" | "DELETE";

/** The type of the webhook event about a direct message. */
export function sdkMessageEvent(what: Occurrence): WebhookEventType {
  return `GAME_DIRECT_MESSAGE_${what}`;
}

/** True for the direct message channel of two users. */
export function isBetweenPeople(channel: ChannelRecord | undefined): channel is ChannelRecord {
  return channel?.type === ChannelType.DM;
}

/** Emits to the applications that either user is playing, except messages from and to bots. */
export async function emitToGames(
  ctx: Context,
  what: Occurrence,
  { channel, message }: { readonly channel: ChannelRecord; readonly message: MessageRecord },
): Promise<void> {
  if (message.author.bot === true) return;
  const ids = channel.recipientIds ?? [];
  const live = await Promise.all(ids.map((id) => liveApplicationsOf(ctx, id)));
  const applications = new Set(live.flat());
  if (applications.size === 0) return;
  const found = await Promise.all(ids.map((id) => ctx.tx.get(users, snowflakeKey(id))));
  const people = found.filter((user) => user !== undefined);
  if (people.some((user) => user.bot === true)) return;
  const view = await withPeople(ctx, messageView(ctx, message));
  const data = { ...view, channel: channelView(channel, people) };
  for (const application_id of applications) {
    const event = { application_id, type: sdkMessageEvent(what), data, resource: channel.id };
    await recordWebhookEvent(ctx, event);
  }
}
