// Invites to guilds, join requests and scheduled events, in a world file. Source: product.md, World
// file.
import { limits } from "../../limits/limits.ts";
import { Invite, InviteRole, InviteTargetType } from "../../resources/guilds/invites.ts";
import { Member } from "../../resources/guilds/guilds.ts";
import { EventResponse } from "../../resources/guilds/event-subscribers.ts";
import { FormResponses, joinRequestStatuses } from "../../resources/guilds/join-requests.ts";
import { RecurrenceRule } from "../../resources/guilds/recurrence-rules.ts";
import {
  EventPlace,
  GUILD_ONLY,
  ScheduledEventChange,
  ScheduledEventException,
} from "../../resources/guilds/scheduled-events.ts";
import {
  Bool,
  choice,
  integer,
  nullable,
  object,
  optional,
  refine,
  text,
  textOr,
  word,
} from "../../schema/values.ts";
import {
  asShown,
  Code,
  entries,
  ownId,
  PastPersonId,
  pastId,
  Person,
  ref,
  requireOne,
} from "./kinds.ts";
import { Instant } from "../../schema/instant.ts";

const count = optional(integer({ min: 0 }));

/** The user, by the file's own key or the API's. */
const person = { user: optional(Person), user_id: optional(ref("user")) };

/** An invite to a channel of its guild; its channel may be given as the API shows it. */
export const WorldInvite = object({
  /** Default: an id. */
  code: optional(Code),
  channel: textOr(ref("channel"), asShown(Invite.properties.channel, "channel")),
  inviter: optional(Person),
  /** Default: now. */
  created_at: optional(Instant),
  /** Default: the time until `expires_at`. */
  max_age: optional(integer({ min: 0, max: limits.inviteMaxAge.value })),
  max_uses: optional(integer({ min: 0, max: limits.inviteMaxUses.value })),
  uses: optional(integer({ min: 0 })),
  temporary: optional(Bool),
  target_type: optional(choice(Object.values(InviteTargetType))),
  target_user: optional(Person),
  target_application: optional(
    textOr(ref("application"), asShown(Invite.properties.target_application, "application")),
  ),
  roles: entries(textOr(ref("role"), asShown(InviteRole, "role"))),
  /** The only user who may use the invite. */
  only_user: optional(ref("user")),
  hidden: optional(Bool),
  /** The users whom the invite is for; absent: everyone. */
  target_users: entries(pastId("user")),
  /** Derived fields may be given as the API shows them, with their derived values. */
  type: optional(choice([0])),
  guild_id: optional(ref("guild")),
  guild: optional(textOr(ref("guild"), asShown(Invite.properties.guild, "guild"))),
  expires_at: optional(nullable(Instant)),
  approximate_member_count: count,
  /** Derived from who is connected; ignored when loaded. */
  approximate_presence_count: count,
});

const joinRequest = object({
  id: optional(ownId("join request")),
  ...person,
  /** The guild that it belongs to. */
  guild_id: optional(ref("guild")),
  status: optional(word(joinRequestStatuses)),
  /** The API's form of the field above. */
  application_status: optional(word(joinRequestStatuses)),
  created_at: optional(Instant),
  reviewed_at: optional(nullable(Instant)),
  rejection_reason: optional(nullable(text({ max: limits.rejectionReason.value }))),
  actioned_by: optional(nullable(pastId("user"))),
  /** The API's form of the fields above. */
  actioned_by_user: optional(nullable(PastPersonId)),
  form_responses: optional(nullable(FormResponses)),
});

/** A user's request to join a guild. */
export const WorldJoinRequest = refine(joinRequest, requireOne("user", "user_id"));

const subscriber = object({
  ...person,
  /** The user as a member, as the API shows it beside the field above. */
  member: optional(asShown(Member)),
  /** The id of the event itself. */
  guild_scheduled_event_id: optional(pastId("scheduled event")),
  /** The id of an occurrence; absent: the whole event. */
  exception_id: optional(pastId("occurrence")),
  /** The API's form of the field above. */
  guild_scheduled_event_exception_id: optional(nullable(pastId("occurrence"))),
  response: optional(choice(Object.values(EventResponse))),
});

/** A user who is interested in an event, or who answered for one occurrence of it. */
export const WorldEventSubscriber = refine(subscriber, requireOne("user", "user_id"));

/** A scheduled event: in a voice channel, or at a location until some time. */
export const WorldScheduledEvent = object({
  id: optional(ownId("scheduled event")),
  name: text({ min: 1, max: 100 }),
  description: ScheduledEventChange.properties.description,
  channel: optional(ref("channel")),
  /** The API's form of the field above. */
  channel_id: optional(nullable(ref("channel"))),
  /** Default: the guild's owner. */
  creator: optional(Person),
  /** The API's form of the field above; null for a deleted user. */
  creator_id: optional(nullable(ref("user"))),
  image: optional(nullable(text({ max: 200 }))),
  scheduled_start_time: Instant,
  scheduled_end_time: optional(nullable(Instant)),
  status: ScheduledEventChange.properties.status,
  /** Default: determined by the type of the channel. */
  entity_type: optional(choice(Object.values(EventPlace))),
  location: optional(text({ min: 1, max: 100 })),
  /** The API's form of the field above. */
  entity_metadata: ScheduledEventChange.properties.entity_metadata,
  recurrence_rule: optional(nullable(asShown(RecurrenceRule))),
  exceptions: entries(asShown(ScheduledEventException)),
  /** The API's form of the fields above. */
  guild_scheduled_event_exceptions: entries(asShown(ScheduledEventException)),
  subscribers: entries(WorldEventSubscriber),
  /** Derived fields may be given as the API shows them, with their derived values. */
  guild_id: optional(ref("guild")),
  privacy_level: optional(choice([GUILD_ONLY])),
  entity_id: optional(nullable(pastId("stage"))),
  user_count: count,
});
