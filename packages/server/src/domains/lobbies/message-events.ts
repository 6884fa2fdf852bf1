// The events of lobbies' messages, for the sessions of members and the application's webhook.
// Source: protocol: lobbies-and-sdk 3, 6.3.
import {
  LOBBY_CHANNEL_TYPE,
  LobbyMessageCreate,
  LobbyMessageDelete,
  LobbyMessageUpdate,
  type GatewayLobbyMessage,
} from "@antechamber/contract/lobbies";
import { type Static, snowflakeKey } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { channels } from "../guilds/guild.ts";
import { changedView, gatewayView } from "../messages/events.ts";
import { messageOf } from "../messages/operations.ts";
import { recordWebhookEvent } from "../webhooks/outbox.ts";
import type { WebhookEventDraft } from "../webhooks/webhook.ts";
import { sessionsOf } from "./events.ts";
import { lobbyMessageView, momentsOf, type LobbyMessageRecord } from "./lobby-message.ts";
import type { LobbyRecord, Metadata } from "./lobby.ts";
import { membersOf } from "./membership.ts";

/** A message with its lobby. */
interface InLobby {
  readonly lobby: LobbyRecord;
  readonly message: LobbyMessageRecord;
}

/** Emits a new message. Its metadata is only sent in this event, and not stored. */
export async function emitMessage(
  ctx: Context,
  { lobby, message }: InLobby,
  metadata: Metadata | undefined,
): Promise<void> {
  const extras = definedFields({ metadata });
  const payload = { ...(await gatewayMessageView(ctx, message, gatewayView)), ...extras };
  ctx.emit(LobbyMessageCreate, await allSessionsOf(ctx, lobby), payload);
  const data = { ...(await lobbyMessageView(ctx, message)), ...extras };
  await notifyWebhook(ctx, lobby, { type: "LOBBY_MESSAGE_CREATE", data });
}

/**
 * Emits a changed message. A changed text is also sent to the webhook; moderation metadata is only
 * sent to the application's sessions.
 */
export async function emitMessageChange(
  ctx: Context,
  { lobby, message }: InLobby,
  what: "content" | "rest" | "moderation",
): Promise<void> {
  const payload = await gatewayMessageView(ctx, message, changedView);
  const all = await allSessionsOf(ctx, lobby);
  const to = what === "moderation" ? ({ ...all, audience: "application" } as const) : all;
  ctx.emit(LobbyMessageUpdate, to, payload);
  if (what !== "content") return;
  const data = { ...(await lobbyMessageView(ctx, message)), ...momentsOf(message) };
  await notifyWebhook(ctx, lobby, { type: "LOBBY_MESSAGE_UPDATE", data });
}

/** Emits the deletion of a message. */
export async function emitMessageEnd(
  ctx: Context,
  { lobby, message: { id } }: InLobby,
): Promise<void> {
  const data = { id, lobby_id: lobby.id };
  ctx.emit(LobbyMessageDelete, await allSessionsOf(ctx, lobby), data);
  await notifyWebhook(ctx, lobby, { type: "LOBBY_MESSAGE_DELETE", data });
}

/** The sessions of all members. */
async function allSessionsOf(ctx: ReadContext, lobby: LobbyRecord) {
  return sessionsOf(lobby, await membersOf(ctx, lobby.id));
}

function notifyWebhook(
  ctx: Context,
  { id, application_id, override_event_webhooks_url: url }: LobbyRecord,
  event: Pick<WebhookEventDraft, "type" | "data">,
): Promise<void> {
  const to = url === null ? {} : { url };
  return recordWebhookEvent(ctx, { ...event, application_id, resource: id, ...to });
}

/**
 * The message as sent to sessions. In a linked channel, it includes the fields of the channel's
 * copy.
 *
 * @param viewOfCopy how the copy is shown, whether it is new or changed
 */
async function gatewayMessageView(
  ctx: ReadContext,
  message: LobbyMessageRecord,
  viewOfCopy: typeof gatewayView,
): Promise<Static<typeof GatewayLobbyMessage>> {
  const view = { ...(await lobbyMessageView(ctx, message)), ...momentsOf(message) };
  if (message.channel_id === message.lobby_id) {
    return { ...view, channel_type: LOBBY_CHANNEL_TYPE };
  }
  const channel = await ctx.tx.get(channels, snowflakeKey(message.channel_id));
  const copy = await messageOf(ctx, message.channel_id, message.id);
  if (copy !== undefined) return { ...(await viewOfCopy(ctx, copy, channel)), ...view };
  return {
    ...view,
    ...(channel === undefined ? {} : { channel_type: channel.type }),
    ...(channel?.guild_id === undefined ? {} : { guild_id: channel.guild_id }),
  };
}
