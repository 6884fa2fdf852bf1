// Invites to guilds and what guilds have planned, in a world file. Source: product.md, World file.
import { limits } from "../../limits/limits.ts";
import { InviteTargetType } from "../../resources/guilds/invites.ts";
import { EventResponse } from "../../resources/guilds/event-subscribers.ts";
import { FormResponses, joinRequestStatuses } from "../../resources/guilds/join-requests.ts";
import { RecurrenceRule } from "../../resources/guilds/recurrence-rules.ts";
import { EventPlace, ScheduledEventException } from "../../resources/guilds/scheduled-events.ts";
import {
  Bool,
  choice,
  integer,
  nullable,
  object,
  optional,
  text,
  word,
} from "../../schema/values.ts";
import { asShown, entries, Instant, ownId, pastId, ref } from "./world-kinds.ts";

/** An invite to a channel of its guild. */
export const WorldInvite = object({
  /** Left out: an id. */
  code: optional(text({ min: 1, max: 100, pattern: "^[A-Za-z0-9_-]+$" })),
  channel: ref("channel"),
  inviter: optional(ref("user")),
  /** Left out: now. */
  created_at: optional(Instant),
  max_age: optional(integer({ min: 0, max: limits.inviteMaxAge.value })),
  max_uses: optional(integer({ min: 0, max: limits.inviteMaxUses.value })),
  uses: optional(integer({ min: 0 })),
  temporary: optional(Bool),
  target_type: optional(choice(Object.values(InviteTargetType))),
  target_user: optional(ref("user")),
  target_application: optional(ref("application")),
  roles: entries(ref("role")),
  /** The one person who may use it. */
  only_user: optional(ref("user")),
  hidden: optional(Bool),
  /** The people whom it is for; left out: everyone. */
  target_users: entries(pastId("user")),
});

/** Somebody's request to join a guild. */
export const WorldJoinRequest = object({
  id: optional(ownId("join request")),
  user: ref("user"),
  status: optional(word(joinRequestStatuses)),
  created_at: optional(Instant),
  reviewed_at: optional(nullable(Instant)),
  rejection_reason: optional(nullable(text({ max: limits.rejectionReason.value }))),
  actioned_by: optional(nullable(pastId("user"))),
  form_responses: optional(nullable(FormResponses)),
});

/** Somebody who is interested in an event, or says whether they are in one occurrence of it. */
export const WorldEventSubscriber = object({
  user: ref("user"),
  /** The id of an occurrence; left out: the event as a whole. */
  exception_id: optional(pastId("occurrence")),
  response: optional(choice(Object.values(EventResponse))),
});

/** Something that a guild has planned: in a voice channel, or at a location until some time. */
export const WorldScheduledEvent = object({
  id: optional(ownId("scheduled event")),
  name: text({ min: 1, max: 100 }),
  description: optional(nullable(text({ max: 1000 }))),
  channel: optional(ref("channel")),
  /** Left out: the guild's owner. */
  creator: optional(ref("user")),
  image: optional(nullable(text({ max: 200 }))),
  scheduled_start_time: Instant,
  scheduled_end_time: optional(nullable(Instant)),
  status: optional(choice([1, 2, 3, 4])),
  /** Left out: by the kind of the channel. */
  entity_type: optional(choice(Object.values(EventPlace))),
  location: optional(text({ min: 1, max: 100 })),
  recurrence_rule: optional(nullable(asShown(RecurrenceRule))),
  exceptions: entries(asShown(ScheduledEventException)),
  subscribers: entries(WorldEventSubscriber),
});
