// Messages of lobbies: records, tables and views.
import { limits } from "@antechamber/contract";
import type { LobbyMessage } from "@antechamber/contract/lobbies";
import { timestamp, type Static } from "@antechamber/contract/schema";
import type { User } from "@antechamber/contract/users";
import type { Millis } from "../../platform/clock.ts";
import { tableOf } from "../../platform/store.ts";
import { keyOfIds } from "../../platform/records/stored-form.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { onDeadline } from "../../platform/schedule/deadlines.ts";
import { compoundKey, withPrefix } from "../../platform/records/compound-keys.ts";
import { currentUser } from "../messages/people.ts";
import { userView, type UserRecord } from "../users/user.ts";
import type { Metadata } from "./lobby.ts";

/** A message of a lobby. `author` is a copy from when it was sent. */
export interface LobbyMessageRecord {
  readonly id: string;
  readonly lobby_id: string;
  /** The application that the lobby belongs to. */
  readonly application_id: string;
  /** The channel that was linked when it was sent, or the lobby's id. */
  readonly channel_id: string;
  readonly type: number;
  readonly content: string;
  readonly author: Static<typeof User>;
  /** The member's name in the game when it was sent; null without one. */
  readonly additional_name: string | null;
  readonly flags: number;
  readonly moderation_metadata: Metadata | null;
  /** False for messages that were written in the linked channel. */
  readonly isFromGame: boolean;
  readonly sentAt: Millis;
  readonly editedAt: Millis | null;
  /** The nonce that its sender chose; absent for none. */
  readonly nonce?: string | number;
}

export const lobbyMessages = tableOf<LobbyMessageRecord>()({
  name: "lobby_message",
  key: keyOfIds("lobby_id", "id"),
  defaults: { additional_name: null, flags: 0, moderation_metadata: null, editedAt: null },
});

/** Marks a lobby whose messages are to be deleted once they are too old. */
export interface LobbyHistory {
  readonly lobby_id: string;
  /** When to look for expired messages: when the oldest expires, or earlier. */
  readonly forgetAt: Millis;
}

function historyKey({ lobby_id }: Pick<LobbyHistory, "lobby_id">): string {
  return compoundKey(lobby_id, lobby_id);
}

export const lobbyHistories = tableOf<LobbyHistory>()({
  name: "lobby_history",
  key: historyKey,
  deadline: ({ forgetAt }) => forgetAt,
  // A deadline of 0 is due at once, and then computes the next one.
  migrations: { 2: (old: Pick<LobbyHistory, "lobby_id">) => ({ ...old, forgetAt: 0 }) },
});

/**
 * A message as shown to its lobby's members and application, with its author in their present
 * state, as in channels.
 */
export async function lobbyMessageView(
  ctx: ReadContext,
  message: LobbyMessageRecord,
): Promise<Static<typeof LobbyMessage>> {
  const { additional_name, moderation_metadata } = message;
  return {
    id: message.id,
    type: message.type,
    content: message.content,
    lobby_id: message.lobby_id,
    channel_id: message.channel_id,
    author: await currentUser(ctx, message.author),
    ...(additional_name === null ? {} : { lobby_member: { additional_name } }),
    ...(moderation_metadata === null ? {} : { moderation_metadata }),
    flags: message.flags,
    ...(message.isFromGame ? { application_id: message.application_id } : {}),
  };
}

/** The timestamps of a message in wire format. */
export function momentsOf({ sentAt, editedAt }: LobbyMessageRecord) {
  return {
    timestamp: timestamp(sentAt),
    edited_timestamp: editedAt === null ? null : timestamp(editedAt),
  };
}

const AGE_MAX_MS = limits.gameHistoryAge.value;

/** Messages that were sent up to this instant have expired. */
function horizon(now: Millis): Millis {
  return now - AGE_MAX_MS;
}

/** The newest messages of a lobby that have not expired, newest first. */
export async function recentMessages(
  ctx: ReadContext,
  lobbyId: string,
  limit: number,
): Promise<readonly LobbyMessageRecord[]> {
  const search = { ...withPrefix(lobbyId), newestFirst: true, limit };
  const found = await ctx.tx.find(lobbyMessages, search);
  return found.filter(({ sentAt }) => sentAt > horizon(ctx.now));
}

/** Stores a new message; the oldest are deleted when there are too many. */
export async function storeMessage(ctx: Context, message: LobbyMessageRecord): Promise<void> {
  ctx.tx.put(lobbyMessages, message);
  const { lobby_id } = message;
  if ((await ctx.tx.get(lobbyHistories, historyKey({ lobby_id }))) === undefined) {
    return ctx.tx.put(lobbyHistories, { lobby_id, forgetAt: ctx.now + AGE_MAX_MS });
  }
  const ofLobby = withPrefix(message.lobby_id);
  const surplus = (await ctx.tx.count(lobbyMessages, ofLobby)) - limits.lobbyHistory.value;
  if (surplus <= 0) return;
  for (const oldest of await ctx.tx.find(lobbyMessages, { ...ofLobby, limit: surplus })) {
    ctx.tx.delete(lobbyMessages, lobbyMessages.key(oldest));
  }
}

/** Gives an account's messages in a lobby to another account, as if it had written them itself. */
export async function giveLobbyMessages(
  ctx: Context,
  lobbyId: string,
  { from, to }: { readonly from: UserRecord; readonly to: UserRecord },
): Promise<void> {
  for (const message of await ctx.tx.find(lobbyMessages, withPrefix(lobbyId))) {
    if (message.author.id !== from.id) continue;
    ctx.tx.put(lobbyMessages, { ...message, author: userView(to) });
  }
}

/** When the oldest of any number of messages was sent; infinity for none. */
export function oldestOf(messages: readonly Pick<LobbyMessageRecord, "sentAt">[]): Millis {
  return messages.reduce((oldest, { sentAt }) => Math.min(oldest, sentAt), Infinity);
}

/** Deletes expired messages, and schedules the next deletion. */
async function deleteExpiredMessages(ctx: Context, history: LobbyHistory): Promise<void> {
  const all = await ctx.tx.find(lobbyMessages, withPrefix(history.lobby_id));
  const recent: LobbyMessageRecord[] = [];
  for (const message of all) {
    if (message.sentAt > horizon(ctx.now)) recent.push(message);
    else ctx.tx.delete(lobbyMessages, lobbyMessages.key(message));
  }
  if (recent.length === 0) return ctx.tx.delete(lobbyHistories, historyKey(history));
  const forgetAt = oldestOf(recent) + AGE_MAX_MS;
  ctx.tx.put(lobbyHistories, { ...history, forgetAt });
}

export const lobbyHistoryDeadline = onDeadline(lobbyHistories, {
  kind: "lobby.history",
  subject: ({ lobby_id }) => lobby_id,
  run: deleteExpiredMessages,
});

/** Deletes all messages of a deleted lobby. */
export async function deleteMessages(ctx: Context, lobbyId: string): Promise<void> {
  const key = historyKey({ lobby_id: lobbyId });
  if ((await ctx.tx.get(lobbyHistories, key)) === undefined) return;
  ctx.tx.delete(lobbyHistories, key);
  for (const message of await ctx.tx.find(lobbyMessages, withPrefix(lobbyId))) {
    ctx.tx.delete(lobbyMessages, lobbyMessages.key(message));
  }
}
