// Direct messages that players send from a game. Source: protocol: lobbies-and-sdk 9, 13 #14.
import { EmptyMessage, limits } from "@antechamber/contract";
import { ChannelType } from "@antechamber/contract/guilds";
import type { GameMessageDraft } from "@antechamber/contract/lobbies";
import { CannotMessageUser, MessageType, MessageFlag } from "@antechamber/contract/messages";
import {
  GameMessagesRefused,
  ProvisionalRecipientOffline,
  type GameMessage,
} from "@antechamber/contract/lobbies";
import { parseTimestamp, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { hasLiveSession } from "../../applications/live-sessions.ts";
import { channels, type ChannelRecord } from "../../guilds/guild.ts";
import { userView, type UserRecord } from "../../users/user.ts";
import { directMessage, openDirectMessage } from "../direct-messages.ts";
import { ephemeralMessage, ephemeralView } from "../ephemeral-message.ts";
import { moderateEphemeral, sendEphemeral } from "../ephemeral-sending.ts";
import { historyOf, messageIn } from "../history.ts";
import { messageView, type MessageRecord } from "../message.ts";
import { createMessage } from "../operations.ts";
import { withPeople } from "../people.ts";
import { emitModerated } from "../events.ts";
import { storeMessage } from "../message-store.ts";
import { plainBody } from "../body.ts";
import { compareSnowflakes } from "../../../platform/records/storage-keys.ts";

/** Two users in a game. */
export interface Players {
  readonly applicationId: string;
  readonly user: UserRecord;
  readonly other: UserRecord;
}

/** True if messages between the two users are ephemeral: neither has an account of their own. */
export function isEphemeral({ user, other }: Pick<Players, "user" | "other">): boolean {
  return user.isProvisional === true && other.isProvisional === true;
}

/** A direct message as a game receives it, with the moderation metadata of that game. */
export async function gameMessageView(
  ctx: ReadContext,
  message: MessageRecord,
  applicationId: string,
): Promise<Static<typeof GameMessage>> {
  const moderation = message.moderation?.[applicationId];
  return {
    ...(await withPeople(ctx, messageView(ctx, message))),
    ...definedFields({ moderation_metadata: moderation }),
  };
}

type Draft = Static<typeof GameMessageDraft>;

/** The text of a message. @throws EmptyMessage */
export function requireText(content: string | undefined): string {
  if (content === undefined || content.trim() === "") throw new ApiError(EmptyMessage);
  return content;
}

/**
 * Sends a message from a game to another person.
 *
 * @throws CannotMessageUser to a bot or to oneself, EmptyMessage, GameMessagesRefused,
 *   ProvisionalRecipientOffline, EphemeralRecipientOffline
 */
export async function sendGameMessage(
  ctx: Context,
  players: Players,
  draft: Draft,
): Promise<Static<typeof GameMessage>> {
  const { user, other, applicationId } = players;
  if (other.id === user.id || other.bot === true) throw new ApiError(CannotMessageUser);
  const content = requireText(draft.content);
  if (other.refusesGameMessages === true) throw new ApiError(GameMessagesRefused);
  const flags = gameMessageFlags(draft.flags);
  const metadata = draft.metadata ?? undefined;
  const echoed = definedFields({ metadata });
  if (isEphemeral(players)) {
    const sending = { applicationId, author: user, recipient: other, content, flags, metadata };
    return { ...ephemeralView(await sendEphemeral(ctx, sending), user.id), ...echoed };
  }
  if (other.isProvisional === true && !(await hasLiveSession(ctx, other.id, applicationId))) {
    throw new ApiError(ProvisionalRecipientOffline);
  }
  const message = await createMessage(ctx, {
    channel: await openDirectMessage(ctx, user.id, other.id),
    author: userView(user),
    type: MessageType.DEFAULT,
    body: plainBody(content, flags),
    rights: { allowed: undefined, everyone: false },
    extras: echoed,
    origin: { application_id: applicationId },
  });
  return { ...(await gameMessageView(ctx, message, applicationId)), ...echoed };
}

/** A message in the direct message channel of two users with its channel, or undefined. */
export async function messageBetween(
  ctx: ReadContext,
  { user, other }: Pick<Players, "user" | "other">,
  messageId: string,
): Promise<{ channel: ChannelRecord; message: MessageRecord } | undefined> {
  const channel = await directMessage(ctx, user.id, other.id);
  const message = channel && (await messageIn(ctx, channel.id, messageId));
  return channel === undefined || message === undefined ? undefined : { channel, message };
}

/** The recent direct messages of two users, newest first. Source: lobbies-and-sdk 5.2. */
export async function messagesBetween(
  ctx: ReadContext,
  players: Players,
  limit: number,
): Promise<readonly Static<typeof GameMessage>[]> {
  const channel = await directMessage(ctx, players.user.id, players.other.id);
  if (channel === undefined) return [];
  const earliest = ctx.now - limits.gameHistoryAge.value;
  const page = await historyOf(ctx, channel.id, { limit });
  const recent = page.filter(({ timestamp }) => (parseTimestamp(timestamp) ?? 0) > earliest);
  return Promise.all(recent.map((message) => gameMessageView(ctx, message, players.applicationId)));
}

/** The users with whom a user has a direct message channel, most recently used first. */
export async function correspondents(ctx: ReadContext, userId: string) {
  const own = await ctx.tx.find(channels, { index: "recipient", value: userId });
  return own
    .filter((channel) => channel.type === ChannelType.DM)
    .flatMap(({ recipientIds = [], last_message_id: last = null }) =>
      recipientIds
        .filter((id) => id !== userId)
        .map((user_id) => ({ user_id, last_message_id: last })),
    )
    .toSorted((a, b) => compareSnowflakes(b.last_message_id ?? "0", a.last_message_id ?? "0"));
}

/**
 * Sets an application's moderation metadata of a message between two users.
 *
 * @returns false if there is no such message
 */
export async function moderateBetween(
  ctx: Context,
  players: Players,
  { id, body }: { readonly id: string; readonly body: () => Readonly<Record<string, string>> },
): Promise<boolean> {
  const { user, other, applicationId } = players;
  const between = { applicationId, users: [user.id, other.id] } as const;
  const passing = await ephemeralMessage(ctx, between, id);
  if (passing !== undefined) {
    moderateEphemeral(ctx, passing, body());
    return true;
  }
  const found = await messageBetween(ctx, players, id);
  if (found === undefined) return false;
  const metadata = body();
  const { [applicationId]: _, ...others } = found.message.moderation ?? {};
  const isNothing = Object.keys(metadata).length === 0;
  const moderation = isNothing ? others : { ...others, [applicationId]: metadata };
  const message = { ...found.message, moderation };
  storeMessage(ctx.tx, message);
  await emitModerated(ctx, { message, channel: found.channel, applicationId });
  return true;
}

/** Flags that a game may set; others are ignored. */
const GAME_FLAGS = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS;

/** The flags of a message that is sent from a game. */
export function gameMessageFlags(requested: number | null | undefined): number {
  return ((requested ?? 0) & GAME_FLAGS) | MessageFlag.SENT_BY_SOCIAL_LAYER_INTEGRATION;
}
