// Messages between two users who both have no account of their own: they belong to no channel and
// appear in no history. They are stored for as long as a game's history reaches, so that they can
// be edited, deleted and moderated. Source: protocol: lobbies-and-sdk 9.
import { limits } from "@antechamber/contract";
import type { GameMessage } from "@antechamber/contract/lobbies";
import { snowflakeKey, timestamp, type Static } from "@antechamber/contract/schema";
import type { User } from "@antechamber/contract/users";
import type { Millis } from "../../platform/clock.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { onDeadline } from "../../platform/schedule/deadlines.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { compareSnowflakes } from "../../platform/records/storage-keys.ts";
import { tableOf } from "../../platform/store.ts";
import { compoundKey, withPrefix } from "../../platform/records/compound-keys.ts";
import { userView, type UserRecord } from "../users/user.ts";
import { currentUser } from "./people.ts";

export interface EphemeralMessageRecord {
  readonly id: string;
  readonly application_id: string;
  readonly author: Static<typeof User>;
  /** The user to whom the message is addressed. */
  readonly recipient_id: string;
  readonly content: string;
  readonly flags: number;
  readonly sentAt: Millis;
  readonly editedAt: Millis | null;
  /** Metadata that the game's moderation set. */
  readonly moderation?: Readonly<Record<string, string>>;
}

/** The key of a message between two users, in either order. */
function betweenKey(applicationId: string, users: readonly [string, string], id: string): string {
  const [one, other] = users.toSorted(compareSnowflakes);
  return `${snowflakeKey(applicationId)}:${compoundKey(one ?? "", other ?? "")}:${snowflakeKey(id)}`;
}

export const ephemeralMessages = tableOf<EphemeralMessageRecord>()({
  name: "ephemeral_message",
  key: ({ application_id, author, recipient_id, id }) =>
    betweenKey(application_id, [author.id, recipient_id], id),
  deadline: ({ sentAt }) => sentAt + limits.gameHistoryAge.value,
});

/**
 * A message that two users have exchanged in a game, with its author in their present state, or
 * undefined.
 */
export async function ephemeralMessage(
  ctx: ReadContext,
  between: { readonly applicationId: string; readonly users: readonly [string, string] },
  id: string,
): Promise<EphemeralMessageRecord | undefined> {
  const key = betweenKey(between.applicationId, between.users, id);
  const message = await ctx.tx.get(ephemeralMessages, key);
  return message && { ...message, author: await currentUser(ctx, message.author) };
}

/** Deletes a message once it has expired. */
export const deleteEphemeralMessage = onDeadline(ephemeralMessages, {
  kind: "message.ephemeral",
  subject: ({ id }) => id,
  run: drop,
});

/** The messages that a user sent or received, in all games. */
async function messagesOf(
  ctx: ReadContext,
  userId: string,
): Promise<readonly EphemeralMessageRecord[]> {
  const all = await ctx.tx.find(ephemeralMessages);
  return all.filter(({ author, recipient_id }) => [author.id, recipient_id].includes(userId));
}

function drop(ctx: Context, message: EphemeralMessageRecord): void {
  ctx.tx.delete(ephemeralMessages, ephemeralMessages.key(message));
}

/** Deletes the messages that a deleted user sent or received. */
export async function deleteEphemeralMessagesOf(ctx: Context, userId: string): Promise<void> {
  for (const message of await messagesOf(ctx, userId)) drop(ctx, message);
}

/** Deletes all messages in the game of a deleted application. */
export async function dropEphemeralMessages(ctx: Context, applicationId: string): Promise<void> {
  const all = await ctx.tx.find(ephemeralMessages, withPrefix(applicationId));
  for (const message of all) drop(ctx, message);
}

/** Moves one account's messages to another account, as if it had sent and received them itself. */
export async function giveEphemeralMessages(
  ctx: Context,
  { from, to }: { readonly from: string; readonly to: UserRecord },
): Promise<void> {
  for (const message of await messagesOf(ctx, from)) {
    drop(ctx, message);
    const { author, recipient_id } = message;
    ctx.tx.put(ephemeralMessages, {
      ...message,
      author: author.id === from ? userView(to) : author,
      recipient_id: recipient_id === from ? to.id : recipient_id,
    });
  }
}

/** A message as one of the two users is shown it: the other user stands in for the channel. */
export function ephemeralView(
  message: EphemeralMessageRecord,
  viewerId: string,
): Static<typeof GameMessage> {
  const { author, recipient_id, moderation } = message;
  const otherId = viewerId === author.id ? recipient_id : author.id;
  return {
    id: message.id,
    channel_id: otherId,
    recipient_id: otherId,
    type: 0,
    content: message.content,
    author,
    timestamp: timestamp(message.sentAt),
    edited_timestamp: message.editedAt === null ? null : timestamp(message.editedAt),
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    components: [],
    pinned: false,
    flags: message.flags,
    application_id: message.application_id,
    ...definedFields({ moderation_metadata: moderation }),
  };
}
