// Making, changing, moving and deleting channels. Source: protocol: channels-and-threads 1;
// machine specification.
import { bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  MissingAccess,
  MissingPermissions,
  UnknownChannel,
  UnknownGuild,
  WrongChannelType,
} from "../../error.ts";
import { bits, choice, object, optional } from "../../schema/values.ts";
import { TitleBlocked } from "../guilds/auto-moderation.ts";
import { Channel } from "../guilds/guilds.ts";
import {
  CommunityChannelNotText,
  CommunityChannelRequired,
  LinkedChannelAgeRestricted,
  NoTagForEveryone,
  OneParentAtATime,
  TagNamesNotUnique,
  TooManyChannels,
  TooManyOverwrites,
  UnknownOverwrite,
} from "./channel-errors.ts";
import {
  TagRequired,
  ThreadArchived,
  TooManyActiveThreads,
  TooManyPinnedThreads,
  UnknownTag,
} from "./thread-errors.ts";
import { ChannelChange, ChannelDraft, ChannelPlaces } from "./channel-forms.ts";

const auth = [bot, signedIn] as const;
const seen = [MissingAccess, UnknownChannel] as const;

export const createGuildChannel = endpoint({
  id: "guilds.createChannel",
  source: "protocol: channels-and-threads 1.1 to 1.4",
  summary: "Create a channel in a guild; requires MANAGE_CHANNELS there.",
  method: "POST",
  path: "/guilds/{guild_id}/channels",
  auth,
  body: ChannelDraft,
  replies: { 201: Channel },
  errors: [
    MissingAccess,
    MissingPermissions,
    TagNamesNotUnique,
    TooManyChannels,
    UnknownGuild,
    UnknownOverwrite,
  ],
});

export const moveGuildChannels = endpoint({
  id: "guilds.moveChannels",
  source: "protocol: channels-and-threads 1.5",
  summary:
    "Update the positions of channels in a guild, and move one of them to another category; requires MANAGE_CHANNELS.",
  method: "PATCH",
  path: "/guilds/{guild_id}/channels",
  auth,
  body: ChannelPlaces,
  replies: { 204: none },
  errors: [MissingAccess, MissingPermissions, OneParentAtATime, UnknownChannel, UnknownGuild],
});

export const editChannel = endpoint({
  id: "channels.edit",
  source: "protocol: channels-and-threads 1.1, 2.2; lobbies-and-sdk 4 (570001)",
  summary: "Update a channel of a guild (requires MANAGE_CHANNELS there) or a thread.",
  method: "PATCH",
  path: "/channels/{channel_id}",
  auth,
  body: ChannelChange,
  replies: { 200: Channel },
  errors: [
    ...seen,
    CommunityChannelNotText,
    LinkedChannelAgeRestricted,
    MissingPermissions,
    NoTagForEveryone,
    TagNamesNotUnique,
    TagRequired,
    ThreadArchived,
    TitleBlocked,
    TooManyActiveThreads,
    TooManyPinnedThreads,
    UnknownOverwrite,
    UnknownTag,
    WrongChannelType,
  ],
});

export const deleteChannel = endpoint({
  id: "channels.delete",
  source: "protocol: channels-and-threads 1.6",
  summary:
    "Delete a channel (requires MANAGE_CHANNELS there) or a thread (requires MANAGE_THREADS), or close a direct message.",
  method: "DELETE",
  path: "/channels/{channel_id}",
  auth,
  replies: { 200: Channel },
  errors: [...seen, CommunityChannelRequired, MissingPermissions, WrongChannelType],
});

export const setOverwrite = endpoint({
  id: "channels.setOverwrite",
  source: "protocol: channels-and-threads 1.4",
  summary:
    "Create or update the permission overwrite of a role or a member in a channel; requires MANAGE_ROLES there.",
  method: "PUT",
  path: "/channels/{channel_id}/permissions/{overwrite_id}",
  auth,
  body: object({
    type: optional(choice([0, 1])),
    allow: optional(bits()),
    deny: optional(bits()),
  }),
  replies: { 204: none },
  errors: [...seen, MissingPermissions, TooManyOverwrites, UnknownOverwrite, WrongChannelType],
});

export const deleteOverwrite = endpoint({
  id: "channels.deleteOverwrite",
  source: "protocol: channels-and-threads 1.4",
  summary:
    "Delete the permission overwrite of a role or a member in a channel; requires MANAGE_ROLES there.",
  method: "DELETE",
  path: "/channels/{channel_id}/permissions/{overwrite_id}",
  auth,
  replies: { 204: none },
  errors: [...seen, MissingPermissions, UnknownOverwrite, WrongChannelType],
});
