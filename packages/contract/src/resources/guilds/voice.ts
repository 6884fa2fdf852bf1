// The users in voice channels. Source: protocol: gateway-oauth-limits 4.15, 4.16.
import { event } from "../../event.ts";
import {
  Bool,
  nullable,
  object,
  optional,
  secret,
  Snowflake,
  text,
  Timestamp,
} from "../../schema/values.ts";
import { Member } from "./guilds.ts";

const state = {
  channel_id: nullable(Snowflake),
  user_id: Snowflake,
  session_id: text(),
  deaf: Bool,
  mute: Bool,
  self_deaf: Bool,
  self_mute: Bool,
  self_video: Bool,
  suppress: Bool,
  request_to_speak_timestamp: nullable(Timestamp),
};

/** A voice state as GUILD_CREATE lists it. */
export const VoiceState = object(state);

export const VoiceStateUpdate = event({
  name: "VOICE_STATE_UPDATE",
  source: "protocol: gateway-oauth-limits 4.15",
  summary:
    "A user joined, moved or left a voice channel, or their voice state changed; `channel_id` is null when they left.",
  scope: "guild",
  intent: { guild: "GUILD_VOICE_STATES" },
  alsoToSubject: true,
  changesViews: false,
  payload: object({ ...state, guild_id: Snowflake, member: optional(Member) }),
});

export const VoiceServerUpdate = event({
  name: "VOICE_SERVER_UPDATE",
  source: "protocol: gateway-oauth-limits 4.15",
  summary:
    "The session's user joined a voice channel and connects to `endpoint`; null without a voice server, in which case clients wait.",
  scope: "nobody",
  payload: object({ token: secret(text()), guild_id: Snowflake, endpoint: nullable(text()) }),
});
