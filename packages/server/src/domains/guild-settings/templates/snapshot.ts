// The snapshot of a guild in a template; its ids are replaced by numbers.
// Source: protocol: guild-settings 5.1.
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

/** Channel types in templates, by those in guilds; directories are left out. */
const templateTypes: Readonly<Record<number, number>> = {
  [GUILD_TEXT]: GUILD_TEXT,
  [GUILD_VOICE]: GUILD_VOICE,
  [GUILD_CATEGORY]: GUILD_CATEGORY,
  [GUILD_FORUM]: GUILD_FORUM,
  [ChannelType.GUILD_ANNOUNCEMENT]: GUILD_TEXT,
  [ChannelType.GUILD_STAGE_VOICE]: GUILD_VOICE,
  [ChannelType.GUILD_MEDIA]: GUILD_FORUM,
};

/** Bits per second of channels without voice, as in templates of the reference. */
const BITRATE = 64_000;

/** The snapshot of a guild in its present state. */
export async function snapshotOf(ctx: ReadContext, guild: GuildRecord): Promise<Snapshot> {
  const itsRoles = inOrderOfPosition(await rolesOf(ctx, guild.id)).filter(
    ({ managed }) => !managed,
  );
  const everyone = itsRoles.filter(({ id }) => id === guild.id);
  const roles = [...everyone, ...itsRoles.filter(({ id }) => id !== guild.id)];
  const all = (await channelsOf(ctx, guild.id)).filter(({ type }) => type in templateTypes);
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
    roles: roles.map((role, id) => templateRole(role, id)),
    channels: channels.map((channel, i) => ({
      ...templateChannel(channel, i + 1),
      parent_id: channelAt(channel.parent_id),
      permission_overwrites: templateOverwrites(channel, roleIds),
    })),
  };
}

/** Channels without a category, followed by each category with its channels. */
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

function templateRole(role: RoleRecord, id: number): Snapshot["roles"][number] {
  const { name, permissions, color, colors, hoist, mentionable, unicode_emoji } = role;
  const own = { name, permissions, color, colors, hoist, mentionable, unicode_emoji };
  // Icons belong to the original guild, so templates do not include them.
  return { id, ...own, icon: null };
}

/** Defaults of a template's channels, regardless of their type. */
const templateChannelDefaults = {
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

type Plain = Pick<SnapshotChannel, keyof typeof templateChannelDefaults>;

/** A channel with the fields of all types, as in templates of the reference. */
function templateChannel(
  channel: ChannelRecord,
  id: number,
): Omit<SnapshotChannel, "parent_id" | "permission_overwrites"> {
  const fields = Object.entries(templateChannelDefaults).map(([field, none]) => [
    field,
    channel[field as keyof Plain] ?? none,
  ]);
  return {
    ...(Object.fromEntries(fields) as Plain),
    id,
    type: templateTypes[channel.type] ?? GUILD_TEXT,
    available_tags: channel.available_tags?.map(templateTag) ?? null,
    template: "",
    theme_color: null,
  };
}

function templateTag(
  { name, emoji_id, emoji_name, moderated }: NonNullable<ChannelRecord["available_tags"]>[number],
  i: number,
) {
  const emoji = { emoji_id: emoji_id ?? null, emoji_name: emoji_name ?? null };
  return { id: i + 1, name, ...emoji, moderated };
}

/** The overwrites of the template's roles; those of members and other roles are left out. */
function templateOverwrites(
  { permission_overwrites: all = [] }: ChannelRecord,
  roleIds: ReadonlyMap<string, number>,
): SnapshotChannel["permission_overwrites"] {
  return all.flatMap(({ id, type, allow, deny }) => {
    const role = type === 0 ? roleIds.get(id) : undefined;
    return role === undefined ? [] : [{ id: role, type, allow, deny }];
  });
}
