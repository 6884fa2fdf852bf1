// Sends, forwards, edits and moderates messages of lobbies.
// Source: protocol: lobbies-and-sdk 3, 13 #13, #14.
import { holds, UnknownMessage } from "@antechamber/contract";
import { LobbyMembersOnly, type LobbyMessageDraft } from "@antechamber/contract/lobbies";
import { MessageType, type GatewayMessage } from "@antechamber/contract/messages";
import { parseTimestamp, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import { isWithinLast } from "../../platform/time/set-back.ts";
import { type ChannelRecord } from "../guilds/guild.ts";
import { memberOf } from "../guilds/operations.ts";
import { isTimedOut } from "../guilds/permissions.ts";
import { screeningResult } from "../messages/auto-moderation/screening.ts";
import { gameMessageFlags, requireText } from "../messages/sdk-messages/sdk-messages.ts";
import { plainNonce } from "../messages/message.ts";
import { NONCE_LIFE_MS } from "../messages/channel-messages/sending.ts";
import { createMessage } from "../messages/operations.ts";
import { messagePermissions } from "../messages/sender-rights.ts";
import { userView, type UserRecord } from "../users/user.ts";
import {
  storeMessage,
  lobbyMessages,
  type LobbyMessageRecord,
  recentMessages,
} from "./lobby-message.ts";
import { linkedChannelOf } from "./link.ts";
import { emitMessage, emitMessageChange, emitMessageEnd } from "./message-events.ts";
import { lobbyMembers, type LobbyMemberRecord, type LobbyRecord, type Metadata } from "./lobby.ts";
import { plainBody } from "../messages/body.ts";

/** A user's membership in a lobby. @throws LobbyMembersOnly */
export async function requireMember(
  ctx: ReadContext,
  lobby: LobbyRecord,
  userId: string,
): Promise<LobbyMemberRecord> {
  const member = await ctx.tx.get(lobbyMembers, compoundKey(lobby.id, userId));
  if (member === undefined) throw new ApiError(LobbyMembersOnly);
  return member;
}

/** A message that a member sends to a lobby. */
export interface LobbySending {
  readonly lobby: LobbyRecord;
  readonly member: LobbyMemberRecord;
  readonly user: UserRecord;
  readonly draft: Static<typeof LobbyMessageDraft>;
}

/**
 * Sends a member's message to a lobby and its linked channel.
 *
 * @throws EmptyMessage
 */
export async function sendLobbyMessage(
  ctx: Context,
  { lobby, member, user, draft }: LobbySending,
): Promise<LobbyMessageRecord> {
  const content = requireText(draft.content ?? undefined);
  const nonce = plainNonce(draft.nonce);
  const same = await findSentMessage(ctx, { lobby, user, draft });
  if (same !== undefined) return same;
  const channel = await linkedChannelOf(ctx, lobby);
  const message: LobbyMessageRecord = {
    id: ctx.id(),
    lobby_id: lobby.id,
    application_id: lobby.application_id,
    channel_id: channel?.id ?? lobby.id,
    type: MessageType.DEFAULT,
    content,
    author: userView(user),
    additional_name: member.additional_name,
    flags: gameMessageFlags(draft.flags),
    moderation_metadata: null,
    isFromGame: true,
    sentAt: ctx.now,
    editedAt: null,
    ...definedFields({ nonce }),
  };
  await storeMessage(ctx, message);
  if (channel !== undefined) await copyToChannel(ctx, channel, { message, user, draft });
  await emitMessage(ctx, { lobby, message }, draft.metadata ?? undefined);
  return message;
}

/**
 * The message that the same user sent recently with the same nonce, if the draft enforces its
 * nonce.
 */
async function findSentMessage(
  ctx: ReadContext,
  { lobby, user, draft }: Omit<LobbySending, "member">,
): Promise<LobbyMessageRecord | undefined> {
  const nonce = plainNonce(draft.nonce);
  if (nonce === undefined || draft.enforce_nonce !== true) return undefined;
  const recent = await recentMessages(ctx, lobby.id, LOOKED_AT);
  return recent.find(
    (each) =>
      each.author.id === user.id &&
      each.nonce === nonce &&
      isWithinLast(NONCE_LIFE_MS, each.sentAt, ctx.now),
  );
}

/** How many messages of a lobby are searched for an equal nonce. */
const LOOKED_AT = 100;

/** A lobby message with its sender and draft, for the copy in the linked channel. */
interface Copied {
  readonly message: LobbyMessageRecord;
  readonly user: UserRecord;
  readonly draft: Static<typeof LobbyMessageDraft>;
}

/**
 * Posts a lobby's message in the linked channel under the same id. Every member of the lobby may
 * write there, whatever the channel's permissions. Messages of members in a time-out, and messages
 * that auto moderation blocks, are not posted there, but the lobby receives them. Source: protocol:
 * lobbies-and-sdk 3.
 */
async function copyToChannel(
  ctx: Context,
  channel: ChannelRecord,
  { message, user, draft }: Copied,
): Promise<void> {
  if (await isSilenced(ctx, channel, user.id)) return;
  const { content: text } = message;
  const { blocking, finish } = await screeningResult(ctx, { user, channel, text, kind: "message" });
  if (blocking !== undefined) return finish(ctx);
  const permissions = await messagePermissions(ctx, channel, user.id);
  await createMessage(ctx, {
    id: message.id,
    channel,
    author: message.author,
    type: message.type,
    body: {
      ...plainBody(message.content, message.flags),
      tts: draft.tts === true && holds(permissions, "SEND_TTS_MESSAGES"),
    },
    rights: {
      allowed: draft.allowed_mentions ?? undefined,
      everyone: holds(permissions, "MENTION_EVERYONE"),
    },
    origin: { application_id: message.application_id },
  });
  await finish(ctx, message.id);
}

async function isSilenced(
  ctx: ReadContext,
  { guild_id }: ChannelRecord,
  userId: string,
): Promise<boolean> {
  const member = guild_id === undefined ? undefined : await memberOf(ctx, guild_id, userId);
  return member !== undefined && isTimedOut(member, ctx);
}

type ChannelMessage = Static<typeof GatewayMessage>;

/** The types of messages that people write themselves. */
const written: ReadonlySet<number> = new Set([MessageType.DEFAULT, MessageType.REPLY]);

/** Forwards a person's message in a linked channel to the lobby, unless it came from there. */
export async function forwardFromChannel(
  ctx: Context,
  lobby: LobbyRecord,
  sent: ChannelMessage,
): Promise<void> {
  const isOfPerson = sent.author.bot !== true && sent.webhook_id === undefined;
  if (!written.has(sent.type) || !isOfPerson) return;
  const key = compoundKey(lobby.id, sent.id);
  if ((await ctx.tx.get(lobbyMessages, key)) !== undefined) return;
  const member = await ctx.tx.get(lobbyMembers, compoundKey(lobby.id, sent.author.id));
  const message: LobbyMessageRecord = {
    id: sent.id,
    lobby_id: lobby.id,
    application_id: lobby.application_id,
    channel_id: sent.channel_id,
    type: sent.type,
    content: sent.content,
    author: sent.author,
    additional_name: member?.additional_name ?? null,
    flags: sent.flags,
    moderation_metadata: null,
    isFromGame: false,
    sentAt: ctx.now,
    editedAt: null,
  };
  await storeMessage(ctx, message);
  await emitMessage(ctx, { lobby, message }, undefined);
}

/** Applies an edit in the linked channel. A changed text loses its moderation metadata. */
export async function applyChannelEdit(
  ctx: Context,
  lobby: LobbyRecord,
  changed: ChannelMessage,
): Promise<void> {
  const before = await ctx.tx.get(lobbyMessages, compoundKey(lobby.id, changed.id));
  if (before === undefined) return;
  const isNewText = before.content !== changed.content;
  const message: LobbyMessageRecord = {
    ...before,
    flags: changed.flags,
    content: changed.content,
    editedAt: parseTimestamp(changed.edited_timestamp ?? "") ?? before.editedAt,
    ...(isNewText ? { moderation_metadata: null } : {}),
  };
  ctx.tx.put(lobbyMessages, message);
  await emitMessageChange(ctx, { lobby, message }, isNewText ? "content" : "rest");
}

/** Applies a deletion in the linked channel. */
export async function applyChannelDeletion(
  ctx: Context,
  lobby: LobbyRecord,
  messageId: string,
): Promise<void> {
  const message = await ctx.tx.get(lobbyMessages, compoundKey(lobby.id, messageId));
  if (message === undefined) return;
  ctx.tx.delete(lobbyMessages, lobbyMessages.key(message));
  await emitMessageEnd(ctx, { lobby, message });
}

/**
 * Replaces the moderation metadata that the application set for a message.
 *
 * @throws UnknownMessage
 */
export async function moderateMessage(
  ctx: Context,
  { lobby, messageId }: { readonly lobby: LobbyRecord; readonly messageId: string },
  body: () => Metadata,
): Promise<void> {
  const before = await ctx.tx.get(lobbyMessages, compoundKey(lobby.id, messageId));
  if (before === undefined) throw new ApiError(UnknownMessage);
  const metadata = body();
  const isNothing = Object.keys(metadata).length === 0;
  const message = { ...before, moderation_metadata: isNothing ? null : metadata };
  ctx.tx.put(lobbyMessages, message);
  await emitMessageChange(ctx, { lobby, message }, "moderation");
}
