// New channels of guilds. Source: protocol: channels-and-threads 1.1 to 1.4.
import { limits } from "@antechamber/contract";
import { TooManyChannels, type ChannelDraft } from "@antechamber/contract/channels";
import { ChannelType } from "@antechamber/contract/guilds";
import type { Static, ValidationIssue } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { writeAuditLog } from "../guilds/audit-log/write.ts";
import { channelDefaults, holdsPosts, isVoice } from "../guilds/channel-defaults.ts";
import { emitChannel } from "../guilds/events.ts";
import { channels, type ChannelRecord, type GuildRecord } from "../guilds/guild.ts";
import { channelsOf } from "../guilds/operations.ts";
import type { PermissionContext } from "../guilds/permissions.ts";
import { fieldIssues, ownFields } from "./channel.ts";
import { overwritesFrom, requireOwnBits } from "./overwrites.ts";
import { requireCategory } from "./parents.ts";
import { tagsFrom } from "./tags.ts";
import { requirePermissions } from "../guilds/caller-permissions.ts";

export type Draft = Static<typeof ChannelDraft>;

/** The faults of a channel type in a guild; announcement channels need a feature of the guild. */
export function typeIssues({ features }: GuildRecord, type: number): ValidationIssue[] {
  const { GUILD_ANNOUNCEMENT, GUILD_DIRECTORY } = ChannelType;
  const isOpen = type === GUILD_ANNOUNCEMENT ? features.includes("NEWS") : type !== GUILD_DIRECTORY;
  if (isOpen) return [];
  const message = "This type of channel is not open to this server.";
  return [{ path: ["type"], code: "BASE_TYPE_CHOICES", message }];
}

/** Channels of a kind are sorted together: voice and stage channels, categories, and the rest. */
function kindOf(channel: Pick<ChannelRecord, "type">): string {
  if (channel.type === ChannelType.GUILD_CATEGORY) return "category";
  return isVoice(channel) ? "voice" : "text";
}

/** The position below all channels of the same kind. */
function lastPlace(all: readonly ChannelRecord[], type: number): number {
  const alike = all.filter((each) => kindOf(each) === kindOf({ type }));
  return Math.max(-1, ...alike.map(({ position = 0 }) => position)) + 1;
}

/**
 * Adds a channel to a guild, and emits the event.
 *
 * @throws MissingPermissions, TooManyChannels, TagNamesNotUnique, UnknownOverwrite, InvalidForm
 */
export async function createChannel(
  ctx: Context,
  permissionContext: PermissionContext,
  read: () => Draft,
): Promise<ChannelRecord> {
  requirePermissions(permissionContext, "MANAGE_CHANNELS");
  const { guild } = permissionContext;
  const draft = read();
  const { type = ChannelType.GUILD_TEXT, permission_overwrites: overwrites } = draft;
  const all = await channelsOf(ctx, guild.id);
  if (all.length >= limits.channelsPerGuild.value) throw new ApiError(TooManyChannels);
  const channel = newChannel(ctx, guild, { draft, type, all });
  const parent = all.find(({ id }) => id === channel.parent_id);
  // Some clients send an empty list if they want no overwrites of their own.
  const isGiven = overwrites !== undefined && overwrites.length > 0;
  const after = isGiven ? await overwritesFrom(ctx, permissionContext, overwrites) : undefined;
  if (after !== undefined) requireOwnBits(permissionContext, { channel, parent, after });
  const inherited = parent?.permission_overwrites ?? [];
  const made = { ...channel, permission_overwrites: after ?? inherited };
  ctx.tx.put(channels, made);
  emitChannel(ctx, made, "new");
  const { id: target_id } = made;
  const by = { guild_id: guild.id, user_id: permissionContext.member.user_id, target_id };
  writeAuditLog(ctx, "CHANNEL_CREATE", { ...by, after: made });
  return made;
}

interface NewChannel {
  readonly draft: Draft;
  readonly type: number;
  /** The guild's channels. */
  readonly all: readonly ChannelRecord[];
}

/** A new channel from a form, without overwrites. @throws TagNamesNotUnique, InvalidForm */
function newChannel(
  ctx: Context,
  guild: GuildRecord,
  { draft, type, all }: NewChannel,
): ChannelRecord {
  const defaults = channelDefaults(type);
  const own = ownFields({ type, flags: defaults.flags, nsfw: false }, draft);
  const issues = [...typeIssues(guild, type), ...fieldIssues(guild, type, own)];
  if (issues.length > 0) throw invalidForm(...issues);
  const { parent_id: parentId, available_tags: tags = [] } = draft;
  const parent = typeof parentId === "string" ? { parent_id: parentId } : undefined;
  if (parent !== undefined) requireCategory(all, { type, ...parent });
  return {
    id: ctx.id(),
    type,
    guild_id: guild.id,
    ...defaults,
    position: lastPlace(all, type),
    ...definedFields(own),
    ...parent,
    ...(holdsPosts({ type }) ? { available_tags: tagsFrom(ctx, [], tags) } : {}),
  };
}
