// The events of messages: to all who can see the message; for ephemeral ones to user and
// application.
// Source: protocol: gateway-oauth-limits 4.16.
import {
  EphemeralMessageCreate,
  EphemeralMessageDelete,
  EphemeralMessageUpdate,
  OwnEphemeralMessageCreate,
  OwnEphemeralMessageDelete,
  OwnEphemeralMessageUpdate,
} from "@antechamber/contract/interactions";
import {
  MessageCreate,
  MessageDelete,
  MessageUpdate,
  type GatewayMessage,
} from "@antechamber/contract/messages";
import { GameMessageUpdate } from "@antechamber/contract/lobbies";
import type { Static } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { bareMemberView, type ChannelRecord } from "../guilds/guild.ts";
import { memberOf } from "../guilds/operations.ts";
import { withChosen } from "./components/chosen-entities.ts";
import { showInAnswers } from "./jobs.ts";
import { messageView, scopeOfMessage, type MessageRecord } from "./message.ts";
import { withPeople } from "./people.ts";
import { withThread } from "./threads/thread-view.ts";

/** Fields of the event of a new message that are not stored. */
export type EventExtras = Pick<Static<typeof GatewayMessage>, "metadata" | "nonce">;

interface CreatedMessage {
  readonly message: MessageRecord;
  readonly channel: ChannelRecord;
  readonly extras: EventExtras | undefined;
}

/** Emits a new message to all who can see it. */
export async function emitCreated(ctx: Context, { message, channel, extras }: CreatedMessage) {
  const payload = { ...(await gatewayView(ctx, message, channel)), ...extras };
  const { visibleTo } = message;
  if (visibleTo === undefined) return ctx.emit(MessageCreate, scopeOfMessage(message), payload);
  ctx.emit(EphemeralMessageCreate, { kind: "user", user_id: visibleTo }, payload);
  ctx.emit(OwnEphemeralMessageCreate, senderScope(message), payload);
}

/** Emits a changed message to all who can see it. */
export async function emitChanged(
  ctx: Context,
  message: MessageRecord,
  channel: ChannelRecord | undefined,
) {
  await showInAnswers(ctx, message);
  const payload = await changedView(ctx, message, channel);
  const { visibleTo, moderation = {} } = message;
  if (visibleTo !== undefined) {
    ctx.emit(EphemeralMessageUpdate, { kind: "user", user_id: visibleTo }, payload);
    return ctx.emit(OwnEphemeralMessageUpdate, senderScope(message), payload);
  }
  ctx.emit(MessageUpdate, scopeOfMessage(message), payload);
  // Clients replace their whole message with the one that they receive, so the metadata is sent
  // again.
  for (const applicationId of Object.keys(moderation)) {
    await emitModerated(ctx, { message, channel, applicationId });
  }
}

/** Emits a direct message to the sessions of a game, with the game's own moderation metadata. */
export async function emitModerated(
  ctx: Context,
  at: {
    readonly message: MessageRecord;
    readonly channel: ChannelRecord | undefined;
    readonly applicationId: string;
  },
): Promise<void> {
  const { message, channel, applicationId: application_id } = at;
  const scope = { kind: "users", user_ids: channel?.recipientIds ?? [], application_id } as const;
  ctx.emit(GameMessageUpdate, scope, {
    ...(await changedView(ctx, message, channel)),
    ...definedFields({ moderation_metadata: message.moderation?.[application_id] }),
  });
}

/** Emits that a message was deleted to all who could see it. */
export function emitDeleted(ctx: Context, message: MessageRecord): void {
  const { id, channel_id, guild_id, visibleTo } = message;
  if (visibleTo !== undefined) {
    const payload = { id, channel_id };
    ctx.emit(EphemeralMessageDelete, { kind: "user", user_id: visibleTo }, payload);
    return ctx.emit(OwnEphemeralMessageDelete, senderScope(message), payload);
  }
  const inGuild = definedFields({ guild_id });
  ctx.emit(MessageDelete, scopeOfMessage(message), { id, channel_id, ...inGuild });
}

/** An ephemeral message's events go to its user and to the application that sent it. */
function senderScope({ author }: MessageRecord) {
  return { kind: "application", application_id: author.id } as const;
}

/**
 * A message as sessions receive it. A message that only one user can see carries neither guild nor
 * member. Source: gateway-oauth-limits 4.5.
 */
export async function gatewayView(
  ctx: ReadContext,
  message: MessageRecord,
  channel: ChannelRecord | undefined,
): Promise<Static<typeof GatewayMessage>> {
  const people = await withPeople(ctx, messageView(ctx, message));
  const view = {
    ...(await withThread(ctx, await withChosen(ctx, message, people))),
    ...(channel === undefined ? {} : { channel_type: channel.type }),
  };
  const { guild_id } = message;
  if (guild_id === undefined || message.visibleTo !== undefined) return view;
  const mentions = await Promise.all(
    view.mentions.map(async (user) => ({
      ...user,
      ...(await membershipOf(ctx, guild_id, user.id)),
    })),
  );
  return { ...view, mentions, guild_id, ...(await membershipOf(ctx, guild_id, message.author.id)) };
}

/**
 * A changed message as sessions receive it, without `tts`: it is read aloud only once. Source:
 * gateway-oauth-limits 4.16.
 */
export async function changedView(...of: Parameters<typeof gatewayView>) {
  return { ...(await gatewayView(...of)), tts: false };
}

/** The member fields that accompany a user who is in the guild. */
async function membershipOf(ctx: ReadContext, guildId: string, userId: string) {
  const member = await memberOf(ctx, guildId, userId);
  return member === undefined ? {} : { member: bareMemberView(member) };
}
