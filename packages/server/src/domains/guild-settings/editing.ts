// Changes of a guild's own fields. Source: protocol: guild-settings 1.
import {
  ChannelType,
  NeedsBoosts,
  OwnerIsBot,
  OwnerPending,
  type GuildChange,
} from "@antechamber/contract/guilds";
import type { Static, ValidationIssue } from "@antechamber/contract/schema";
import { ApiError, invalidForm, missingPermission } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { guildDefaults, type ChannelRecord, type GuildRecord } from "../guilds/guild.ts";
import { channelsOf, memberWithUser } from "../guilds/operations.ts";
import type { PermissionContext } from "../guilds/permissions.ts";
import { regionIssues } from "../guilds/voice/regions.ts";
import { storeImage } from "../users/image.ts";
import { switchedFeatures } from "./guild-setting.ts";
import { storeGuild } from "./operations.ts";

type Change = Static<typeof GuildChange>;

const { GUILD_TEXT, GUILD_VOICE, GUILD_ANNOUNCEMENT } = ChannelType;

/** The channel types that each field may refer to. Source: protocol: guild-settings 1.2. */
const namedTypes = {
  afk_channel_id: [GUILD_VOICE],
  system_channel_id: [GUILD_TEXT],
  rules_channel_id: [GUILD_TEXT, GUILD_ANNOUNCEMENT],
  public_updates_channel_id: [GUILD_TEXT],
  safety_alerts_channel_id: [GUILD_TEXT],
} as const satisfies Partial<Record<keyof Change, readonly number[]>>;

type ChannelField = keyof typeof namedTypes;

const channelFields = Object.keys(namedTypes) as readonly ChannelField[];

/** Channels that a community guild requires. */
const requiredByCommunities: readonly ChannelField[] = [
  "rules_channel_id",
  "public_updates_channel_id",
];

/** The feature that each picture needs, or null for none. Source: protocol: guild-settings 1.4. */
const pictures = {
  icon: null,
  splash: "INVITE_SPLASH",
  banner: "BANNER",
  discovery_splash: null,
  home_header: "BANNER",
} as const satisfies Partial<Record<keyof Change, string | null>>;

/** Fields for which null means the default. */
const withDefaults = [
  "region",
  "verification_level",
  "default_message_notifications",
  "explicit_content_filter",
  "preferred_locale",
  "afk_timeout",
  "system_channel_flags",
  "premium_progress_bar_enabled",
] as const satisfies readonly (keyof Change)[];

/**
 * Changes a guild, and emits and logs what is different.
 *
 * @throws InvalidForm, MissingPermissions, FeatureDisabled, NeedsBoosts, UnknownMember, OwnerIsBot,
 *   OwnerPending
 */
export async function changeGuild(
  ctx: Context,
  actor: PermissionContext,
  change: Change,
): Promise<GuildRecord> {
  const { guild } = actor;
  const issues = [
    ...nameIssues(change),
    ...regionIssues("region", change.region),
    ...channelIssues(guild, change, await channelsOf(ctx, guild.id)),
  ];
  if (issues.length > 0) throw invalidForm(...issues);
  const { name, description } = change;
  const after: GuildRecord = {
    ...guild,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(description === undefined ? {} : { description: description || null }),
    ...plainFields(change),
    ...(await storePictures(ctx, guild, change)),
    ...(await newOwner(ctx, actor, change)),
  };
  const { features } = change;
  if (features === undefined) return storeGuild(ctx, actor, after);
  const switched = switchedFeatures(actor, after, features ?? []);
  return storeGuild(ctx, actor, { ...after, features: switched });
}

/** Fields that are stored as given, or with their default. */
function plainFields(change: Change): Partial<GuildRecord> {
  const named = channelFields.flatMap((field) =>
    change[field] === undefined ? [] : [[field, change[field]] as const],
  );
  const levels = withDefaults.flatMap((field) =>
    change[field] === undefined ? [] : [[field, change[field] ?? guildDefaults[field]] as const],
  );
  return Object.fromEntries([...named, ...levels]);
}

function nameIssues({ name }: Change): ValidationIssue[] {
  if (name === undefined || name.trim().length >= 2) return [];
  const message = "Must be between 2 and 100 in length.";
  return [{ path: ["name"], code: "BASE_TYPE_BAD_LENGTH", message }];
}

/** Faults of unknown channels and wrong types, and of removing a channel that communities need. */
function channelIssues(
  { features, ...guild }: GuildRecord,
  change: Change,
  all: readonly ChannelRecord[],
): ValidationIssue[] {
  const staysCommunity =
    features.includes("COMMUNITY") && change.features?.includes("COMMUNITY") !== false;
  return channelFields.flatMap((field): ValidationIssue[] => {
    const id = change[field];
    if (id === undefined || id === guild[field]) return [];
    if (id === null) {
      if (!staysCommunity || !requiredByCommunities.includes(field)) return [];
      const message = "A community cannot be without this channel";
      return [{ path: [field], code: "BASE_TYPE_REQUIRED", message }];
    }
    const channel = all.find((each) => each.id === id);
    if (channel === undefined) {
      return [{ path: [field], code: "CHANNEL_INVALID", message: "Channel does not exist" }];
    }
    const types: readonly number[] = namedTypes[field];
    if (types.includes(channel.type)) return [];
    return [{ path: [field], code: "CHANNEL_INVALID_TYPE", message: "Invalid channel type" }];
  });
}

/** The hashes of new pictures. @throws NeedsBoosts if the guild lacks the feature for a picture */
async function storePictures(
  ctx: Context,
  { features }: GuildRecord,
  change: Change,
): Promise<Partial<GuildRecord>> {
  const hashes: Record<string, string | null> = {};
  for (const [field, needs] of Object.entries(pictures)) {
    const image = change[field as keyof typeof pictures];
    if (image === undefined) continue;
    const lacks = needs !== null && !features.includes(needs);
    if (image !== null && lacks) throw new ApiError(NeedsBoosts);
    hashes[field] = image === null ? null : await storeImage(ctx, image);
  }
  return hashes;
}

/** @throws MissingPermissions for anyone but the owner, UnknownMember, OwnerIsBot, OwnerPending */
async function newOwner(
  ctx: ReadContext,
  { guild, member }: PermissionContext,
  { owner_id }: Change,
): Promise<Partial<GuildRecord>> {
  if (owner_id === undefined || owner_id === guild.owner_id) return {};
  if (guild.owner_id !== member.user_id) throw missingPermission("MANAGE_GUILD");
  const { member: heir, user } = await memberWithUser(ctx, guild.id, owner_id);
  if (user.bot === true) throw new ApiError(OwnerIsBot);
  if (heir.pending) throw new ApiError(OwnerPending);
  return { owner_id };
}
