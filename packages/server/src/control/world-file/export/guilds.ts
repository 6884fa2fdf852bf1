import type {
  WorldBan,
  WorldChannel,
  WorldGuild,
  WorldGuildInstall,
  WorldMember,
  WorldRole,
} from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { nextTurn } from "../../../platform/async/event-loop.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { withPrefix } from "../../../platform/records/compound-keys.ts";
import { guildInstalls, type GuildInstall } from "../../../domains/applications/installs.ts";
import {
  channels,
  guildDefaults,
  guilds,
  inOrderOfPosition,
  members,
  roleDefaults,
  roles,
  type ChannelRecord,
  type GuildRecord,
  type MemberRecord,
  type RoleRecord,
} from "../../../domains/guilds/guild.ts";
import { channelDefaults } from "../../../domains/guilds/channel-defaults.ts";
import { bans, type BanRecord } from "../../../domains/guilds/members/bans.ts";
import {
  voiceChannels,
  voiceStatesOf,
  type VoiceChannelRecord,
  type VoiceStateRecord,
} from "../../../domains/guilds/voice/voice-state.ts";
import { linkedRoles } from "../../../domains/guilds/linked-roles/linked-role.ts";
import { isThreadType } from "../../../domains/guilds/thread-fields.ts";
import { indexState } from "../../../domains/search/search.ts";
import { EVERYONE, EVERYONE_PERMISSIONS } from "../load/roles.ts";
import { joinRequestEntries } from "./join-requests.ts";
import { autoModerationEntries } from "./auto-moderation.ts";
import { emojiEntries, soundEntries, stageEntries, stickerEntries } from "./expressions.ts";
import { inviteEntries, scheduledEventEntries } from "./invites.ts";
import { paged } from "./paged.ts";
import { webhookEntries } from "./webhooks.ts";
import { settingsEntry } from "./settings.ts";
import { omitDefaults } from "../omit-defaults.ts";

type GuildEntry = Static<typeof WorldGuild>;

/** Every guild as a world file has it; the event loop gets a turn between them. */
export async function guildEntries(ctx: ReadContext): Promise<GuildEntry[]> {
  const entries: GuildEntry[] = [];
  for await (const guild of paged(ctx, guilds)) {
    entries.push(await guildEntry(ctx, guild));
    await nextTurn();
  }
  return entries;
}

/** A guild with everything in it, as a world file has it. */
export async function guildEntry(ctx: ReadContext, guild: GuildRecord): Promise<GuildEntry> {
  const { id, owner_id } = guild;
  const [itsRoles, itsChannels, itsMembers, installs, itsInvites, planned] = await Promise.all([
    ctx.tx.find(roles, withPrefix(id)),
    ctx.tx.find(channels, { index: "guild", value: id }),
    ctx.tx.find(members, withPrefix(id)),
    ctx.tx.find(guildInstalls, withPrefix(id)),
    inviteEntries(ctx, id),
    scheduledEventEntries(ctx, id),
  ]);
  const voices = await ctx.tx.find(voiceChannels, { index: "guild", value: id });
  const lists = {
    roles: await withLinks(ctx, roleEntries(itsRoles, id), id),
    channels: inOrderOfPosition(itsChannels).map((channel, place) => {
      const category = itsChannels.find((each) => each.id === channel.parent_id);
      const info = voices.find((each) => each.id === channel.id);
      return { ...channelEntry(channel, place, category), ...voiceEntry(info) };
    }),
    members: itsMembers.map(memberEntry),
    applications: installs.map((install) => guildInstallEntry(install, owner_id)),
    invites: itsInvites,
    scheduled_events: planned,
    emojis: await emojiEntries(ctx, guild),
    stickers: await stickerEntries(ctx, guild),
    soundboard_sounds: await soundEntries(ctx, id),
    stage_instances: await stageEntries(ctx, id),
    webhooks: await webhookEntries(ctx, id),
    join_requests: await joinRequestEntries(ctx, id),
    auto_moderation_rules: await autoModerationEntries(ctx, id),
    bans: (await ctx.tx.find(bans, withPrefix(id))).map(banEntry),
    voice_states: (await voiceStatesOf(ctx, id)).map(voiceStateEntry),
  };
  const empty = Object.fromEntries(Object.keys(lists).map((list) => [list, []]));
  return {
    ...(await ownGuildEntry(ctx, guild)),
    ...(await settingsEntry(ctx, id)),
    ...omitDefaults(lists, empty),
  };
}

function banEntry({ user_id, reason }: BanRecord): Static<typeof WorldBan> {
  return { user: user_id, ...omitDefaults({ reason }, { reason: null }) };
}

/** The roles of a guild with the requirements of linked roles. */
async function withLinks(
  ctx: ReadContext,
  entries: readonly Static<typeof WorldRole>[],
  guildId: string,
): Promise<Static<typeof WorldRole>[]> {
  const links = await ctx.tx.find(linkedRoles, withPrefix(guildId));
  return entries.map((entry) => {
    const link = links.find(({ role_id }) => role_id === entry.id);
    if (link === undefined) return entry;
    const { application_id: application, requirements } = link;
    return { ...entry, linked: { application, requirements: { ...requirements } } };
  });
}

/** A guild without its contents, as a world file has it. */
export async function ownGuildEntry(ctx: ReadContext, guild: GuildRecord): Promise<GuildEntry> {
  const { id, name, owner_id, emojis: _emojis, stickers: _stickers, ...fields } = guild;
  const { state } = await indexState(ctx, id);
  return {
    id,
    name,
    owner: owner_id,
    ...omitDefaults(fields, guildDefaults),
    ...(state === "ready" ? {} : { search_index: "not_ready" as const }),
  };
}

/** A voice state as a world file has it. */
function voiceStateEntry({
  guild_id: _guild,
  isGiven: _given,
  ...state
}: VoiceStateRecord): NonNullable<GuildEntry["voice_states"]>[number] {
  const { user_id, channel_id, session_id, ...flags } = state;
  const unset = {
    self_mute: false,
    self_deaf: false,
    self_video: false,
    request_to_speak_timestamp: null,
  };
  return { user_id, channel_id, session_id, ...omitDefaults(flags, unset) };
}

function voiceEntry(info: VoiceChannelRecord | undefined) {
  if (info === undefined) return {};
  const { status, voice_start_time } = info;
  return omitDefaults({ status, voice_start_time }, { status: null, voice_start_time: null });
}

/** A member as a world file has them. */
export function memberEntry({
  guild_id: _guild,
  user_id,
  onboardingResponses: chosen,
  isUngreeted: _ungreeted,
  ...of
}: MemberRecord): Static<typeof WorldMember> {
  return {
    user: user_id,
    ...omitDefaults(of, members.defaults),
    ...(chosen === undefined ? {} : { onboarding_responses: [...chosen] }),
  };
}

/** An installation as a world file has it in a guild with this owner. */
export function guildInstallEntry(
  { application_id, scopes, permissions, isWithoutRole = false, installed_by }: GuildInstall,
  ownerId: string,
): Static<typeof WorldGuildInstall> {
  return {
    application: application_id,
    scopes: [...scopes],
    ...omitDefaults({ permissions, installed_by }, { permissions: "0", installed_by: ownerId }),
    ...(isWithoutRole ? { permissions } : {}),
  };
}

function roleEntries(all: readonly RoleRecord[], guildId: string): Static<typeof WorldRole>[] {
  const everyone = all.filter((role) => role.id === guildId).map(everyoneEntry);
  const others = inOrderOfPosition(all.filter((role) => role.id !== guildId));
  return [
    ...everyone.filter((entry) => Object.keys(entry).length > 1),
    ...others.map((role, i) => roleEntry(role, i + 1)),
  ];
}

function everyoneEntry(role: RoleRecord): Static<typeof WorldRole> {
  const { id: _id, guild_id: _guild, name: _name, ...fields } = role;
  const defaults = { ...roleDefaults, position: 0, permissions: EVERYONE_PERMISSIONS };
  return { name: EVERYONE, ...omitDefaults(fields, defaults) };
}

/** A role as a world file has it at this index of the list. */
export function roleEntry(role: RoleRecord, place: number): Static<typeof WorldRole> {
  const { id, guild_id: _, name, ...fields } = role;
  const colors = { ...roleDefaults.colors, primary_color: role.color };
  const defaults = { ...roleDefaults, colors, permissions: "0", position: place };
  return { id, name, ...omitDefaults(fields, defaults) };
}

/** A channel as a world file has it at this index of the list. */
export function channelEntry(
  channel: ChannelRecord,
  place: number,
  category?: ChannelRecord,
): Static<typeof WorldChannel> {
  const { id, guild_id: _guild, linked_lobby: _link, name, type, ...rest } = channel;
  const { memberIds = [], hasOwnerLeft, joinedAt, activeAt: _active, ...fields } = rest;
  const joined = Object.entries(joinedAt ?? {}).map(([user, at]) => ({ user, at }));
  // A channel without overwrites of its own inherits its category's when it is loaded.
  const inherited = category?.permission_overwrites;
  const defaults = {
    ...channelDefaults(type),
    position: place,
    ...(inherited === undefined || isThreadType(type) ? {} : { permission_overwrites: inherited }),
  };
  return {
    id,
    name,
    ...(type === 0 ? {} : { type }),
    ...omitDefaults(fields, defaults),
    ...(memberIds.length === 0 ? {} : { members: memberIds }),
    ...definedFields({ owner_left: hasOwnerLeft }),
    ...(joined.length === 0 ? {} : { joined }),
  } as Static<typeof WorldChannel>;
}
