// Scheduled events of a guild. Source: machine specification; requirements 9 for who may create
// them.
import { bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  MissingAccess,
  MissingPermissions,
  UnknownChannel,
  UnknownGuild,
  WrongChannelType,
} from "../../error.ts";
import { event } from "../../event.ts";
import { limits } from "../../limits/limits.ts";
import { error } from "../../transport-errors.ts";
import {
  Bool,
  choice,
  integer,
  list,
  nullable,
  object,
  optional,
  optionalFields,
  refine,
  Snowflake,
  text,
  Timestamp,
  type Report,
} from "../../schema/values.ts";
import { Instant } from "../../schema/instant.ts";
import { ImageData } from "../users/images.ts";
import { User } from "../users/users.ts";
import { RecurrenceRule, RecurrenceRuleDraft } from "./recurrence-rules.ts";

export const UnknownScheduledEvent = error({
  name: "UnknownScheduledEvent",
  status: 404,
  code: 10070,
  message: "Unknown Guild Scheduled Event",
  source: "assumed: the reference's documented code",
});
export const TooManyScheduledEvents = error({
  name: "TooManyScheduledEvents",
  status: 400,
  code: 30038,
  message: `Maximum number of uncompleted guild scheduled events reached (${limits.scheduledEvents.value})`,
  source: "assumed: the reference's documented code; the HTTP status is not public",
});

export const FinishedScheduledEvent = error({
  name: "FinishedScheduledEvent",
  status: 400,
  code: 180_000,
  message: "Cannot update a finished event",
  source: "assumed: the reference's documented code; the HTTP status is not public",
});

/** The status of an event. Source: machine specification. */
export const EventStatus = { SCHEDULED: 1, ACTIVE: 2, COMPLETED: 3, CANCELED: 4 } as const;

/** Where an event takes place. Source: machine specification. */
export const EventPlace = { STAGE_INSTANCE: 1, VOICE: 2, EXTERNAL: 3 } as const;

/** Only visible to members of the guild; the only privacy level there is. */
export const GUILD_ONLY = 2;

/** A changed or cancelled occurrence; its id is derived from the original time. */
export const ScheduledEventException = object({
  event_id: Snowflake,
  event_exception_id: Snowflake,
  scheduled_start_time: nullable(Timestamp),
  scheduled_end_time: nullable(Timestamp),
  is_canceled: Bool,
});

const shown = {
  id: Snowflake,
  guild_id: Snowflake,
  name: text(),
  description: nullable(text()),
  channel_id: nullable(Snowflake),
  creator_id: nullable(Snowflake),
  image: nullable(text()),
  scheduled_start_time: Timestamp,
  scheduled_end_time: nullable(Timestamp),
  status: integer(),
  entity_type: integer(),
  entity_id: nullable(Snowflake),
  entity_metadata: nullable(object({ location: optional(text()) })),
  recurrence_rule: nullable(RecurrenceRule),
  privacy_level: integer(),
  guild_scheduled_event_exceptions: list(ScheduledEventException),
};

/** An event as the gateway sends it. */
export const PlannedEvent = object(shown);

/** An event, as all members of its guild can read it. */
export const ScheduledEvent = object({
  ...shown,
  creator: optional(User),
  user_count: optional(integer()),
});

const fields = {
  name: text({ min: 1, max: 100 }),
  description: optional(nullable(text({ max: 1000 }))),
  image: optional(nullable(ImageData)),
  scheduled_start_time: Instant,
  scheduled_end_time: optional(nullable(Instant)),
  privacy_level: choice([GUILD_ONLY]),
  entity_type: choice(Object.values(EventPlace)),
  channel_id: optional(nullable(Snowflake)),
  recurrence_rule: optional(nullable(RecurrenceRuleDraft)),
  entity_metadata: optional(nullable(object({ location: optional(text({ min: 1, max: 100 })) }))),
};

interface Placed {
  readonly entity_type?: number;
  readonly channel_id?: string | null;
  readonly scheduled_end_time?: string | null;
  readonly entity_metadata?: { readonly location?: string } | null;
}

const required = (report: Report, ...path: readonly string[]) =>
  report(path, "BASE_TYPE_REQUIRED", "This field is required");

/** Requires a location and an end for an external event, and a channel for others. */
export function requireEventPlace(
  draft: Placed,
  report: Report,
  isInvalid: (field: string) => boolean,
): void {
  if (draft.entity_type === undefined) return;
  const isMissing = (field: keyof Placed) =>
    !isInvalid(field) && (draft[field] === undefined || draft[field] === null);
  if (draft.entity_type !== EventPlace.EXTERNAL) {
    if (isMissing("channel_id")) required(report, "channel_id");
    return;
  }
  if (isMissing("scheduled_end_time")) required(report, "scheduled_end_time");
  const hasLocation = draft.entity_metadata?.location !== undefined;
  if (!hasLocation && !isInvalid("entity_metadata")) {
    required(report, "entity_metadata", "location");
  }
}

/** A new event. */
export const ScheduledEventDraft = refine(object(fields), requireEventPlace);

/** The changes of an event. */
export const ScheduledEventChange = object({
  ...optionalFields(fields),
  status: optional(choice(Object.values(EventStatus))),
});

const shared = {
  source: "requirements 9; machine specification",
  auth: [bot, signedIn],
} as const;
const guildErrors = [UnknownGuild, MissingAccess] as const;
const counted = object({ with_user_count: optional(Bool) });

export const listScheduledEvents = endpoint({
  ...shared,
  id: "guilds.scheduledEvents",
  summary: "List a guild's scheduled events that the caller can see.",
  method: "GET",
  path: "/guilds/{guild_id}/scheduled-events",
  query: counted,
  replies: { 200: list(ScheduledEvent) },
  errors: guildErrors,
});

export const getScheduledEvent = endpoint({
  ...shared,
  id: "guilds.scheduledEvent",
  summary: "Get one scheduled event of a guild.",
  method: "GET",
  path: "/guilds/{guild_id}/scheduled-events/{event_id}",
  query: counted,
  replies: { 200: ScheduledEvent },
  errors: [...guildErrors, UnknownScheduledEvent],
});

export const createScheduledEvent = endpoint({
  ...shared,
  id: "guilds.createScheduledEvent",
  summary: "Create a scheduled event; requires CREATE_EVENTS where it takes place.",
  method: "POST",
  path: "/guilds/{guild_id}/scheduled-events",
  body: ScheduledEventDraft,
  replies: { 200: ScheduledEvent },
  errors: [
    ...guildErrors,
    MissingPermissions,
    TooManyScheduledEvents,
    UnknownChannel,
    WrongChannelType,
  ],
});

export const editScheduledEvent = endpoint({
  ...shared,
  id: "guilds.editScheduledEvent",
  summary: "Update, start, end or cancel an event; requires the permissions for deleting it.",
  method: "PATCH",
  path: "/guilds/{guild_id}/scheduled-events/{event_id}",
  body: ScheduledEventChange,
  replies: { 200: ScheduledEvent },
  errors: [
    ...guildErrors,
    FinishedScheduledEvent,
    MissingPermissions,
    UnknownChannel,
    UnknownScheduledEvent,
    WrongChannelType,
  ],
});

export const deleteScheduledEvent = endpoint({
  ...shared,
  id: "guilds.deleteScheduledEvent",
  summary: "Delete an event: own ones with CREATE_EVENTS, all with MANAGE_EVENTS.",
  method: "DELETE",
  path: "/guilds/{guild_id}/scheduled-events/{event_id}",
  replies: { 204: none },
  errors: [...guildErrors, MissingPermissions, UnknownScheduledEvent],
});

const news = {
  source: "protocol: gateway-oauth-limits 4.5; machine specification",
  scope: "guild",
  intent: { guild: "GUILD_SCHEDULED_EVENTS" },
  changesViews: false,
  payload: PlannedEvent,
} as const;

export const GuildScheduledEventCreate = event({
  ...news,
  name: "GUILD_SCHEDULED_EVENT_CREATE",
  summary:
    "A scheduled event was created; one in a channel is sent to members who can see the channel.",
});

export const GuildScheduledEventUpdate = event({
  ...news,
  name: "GUILD_SCHEDULED_EVENT_UPDATE",
  summary: "A scheduled event changed, started or ended; sent to members who can see it.",
});

export const GuildScheduledEventDelete = event({
  ...news,
  name: "GUILD_SCHEDULED_EVENT_DELETE",
  summary: "A scheduled event was deleted; sent to members who could see it.",
});
