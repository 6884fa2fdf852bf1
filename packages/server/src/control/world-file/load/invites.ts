// Invites and scheduled events of a guild.
import {
  WorldEventSubscriber,
  type WorldGuild,
  WorldInvite,
  WorldScheduledEvent,
} from "@antechamber/contract/control";
import { ChannelType, EventPlace, EventStatus, GUILD_ONLY } from "@antechamber/contract/guilds";
import { parseTimestamp, timestamp, type Static } from "@antechamber/contract/schema";
import { channels } from "../../../domains/guilds/guild.ts";
import {
  eventSubscriptions,
  scheduledEvents,
} from "../../../domains/guilds/scheduled-events/scheduled-event.ts";
import { voiceStates } from "../../../domains/guilds/voice/voice-state.ts";
import {
  expiresAt,
  inviteDefaults,
  invites,
  inviteTargets,
  type InviteRecord,
} from "../../../domains/invites/invite.ts";
import { checkDerived, checkEachDerived, namedBy } from "../derived-fields.ts";
import type { Resolved, WorldBuilder } from "../world-builder.ts";
import type { GuildBuilder } from "../guild-builder.ts";
import { optionalTimestamp } from "../timestamps.ts";
import { memberCount } from "./members.ts";
import { forEachEntry, type PlacedEntry } from "./placed-entries.ts";
import { personId, userNamed } from "../people.ts";
import { definedFields } from "../../../platform/defined-fields.ts";

type InviteEntry = Static<typeof WorldInvite>;
type EventEntry = Static<typeof WorldScheduledEvent>;

/** Loads the invites of a guild, each with its expiry. */
export function loadInvites(
  builder: WorldBuilder,
  guild: GuildBuilder,
  entries: readonly (InviteEntry | undefined)[],
): void {
  forEachEntry(entries, [...guild.place, "invites"], (at) => loadInvite(builder, guild, at));
}

function loadInvite(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { entry, place }: PlacedEntry<InviteEntry>,
): void {
  const inside = { channel: guild.channels, role: guild.roles };
  const found = builder.resolved(WorldInvite, { entry, place }, inside);
  const channel_id = personId(found.channel);
  if (channel_id === undefined) return;
  const code = builder.id("invite", entry.code, [...place, "code"]);
  const { max_uses, uses, temporary, target_type, hidden, target_users: targets } = entry;
  const begun = parseTimestamp(entry.created_at ?? "") ?? builder.now;
  const created_at = timestamp(begun);
  const invite: InviteRecord = {
    ...inviteDefaults,
    ...definedFields({
      max_age: ageOf(entry, begun),
      max_uses,
      uses,
      temporary,
      target_type,
      inviter_id: personId(found.inviter),
      target_user_id: personId(found.target_user),
      only_user_id: found.only_user,
      target_application_id: personId(found.target_application),
    }),
    ...(hidden === true ? { hidden } : {}),
    code,
    guild_id: guild.id,
    channel_id,
    created_at,
    role_ids: (found.roles ?? []).flatMap((role) => personId(role) ?? []),
  };
  builder.put(invites, invite);
  agreeWithInvite(builder, { entry, place }, { found, invite });
  if (targets !== undefined) {
    builder.put(inviteTargets, { code, user_ids: [...new Set(targets)], created_at });
  }
}

/**
 * The seconds for which an invite is valid: as given, or until it expires; undefined for the
 * default.
 */
function ageOf({ max_age, expires_at }: InviteEntry, begun: number): number | undefined {
  if (max_age !== undefined || expires_at === undefined) return max_age;
  if (expires_at === null) return 0;
  const seconds = Math.round(((parseTimestamp(expires_at) ?? begun) - begun) / 1000);
  return seconds > 0 ? seconds : undefined;
}

/** Checks that derived fields, as the API shows them, have their derived values. */
function agreeWithInvite(
  builder: WorldBuilder,
  { entry, place }: PlacedEntry<InviteEntry>,
  { found, invite }: { readonly found: Resolved<InviteEntry>; readonly invite: InviteRecord },
): void {
  const { guild_id, approximate_member_count } = found;
  const expires_at = optionalTimestamp(entry.expires_at);
  const given = { guild_id, guild: personId(found.guild), expires_at, approximate_member_count };
  checkEachDerived(
    builder,
    { given, place },
    {
      guild_id: invite.guild_id,
      guild: invite.guild_id,
      expires_at: expiresAt(invite),
      approximate_member_count: memberCount(builder, invite.guild_id),
    },
  );
}

/** Loads the scheduled events of a guild. */
export function loadScheduledEvents(
  builder: WorldBuilder,
  guild: GuildBuilder,
  entries: readonly (EventEntry | undefined)[],
): void {
  forEachEntry(entries, [...guild.place, "scheduled_events"], (at) =>
    loadScheduledEvent(builder, guild, at),
  );
}

function loadScheduledEvent(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { entry, place }: PlacedEntry<EventEntry>,
): void {
  const inside = { channel: guild.channels };
  const found = builder.resolved(WorldScheduledEvent, { entry, place }, inside);
  const { channel_id, entity_metadata } = placeNamed(builder, { entry, place }, found);
  const creator_id = namedBy(builder, [...place, "creator_id"], {
    own: personId(found.creator),
    shown: found.creator_id,
  });
  const id = builder.id("scheduled event", entry.id, [...place, "id"]);
  const user_count = loadSubscribers(builder, guild, { event_id: id, entry, place });
  const { recurrence_rule } = entry;
  const exceptions = entry.exceptions ?? entry.guild_scheduled_event_exceptions ?? [];
  const derived = { guild_id: guild.id, entity_metadata, user_count };
  const twins = { guild_scheduled_event_exceptions: exceptions };
  checkEachDerived(builder, { given: found, place }, { ...derived, ...twins });
  builder.put(scheduledEvents, {
    ...definedFields({ recurrence_rule }),
    ...(exceptions.length === 0 ? {} : { exceptions }),
    id,
    guild_id: guild.id,
    channel_id,
    creator_id: creator_id === undefined ? guild.ownerId : creator_id,
    entity_type: entry.entity_type ?? kindOf(builder, channel_id),
    entity_id: null,
    privacy_level: GUILD_ONLY,
    entity_metadata,
    ...plainEventFields(builder, entry),
  });
}

/** Starts the idle countdown of events whose channel is empty, once voice states are loaded. */
export function startEmptyCountdowns(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { scheduled_events: planned }: Static<typeof WorldGuild>,
): void {
  if (planned === undefined) return;
  const inUse = new Set(builder.all(voiceStates).map(({ channel_id }) => channel_id));
  for (const event of builder.all(scheduledEvents)) {
    const isBegun = event.entity_type === EventPlace.VOICE && event.status === EventStatus.ACTIVE;
    if (event.guild_id !== guild.id || !isBegun || inUse.has(event.channel_id ?? "")) continue;
    builder.replace(scheduledEvents, { ...event, quietSince: builder.now });
  }
}

/** Where an event takes place, under the keys of world files or those of the API. */
function placeNamed(
  builder: WorldBuilder,
  { entry, place }: PlacedEntry<EventEntry>,
  { channel: own, channel_id: shown }: Resolved<EventEntry>,
) {
  const location = entry.location ?? entry.entity_metadata?.location;
  const isNamed = entry.channel ?? entry.channel_id ?? location;
  if (isNamed === undefined || isNamed === null) {
    builder.issue(place, "an event takes place in a channel or at a location");
  }
  return {
    channel_id: namedBy(builder, [...place, "channel_id"], { own, shown }) ?? null,
    entity_metadata: location === undefined ? null : { location },
  };
}

/** Checks the stages that the events of a guild name, once the live stages are loaded. */
export function agreeWithStages(
  builder: WorldBuilder,
  guild: GuildBuilder,
  entries: readonly (EventEntry | undefined)[],
): void {
  forEachEntry(
    entries,
    [...guild.place, "scheduled_events"],
    ({ entry: { id, entity_id }, place }) => {
      const event = builder.all(scheduledEvents).find((each) => each.id === id);
      const own = event?.entity_id ?? null;
      checkDerived(builder, [...place, "entity_id"], { given: entity_id, own });
    },
  );
}

/**
 * Loads the users interested in an event; each may be listed once for the whole event and once for
 * each occurrence.
 *
 * @returns how many are interested in the whole event
 */
function loadSubscribers(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { event_id, entry, place }: PlacedEntry<EventEntry> & { readonly event_id: string },
): number {
  let interested = 0;
  forEachEntry(entry.subscribers, [...place, "subscribers"], (at) => {
    const found = builder.resolved(WorldEventSubscriber, at);
    const user = userNamed(builder, at.place, found);
    const { response = 1, member } = at.entry;
    const exceptionId = namedBy(builder, [...at.place, "guild_scheduled_event_exception_id"], {
      own: at.entry.exception_id,
      shown: at.entry.guild_scheduled_event_exception_id,
    });
    const exception_id = exceptionId ?? undefined;
    if (user === undefined) return;
    checkDerived(builder, [...at.place, "member", "user", "id"], {
      given: member?.user.id,
      own: user,
    });
    checkEachDerived(
      builder,
      { given: found, place: at.place },
      { guild_scheduled_event_id: event_id },
    );
    const key = `${event_id}:${exception_id ?? ""}:${user}`;
    const message = "this user is among the subscribers already";
    const path = [...at.place, at.entry.user === undefined ? "user_id" : "user"];
    builder.once("subscriber", key, { path, message });
    if (exception_id === undefined) interested += response;
    builder.put(eventSubscriptions, {
      guild_id: guild.id,
      event_id,
      user_id: user,
      response,
      ...definedFields({ exception_id }),
    });
  });
  return interested;
}

/** The fields of an event that refer to no other entity. */
function plainEventFields(builder: WorldBuilder, entry: EventEntry) {
  const { name, description, image, status } = entry;
  const end = parseTimestamp(entry.scheduled_end_time ?? "");
  return {
    name,
    description: description ?? null,
    image: image ?? null,
    scheduled_start_time: timestamp(parseTimestamp(entry.scheduled_start_time) ?? builder.now),
    scheduled_end_time: end === undefined ? null : timestamp(end),
    status: status ?? 1,
  };
}

function kindOf(builder: WorldBuilder, channelId: string | null): number {
  const channel = builder.all(channels).find((each) => each.id === channelId);
  if (channel === undefined) return EventPlace.EXTERNAL;
  const isStage = channel.type === ChannelType.GUILD_STAGE_VOICE;
  return isStage ? EventPlace.STAGE_INSTANCE : EventPlace.VOICE;
}
