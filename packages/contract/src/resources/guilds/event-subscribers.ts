// The subscribers of a scheduled event. Source: protocol: expressions-and-events 3.3.
import { bot, signedIn } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { MissingAccess, UnknownGuild } from "../../error.ts";
import { event } from "../../event.ts";
import { limits } from "../../limits/limits.ts";
import {
  Bool,
  choice,
  dictionary,
  idList,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
} from "../../schema/values.ts";
import { User } from "../users/users.ts";
import { Member } from "./guilds.ts";
import { UnknownScheduledEvent } from "./scheduled-events.ts";

/** A user's response to an event, or to one occurrence of it. */
export const EventResponse = { UNINTERESTED: 0, INTERESTED: 1 } as const;

/** A subscriber of an event. */
export const ScheduledEventUser = object({
  guild_scheduled_event_id: Snowflake,
  guild_scheduled_event_exception_id: nullable(Snowflake),
  user_id: Snowflake,
  user: optional(User),
  member: optional(Member),
  response: choice(Object.values(EventResponse)),
});

const shared = {
  source: "protocol: expressions-and-events 3.3",
  method: "GET",
  auth: [bot, signedIn],
  errors: [UnknownGuild, MissingAccess, UnknownScheduledEvent],
} as const;

const page = object({
  limit: optional(integer({ min: 1, max: 100 })),
  with_member: optional(Bool),
  /** If both are given, `before` counts. */
  before: optional(Snowflake),
  after: optional(Snowflake),
});

export const listScheduledEventUsers = endpoint({
  ...shared,
  id: "guilds.scheduledEventUsers",
  summary: "List the users subscribed to an event, in order of user id.",
  path: "/guilds/{guild_id}/scheduled-events/{event_id}/users",
  query: page,
  replies: { 200: list(ScheduledEventUser) },
});

export const countScheduledEventUsers = endpoint({
  ...shared,
  id: "guilds.scheduledEventUserCounts",
  summary: "Count the users subscribed to an event, and to single occurrences of it.",
  path: "/guilds/{guild_id}/scheduled-events/{event_id}/users/counts",
  query: object({
    guild_scheduled_event_exception_ids: optional(
      idList({ max: limits.eventExceptionsCounted.value }),
    ),
  }),
  replies: {
    200: object({
      guild_scheduled_event_count: integer(),
      guild_scheduled_event_exception_counts: dictionary(integer()),
    }),
  },
});

export const listScheduledEventExceptionUsers = endpoint({
  ...shared,
  id: "guilds.scheduledEventExceptionUsers",
  summary: "List the users subscribed to one occurrence of an event, in order of user id.",
  path: "/guilds/{guild_id}/scheduled-events/{event_id}/{exception_id}/users",
  query: page,
  replies: { 200: list(ScheduledEventUser) },
});

const news = {
  source: "protocol: expressions-and-events 3.3",
  scope: "guild",
  intent: { guild: "GUILD_SCHEDULED_EVENTS" },
  changesViews: false,
  payload: object({
    guild_scheduled_event_id: Snowflake,
    guild_scheduled_event_exception_id: optional(Snowflake),
    user_id: Snowflake,
    guild_id: Snowflake,
    response: choice(Object.values(EventResponse)),
  }),
} as const;

export const GuildScheduledEventUserAdd = event({
  ...news,
  name: "GUILD_SCHEDULED_EVENT_USER_ADD",
  summary:
    "A user subscribed to an event or one occurrence of it; sent to members who can see the event.",
});

export const GuildScheduledEventUserRemove = event({
  ...news,
  name: "GUILD_SCHEDULED_EVENT_USER_REMOVE",
  summary:
    "A user unsubscribed from an event or one occurrence of it; sent to members who can see the event.",
});
