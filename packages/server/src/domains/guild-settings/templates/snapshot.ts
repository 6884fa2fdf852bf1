// A guild as a template keeps it: without ids, which are counted. Source: protocol: guild-settings 5.1.
import { ChannelType, type GuildSnapshot } from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import {
  inOrderOfPosition,
  type ChannelRecord,
  type GuildRecord,
  type RoleRecord,
} from "../../guilds/guild.ts";
import { channelsOf, rolesOf } from "../../guilds/operations.ts";

export type Snapshot = Static<typeof GuildSnapshot>;
type SnapshotChannel = Snapshot["channels"][number];

const { GUILD_TEXT, GUILD_VOICE, GUILD_CATEGORY, GUILD_FORUM } = ChannelType;

/** The types of channels in templates, by those of guilds; directories have none. */
const typesThere: Readonly<Record<number, number>> = {
  [GUILD_TEXT]: GUILD_TEXT,
  [GUILD_VOICE]: GUILD_VOICE,
  [GUILD_CATEGORY]: GUILD_CATEGORY,
  [GUILD_FORUM]: GUILD_FORUM,
  [ChannelType.GUILD_ANNOUNCEMENT]: GUILD_TEXT,
  [ChannelType.GUILD_STAGE_VOICE]: GUILD_VOICE,
  [ChannelType.GUILD_MEDIA]: GUILD_FORUM,
};

/** Bits a second of channels that carry no voice, as the reference writes them there. */
const BITRATE = 64_000;

/** What a guild looks like now. */
export async function snapshotOf(ctx: ReadContext, guild: GuildRecord): Promise<Snapshot> {
  const itsRoles = inOrderOfPosition(await rolesOf(ctx, guild.id)).filter(
    ({ managed }) => !managed,
  );
  const everyone = itsRoles.filter(({ id }) => id === guild.id);
  const roles = [...everyone, ...itsRoles.filter(({ id }) => id !== guild.id)];
  const all = (await channelsOf(ctx, guild.id)).filter(({ type }) => type in typesThere);
  const channels = categoriesFirst(inOrderOfPosition(all));
  const roleIds = new Map(roles.map(({ id }, i) => [id, i]));
  const channelIds = new Map(channels.map(({ id }, i) => [id, i + 1]));
  const channelAt = (id: string | null | undefined) => channelIds.get(id ?? "") ?? null;
  return {
    name: guild.name,
    description: guild.description,
    region: guild.region,
    verification_level: guild.verification_level,
    default_message_notifications: guild.default_message_notifications,
    explicit_content_filter: guild.explicit_content_filter,
    preferred_locale: guild.preferred_locale,
    afk_channel_id: channelAt(guild.afk_channel_id),
    afk_timeout: guild.afk_timeout,
    system_channel_id: channelAt(guild.system_channel_id),
    system_channel_flags: guild.system_channel_flags,
    roles: roles.map((role, id) => roleThere(role, id)),
    channels: channels.map((channel, i) => ({
      ...channelThere(channel, i + 1),
      parent_id: channelAt(channel.parent_id),
      permission_overwrites: overwritesThere(channel, roleIds),
    })),
  };
}

/** Each category with its channels after it, and before them all those that stand in none. */
function categoriesFirst(all: readonly ChannelRecord[]): ChannelRecord[] {
  const inside = (id: string | null) => all.filter(({ parent_id }) => (parent_id ?? null) === id);
  const [loose, categories] = [false, true].map((is) =>
    inside(null).filter(({ type }) => (type === GUILD_CATEGORY) === is),
  );
  return [
    ...(loose ?? []),
    ...(categories ?? []).flatMap((category) => [category, ...inside(category.id)]),
  ];
}

function roleThere(role: RoleRecord, id: number): Snapshot["roles"][number] {
  const { name, permissions, color, colors, hoist, mentionable, unicode_emoji } = role;
  const own = { name, permissions, color, colors, hoist, mentionable, unicode_emoji };
  // Pictures stay with the guild that they were given to.
  return { id, ...own, icon: null };
}

/** What channels have there that have not said otherwise, whatever their type. */
const channelThereDefaults = {
  name: null,
  position: 0,
  topic: null,
  bitrate: BITRATE,
  user_limit: 0,
  nsfw: false,
  rate_limit_per_user: 0,
  default_auto_archive_duration: null,
  default_reaction_emoji: null,
  default_thread_rate_limit_per_user: null,
  default_sort_order: null,
  default_forum_layout: null,
  default_tag_setting: null,
} satisfies Partial<SnapshotChannel>;

type Plain = Pick<SnapshotChannel, keyof typeof channelThereDefaults>;

/** A channel with every field that any type has, as the reference writes them there. */
function channelThere(
  channel: ChannelRecord,
  id: number,
): Omit<SnapshotChannel, "parent_id" | "permission_overwrites"> {
  const fields = Object.entries(channelThereDefaults).map(([field, none]) => [
    field,
    channel[field as keyof Plain] ?? none,
  ]);
  return {
    ...(Object.fromEntries(fields) as Plain),
    id,
    type: typesThere[channel.type] ?? GUILD_TEXT,
    available_tags: channel.available_tags?.map(tagThere) ?? null,
    template: "",
    theme_color: null,
  };
}

function tagThere(
  { name, emoji_id, emoji_name, moderated }: NonNullable<ChannelRecord["available_tags"]>[number],
  i: number,
) {
  const emoji = { emoji_id: emoji_id ?? null, emoji_name: emoji_name ?? null };
  return { id: i + 1, name, ...emoji, moderated };
}

/** What roles of the template may do there; members and other roles are not in it. */
function overwritesThere(
  { permission_overwrites: all = [] }: ChannelRecord,
  roleIds: ReadonlyMap<string, number>,
): SnapshotChannel["permission_overwrites"] {
  return all.flatMap(({ id, type, allow, deny }) => {
    const role = type === 0 ? roleIds.get(id) : undefined;
    return role === undefined ? [] : [{ id: role, type, allow, deny }];
  });
}
