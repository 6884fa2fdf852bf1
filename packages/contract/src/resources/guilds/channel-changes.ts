// What is changed of a channel. Source: machine specification; protocol: lobbies-and-sdk 4 for links.
import { bot, signedIn } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import {
  MissingAccess,
  MissingPermissions,
  UnknownChannel,
  WrongChannelType,
} from "../../error.ts";
import { Bool, integer, nullable, object, optional, text } from "../../schema/values.ts";
import { Channel } from "./guilds.ts";
import { LinkedChannelAgeRestricted } from "../lobbies/lobby-errors.ts";

/** Fields that a channel has alike in a world file and in a change. */
export const channelFields = {
  nsfw: optional(Bool),
  rate_limit_per_user: optional(integer({ min: 0, max: 21_600 })),
  bitrate: optional(integer({ min: 8000, max: 384_000 })),
  user_limit: optional(integer({ min: 0, max: 10_000 })),
};

/** What of a guild's channel is to be different; fields that its type has not are left alone. */
export const ChannelChange = object({
  name: optional(text({ min: 1, max: 100 })),
  position: optional(integer({ min: 0 })),
  topic: optional(nullable(text({ max: 1024 }))),
  ...channelFields,
});

export const editChannel = endpoint({
  id: "channels.edit",
  source: "protocol: lobbies-and-sdk 4 (570001); machine specification",
  summary: "Change a channel of a guild; it needs MANAGE_CHANNELS there.",
  method: "PATCH",
  path: "/channels/{channel_id}",
  auth: [bot, signedIn],
  body: ChannelChange,
  replies: { 200: Channel },
  errors: [
    LinkedChannelAgeRestricted,
    MissingAccess,
    MissingPermissions,
    UnknownChannel,
    WrongChannelType,
  ],
});
