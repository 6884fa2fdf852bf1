// Creating, changing and deleting messages, with what others hear of it.
// Source: protocol: gateway-oauth-limits 4.16, commands-and-interactions 6.5.
import {
  ageKey,
  EphemeralMessageCreate,
  EphemeralMessageDelete,
  EphemeralMessageUpdate,
  MessageCreate,
  MessageDelete,
  MessageUpdate,
  timestamp,
  type AllowedMentionsForm,
  type GatewayMessage,
  type Static,
  type User,
} from "@antechamber/contract";
import type { Context, ReadContext } from "../../platform/context.ts";
import { pairKey } from "../applications/installs.ts";
import { bareMemberView, channels, roles, type ChannelRecord } from "../guilds/guild.ts";
import { memberOf } from "../guilds/operations.ts";
import { users, userView } from "../users/user.ts";
import type { MessageBody } from "./body.ts";
import { forgetFiles } from "./jobs.ts";
import { mentionsIn } from "./mentions.ts";
import { displayedText } from "./message-components.ts";
import { filesOf, messages, messageView, type MessageRecord } from "./message.ts";
import { placeFiles } from "./placing.ts";
import { pollFrom } from "./polls.ts";

/** Which mentions count: what the sender lets count, of what the sender may do. */
export interface MentionRights {
  readonly allowed: AllowedMentionsForm | undefined;
  /** May mention everyone, and roles that are not for everyone to mention. */
  readonly everyone: boolean;
  /** Who is replied to, when they are to hear of it. */
  readonly repliedUserId?: string;
}

export interface NewMessage {
  readonly channel: ChannelRecord;
  /** As it stands in the message from then on. */
  readonly author: Static<typeof User>;
  readonly type: number;
  readonly body: MessageBody;
  readonly rights: MentionRights;
  /** Where the message comes from, and who may see it. */
  readonly origin?: Pick<
    MessageRecord,
    | "webhook_id"
    | "application_id"
    | "interaction"
    | "interaction_metadata"
    | "message_reference"
    | "referenced_message"
    | "interactionId"
    | "visibleTo"
    | "nonce"
  >;
}

/** The body's fields as the record has them. */
async function written(
  ctx: Context,
  { content, flags, tts, newPoll, ...body }: MessageBody,
  place: {
    readonly channelId: string;
    readonly before: MessageRecord | undefined;
    readonly isEphemeral: boolean;
  },
) {
  const { channelId, before, isEphemeral } = place;
  const there = before === undefined ? [] : filesOf(before);
  const plan = body.files ?? { kept: there, added: [] };
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
  };
}

/** Stores a message and tells whoever can see it. */
export async function createMessage(ctx: Context, draft: NewMessage): Promise<MessageRecord> {
  const { channel, body, rights } = draft;
  const guildId = channel.guild_id;
  const isEphemeral = draft.origin?.visibleTo !== undefined;
  const place = { channelId: channel.id, before: undefined, isEphemeral };
  const message: MessageRecord = {
    id: ctx.id(),
    channel_id: channel.id,
    type: draft.type,
    author: draft.author,
    timestamp: timestamp(ctx.now),
    edited_timestamp: null,
    ...(await written(ctx, body, place)),
    ...(await mentioned(ctx, { guildId, body, rights })),
    pinned: false,
    ...draft.origin,
    ...(guildId === undefined ? {} : { guild_id: guildId }),
  };
  ctx.tx.put(messages, message);
  if (message.visibleTo === undefined) {
    ctx.tx.put(channels, { ...channel, last_message_id: message.id });
  }
  await announceCreated(ctx, message, channel);
  return message;
}

/**
 * Changes a message and tells whoever can see it.
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
  const { shownAttachments: _shown, guild_id: guildId, ...rest } = before;
  const isEphemeral = before.visibleTo !== undefined;
  const place = { channelId: before.channel_id, before, isEphemeral };
  const message: MessageRecord = {
    ...rest,
    ...(guildId === undefined ? {} : { guild_id: guildId }),
    ...(await written(ctx, body, place)),
    ...(rights === undefined ? {} : await mentioned(ctx, { guildId, body, rights })),
    edited_timestamp: change.edited ? timestamp(ctx.now) : before.edited_timestamp,
  };
  ctx.tx.put(messages, message);
  const kept = new Set(filesOf(message).map(({ id }) => id));
  forget(
    ctx,
    filesOf(before).filter(({ id }) => !kept.has(id)),
  );
  const channel = await ctx.tx.get(channels, ageKey(message.channel_id));
  await announceChanged(ctx, message, channel);
  return message;
}

function forget(ctx: Context, files: readonly { readonly id: string }[]): void {
  if (files.length > 0) ctx.schedule(forgetFiles, ctx.now, { ids: files.map(({ id }) => id) });
}

/** Takes a message and its files away without a word. */
export function removeMessage(ctx: Context, message: MessageRecord): void {
  ctx.tx.delete(messages, messages.key(message));
  forget(ctx, filesOf(message));
}

/** Deletes a message and tells whoever could see it. */
export function deleteMessage(ctx: Context, message: MessageRecord): void {
  const { id, channel_id, guild_id, visibleTo } = message;
  removeMessage(ctx, message);
  if (visibleTo !== undefined) {
    ctx.emit(EphemeralMessageDelete, { kind: "user", user_id: visibleTo }, { id, channel_id });
    return;
  }
  const inGuild = guild_id === undefined ? {} : { guild_id };
  const scope = { kind: "channel", channel_id, ...inGuild } as const;
  ctx.emit(MessageDelete, scope, { id, channel_id, ...inGuild });
}

/** The message of a channel with an id, or undefined. */
export function messageOf(
  ctx: ReadContext,
  channelId: string,
  id: string,
): Promise<MessageRecord | undefined> {
  return ctx.tx.get(messages, pairKey(channelId, id));
}

async function announceCreated(ctx: Context, message: MessageRecord, channel: ChannelRecord) {
  const payload = await gatewayView(ctx, message, channel);
  if (message.visibleTo === undefined) ctx.emit(MessageCreate, scopeOf(message), payload);
  else ctx.emit(EphemeralMessageCreate, { kind: "user", user_id: message.visibleTo }, payload);
}

async function announceChanged(
  ctx: Context,
  message: MessageRecord,
  channel: ChannelRecord | undefined,
) {
  const payload = await gatewayView(ctx, message, channel);
  if (message.visibleTo === undefined) ctx.emit(MessageUpdate, scopeOf(message), payload);
  else ctx.emit(EphemeralMessageUpdate, { kind: "user", user_id: message.visibleTo }, payload);
}

function scopeOf({ channel_id, guild_id }: MessageRecord) {
  return { kind: "channel", channel_id, ...(guild_id === undefined ? {} : { guild_id }) } as const;
}

/** What one user alone can see carries neither guild nor member. Source: gateway-oauth-limits 4.5. */
async function gatewayView(
  ctx: ReadContext,
  message: MessageRecord,
  channel: ChannelRecord | undefined,
): Promise<Static<typeof GatewayMessage>> {
  const view = {
    ...messageView(message),
    ...(channel === undefined ? {} : { channel_type: channel.type }),
  };
  const { guild_id } = message;
  if (guild_id === undefined || message.visibleTo !== undefined) return view;
  const member = await memberOf(ctx, guild_id, message.author.id);
  return { ...view, guild_id, ...(member === undefined ? {} : { member: bareMemberView(member) }) };
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
  const people = await Promise.all([...ids].map((id) => ctx.tx.get(users, ageKey(id))));
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
  const found = await Promise.all(ids.map((id) => ctx.tx.get(roles, pairKey(guildId, id))));
  return found.flatMap((role) =>
    role !== undefined && (role.mentionable || rights.everyone) ? [role.id] : [],
  );
}
