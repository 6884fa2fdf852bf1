// Who hears of the messages of a lobby: sessions of its members, and the application's webhook.
// Source: protocol: lobbies-and-sdk 6.2, 6.3, 10.3.
import {
  ageKey,
  LOBBY_CHANNEL_TYPE,
  LobbyMessageCreate,
  LobbyMessageDelete,
  LobbyMessageUpdate,
  type GatewayLobbyMessage,
  type Static,
} from "@antechamber/contract";
import type { Context, ReadContext } from "../../platform/context.ts";
import { pairsOf } from "../applications/installs.ts";
import { channels } from "../guilds/guild.ts";
import { gatewayView, messageOf } from "../messages/operations.ts";
import { recordWebhookEvent, type WebhookEventDraft } from "../webhooks/recording.ts";
import { lobbyMembers, type LobbyRecord, type Metadata } from "./lobby.ts";
import { lobbyMessageView, momentsOf, type LobbyMessageRecord } from "./lobby-message.ts";

/** A message of a lobby. */
export interface InLobby {
  readonly lobby: LobbyRecord;
  readonly message: LobbyMessageRecord;
}

/** Tells of a new message; its metadata goes to those who hear of it now, and is kept nowhere. */
export async function announceMessage(
  ctx: Context,
  { lobby, message }: InLobby,
  metadata: Metadata | undefined,
): Promise<void> {
  const told = metadata === undefined ? {} : { metadata };
  const payload = { ...(await gatewayMessageView(ctx, message)), ...told };
  ctx.emit(LobbyMessageCreate, await membersOf(ctx, lobby), payload);
  const data = { ...lobbyMessageView(message), ...told };
  await tellWebhook(ctx, lobby, { type: "LOBBY_MESSAGE_CREATE", data });
}

/** Tells of a message that changed; of what it says now, the webhook hears too. */
export async function announceMessageChange(
  ctx: Context,
  { lobby, message }: InLobby,
  what: "content" | "rest",
): Promise<void> {
  const payload = await gatewayMessageView(ctx, message);
  ctx.emit(LobbyMessageUpdate, await membersOf(ctx, lobby), payload);
  if (what === "rest") return;
  const data = { ...lobbyMessageView(message), ...momentsOf(message) };
  await tellWebhook(ctx, lobby, { type: "LOBBY_MESSAGE_UPDATE", data });
}

/** Tells of a message that is gone. */
export async function announceMessageEnd(
  ctx: Context,
  { lobby, message: { id } }: InLobby,
): Promise<void> {
  const data = { id, lobby_id: lobby.id };
  ctx.emit(LobbyMessageDelete, await membersOf(ctx, lobby), data);
  await tellWebhook(ctx, lobby, { type: "LOBBY_MESSAGE_DELETE", data });
}

async function membersOf(ctx: ReadContext, { id, application_id }: LobbyRecord) {
  const members = await ctx.tx.find(lobbyMembers, pairsOf(id));
  return {
    kind: "users",
    user_ids: members.map((member) => member.user_id),
    application_id,
  } as const;
}

function tellWebhook(
  ctx: Context,
  { id, application_id, override_event_webhooks_url: url }: LobbyRecord,
  event: Pick<WebhookEventDraft, "type" | "data">,
): Promise<void> {
  const to = url === null ? {} : { url };
  return recordWebhookEvent(ctx, { ...event, application_id, resource: id, ...to });
}

/** In a linked channel, the channel's message stands around what the lobby knows. */
async function gatewayMessageView(
  ctx: ReadContext,
  message: LobbyMessageRecord,
): Promise<Static<typeof GatewayLobbyMessage>> {
  const view = { ...lobbyMessageView(message), ...momentsOf(message) };
  if (message.channel_id === message.lobby_id) {
    return { ...view, channel_type: LOBBY_CHANNEL_TYPE };
  }
  const channel = await ctx.tx.get(channels, ageKey(message.channel_id));
  const copy = await messageOf(ctx, message.channel_id, message.id);
  if (copy !== undefined) return { ...(await gatewayView(ctx, copy, channel)), ...view };
  return {
    ...view,
    ...(channel === undefined ? {} : { channel_type: channel.type }),
    ...(channel?.guild_id === undefined ? {} : { guild_id: channel.guild_id }),
  };
}
