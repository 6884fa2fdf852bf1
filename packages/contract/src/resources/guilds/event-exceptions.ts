// Occurrences of a scheduled event that were changed or cancelled. Source: protocol:
// expressions-and-events 3.2.
import { bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import { MissingAccess, MissingPermissions, UnknownGuild } from "../../error.ts";
import { event } from "../../event.ts";
import { Instant } from "../../schema/instant.ts";
import { Bool, nullable, object, optional, Snowflake } from "../../schema/values.ts";
import { ScheduledEventException, UnknownScheduledEvent } from "./scheduled-events.ts";

const shared = {
  source: "protocol: expressions-and-events 3.2",
  auth: [bot, signedIn],
} as const;
const errors = [UnknownGuild, MissingAccess, MissingPermissions, UnknownScheduledEvent] as const;

/** The changes of an occurrence. */
export const ScheduledEventExceptionChange = object({
  scheduled_start_time: optional(nullable(Instant)),
  scheduled_end_time: optional(nullable(Instant)),
  is_canceled: optional(nullable(Bool)),
});

export const createScheduledEventException = endpoint({
  ...shared,
  id: "guilds.createScheduledEventException",
  summary:
    "Move or cancel one occurrence of an event; requires the permissions for updating the event.",
  method: "POST",
  path: "/guilds/{guild_id}/scheduled-events/{event_id}/exceptions",
  body: object({
    ...ScheduledEventExceptionChange.properties,
    original_scheduled_start_time: Instant,
  }),
  replies: { 200: ScheduledEventException },
  errors,
});

export const editScheduledEventException = endpoint({
  ...shared,
  id: "guilds.editScheduledEventException",
  summary: "Update the exception for an occurrence of an event.",
  method: "PATCH",
  path: "/guilds/{guild_id}/scheduled-events/{event_id}/exceptions/{exception_id}",
  body: ScheduledEventExceptionChange,
  replies: { 200: ScheduledEventException },
  errors,
});

export const deleteScheduledEventException = endpoint({
  ...shared,
  id: "guilds.deleteScheduledEventException",
  summary: "Delete the exception for an occurrence, which then takes place like the others.",
  method: "DELETE",
  path: "/guilds/{guild_id}/scheduled-events/{event_id}/exceptions/{exception_id}",
  replies: { 204: none },
  errors,
});

const news = {
  source: "protocol: expressions-and-events 3.2",
  scope: "guild",
  intent: { guild: "GUILD_SCHEDULED_EVENTS" },
  changesViews: false,
} as const;
const payload = object({ ...ScheduledEventException.properties, guild_id: Snowflake });

export const GuildScheduledEventExceptionCreate = event({
  ...news,
  name: "GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE",
  summary: "An exception for an occurrence was created; sent to members who can see the event.",
  payload,
});

export const GuildScheduledEventExceptionUpdate = event({
  ...news,
  name: "GUILD_SCHEDULED_EVENT_EXCEPTION_UPDATE",
  summary: "An exception for an occurrence changed; sent to members who can see the event.",
  payload,
});

export const GuildScheduledEventExceptionDelete = event({
  ...news,
  name: "GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE",
  summary: "An exception for an occurrence was deleted; sent to members who can see the event.",
  payload,
});

export const GuildScheduledEventExceptionsDelete = event({
  ...news,
  name: "GUILD_SCHEDULED_EVENT_EXCEPTIONS_DELETE",
  summary:
    "An event's new recurrence removed its exceptions; sent to members who can see the event.",
  payload: object({ guild_id: Snowflake, event_id: Snowflake }),
});
