// The events of channels, for those who can view them. Source: protocol: gateway-oauth-limits 4.14,
// 4.16.
import { event } from "../../event.ts";
import {
  Bool,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
} from "../../schema/values.ts";
import { Channel, Member } from "./guilds.ts";
import { Presence } from "./presences.ts";
import { ThreadMembership } from "./threads.ts";

const payloads = "protocol: gateway-oauth-limits 4.16";
const voice = "protocol: gateway-oauth-limits 4.14";
const intent = { guild: "GUILDS" } as const;

export const ChannelCreate = event({
  name: "CHANNEL_CREATE",
  source: payloads,
  summary: "A channel was created in a guild.",
  scope: "channel",
  intent,
  changesViews: true,
  payload: Channel,
});

/** Bots receive it for a direct message channel only before its first message. */
export const DirectChannelCreate = event({
  name: "CHANNEL_CREATE",
  source: "protocol: gateway-oauth-limits 4.16; the reference's change log of API v8 for bots",
  summary: "A direct message or a group DM with the user was opened.",
  scope: "user",
  audience: "users",
  payload: Channel,
});

export const ChannelUpdate = event({
  name: "CHANNEL_UPDATE",
  source: payloads,
  summary: "A channel changed.",
  scope: "channel",
  intent,
  changesViews: true,
  payload: Channel,
});

export const ChannelDelete = event({
  name: "CHANNEL_DELETE",
  source: payloads,
  summary: "A channel was deleted.",
  scope: "channel",
  intent,
  changesViews: true,
  payload: Channel,
});

const threadEvents = {
  source: payloads,
  scope: "channel",
  intent,
  changesViews: true,
} as const;

/** A user who was added to a thread, with their guild membership. */
const AddedThreadMember = object({
  ...ThreadMembership.properties,
  member: optional(Member),
  presence: nullable(Presence),
});

export const ThreadCreate = event({
  ...threadEvents,
  name: "THREAD_CREATE",
  summary: "A thread was created, or the session's user was added to one.",
  payload: object({ ...Channel.properties, newly_created: optional(Bool) }),
});

export const ThreadUpdate = event({
  ...threadEvents,
  name: "THREAD_UPDATE",
  summary: "A thread changed.",
  payload: Channel,
});

export const ThreadDelete = event({
  ...threadEvents,
  name: "THREAD_DELETE",
  summary: "A thread was deleted.",
  payload: object({
    id: Snowflake,
    guild_id: optional(Snowflake),
    parent_id: optional(nullable(Snowflake)),
    type: integer(),
  }),
});

export const ThreadListSync = event({
  name: "THREAD_LIST_SYNC",
  source: payloads,
  summary: "The session's user gained access to channels; contains the active threads in them.",
  scope: "nobody",
  intent,
  payload: object({
    guild_id: Snowflake,
    channel_ids: list(Snowflake),
    threads: list(Channel),
    members: list(ThreadMembership),
  }),
});

export const ThreadMemberUpdate = event({
  ...threadEvents,
  name: "THREAD_MEMBER_UPDATE",
  source: "protocol: channels-and-threads 2.6",
  summary: "The session's user joined a thread, or their membership in it changed.",
  payload: object({ ...ThreadMembership.properties, guild_id: Snowflake }),
});

/** One event for each user, so that the user also receives it with only the intent for channels. */
export const ThreadMembersUpdate = event({
  name: "THREAD_MEMBERS_UPDATE",
  source: "protocol: channels-and-threads 2.6",
  summary: "A user joined or left a thread.",
  scope: "channel",
  intent: { guild: "GUILD_MEMBERS" },
  alsoToSubject: "GUILDS",
  changesViews: true,
  payload: object({
    id: Snowflake,
    guild_id: Snowflake,
    member_count: integer(),
    added_members: list(AddedThreadMember),
    removed_member_ids: list(Snowflake),
  }),
});

export const VoiceChannelStatusUpdate = event({
  name: "VOICE_CHANNEL_STATUS_UPDATE",
  source: voice,
  summary: "The status of a voice channel changed, or was cleared (null).",
  scope: "channel",
  intent,
  payload: object({ id: Snowflake, guild_id: Snowflake, status: nullable(text()) }),
});

export const VoiceChannelStartTimeUpdate = event({
  name: "VOICE_CHANNEL_START_TIME_UPDATE",
  source: voice,
  summary:
    "The first user joined a voice channel (time in Unix seconds), or the last one left (null).",
  scope: "channel",
  intent,
  payload: object({
    id: Snowflake,
    guild_id: Snowflake,
    voice_start_time: nullable(integer({ width: "int53" })),
  }),
});
