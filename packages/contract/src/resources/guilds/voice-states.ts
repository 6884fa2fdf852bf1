// Voice states and stage speakers, as callers read and change them; and the voice regions. Source:
// protocol: lobbies-and-sdk 9.
import { bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  error,
  MissingAccess,
  MissingPermissions,
  UnknownChannel,
  UnknownGuild,
  WrongChannelType,
} from "../../error.ts";
import { Bool, list, nullable, object, optional, Snowflake, text } from "../../schema/values.ts";
import { Instant } from "../../schema/instant.ts";
import { Member } from "./guilds.ts";
import { VoiceState } from "./voice.ts";

const source = "protocol: lobbies-and-sdk 9";

export const UnknownVoiceState = error({
  name: "UnknownVoiceState",
  status: 404,
  code: 10065,
  message: "Unknown Voice State",
  source: "protocol: gateway-oauth-limits 1.6",
});

/** A voice region. */
export const VoiceRegion = object({
  id: text(),
  name: text(),
  /** True for the region closest to the caller. */
  optimal: Bool,
  /** True for a region to avoid. */
  deprecated: Bool,
  /** True for a region made for one guild or event. */
  custom: Bool,
});

/** Regions that channels may name, by id. */
export const voiceRegions = [
  { id: "brazil", name: "Brazil" },
  { id: "hongkong", name: "Hong Kong" },
  { id: "india", name: "India" },
  { id: "japan", name: "Japan" },
  { id: "rotterdam", name: "Rotterdam" },
  { id: "singapore", name: "Singapore" },
  { id: "south-korea", name: "South Korea" },
  { id: "southafrica", name: "South Africa" },
  { id: "sydney", name: "Sydney" },
  { id: "us-central", name: "US Central" },
  { id: "us-east", name: "US East" },
  { id: "us-south", name: "US South" },
  { id: "us-west", name: "US West" },
] as const;

export const listVoiceRegions = endpoint({
  id: "voice.regions",
  source,
  summary: "List the voice regions.",
  method: "GET",
  path: "/voice/regions",
  auth: [bot, signedIn],
  replies: { 200: list(VoiceRegion) },
  errors: [],
});

export const listGuildVoiceRegions = endpoint({
  id: "guilds.voiceRegions",
  source,
  summary: "List the voice regions of a guild.",
  method: "GET",
  path: "/guilds/{guild_id}/regions",
  auth: [bot, signedIn],
  replies: { 200: list(VoiceRegion) },
  errors: [UnknownGuild, MissingAccess],
});

/** A voice state as these endpoints return it. */
export const WholeVoiceState = object({
  ...VoiceState.properties,
  self_stream: Bool,
  guild_id: Snowflake,
  member: optional(Member),
});

export const getOwnVoiceState = endpoint({
  id: "guilds.ownVoiceState",
  source,
  summary: "Get the caller's own voice state in a guild.",
  method: "GET",
  path: "/guilds/{guild_id}/voice-states/@me",
  auth: [bot, signedIn],
  replies: { 200: WholeVoiceState },
  errors: [UnknownGuild, MissingAccess, UnknownVoiceState],
});

export const getVoiceState = endpoint({
  id: "guilds.voiceState",
  source,
  summary: "Get a user's voice state in a guild; unknown if the caller cannot see the channel.",
  method: "GET",
  path: "/guilds/{guild_id}/voice-states/{user_id}",
  auth: [bot, signedIn],
  replies: { 200: WholeVoiceState },
  errors: [UnknownGuild, MissingAccess, UnknownVoiceState],
});

const changing = [
  UnknownGuild,
  MissingAccess,
  MissingPermissions,
  UnknownChannel,
  UnknownVoiceState,
  WrongChannelType,
] as const;

/** Whether a user speaks on a stage or listens. */
const place = {
  /** The stage channel that the user is in; the user is not moved. */
  channel_id: optional(nullable(Snowflake)),
  suppress: optional(nullable(Bool)),
};

export const OwnVoiceStateChange = object({
  ...place,
  /** When the caller requested to speak, now or later; null withdraws the request. */
  request_to_speak_timestamp: optional(nullable(Instant)),
});

export const changeOwnVoiceState = endpoint({
  id: "guilds.changeOwnVoiceState",
  source,
  summary: "Update the caller's own voice state: speak on a stage, listen, or request to speak.",
  method: "PATCH",
  path: "/guilds/{guild_id}/voice-states/@me",
  auth: [bot, signedIn],
  body: OwnVoiceStateChange,
  replies: { 204: none },
  errors: changing,
});

export const changeVoiceState = endpoint({
  id: "guilds.changeVoiceState",
  source,
  summary:
    "Update a user's voice state: invite them to speak on a stage, or return them to the audience.",
  method: "PATCH",
  path: "/guilds/{guild_id}/voice-states/{user_id}",
  auth: [bot, signedIn],
  body: object(place),
  replies: { 204: none },
  errors: changing,
});
