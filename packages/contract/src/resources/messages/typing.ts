// Typing indicators. Source: machine specification; protocol: gateway-oauth-limits 4.16.
import { bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import { MissingAccess, MissingPermissions, UnknownChannel } from "../../error.ts";
import { event } from "../../event.ts";
import { integer, object, optional, Snowflake } from "../../schema/values.ts";
import { ThreadArchived, ThreadLocked } from "../channels/thread-errors.ts";
import { Member } from "../guilds/guilds.ts";
import {
  ApplicationNotAuthorized,
  CannotMessageUser,
  NoMutualGuilds,
  NotATextChannel,
} from "./message-errors.ts";

export const triggerTyping = endpoint({
  id: "channels.type",
  source: "machine specification; protocol: gateway-oauth-limits 4.16",
  summary:
    "Trigger the typing indicator of the caller for ten seconds; requires the permissions for sending.",
  method: "POST",
  path: "/channels/{channel_id}/typing",
  auth: [bot, signedIn],
  replies: { 204: none },
  errors: [
    ApplicationNotAuthorized,
    CannotMessageUser,
    MissingAccess,
    MissingPermissions,
    NoMutualGuilds,
    NotATextChannel,
    ThreadArchived,
    ThreadLocked,
    UnknownChannel,
  ],
});

export const TypingStart = event({
  name: "TYPING_START",
  source: "protocol: gateway-oauth-limits 4.16",
  summary: "A user started typing in a channel.",
  scope: "channel",
  isInside: true,
  intent: { guild: "GUILD_MESSAGE_TYPING", dm: "DIRECT_MESSAGE_TYPING" },
  payload: object({
    channel_id: Snowflake,
    guild_id: optional(Snowflake),
    user_id: Snowflake,
    /** In Unix seconds. */
    timestamp: integer(),
    /** In a guild: the user who is typing. */
    member: optional(Member),
  }),
});
