// Creating, changing and deleting messages, with the events of each.
// Source: protocol: gateway-oauth-limits 4.16, commands-and-interactions 6.5.
import { ChannelType } from "@antechamber/contract/guilds";
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
  MessageType,
  MessageUpdate,
  type AllowedMentionsForm,
  type GatewayMessage,
} from "@antechamber/contract/messages";
import { snowflakeKey, timestamp, type Static } from "@antechamber/contract/schema";
import type { User } from "@antechamber/contract/users";
import type { Context, ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { compoundKey } from "../../platform/compound-keys.ts";
import { bareMemberView, channels, roles, type ChannelRecord } from "../guilds/guild.ts";
import { emitChannel } from "../guilds/events.ts";
import { isThread, memberOf } from "../guilds/operations.ts";
import { archivedAs } from "../guilds/threads/archiving.ts";
import { addToThread } from "../guilds/threads/membership.ts";
import { users, userView } from "../users/user.ts";
import type { MessageBody } from "./body.ts";
import { requireSizesIn, type FileOwner } from "./file-sizes.ts";
import { isBetweenPeople, emitToGames } from "./sdk-messages/events.ts";
import { forgetFiles, showInAnswers } from "./jobs.ts";
import { forgetReactionsAndVotes } from "./forgetting.ts";
import { withPeople } from "./people.ts";
import { pollFrom } from "./polls/poll.ts";
import { dropMessage, keepMessage } from "./message-store.ts";
import { withChosen } from "./components/chosen-entities.ts";
import { displayedText } from "./components/message-components.ts";
import { filesOf, messages, messageView, scopeOfMessage, type MessageRecord } from "./message.ts";
import { withThread } from "./threads/thread-view.ts";
import { placeFiles } from "./attachment-refs.ts";

/** Which mentions count: what the sender lets count, of what the sender may do. */
export interface MentionRights {
  readonly allowed: AllowedMentionsForm | undefined;
  /** May mention everyone, and roles that are not for everyone to mention. */
  readonly everyone: boolean;
  /** The user who is replied to, when the reply mentions them. */
  readonly repliedUserId?: string;
}

export interface NewMessage {
  /** Absent: a new one. */
  readonly id?: string;
  readonly channel: ChannelRecord;
  /** As it stands in the message from then on. */
  readonly author: Static<typeof User>;
  readonly type: number;
  readonly body: MessageBody;
  readonly rights: MentionRights;
  /** Fields of the event alone, which are not stored. */
  readonly told?: Pick<Static<typeof GatewayMessage>, "metadata">;
  /** Where the message comes from, and who may see it. */
  readonly origin?: Partial<
    Pick<
      MessageRecord,
      | "webhook_id"
      | "application_id"
      | "interaction"
      | "interaction_metadata"
      | "message_reference"
      | "referenced_message"
      | "message_snapshots"
      | "sticker_items"
      | "mention_everyone"
      | "snapshotFiles"
      | "embeds"
      | "components"
      | "attachments"
      | "shownAttachments"
      | "interactionId"
      | "isFollowUp"
      | "visibleTo"
      | "copiedDigest"
      | "nonce"
    >
  >;
}

/** The body's fields as the record has them. */
async function written(
  ctx: Context,
  { content, flags, tts, newPoll, ...body }: MessageBody,
  target: {
    readonly channelId: string;
    readonly before: MessageRecord | undefined;
    readonly isEphemeral: boolean;
    readonly files: FileOwner;
  },
) {
  const { channelId, before, isEphemeral } = target;
  const stickers = body.stickers ?? before?.sticker_items ?? [];
  const there = before === undefined ? [] : filesOf(before);
  const plan = body.files ?? { kept: there, added: [] };
  await requireSizesIn(ctx, plan.added, target.files);
  const { embeds, components } = body;
  const parts = { channelId, embeds, components, plan, there, isEphemeral };
  const { shownAttachments, ...placed } = await placeFiles(ctx, parts);
  return {
    content,
    flags,
    tts,
    ...placed,
    ...(shownAttachments.length > 0 ? { shownAttachments } : {}),
    ...(newPoll === undefined ? {} : { poll: pollFrom(newPoll, ctx.now) }),
    ...(stickers.length > 0 ? { sticker_items: [...stickers] } : {}),
    ...(body.theme === undefined ? {} : { shared_client_theme: body.theme }),
  };
}

/** Whose plan counts for a message's files: the user whose interaction it answers, or its author. */
function senderOf(message: Pick<MessageRecord, "author" | "interaction_metadata">): string {
  const { user }: { readonly user?: { readonly id: string } } = message.interaction_metadata ?? {};
  return (user ?? message.author).id;
}

/**
 * The id of a post's first message in a forum: the post's own, when who began it writes first.
 * Source: the reference's public page on threads.
 */
async function starterId(
  ctx: ReadContext,
  { id, parent_id, owner_id, last_message_id, type }: ChannelRecord,
  author: NewMessage["author"],
): Promise<string | undefined> {
  if (type !== ChannelType.PUBLIC_THREAD || owner_id !== author.id) return undefined;
  if ((last_message_id ?? undefined) !== undefined) return undefined;
  const parent = await ctx.tx.get(channels, snowflakeKey(parent_id ?? ""));
  const isPost =
    parent?.type === ChannelType.GUILD_FORUM || parent?.type === ChannelType.GUILD_MEDIA;
  return isPost ? id : undefined;
}

/**
 * A thread counts the messages that were sent in it, is no longer archived, and has their author
 * in it. Source: protocol: channels-and-threads 2.3, 2.5, 2.7.
 */
async function afterMessage(
  ctx: Context,
  channel: ChannelRecord,
  message: MessageRecord,
): Promise<void> {
  const { guild_id } = channel;
  const last_message_id = message.id;
  if (guild_id === undefined || !isThread(channel)) {
    return ctx.tx.put(channels, { ...channel, last_message_id });
  }
  const { total_message_sent: sent = 0, message_count: there = sent } = channel;
  const isStart = message.id === channel.id || message.type === MessageType.THREAD_STARTER_MESSAGE;
  const counts = isStart ? there : there + 1;
  const awake = archivedAs(ctx, { ...channel, guild_id }, false);
  // Clients count the message itself, whose event comes next.
  if (awake.thread_metadata !== channel.thread_metadata) emitChannel(ctx, awake, "known");
  const counted = { total_message_sent: sent + 1, message_count: counts };
  const thread = { ...awake, last_message_id, activeAt: ctx.now, ...counted };
  ctx.tx.put(channels, thread);
  if (joins(message)) await addToThread(ctx, thread, message.author.id);
}

/** Who writes joins; notices, and what webhooks and interactions send, bring nobody. */
function joins({ type, webhook_id }: MessageRecord): boolean {
  const isWritten = type === MessageType.DEFAULT || type === MessageType.REPLY;
  return isWritten && webhook_id === undefined;
}

/** The place of the next message in a thread. Source: protocol: channels-and-threads 2.7. */
function positionIn(channel: ChannelRecord): number | undefined {
  return isThread(channel) ? (channel.total_message_sent ?? 0) : undefined;
}

/** Stores a message and emits it to all who can see it. */
export async function createMessage(ctx: Context, draft: NewMessage): Promise<MessageRecord> {
  const { channel, body, rights } = draft;
  const guildId = channel.guild_id;
  const isEphemeral = draft.origin?.visibleTo !== undefined;
  const files = { guildId, senderId: senderOf({ ...draft.origin, author: draft.author }) };
  const target = { channelId: channel.id, before: undefined, isEphemeral, files };
  const message: MessageRecord = {
    id: draft.id ?? (await starterId(ctx, channel, draft.author)) ?? ctx.id(),
    channel_id: channel.id,
    type: draft.type,
    author: draft.author,
    timestamp: timestamp(ctx.now),
    edited_timestamp: null,
    ...(await written(ctx, body, target)),
    ...(await mentioned(ctx, { guildId, body, rights })),
    pinned: false,
    ...draft.origin,
    ...definedFields({ guild_id: guildId, position: positionIn(channel) }),
  };
  keepMessage(ctx.tx, message);
  if (message.visibleTo === undefined) {
    await afterMessage(ctx, channel, message);
  }
  await emitCreated(ctx, { message, channel, told: draft.told });
  if (isBetweenPeople(channel)) await emitToGames(ctx, "CREATE", { channel, message });
  return message;
}

/**
 * Changes a message and emits that to all who can see it.
 *
 * @param rights undefined when the text stays, and with it its mentions
 * @param edited false for the filling of a promised message, which nobody saw before
 */
export async function editMessage(
  ctx: Context,
  before: MessageRecord,
  change: { body: MessageBody; rights: MentionRights | undefined; edited: boolean },
): Promise<MessageRecord> {
  const { body, rights } = change;
  const { shownAttachments: _shown, sticker_items: _stickers, ...more } = before;
  const { guild_id: guildId, moderation, ...rest } = more;
  const isEphemeral = before.visibleTo !== undefined;
  const files = { guildId, senderId: senderOf(before) };
  const target = { channelId: before.channel_id, before, isEphemeral, files };
  const message: MessageRecord = {
    ...rest,
    ...definedFields({ guild_id: guildId }),
    ...(await written(ctx, body, target)),
    ...(rights === undefined ? {} : await mentioned(ctx, { guildId, body, rights })),
    edited_timestamp: change.edited ? timestamp(ctx.now) : before.edited_timestamp,
    // Moderation metadata is about the old text.
    ...(moderation !== undefined && body.content === before.content ? { moderation } : {}),
  };
  keepMessage(ctx.tx, message);
  const kept = new Set(filesOf(message).map(({ id }) => id));
  forget(
    ctx,
    filesOf(before).filter(({ id }) => !kept.has(id)),
  );
  const channel = await ctx.tx.get(channels, snowflakeKey(message.channel_id));
  await emitChanged(ctx, message, channel);
  if (isBetweenPeople(channel)) await emitToGames(ctx, "UPDATE", { channel, message });
  return message;
}

function forget(ctx: Context, files: readonly { readonly id: string }[]): void {
  if (files.length > 0) ctx.schedule(forgetFiles, ctx.now, { ids: files.map(({ id }) => id) });
}

/** Deletes a message and its files, and emits no event. */
export async function removeMessage(ctx: Context, message: MessageRecord): Promise<void> {
  dropMessage(ctx.tx, message);
  await showInAnswers(ctx, message);
  forget(ctx, [...filesOf(message), ...(message.snapshotFiles ?? [])]);
  if (message.reactionCounts === undefined && message.poll === undefined) return;
  ctx.schedule(forgetReactionsAndVotes, ctx.now, { messageId: message.id });
}

/** A thread counts a message that is deleted no more. */
export async function uncount(ctx: Context, { id, channel_id }: MessageRecord): Promise<void> {
  const thread = await ctx.tx.get(channels, snowflakeKey(channel_id));
  if (thread === undefined || !isThread(thread) || thread.id === id) return;
  const { total_message_sent: sent = 0, message_count: there = sent } = thread;
  ctx.tx.put(channels, { ...thread, message_count: Math.max(0, there - 1) });
}

/** Deletes a message and emits that to all who could see it. */
export async function deleteMessage(ctx: Context, message: MessageRecord): Promise<void> {
  const { id, channel_id, guild_id, visibleTo } = message;
  await removeMessage(ctx, message);
  if (visibleTo === undefined) await uncount(ctx, message);
  if (visibleTo !== undefined) {
    const payload = { id, channel_id };
    ctx.emit(EphemeralMessageDelete, { kind: "user", user_id: visibleTo }, payload);
    return ctx.emit(OwnEphemeralMessageDelete, senderScope(message), payload);
  }
  const inGuild = definedFields({ guild_id });
  ctx.emit(MessageDelete, scopeOfMessage(message), { id, channel_id, ...inGuild });
}

/** The message of a channel with an id, or undefined. */
export function messageOf(
  ctx: ReadContext,
  channelId: string,
  id: string,
): Promise<MessageRecord | undefined> {
  return ctx.tx.get(messages, compoundKey(channelId, id));
}

interface CreatedMessage extends Pick<NewMessage, "channel"> {
  readonly message: MessageRecord;
  readonly told: NewMessage["told"];
}

async function emitCreated(ctx: Context, { message, channel, told }: CreatedMessage) {
  const payload = { ...(await gatewayView(ctx, message, channel)), ...told };
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
  const payload = await gatewayView(ctx, message, channel);
  const { visibleTo } = message;
  if (visibleTo === undefined) return ctx.emit(MessageUpdate, scopeOfMessage(message), payload);
  ctx.emit(EphemeralMessageUpdate, { kind: "user", user_id: visibleTo }, payload);
  ctx.emit(OwnEphemeralMessageUpdate, senderScope(message), payload);
}

/** An ephemeral message's events go to its user and to the application that sent it. */
function senderScope({ author }: MessageRecord) {
  return { kind: "application", application_id: author.id } as const;
}

/**
 * A message as sessions see it. What one user alone can see carries neither guild nor member.
 * Source: gateway-oauth-limits 4.5.
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

/** What stands beside a user who is in the guild. */
async function membershipOf(ctx: ReadContext, guildId: string, userId: string) {
  const member = await memberOf(ctx, guildId, userId);
  return member === undefined ? {} : { member: bareMemberView(member) };
}

interface Sent {
  readonly guildId: string | undefined;
  readonly body: Pick<MessageBody, "content" | "components">;
  readonly rights: MentionRights;
}

async function mentioned(ctx: ReadContext, { guildId, body, rights }: Sent) {
  const found = mentionsIn(`${body.content}\n${displayedText(body.components)}`, rights.allowed);
  const { repliedUserId } = rights;
  const ids = new Set([...(repliedUserId === undefined ? [] : [repliedUserId]), ...found.userIds]);
  const people = await Promise.all([...ids].map((id) => ctx.tx.get(users, snowflakeKey(id))));
  return {
    mentions: people.flatMap((user) => (user === undefined ? [] : [userView(user)])),
    mention_roles: await mentionedRoles(ctx, { guildId, ids: found.roleIds, rights }),
    mention_everyone: guildId !== undefined && rights.everyone && found.everyone,
  };
}

interface NamedRoles {
  readonly guildId: string | undefined;
  readonly ids: readonly string[];
  readonly rights: MentionRights;
}

async function mentionedRoles(
  ctx: ReadContext,
  { guildId, ids, rights }: NamedRoles,
): Promise<string[]> {
  if (guildId === undefined) return [];
  const found = await Promise.all(ids.map((id) => ctx.tx.get(roles, compoundKey(guildId, id))));
  return found.flatMap((role) =>
    role !== undefined && (role.mentionable || rights.everyone) ? [role.id] : [],
  );
}

/** What a text mentions, as far as its sender lets it count. */
export interface Mentions {
  readonly userIds: readonly string[];
  readonly roleIds: readonly string[];
  /** `@everyone` or `@here`. */
  readonly everyone: boolean;
}

/** Different users or roles that one message can mention. Source: machine specification. */
export const MENTIONS_MAX = 100;

/** Text in code blocks is shown as it is, without mentions. */
const CODE = /```[\s\S]*?```|``[\s\S]*?``|`[^`]*`/g;

function idsIn(text: string, pattern: RegExp): string[] {
  const ids = new Set(Array.from(text.matchAll(pattern), (match) => match[1] ?? ""));
  return [...ids].slice(0, MENTIONS_MAX);
}

/** The channels that a text mentions. */
export function channelsMentionedIn(text: string): string[] {
  return idsIn(text.replaceAll(CODE, " "), /<#([1-9][0-9]{0,18})>/g);
}

/** Without `allowed_mentions`, every mention counts; with it, only those that it allows. */
export function mentionsIn(content: string, allowed: AllowedMentionsForm | undefined): Mentions {
  const text = content.replaceAll(CODE, " ");
  const kinds = new Set<string>(allowed?.parse);
  const counts = (kind: "users" | "roles") => (id: string) =>
    allowed === undefined || kinds.has(kind) || (allowed[kind]?.includes(id) ?? false);
  return {
    userIds: idsIn(text, /<@!?([1-9][0-9]{0,18})>/g).filter(counts("users")),
    roleIds: idsIn(text, /<@&([1-9][0-9]{0,18})>/g).filter(counts("roles")),
    everyone: /@(?:everyone|here)\b/.test(text) && (allowed === undefined || kinds.has("everyone")),
  };
}
