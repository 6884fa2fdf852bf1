// The events that answer a session's requests over the gateway; other sessions do not receive them.
// Source: protocol: gateway-oauth-limits 4.13 to 4.15.
import { event } from "../event.ts";
import {
  anything,
  double,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
} from "../schema/values.ts";
import { Member } from "../resources/guilds/guilds.ts";
import { Presence } from "../resources/guilds/presences.ts";
import { SoundboardSound } from "../resources/guilds/soundboard.ts";

export const GuildMembersChunk = event({
  name: "GUILD_MEMBERS_CHUNK",
  source: "protocol: gateway-oauth-limits 4.13",
  summary: "A chunk of the answer to Request Guild Members; there is always at least one.",
  scope: "nobody",
  payload: object({
    guild_id: Snowflake,
    members: list(Member),
    chunk_index: integer(),
    chunk_count: integer(),
    /** An id that is too small for a snowflake is returned as an integer. */
    not_found: optional(list(anything<string | number>())),
    presences: optional(list(Presence)),
    nonce: optional(text()),
  }),
});

export const RequestRateLimited = event({
  name: "RATE_LIMITED",
  source: "protocol: gateway-oauth-limits 4.13",
  summary: "Request Guild Members was rate limited; the request gets no other answer.",
  scope: "nobody",
  payload: object({
    opcode: integer(),
    retry_after: double(),
    meta: object({ guild_id: Snowflake, nonce: optional(text()) }),
  }),
});

export const SoundboardSounds = event({
  name: "SOUNDBOARD_SOUNDS",
  source: "protocol: gateway-oauth-limits 4.15",
  summary: "The answer to Request Soundboard Sounds for a guild.",
  scope: "nobody",
  payload: object({ guild_id: Snowflake, soundboard_sounds: list(SoundboardSound) }),
});

export const ChannelInfo = event({
  name: "CHANNEL_INFO",
  source: "protocol: gateway-oauth-limits 4.14",
  summary:
    "The answer to Request Channel Info; includes each voice channel that has a requested field.",
  scope: "nobody",
  payload: object({
    guild_id: Snowflake,
    channels: list(
      object({
        id: Snowflake,
        status: optional(nullable(text())),
        voice_start_time: optional(nullable(integer({ width: "int53" }))),
      }),
    ),
  }),
});
