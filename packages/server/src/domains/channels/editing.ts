// Changes of channels of guilds. Source: protocol: channels-and-threads 1.1 to 1.4.
import { limits } from "@antechamber/contract";
import {
  CommunityChannelNotText,
  LinkedChannelAgeRestricted,
  NoTagForEveryone,
  TooManyOverwrites,
  UnknownOverwrite,
} from "@antechamber/contract/channels";
import { ChannelType } from "@antechamber/contract/guilds";
import type { ValidationIssue } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { isSameJson } from "../../platform/records/same-json.ts";
import { followCategory } from "../guilds/categories.ts";
import { holdsPosts } from "../guilds/channel-defaults.ts";
import { emitChannel } from "../guilds/events.ts";
import {
  channels,
  type ChannelRecord,
  type OverwriteRecord,
  type GuildChannelRecord,
} from "../guilds/guild.ts";
import { channelsOf } from "../guilds/operations.ts";
import { channelPermissions, type PermissionContext } from "../guilds/permissions.ts";
import { REQUIRE_TAG } from "../guilds/threads/post-tags.ts";
import { fieldIssues, ownFields, type Change } from "./channel.ts";
import { logChange } from "./audit-log.ts";
import { typeIssues } from "./creating.ts";
import { isOfCommunity } from "./operations.ts";
import { overwriteFrom, overwritesFrom, requireOwnBits } from "./overwrites.ts";
import { placedIn } from "./parents.ts";
import { removeTags, tagsFrom } from "./tags.ts";
import { requireAllOf } from "../guilds/caller-permissions.ts";

/** A member, and a channel of their guild that they change. */
export interface ChannelEditor {
  readonly permissionContext: PermissionContext;
  readonly channel: GuildChannelRecord;
}

/** @throws MissingPermissions */
export function requireInChannel(
  { permissionContext, channel }: ChannelEditor,
  permission: "MANAGE_CHANNELS" | "MANAGE_ROLES",
): void {
  requireAllOf(channelPermissions(permissionContext, channel), permission);
}

const { GUILD_TEXT, GUILD_ANNOUNCEMENT } = ChannelType;

/** Only text channels can become announcement channels, and vice versa. */
function changedTypeIssues(
  { permissionContext: { guild }, channel }: ChannelEditor,
  type: number,
): ValidationIssue[] {
  if (type === channel.type) return [];
  const isSwap = [type, channel.type].every(
    (each) => each === GUILD_TEXT || each === GUILD_ANNOUNCEMENT,
  );
  return isSwap
    ? typeIssues(guild, GUILD_ANNOUNCEMENT)
    : typeIssues(guild, ChannelType.GUILD_DIRECTORY);
}

/** Fields that a change of type resets: announcement channels have no slowmode. */
function fieldsResetByType(before: number, after: number): Partial<ChannelRecord> {
  return before !== after && after === GUILD_ANNOUNCEMENT ? { rate_limit_per_user: 0 } : {};
}

/**
 * Changes a channel of a guild, and emits the event to everyone who sees it.
 *
 * @throws MissingPermissions, LinkedChannelAgeRestricted, CommunityChannelNotText,
 *   NoTagForEveryone, TagNamesNotUnique, UnknownOverwrite, InvalidForm
 */
export async function changeChannel(
  ctx: Context,
  editor: ChannelEditor,
  read: () => Change,
): Promise<GuildChannelRecord> {
  requireInChannel(editor, "MANAGE_CHANNELS");
  const { permissionContext, channel } = editor;
  const { guild } = permissionContext;
  const change = read();
  if (change.nsfw === true && channel.linked_lobby !== undefined) {
    throw new ApiError(LinkedChannelAgeRestricted);
  }
  const { type = channel.type } = change;
  if (type === GUILD_ANNOUNCEMENT && type !== channel.type && isOfCommunity(guild, channel)) {
    throw new ApiError(CommunityChannelNotText);
  }
  const own = ownFields({ ...channel, type }, change);
  const issues = [...changedTypeIssues(editor, type), ...fieldIssues(guild, type, own)];
  if (issues.length > 0) throw invalidForm(...issues);
  requireTagForEveryone(channel, own);
  const all = await channelsOf(ctx, channel.guild_id);
  const moved = placedIn(
    all,
    { ...channel, ...own, ...fieldsResetByType(channel.type, type), type },
    change.parent_id,
  );
  const tags = holdsPosts(channel) ? change.available_tags : undefined;
  const changed = definedFields({
    ...moved,
    ...(tags === undefined
      ? {}
      : { available_tags: tagsFrom(ctx, channel.available_tags ?? [], tags) }),
    permission_overwrites: await overwritesAfter(ctx, editor, change),
  }) as GuildChannelRecord;
  const stored = await storeChannel(ctx, editor, changed);
  if (tags !== undefined) await removeTags(ctx, changed);
  return stored;
}

/**
 * A forum can start to require tags only if it already has a tag that everyone may apply; tags in
 * the same request do not count. Source: protocol: channels-and-threads 1.3.
 */
function requireTagForEveryone(
  { flags: before, available_tags: tags = [] }: GuildChannelRecord,
  { flags: after = before }: Partial<ChannelRecord>,
): void {
  const isDemanded = (after & ~before & REQUIRE_TAG) !== 0;
  if (isDemanded && tags.every(({ moderated }) => moderated)) throw new ApiError(NoTagForEveryone);
}

async function overwritesAfter(
  ctx: Context,
  editor: ChannelEditor,
  { permission_overwrites: overwrites }: Change,
): Promise<readonly OverwriteRecord[]> {
  const { permissionContext, channel } = editor;
  if (overwrites === undefined) return channel.permission_overwrites ?? [];
  requireInChannel(editor, "MANAGE_ROLES");
  const after = await overwritesFrom(ctx, permissionContext, overwrites);
  await requireBits(ctx, editor, after);
  return after;
}

async function requireBits(
  ctx: Context,
  { permissionContext, channel }: ChannelEditor,
  after: readonly OverwriteRecord[],
): Promise<void> {
  const all = await channelsOf(ctx, channel.guild_id);
  const parent = all.find(({ id }) => id === channel.parent_id);
  requireOwnBits(permissionContext, { channel, parent, after });
}

/**
 * Stores a channel; if anything changed, emits and logs it, and updates channels that are synced
 * with it.
 */
export async function storeChannel(
  ctx: Context,
  { permissionContext, channel: before }: ChannelEditor,
  after: GuildChannelRecord,
): Promise<GuildChannelRecord> {
  if (isSameJson(withOverwrites(before), withOverwrites(after))) return before;
  ctx.tx.put(channels, after);
  emitChannel(ctx, after, "known");
  await followCategory(ctx, before, after);
  await logChange(ctx, { userId: permissionContext.member.user_id, before, after });
  return after;
}

/** The channel with a list of overwrites, since an empty one may be absent. */
function withOverwrites({ permission_overwrites = [], ...fields }: ChannelRecord): object {
  return { ...fields, permission_overwrites };
}

interface OneOverwrite {
  readonly id: string;
  readonly form: () => { type?: 0 | 1; allow?: string; deny?: string };
}

/** Sets one overwrite of a channel. @throws MissingPermissions, TooManyOverwrites, UnknownOverwrite */
export async function putOverwrite(
  ctx: Context,
  editor: ChannelEditor,
  { id, form }: OneOverwrite,
): Promise<void> {
  requireInChannel(editor, "MANAGE_ROLES");
  const { permissionContext, channel } = editor;
  const overwrite = await overwriteFrom(ctx, permissionContext, { id, ...form() });
  const others = (channel.permission_overwrites ?? []).filter((each) => each.id !== id);
  const after = [...others, overwrite];
  await requireBits(ctx, editor, after);
  if (after.length > limits.overwritesPerChannel.value) throw new ApiError(TooManyOverwrites);
  await storeChannel(ctx, editor, { ...channel, permission_overwrites: after });
}

/** Removes one overwrite of a channel. @throws MissingPermissions, UnknownOverwrite */
export async function dropOverwrite(
  ctx: Context,
  editor: ChannelEditor,
  id: string,
): Promise<void> {
  requireInChannel(editor, "MANAGE_ROLES");
  const { channel } = editor;
  const before = channel.permission_overwrites ?? [];
  const after = before.filter((each) => each.id !== id);
  if (after.length === before.length) throw new ApiError(UnknownOverwrite);
  await requireBits(ctx, editor, after);
  await storeChannel(ctx, editor, { ...channel, permission_overwrites: after });
}
