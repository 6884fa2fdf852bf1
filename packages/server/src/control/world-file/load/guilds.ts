// Guilds of a world file: their roles, installations and members.
import { WorldGuild, WorldMember } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import { guildChannelFields, guildDefaults, guilds } from "../../../domains/guilds/guild.ts";
import { withCommunity } from "../../../domains/guild-settings/guild-setting.ts";
import { searchIndexes } from "../../../domains/search/search.ts";
import { checkDerived } from "../derived-fields.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { withoutKeys } from "../../../platform/without-keys.ts";
import type { Resolved, WorldBuilder } from "../world-builder.ts";
import { personId } from "../people.ts";
import type { Place } from "../json-path.ts";
import type { GuildBuilder } from "../guild-builder.ts";
import { loadJoinRequests } from "./join-requests.ts";
import { loadAutoModeration } from "./auto-moderation.ts";
import { loadBans } from "./bans.ts";
import { loadChannels } from "./channels.ts";
import { loadGuildInstalls } from "./guild-installs.ts";
import {
  agreeWithStages,
  startEmptyCountdowns,
  loadInvites,
  loadScheduledEvents,
} from "./invites.ts";
import { loadMembers, memberCount } from "./members.ts";
import { loadEmojis } from "./emojis.ts";
import { loadStages } from "./stages.ts";
import { loadSounds } from "./sounds.ts";
import { loadStickers } from "./stickers.ts";
import { loadVoiceStates } from "./voice.ts";
import { loadGuildSettings, settingKeys } from "./settings.ts";
import { forEachEntry } from "./placed-entries.ts";
import { loadRoles } from "./roles.ts";
import { loadWebhooks } from "./webhooks.ts";
import { firstUser } from "./users.ts";

type GuildEntry = Static<typeof WorldGuild>;

/** The lists in a guild's entry whose items are stored in records of their own. */
export const guildLists = [
  "roles",
  "channels",
  "members",
  "applications",
  "invites",
  "scheduled_events",
  "voice_states",
  "bans",
  "webhooks",
  "auto_moderation_rules",
  "join_requests",
  "soundboard_sounds",
  "stage_instances",
] as const satisfies readonly (keyof GuildEntry)[];

/** The keys of a guild's entry that its record does not have, or has in another form. */
const notPlain = [
  ...guildLists,
  ...settingKeys,
  "owner",
  "owner_id",
  "emojis",
  "stickers",
  "search_index",
  "approximate_member_count",
  "approximate_presence_count",
] as const satisfies readonly (keyof GuildEntry)[];

/** Loads the file's guilds. */
export function loadGuilds(
  builder: WorldBuilder,
  entries: readonly (GuildEntry | undefined)[],
): void {
  forEachEntry(entries, ["guilds"], ({ entry, place }) => loadGuild(builder, entry, place));
}

/** A builder for a guild, with nothing but its id and owner. */
export function guildBuilder(
  builder: WorldBuilder,
  of: Pick<GuildBuilder, "id" | "ownerId" | "place">,
): GuildBuilder {
  return {
    ...of,
    roles: builder.directory("role"),
    channels: builder.directory("channel"),
    botRoles: new Map(),
    rolePlaces: { next: 1 },
  };
}

/** Loads one guild with its contents. */
export function loadGuild(builder: WorldBuilder, entry: GuildEntry, place: Place): void {
  const id = builder.id("guild", entry.id, [...place, "id"]);
  const name = entry.name ?? `Guild ${Number(place[1]) + 1}`;
  builder.guilds.add(id, name);
  const guild = guildBuilder(builder, { id, place, ownerId: ownerOf(builder, entry, place) });
  loadRoles(builder, guild, entry.roles ?? []);
  loadGuildInstalls(builder, guild, entry.applications ?? []);
  loadChannels(builder, guild, entry.channels ?? []);
  loadMembers(builder, guild, entry.members ?? []);
  checkDerived(builder, [...place, "approximate_member_count"], {
    given: entry.approximate_member_count,
    own: memberCount(builder, id),
  });
  loadBans(builder, guild, entry.bans ?? []);
  loadAutoModeration(builder, guild, entry.auto_moderation_rules);
  loadJoinRequests(builder, guild, entry.join_requests);
  loadInvites(builder, guild, entry.invites ?? []);
  loadScheduledEvents(builder, guild, entry.scheduled_events ?? []);
  loadWebhooks(builder, guild, entry.webhooks ?? []);
  putGuild(builder, guild, { entry, name });
  loadGuildSettings(builder, guild, entry);
  loadVoiceStates(builder, guild, entry);
  startEmptyCountdowns(builder, guild, entry);
  loadSounds(builder, guild, entry);
  loadStages(builder, guild, entry);
  agreeWithStages(builder, guild, entry.scheduled_events ?? []);
  if (entry.search_index === "not_ready") builder.put(searchIndexes, { guild_id: id });
}

/** Stores the guild's own record, once its channels and roles are loaded. */
export function putGuild(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { entry, name }: { readonly entry: GuildEntry; readonly name: string },
): void {
  const fields = withoutKeys(entry, notPlain);
  const inside = { channel: guild.channels };
  const found = builder.resolved(WorldGuild, { entry: fields, place: guild.place }, inside);
  builder.put(guilds, {
    ...guildDefaults,
    ...fields,
    features: withCommunity(fields.features ?? guildDefaults.features),
    emojis: loadEmojis(builder, guild, entry),
    stickers: loadStickers(builder, guild, entry),
    ...namedChannels(found),
    application_id: found.application_id ?? null,
    id: guild.id,
    name,
    owner_id: guild.ownerId,
  });
}

/** The given owner, otherwise the first member, otherwise the first user of the file. */
export function ownerOf(builder: WorldBuilder, entry: GuildEntry, place: Place): string {
  const { owner, owner_id, members: [first] = [] } = entry;
  const named = definedFields({ owner, owner_id });
  const { owner: own, owner_id: shown } = builder.resolved(WorldGuild, { entry: named, place });
  if (own !== undefined) checkDerived(builder, [...place, "owner_id"], { given: shown, own });
  if (owner !== undefined || owner_id !== undefined || first === undefined) {
    return own ?? shown ?? firstUser(builder);
  }
  const at = { entry: { user: first.user }, place: [...place, "members", 0] };
  return personId(builder.resolved(WorldMember, at).user) ?? firstUser(builder);
}

type ChannelField = (typeof guildChannelFields)[number];

function namedChannels(guild: Resolved<GuildEntry>): Record<ChannelField, string | null> {
  const ids = guildChannelFields.map((field) => [field, guild[field] ?? null]);
  return Object.fromEntries(ids) as Record<ChannelField, string | null>;
}
