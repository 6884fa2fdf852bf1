// Soundboard sounds, which users play in voice channels. Source: protocol: expressions-and-events
// 2.
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
import { event } from "../../event.ts";
import { limits } from "../../limits/limits.ts";
import {
  anything,
  Bool,
  double,
  integer,
  list,
  nullable,
  object,
  optional,
  refine,
  Snowflake,
  text,
} from "../../schema/values.ts";
import { User } from "../users/users.ts";
import { UnknownEmoji } from "./emojis.ts";
import { TargetNotInVoice } from "./member-changes.ts";

export const UnknownSound = error({
  name: "UnknownSound",
  status: 404,
  code: 10097,
  message: "Unknown sound",
  source: "assumed: the reference's documented code",
});
export const TooManySounds = error({
  name: "TooManySounds",
  status: 400,
  code: 30045,
  message: "Maximum number of soundboard sounds reached",
  source: "the reference's documented code; the HTTP status is assumed",
});

export const VoiceEffectSilenced = error({
  name: "VoiceEffectSilenced",
  status: 403,
  code: 50167,
  message: "Cannot send voice effect when user is server muted, deafened, or suppressed",
  source: "protocol: expressions-and-events 2.3",
});

const sound = {
  name: text(),
  sound_id: Snowflake,
  volume: double(),
  emoji_id: nullable(Snowflake),
  emoji_name: nullable(text()),
  guild_id: optional(Snowflake),
  available: Bool,
};

/** A sound, as everyone can read it. */
export const SoundboardSound = object(sound);

/** A sound with its creator, for members who may create or manage sounds. */
export const SoundboardSoundWithUser = object({ ...sound, user: optional(User) });

/** discord.js labels an Ogg file application/ogg; the content determines the format. */
const DATA = /^data:(?:audio\/[\w.+-]+|application\/ogg);base64,([A-Za-z0-9+/]+={0,2})$/;

/** The length of the largest sound as a data URI. */
const SOUND_TEXT_MAX = Math.ceil(limits.soundSize.value / 3) * 4 + 64;

/** The base64 part of a sound in a data URI, or undefined. */
export function soundIn(uri: string): string | undefined {
  return DATA.exec(uri)?.[1];
}

/** A sound, `data:audio/mpeg;base64,…` or `data:audio/ogg;base64,…`. */
export const SoundData = refine(text({ max: SOUND_TEXT_MAX }), (uri, report) => {
  if (soundIn(uri) === undefined) report([], "SOUND_INVALID", "Invalid sound data");
});

const fields = {
  name: text({ min: 2, max: limits.soundName.value }),
  volume: optional(nullable(double({ min: 0, max: 1 }))),
  emoji_id: optional(nullable(Snowflake)),
  emoji_name: optional(nullable(text({ min: 1, max: 32 }))),
};

const shared = {
  source: "protocol: expressions-and-events 2.2",
  auth: [bot, signedIn],
} as const;
const guildErrors = [UnknownGuild, MissingAccess] as const;

export const listDefaultSounds = endpoint({
  ...shared,
  id: "soundboard.defaultSounds",
  summary: "List the default soundboard sounds, which everyone can use.",
  method: "GET",
  path: "/soundboard-default-sounds",
  replies: { 200: list(SoundboardSound) },
  errors: [],
});

export const listGuildSounds = endpoint({
  ...shared,
  id: "guilds.sounds",
  summary: "List a guild's soundboard sounds.",
  method: "GET",
  path: "/guilds/{guild_id}/soundboard-sounds",
  replies: { 200: object({ items: list(SoundboardSoundWithUser) }) },
  errors: guildErrors,
});

export const getGuildSound = endpoint({
  ...shared,
  id: "guilds.sound",
  summary: "Get one soundboard sound of a guild.",
  method: "GET",
  path: "/guilds/{guild_id}/soundboard-sounds/{sound_id}",
  replies: { 200: SoundboardSoundWithUser },
  errors: [...guildErrors, UnknownSound],
});

export const createGuildSound = endpoint({
  ...shared,
  id: "guilds.createSound",
  summary: "Create a soundboard sound in a guild; requires CREATE_GUILD_EXPRESSIONS.",
  method: "POST",
  path: "/guilds/{guild_id}/soundboard-sounds",
  body: object({ ...fields, sound: SoundData }),
  replies: { 201: SoundboardSoundWithUser },
  errors: [...guildErrors, MissingPermissions, TooManySounds, UnknownEmoji],
});

export const editGuildSound = endpoint({
  ...shared,
  id: "guilds.editSound",
  summary:
    "Update the name, volume or emoji of a soundboard sound; requires the permissions for deleting it.",
  method: "PATCH",
  path: "/guilds/{guild_id}/soundboard-sounds/{sound_id}",
  body: object({ ...fields, name: optional(fields.name) }),
  replies: { 200: SoundboardSoundWithUser },
  errors: [...guildErrors, MissingPermissions, UnknownEmoji, UnknownSound],
});

export const deleteGuildSound = endpoint({
  ...shared,
  id: "guilds.deleteSound",
  summary:
    "Delete a soundboard sound: own ones with CREATE_GUILD_EXPRESSIONS, all with MANAGE_GUILD_EXPRESSIONS.",
  method: "DELETE",
  path: "/guilds/{guild_id}/soundboard-sounds/{sound_id}",
  replies: { 204: none },
  errors: [...guildErrors, MissingPermissions, UnknownSound],
});

/** The errors of playing a sound. */
export const sendSoundErrors = [
  MissingAccess,
  MissingPermissions,
  TargetNotInVoice,
  UnknownChannel,
  UnknownSound,
  VoiceEffectSilenced,
  WrongChannelType,
] as const;

export const sendSound = endpoint({
  id: "channels.sendSound",
  source: "protocol: expressions-and-events 2.3",
  summary: "Send a soundboard sound to the voice channel that the caller is in.",
  method: "POST",
  path: "/channels/{channel_id}/send-soundboard-sound",
  auth: [bot, signedIn],
  body: object({ sound_id: Snowflake, source_guild_id: optional(nullable(Snowflake)) }),
  replies: { 204: none },
  errors: sendSoundErrors,
});

const news = {
  source: "protocol: expressions-and-events 2.4",
  scope: "guild",
  intent: { guild: "GUILD_EXPRESSIONS" },
  changesViews: false,
} as const;

export const GuildSoundboardSoundCreate = event({
  ...news,
  name: "GUILD_SOUNDBOARD_SOUND_CREATE",
  summary: "A soundboard sound was created in a guild.",
  payload: SoundboardSound,
});

export const GuildSoundboardSoundUpdate = event({
  ...news,
  name: "GUILD_SOUNDBOARD_SOUND_UPDATE",
  summary: "A soundboard sound of a guild changed.",
  payload: SoundboardSound,
});

export const GuildSoundboardSoundsUpdate = event({
  ...news,
  name: "GUILD_SOUNDBOARD_SOUNDS_UPDATE",
  summary: "Several soundboard sounds of a guild changed.",
  payload: object({ guild_id: Snowflake, soundboard_sounds: list(SoundboardSound) }),
});

export const GuildSoundboardSoundDelete = event({
  ...news,
  name: "GUILD_SOUNDBOARD_SOUND_DELETE",
  summary: "A soundboard sound of a guild was deleted.",
  payload: object({ sound_id: Snowflake, guild_id: Snowflake }),
});

export const VoiceChannelEffectSend = event({
  name: "VOICE_CHANNEL_EFFECT_SEND",
  source: "protocol: expressions-and-events 2.3",
  summary:
    "A user sent an effect, such as a soundboard sound, in a voice channel; sent to everyone in it.",
  scope: "channel",
  intent: { guild: "GUILD_VOICE_STATES" },
  payload: object({
    channel_id: Snowflake,
    guild_id: Snowflake,
    user_id: Snowflake,
    emoji: optional(
      nullable(object({ id: nullable(Snowflake), name: nullable(text()), animated: Bool })),
    ),
    /** A number for a default sound. */
    sound_id: optional(anything<string | number>()),
    sound_volume: optional(double()),
    animation_type: optional(nullable(integer())),
    animation_id: optional(integer()),
  }),
});
