// Channels of a guild, with the fields that each type has.
import { PermissionBit } from "@antechamber/contract";
import {
  bitsOf,
  WorldChannel,
  type WorldForumTag,
  type WorldThreadJoin,
  type WorldOverwrite,
} from "@antechamber/contract/control";
import { ChannelType, hasVoice } from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import { asInCategory } from "../../../domains/guilds/categories.ts";
import { channelDefaults } from "../../../domains/guilds/channel-defaults.ts";
import {
  channels,
  type ChannelRecord,
  type OverwriteRecord,
} from "../../../domains/guilds/guild.ts";
import { voiceChannels } from "../../../domains/guilds/voice/voice-state.ts";
import { isThread } from "../../../domains/guilds/operations.ts";
import { isThreadType, threadFields } from "../../../domains/guilds/thread-fields.ts";
import type { Directory } from "../directory.ts";
import { checkDerived } from "../derived-fields.ts";
import type { Resolved, WorldBuilder } from "../world-builder.ts";
import type { Place } from "../json-path.ts";
import type { GuildBuilder } from "../guild-builder.ts";
import { asTimestamp } from "../timestamps.ts";
import { definedFields } from "../../../platform/defined-fields.ts";

type ChannelEntry = Static<typeof WorldChannel>;

/** An entry whose id and name are determined. */
interface Named {
  readonly entry: ChannelEntry;
  readonly place: Place;
  readonly id: string;
  readonly name: string;
  readonly type: number;
  readonly position: number;
}

/** Loads the channels of a guild; parents may come before or after their children. */
export function loadChannels(
  builder: WorldBuilder,
  guild: GuildBuilder,
  entries: readonly (ChannelEntry | undefined)[],
): void {
  const all = entries.flatMap((entry, position) => {
    const place = [...guild.place, "channels", position];
    return entry === undefined ? [] : [named(builder, guild, { entry, place, position })];
  });
  const parentsFor = parentsAmong(builder, all);
  const records = all.map((each) =>
    channelRecord(builder, guild, { each, parents: parentsFor(each.type) }),
  );
  for (const [i, record] of records.entries()) {
    builder.put(channels, withCategoryOverwrites(record, all[i]?.entry, records));
    const each = all[i];
    if (each !== undefined) loadVoiceChannel(builder, guild, each);
  }
}

/** Loads the fields that only voice channels have: their status, and since when they are in use. */
function loadVoiceChannel(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { entry, place, id, type }: Named,
): void {
  const { status, voice_start_time } = entry;
  if (status === undefined && voice_start_time === undefined) return;
  if (!hasVoice(type)) {
    const key = status === undefined ? "voice_start_time" : "status";
    builder.issue([...place, key], "only voice channels have this field");
    return;
  }
  builder.put(voiceChannels, {
    id,
    guild_id: guild.id,
    status: status ?? null,
    voice_start_time: voice_start_time ?? null,
  });
}

/** A channel without given overwrites inherits those of its category. */
function withCategoryOverwrites(
  record: ChannelRecord,
  entry: ChannelEntry | undefined,
  others: readonly ChannelRecord[],
): ChannelRecord {
  return entry?.permission_overwrites === undefined ? asInCategory(record, others) : record;
}

/** Loads one channel into a guild that has other channels already. */
export function loadChannel(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { entry, others }: { readonly entry: ChannelEntry; readonly others: readonly ChannelRecord[] },
): void {
  const position = others.filter((channel) => !isThread(channel)).length;
  const each = named(builder, guild, { entry, place: guild.place, position });
  const parents = parentsAmong(builder, others)(each.type);
  builder.put(
    channels,
    withCategoryOverwrites(channelRecord(builder, guild, { each, parents }), entry, others),
  );
  loadVoiceChannel(builder, guild, each);
}

type PossibleParent = Pick<ChannelRecord, "id" | "name" | "type">;

/** The possible parents by a channel's type: threads belong to channels, others to categories. */
function parentsAmong(
  builder: WorldBuilder,
  all: readonly PossibleParent[],
): (type: number) => Directory {
  const categories = builder.directory("category");
  const threadParents = builder.directory("channel that holds threads");
  for (const { id, name, type } of all) {
    if (type === ChannelType.GUILD_CATEGORY) categories.add(id, name ?? undefined);
    else if (!isThreadType(type) && !hasVoice(type)) {
      threadParents.add(id, name ?? undefined);
    }
  }
  return (type) => (isThreadType(type) ? threadParents : categories);
}

function named(
  builder: WorldBuilder,
  guild: GuildBuilder,
  at: { readonly entry: ChannelEntry; readonly place: Place; readonly position: number },
): Named {
  const { entry, place, position } = at;
  const id = builder.id("channel", entry.id, [...place, "id"]);
  const name = entry.name ?? `channel-${position + 1}`;
  guild.channels.add(id, name);
  return { entry, place, id, name, type: entry.type ?? ChannelType.GUILD_TEXT, position };
}

function channelRecord(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { each, parents }: { readonly each: Named; readonly parents: Directory },
): ChannelRecord {
  const {
    permission_overwrites,
    parent_id: _parent,
    owner_id: _owner,
    application_id: _application,
    last_pin_timestamp,
    members: _members,
    available_tags: _tags,
    status: _status,
    voice_start_time: _start,
    guild_id: _guild,
    linked_lobby: _link,
    owner_left: ownerLeft,
    joined: _joined,
    member_count: _memberCount,
    ...fields
  } = each.entry;
  const { place, id, name, type, position } = each;
  const isAThread = isThreadType(type);
  checkParent(builder, each);
  const hasOverwrites = !isAThread || permission_overwrites !== undefined;
  const inside = { channel: parents, role: guild.roles };
  const found = builder.resolved(WorldChannel, { entry: each.entry, place }, inside);
  const record: ChannelRecord = {
    ...channelDefaults(type),
    ...(isAThread ? {} : { position }),
    ...fields,
    id,
    guild_id: guild.id,
    type,
    name,
    ...definedFields({
      parent_id: found.parent_id ?? undefined,
      // Clients throw when a thread has no owner.
      owner_id: found.owner_id ?? (isAThread ? guild.ownerId : undefined),
      memberIds: membersOf(builder, each, found),
      hasOwnerLeft: ownerLeft === true ? (true as const) : undefined,
      joinedAt: joinsOf(each, found),
      available_tags: tagsOf(builder, each),
      application_id: found.application_id,
      last_pin_timestamp:
        last_pin_timestamp === undefined ? undefined : asTimestamp(last_pin_timestamp),
      permission_overwrites: hasOverwrites ? overwritesOf(builder, each, found) : undefined,
    }),
  };
  checkDerived(builder, [...place, "guild_id"], { given: found.guild_id, own: guild.id });
  agreeWithChannel(builder, each, record);
  return record;
}

function checkParent(builder: WorldBuilder, { entry, place, type }: Named): void {
  const hasParent = (entry.parent_id ?? undefined) !== undefined;
  const path = [...place, "parent_id"];
  if (isThreadType(type) && !hasParent) builder.issue(path, "a thread needs a parent channel");
  if (type === ChannelType.GUILD_CATEGORY && hasParent) {
    builder.issue(path, "a category cannot be in another category");
  }
}

/** Checks that derived fields, as the API shows them, have their derived values. */
function agreeWithChannel(
  builder: WorldBuilder,
  { entry, place }: Named,
  record: ChannelRecord,
): void {
  const check = (name: string, given: unknown, own: unknown) =>
    checkDerived(builder, [...place, name], { given, own });
  const shown: Partial<ReturnType<typeof threadFields>> = threadFields(record);
  if (!isThreadType(record.type)) check("thread_metadata", entry.thread_metadata, undefined);
  check("member_count", entry.member_count, shown.member_count);
}

/** The members of a thread except its owner; undefined for none. */
function membersOf(
  builder: WorldBuilder,
  { place, type }: Named,
  { members: memberIds = [] }: Resolved<ChannelEntry>,
): readonly string[] | undefined {
  if (memberIds.length > 0 && !isThreadType(type)) {
    builder.issue([...place, "members"], "only threads have members of their own");
  }
  const ids = memberIds.filter((id) => id !== undefined);
  return ids.length === 0 ? undefined : ids;
}

/** When the members of a thread joined, by user id; undefined where the file does not say. */
function joinsOf(
  { entry }: Named,
  { joined: found = [] }: Resolved<ChannelEntry>,
): ChannelRecord["joinedAt"] {
  // An entry that could not be read is undefined.
  const entries: readonly (Static<typeof WorldThreadJoin> | undefined)[] = entry.joined ?? [];
  const joins = entries.flatMap((join, i) => {
    const id = found[i]?.user;
    const at = join === undefined ? null : asTimestamp(join.at);
    return id === undefined || at === null ? [] : [[id, at] as const];
  });
  return joins.length === 0 ? undefined : Object.fromEntries(joins);
}

/** The tags of a forum; undefined where the file names none. */
function tagsOf(builder: WorldBuilder, { entry, place }: Named): ChannelRecord["available_tags"] {
  const tags: readonly (Static<typeof WorldForumTag> | undefined)[] | undefined =
    entry.available_tags;
  return tags?.flatMap((tag, i) => {
    if (tag === undefined) return [];
    const { name, moderated = false, emoji_id = null, emoji_name = null } = tag;
    const id = builder.id("tag", tag.id, [...place, "available_tags", i, "id"]);
    return [{ id, name, moderated, emoji_id, emoji_name }];
  });
}

function overwritesOf(
  builder: WorldBuilder,
  channel: Named,
  found: Resolved<ChannelEntry>,
): OverwriteRecord[] {
  const seen = new Set<string>();
  const entries: readonly (Static<typeof WorldOverwrite> | undefined)[] =
    channel.entry.permission_overwrites ?? [];
  return entries.flatMap((entry, i) => {
    if (entry === undefined) return [];
    const at = [...channel.place, "permission_overwrites", i, "id"];
    const type = entry.type ?? 0;
    const id = found.permission_overwrites?.[i]?.id;
    if (id === undefined) return [];
    if (seen.has(id)) builder.issue(at, "the channel has an overwrite for this one already");
    seen.add(id);
    const [allow, deny] = (["allow", "deny"] as const).map((name) => {
      const twin = entry[`${name}_new`];
      const own = bitsOf(entry[name] ?? twin ?? 0, PermissionBit).toString();
      const given = twin === undefined ? undefined : bitsOf(twin, PermissionBit).toString();
      checkDerived(builder, [...at.slice(0, -1), `${name}_new`], { given, own });
      return own;
    }) as [string, string];
    return [{ id, type, allow, deny }];
  });
}
