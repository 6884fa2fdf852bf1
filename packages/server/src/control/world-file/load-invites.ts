// Invites to a guild, and what it has planned.
import {
  WorldEventSubscriber,
  WorldInvite,
  WorldScheduledEvent,
} from "@antechamber/contract/control";
import { ChannelType, EventPlace, GUILD_ONLY } from "@antechamber/contract/guilds";
import { parseTimestamp, timestamp, type Static } from "@antechamber/contract/schema";
import { channels } from "../../domains/guilds/guild.ts";
import { eventSubscriptions, scheduledEvents } from "../../domains/guilds/scheduled-events.ts";
import {
  inviteDefaults,
  invites,
  inviteTargets,
  type InviteRecord,
} from "../../domains/invites/invite.ts";
import type { WorldBuilder } from "./world-builder.ts";
import type { GuildBuilder } from "./guild-builder.ts";
import type { Place } from "./json-path.ts";
import { forEach } from "./load-messages.ts";
import { definedFields } from "../../platform/defined-fields.ts";

type InviteEntry = Static<typeof WorldInvite>;
type EventEntry = Static<typeof WorldScheduledEvent>;

/** Loads the invites of a guild, each with the end of its time. */
export function loadInvites(
  builder: WorldBuilder,
  guild: GuildBuilder,
  entries: readonly (InviteEntry | undefined)[],
): void {
  for (const [i, entry] of entries.entries()) {
    if (entry !== undefined)
      loadInvite(builder, guild, { entry, place: [...guild.place, "invites", i] });
  }
}

interface Placed<E> {
  readonly entry: E;
  readonly place: Place;
}

function loadInvite(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { entry, place }: Placed<InviteEntry>,
): void {
  const inside = { channel: guild.channels, role: guild.roles };
  const found = builder.resolved(WorldInvite, { entry, place }, inside);
  const { channel: channel_id, roles: role_ids = [] } = found;
  if (channel_id === undefined) return;
  const code = builder.id("invite", entry.code, [...place, "code"]);
  const { code: _code, channel: _channel, created_at, target_users: targets, ...fields } = entry;
  const { inviter: _inviter, target_user: _user, target_application: _app, ...rest } = fields;
  const { only_user: _only, roles: _roles, hidden, ...plain } = rest;
  const begun = timestamp(parseTimestamp(created_at ?? "") ?? builder.now);
  const invite: InviteRecord = {
    ...inviteDefaults,
    ...plain,
    ...definedFields({
      inviter_id: found.inviter,
      target_user_id: found.target_user,
      only_user_id: found.only_user,
      target_application_id: found.target_application,
    }),
    ...(hidden === true ? { hidden } : {}),
    code,
    guild_id: guild.id,
    channel_id,
    created_at: begun,
    role_ids: role_ids.filter((id) => id !== undefined),
  };
  builder.put(invites, invite);
  if (targets !== undefined) {
    builder.put(inviteTargets, { code, user_ids: [...new Set(targets)], created_at: begun });
  }
}

/** Loads what a guild has planned. */
export function loadScheduledEvents(
  builder: WorldBuilder,
  guild: GuildBuilder,
  entries: readonly (EventEntry | undefined)[],
): void {
  for (const [i, entry] of entries.entries()) {
    const place = [...guild.place, "scheduled_events", i];
    if (entry !== undefined) loadScheduledEvent(builder, guild, { entry, place });
  }
}

function loadScheduledEvent(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { entry, place }: Placed<EventEntry>,
): void {
  const inside = { channel: guild.channels };
  const { channel: channel_id = null, creator: creator_id = guild.ownerId } = builder.resolved(
    WorldScheduledEvent,
    { entry, place },
    inside,
  );
  if (entry.channel === undefined && entry.location === undefined) {
    builder.issue(place, "an event takes place in a channel or at a location");
  }
  const id = builder.id("scheduled event", entry.id, [...place, "id"]);
  loadSubscribers(builder, guild, { event_id: id, entry, place });
  const { recurrence_rule, exceptions } = entry;
  builder.put(scheduledEvents, {
    ...definedFields({ recurrence_rule, exceptions }),
    id,
    guild_id: guild.id,
    channel_id,
    creator_id,
    entity_type: entry.entity_type ?? kindOf(builder, channel_id),
    entity_id: null,
    privacy_level: GUILD_ONLY,
    ...described(builder, entry),
  });
}

/** Who is interested in an event, each once for all of it and for every occurrence. */
function loadSubscribers(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { event_id, entry, place }: Placed<EventEntry> & { readonly event_id: string },
): void {
  forEach(entry.subscribers, [...place, "subscribers"], (at) => {
    const { user } = builder.resolved(WorldEventSubscriber, at);
    const { exception_id, response = 1 } = at.entry;
    if (user === undefined) return;
    const key = `${event_id}:${exception_id ?? ""}:${user}`;
    const message = "this user is among the subscribers already";
    builder.once("subscriber", key, { path: [...at.place, "user"], message });
    builder.put(eventSubscriptions, {
      guild_id: guild.id,
      event_id,
      user_id: user,
      response,
      ...definedFields({ exception_id }),
    });
  });
}

/** The fields of an event that refer to no other entity. */
function described(builder: WorldBuilder, entry: EventEntry) {
  const { name, description, image, location, status } = entry;
  const end = parseTimestamp(entry.scheduled_end_time ?? "");
  return {
    name,
    description: description ?? null,
    image: image ?? null,
    scheduled_start_time: timestamp(parseTimestamp(entry.scheduled_start_time) ?? builder.now),
    scheduled_end_time: end === undefined ? null : timestamp(end),
    status: status ?? 1,
    entity_metadata: location === undefined ? null : { location },
  };
}

function kindOf(builder: WorldBuilder, channelId: string | null): number {
  const channel = builder.all(channels).find((each) => each.id === channelId);
  if (channel === undefined) return EventPlace.EXTERNAL;
  const isStage = channel.type === ChannelType.GUILD_STAGE_VOICE;
  return isStage ? EventPlace.STAGE_INSTANCE : EventPlace.VOICE;
}
