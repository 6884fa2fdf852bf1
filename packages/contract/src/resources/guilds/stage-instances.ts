// Stage instances. Source: protocol: channels-and-threads 3.
import { bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  error,
  MissingAccess,
  MissingPermissions,
  UnknownChannel,
  WrongChannelType,
} from "../../error.ts";
import { event } from "../../event.ts";
import { limits } from "../../limits/limits.ts";
import {
  Bool,
  BoolOrNumber,
  choice,
  integer,
  nullable,
  object,
  optional,
  Snowflake,
  text,
} from "../../schema/values.ts";
import { UnknownScheduledEvent } from "./scheduled-events.ts";

const source = "protocol: channels-and-threads 3";

export const UnknownStageInstance = error({
  name: "UnknownStageInstance",
  status: 404,
  code: 10067,
  message: "Unknown Stage Instance",
  source,
});
export const StageAlreadyOpen = error({
  name: "StageAlreadyOpen",
  status: 400,
  code: 150_006,
  message: "The Stage is already open",
  source: "the reference's documented code; the HTTP status is assumed",
});

export const OtherEventPlace = error({
  name: "OtherEventPlace",
  status: 400,
  code: 50091,
  message:
    "The entity type of the event is different from the entity you are trying to start the event for",
  source: "the reference's documented code; the HTTP status is assumed",
});

/** Who can see a stage; PUBLIC is deprecated. */
export const StagePrivacy = { PUBLIC: 1, GUILD_ONLY: 2 } as const;

export const StageInstance = object({
  id: Snowflake,
  guild_id: Snowflake,
  channel_id: Snowflake,
  topic: text(),
  privacy_level: integer(),
  discoverable_disabled: Bool,
  guild_scheduled_event_id: nullable(Snowflake),
});

const Topic = text({ min: 1, max: limits.stageTopic.value });
const Privacy = choice(Object.values(StagePrivacy));

const shared = { source, auth: [bot, signedIn] } as const;
const errors = [MissingAccess, UnknownChannel, UnknownStageInstance] as const;

export const createStageInstance = endpoint({
  ...shared,
  id: "stages.create",
  summary:
    "Create a stage instance, which starts the stage; requires MANAGE_CHANNELS, MUTE_MEMBERS and MOVE_MEMBERS there.",
  method: "POST",
  path: "/stage-instances",
  body: object({
    channel_id: Snowflake,
    topic: Topic,
    privacy_level: optional(nullable(Privacy)),
    guild_scheduled_event_id: optional(nullable(Snowflake)),
    /** Requires MENTION_EVERYONE; Pycord sends it as a number. */
    send_start_notification: optional(nullable(BoolOrNumber)),
  }),
  replies: { 200: StageInstance },
  errors: [
    MissingAccess,
    MissingPermissions,
    OtherEventPlace,
    StageAlreadyOpen,
    UnknownChannel,
    UnknownScheduledEvent,
    WrongChannelType,
  ],
});

export const getStageInstance = endpoint({
  ...shared,
  id: "stages.get",
  summary: "Get the stage instance of a stage channel that the caller can see.",
  method: "GET",
  path: "/stage-instances/{channel_id}",
  replies: { 200: StageInstance },
  errors,
});

export const editStageInstance = endpoint({
  ...shared,
  id: "stages.edit",
  summary: "Update the topic of a stage instance; requires the permissions for creating it.",
  method: "PATCH",
  path: "/stage-instances/{channel_id}",
  body: object({ topic: optional(Topic), privacy_level: optional(Privacy) }),
  replies: { 200: StageInstance },
  errors: [...errors, MissingPermissions],
});

export const deleteStageInstance = endpoint({
  ...shared,
  id: "stages.delete",
  summary:
    "Delete a stage instance, which closes the stage; requires the permissions for creating it.",
  method: "DELETE",
  path: "/stage-instances/{channel_id}",
  replies: { 204: none },
  errors: [...errors, MissingPermissions],
});

const news = {
  source,
  scope: "guild",
  intent: { guild: "GUILDS" },
  changesViews: false,
  payload: StageInstance,
} as const;

export const StageInstanceCreate = event({
  ...news,
  name: "STAGE_INSTANCE_CREATE",
  summary: "A stage instance was created; sent to members who can see its channel.",
});

export const StageInstanceUpdate = event({
  ...news,
  name: "STAGE_INSTANCE_UPDATE",
  summary: "A stage instance changed; sent to members who can see its channel.",
});

export const StageInstanceDelete = event({
  ...news,
  name: "STAGE_INSTANCE_DELETE",
  summary: "A stage instance was deleted; sent to members who could see its channel.",
});
