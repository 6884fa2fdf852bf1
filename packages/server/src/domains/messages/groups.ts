// Groups: their recipients, owners, names and pictures.
// Source: protocol: channels-and-threads 4.
import { limits, MissingAccess, MissingPermissions, WrongChannelType } from "@antechamber/contract";
import {
  ChannelType,
  ChannelUpdate,
  DirectChannelCreate,
  InvalidAccessToken,
} from "@antechamber/contract/guilds";
import {
  ChannelRecipientAdd,
  ChannelRecipientRemove,
  DirectChannelDelete,
  InvalidRecipients,
  MessageType,
  TooManyGroups,
  TooManyRecipients,
} from "@antechamber/contract/messages";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { withPrefix } from "../../platform/records/compound-keys.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { userWhoGranted } from "../applications/tokens.ts";
import { channels, channelView, type ChannelRecord } from "../guilds/guild.ts";
import { recipientsOf } from "../guilds/operations.ts";
import { storeImage } from "../users/image.ts";
import { userOf } from "../users/operations.ts";
import { userView, type UserRecord } from "../users/user.ts";
import { messages } from "./message.ts";
import { removeMessage } from "./operations.ts";
import { postSystemMessage } from "./system-message.ts";

/** The scope that lets an application add a user to groups. */
const SCOPE = "gdm.join";

function newGroup(id: string, ownerId: string, otherIds: readonly string[]): ChannelRecord {
  return {
    id,
    type: ChannelType.GROUP_DM,
    last_message_id: null,
    flags: 0,
    name: null,
    icon: null,
    owner_id: ownerId,
    recipientIds: [ownerId, ...otherIds],
  };
}

/** Emits a direct message channel or a group to a user who is new in it. */
export async function emitDirectChannel(
  ctx: Context,
  channel: ChannelRecord,
  userId: string,
): Promise<void> {
  const others = await recipientsOf(ctx, channel, userId);
  const scope = { kind: "user", user_id: userId } as const;
  ctx.emit(DirectChannelCreate, scope, channelView(channel, others));
}

/** A new group, owned by the user who opens it. */
export async function openGroup(
  ctx: Context,
  ownerId: string,
  otherIds: readonly string[],
): Promise<ChannelRecord> {
  const group = newGroup(ctx.id(), ownerId, otherIds);
  ctx.tx.put(channels, group);
  for (const id of [ownerId, ...otherIds]) await emitDirectChannel(ctx, group, id);
  return group;
}

/** A user who adds or removes others, and a channel that this user sees. */
export interface InGroup {
  readonly user: UserRecord;
  readonly channel: ChannelRecord;
}

/** The user to add, the access token that allows it, and a nickname for the new recipient. */
export interface AddedRecipient {
  readonly userId: string;
  readonly token?: string | undefined;
  readonly nick?: string | undefined;
}

/** The users whose access tokens allow an application to add them. @throws InvalidAccessToken */
async function grantedBy(
  ctx: ReadContext,
  applicationId: string,
  tokens: readonly string[],
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const token of tokens) {
    const id = await userWhoGranted(ctx, token, { applicationId, scope: SCOPE });
    if (id === undefined) throw new ApiError(InvalidAccessToken);
    ids.push(id);
  }
  return [...new Set(ids)];
}

/**
 * Opens a group of users who granted this to the application, which owns and manages the group.
 *
 * @throws InvalidAccessToken, TooManyRecipients, TooManyGroups
 */
export async function openManagedGroup(
  ctx: Context,
  bot: UserRecord,
  { tokens, nicks }: { tokens: readonly string[]; nicks: Readonly<Record<string, string | null>> },
): Promise<ChannelRecord> {
  const ids = await grantedBy(ctx, bot.id, tokens);
  if (ids.length >= limits.groupRecipients.value) throw new ApiError(TooManyRecipients);
  const own = await ctx.tx.find(channels, { index: "recipient", value: bot.id });
  const groups = own.filter(({ type }) => type === ChannelType.GROUP_DM);
  if (groups.length >= limits.groupsOfApplication.value) throw new ApiError(TooManyGroups);
  const named = Object.entries(nicks).flatMap(([id, nick]) =>
    ids.includes(id) && nick !== null ? [[id, nick] as const] : [],
  );
  const channel: ChannelRecord = {
    ...newGroup(ctx.id(), bot.id, ids),
    application_id: bot.id,
    managed: true,
    ...(named.length === 0 ? {} : { groupNicks: Object.fromEntries(named) }),
  };
  ctx.tx.put(channels, channel);
  for (const id of ids) await emitDirectChannel(ctx, channel, id);
  return channel;
}

/**
 * Adds a user. In a direct message of two users, this creates a new group of three.
 *
 * @returns the group that was created; undefined if the user was added to the same group, or was in
 *   it
 * @throws WrongChannelType, MissingAccess, InvalidAccessToken, InvalidRecipients, UnknownUser,
 *   TooManyRecipients
 */
export async function addToGroup(
  ctx: Context,
  { user, channel }: InGroup,
  added: AddedRecipient,
): Promise<ChannelRecord | undefined> {
  if (channel.guild_id !== undefined) throw new ApiError(WrongChannelType);
  const other = await userOf(ctx, added.userId);
  await requireAdding(ctx, { user, channel }, { ...added, userId: other.id });
  const { recipientIds: before = [], type } = channel;
  if (before.includes(other.id)) return undefined;
  if (other.bot === true) throw new ApiError(InvalidRecipients);
  if (type === ChannelType.DM) {
    const peers = before.filter((id) => id !== user.id);
    return openGroup(ctx, user.id, [...peers, other.id]);
  }
  if (before.length >= limits.groupRecipients.value) throw new ApiError(TooManyRecipients);
  const nicks = {
    ...channel.groupNicks,
    ...(added.nick === undefined ? {} : { [other.id]: added.nick }),
  };
  const after = {
    ...channel,
    recipientIds: [...before, other.id],
    ...(Object.keys(nicks).length === 0 ? {} : { groupNicks: nicks }),
  };
  ctx.tx.put(channels, after);
  await emitDirectChannel(ctx, after, other.id);
  const { nick } = added;
  const payload = { channel_id: channel.id, user: userView(other), ...definedFields({ nick }) };
  ctx.emit(ChannelRecipientAdd, { kind: "channel", channel_id: channel.id }, payload);
  await postSystemMessage(ctx, {
    channel: after,
    author: userView(user),
    type: MessageType.RECIPIENT_ADD,
    mentionedUserId: other.id,
  });
  return undefined;
}

/** @throws MissingAccess, InvalidAccessToken, WrongChannelType, InvalidRecipients */
async function requireAdding(
  ctx: ReadContext,
  { user, channel }: InGroup,
  { userId, token }: AddedRecipient,
): Promise<void> {
  if (user.bot === true) {
    if (channel.type !== ChannelType.GROUP_DM) throw new ApiError(WrongChannelType);
    const [granted] = await grantedBy(ctx, user.id, [token ?? ""]);
    if (granted !== userId) throw new ApiError(InvalidAccessToken);
    return;
  }
  // Only the application adds users to a group that it manages, by their access tokens.
  if (channel.managed === true) throw new ApiError(MissingAccess);
  const isWithBot = (id: string) => userOf(ctx, id).then(({ bot }) => bot === true);
  if (channel.type !== ChannelType.DM) return;
  for (const id of channel.recipientIds ?? []) {
    if (await isWithBot(id)) throw new ApiError(InvalidRecipients);
  }
}

/**
 * Removes a user from a group that the caller owns, or lets them leave. If the owner leaves,
 * another recipient becomes the owner; if the last recipient leaves, the group is deleted.
 *
 * @throws WrongChannelType, MissingPermissions, UnknownUser
 */
export async function removeFromGroup(
  ctx: Context,
  { user, channel }: InGroup,
  userId: string,
): Promise<void> {
  if (channel.type !== ChannelType.GROUP_DM) throw new ApiError(WrongChannelType);
  if (userId !== user.id && channel.owner_id !== user.id) throw new ApiError(MissingPermissions);
  const gone = await userOf(ctx, userId);
  const { recipientIds: before = [], groupNicks: nicks = {}, ...rest } = channel;
  if (!before.includes(gone.id)) return;
  const recipientIds = before.filter((id) => id !== gone.id);
  const { [gone.id]: _nick, ...groupNicks } = nicks;
  const owner_id = channel.owner_id === gone.id ? recipientIds[0] : channel.owner_id;
  const after: ChannelRecord = {
    ...rest,
    recipientIds,
    ...definedFields({ owner_id }),
    ...(Object.keys(groupNicks).length === 0 ? {} : { groupNicks }),
  };
  ctx.tx.put(channels, after);
  const scope = { kind: "channel", channel_id: channel.id } as const;
  ctx.emit(ChannelRecipientRemove, scope, { channel_id: channel.id, user: userView(gone) });
  const others = await recipientsOf(ctx, after, undefined);
  ctx.emit(DirectChannelDelete, { kind: "user", user_id: gone.id }, channelView(after, others));
  if (recipientIds.length === 0) return dropGroup(ctx, channel.id);
  await postSystemMessage(ctx, {
    channel: after,
    author: userView(user),
    type: MessageType.RECIPIENT_REMOVE,
    mentionedUserId: gone.id,
  });
  if (after.owner_id !== channel.owner_id) await emitGroupChanged(ctx, after);
}

/**
 * Replaces one account by another in a group, when the first is merged into the second. Messages
 * stay as they are.
 */
export async function replaceInGroup(
  ctx: Context,
  channel: ChannelRecord,
  { from, to }: { readonly from: UserRecord; readonly to: UserRecord },
): Promise<ChannelRecord> {
  const { recipientIds: before = [], groupNicks = {}, ...rest } = channel;
  const { [from.id]: nick, ...others } = groupNicks;
  const nicks = nick === undefined ? others : { [to.id]: nick, ...others };
  const owner_id = channel.owner_id === from.id ? to.id : channel.owner_id;
  const after: ChannelRecord = {
    ...rest,
    recipientIds: [...new Set(before.map((id) => (id === from.id ? to.id : id)))],
    ...definedFields({ owner_id }),
    ...(Object.keys(nicks).length === 0 ? {} : { groupNicks: nicks }),
  };
  ctx.tx.put(channels, after);
  const scope = { kind: "channel", channel_id: channel.id } as const;
  ctx.emit(ChannelRecipientRemove, scope, { channel_id: channel.id, user: userView(from) });
  if (!before.includes(to.id)) {
    await emitDirectChannel(ctx, after, to.id);
    const added = { channel_id: channel.id, user: userView(to), ...definedFields({ nick }) };
    ctx.emit(ChannelRecipientAdd, scope, added);
  }
  if (owner_id !== channel.owner_id) await emitGroupChanged(ctx, after);
  return after;
}

/** Deletes a group without recipients, and its messages. */
async function dropGroup(ctx: Context, id: string): Promise<void> {
  for (const message of await ctx.tx.find(messages, withPrefix(id))) {
    await removeMessage(ctx, message);
  }
  ctx.tx.delete(channels, snowflakeKey(id));
}

/** The fields of a group to change. */
export interface GroupChange {
  readonly name?: string | null | undefined;
  readonly icon?: string | null | undefined;
}

/** Changes a group's name or picture, and posts a notice of that in it. */
export async function changeGroup(
  ctx: Context,
  { user, channel }: InGroup,
  { name, icon }: GroupChange,
): Promise<ChannelRecord> {
  const hash = icon === undefined || icon === null ? icon : await storeImage(ctx, icon);
  const after = { ...channel, ...definedFields({ name, icon: hash }) };
  if (after.name === channel.name && after.icon === channel.icon) return channel;
  ctx.tx.put(channels, after);
  await emitGroupChanged(ctx, after);
  const notice = { channel: after, author: userView(user) };
  if (after.name !== channel.name) {
    const content = after.name ?? "";
    await postSystemMessage(ctx, { ...notice, type: MessageType.CHANNEL_NAME_CHANGE, content });
  }
  if (after.icon !== channel.icon)
    await postSystemMessage(ctx, { ...notice, type: MessageType.CHANNEL_ICON_CHANGE });
  return after;
}

async function emitGroupChanged(ctx: Context, channel: ChannelRecord): Promise<void> {
  const others = await recipientsOf(ctx, channel, undefined);
  const scope = { kind: "channel", channel_id: channel.id } as const;
  ctx.emit(ChannelUpdate, scope, channelView(channel, others));
}
