// Pinned messages. Source: machine specification; protocol: gateway-oauth-limits 4.16.
import { bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import { MissingAccess, MissingPermissions, UnknownChannel, UnknownMessage } from "../../error.ts";
import { event } from "../../event.ts";
import { limits } from "../../limits/limits.ts";
import { error } from "../../transport-errors.ts";
import {
  Bool,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  Timestamp,
} from "../../schema/values.ts";
import { Instant } from "../../schema/instant.ts";
import { ThreadArchived } from "../channels/thread-errors.ts";
import { NotATextChannel } from "./message-errors.ts";
import { Message } from "./messages.ts";

const codes = "protocol: gateway-oauth-limits 1.6; the HTTP status is assumed";

export const TooManyPins = error({
  name: "TooManyPins",
  status: 400,
  code: 30003,
  message: `Maximum number of pins reached (${limits.pinsPerChannel.value})`,
  source: "FU-Hagen-Discord/fernuni-bot#152, when the limit was 50",
});
export const NotOnSystemMessages = error({
  name: "NotOnSystemMessages",
  status: 403,
  code: 50021,
  message: "Cannot execute action on a system message",
  source: codes,
});

const shared = {
  source: "requirements 9; machine specification",
  auth: [bot, signedIn],
} as const;
const listErrors = [UnknownChannel, MissingAccess] as const;
const errors = [
  MissingAccess,
  MissingPermissions,
  NotATextChannel,
  ThreadArchived,
  UnknownChannel,
  UnknownMessage,
] as const;
const pinErrors = [...errors, NotOnSystemMessages, TooManyPins] as const;

export const listPins = endpoint({
  ...shared,
  id: "channels.pins",
  summary: "List the pinned messages of a channel in pages, most recently pinned first.",
  method: "GET",
  path: "/channels/{channel_id}/messages/pins",
  query: object({
    before: optional(Instant),
    limit: optional(integer({ min: 1, max: 50 })),
  }),
  replies: {
    200: object({
      items: list(object({ pinned_at: Timestamp, message: Message })),
      has_more: Bool,
    }),
  },
  errors: listErrors,
});

export const pinMessage = endpoint({
  ...shared,
  id: "channels.pin",
  summary: "Pin a message; a system message announces it in the channel.",
  method: "PUT",
  path: "/channels/{channel_id}/messages/pins/{message_id}",
  replies: { 204: none },
  errors: pinErrors,
});

export const unpinMessage = endpoint({
  ...shared,
  id: "channels.unpin",
  summary: "Unpin a message.",
  method: "DELETE",
  path: "/channels/{channel_id}/messages/pins/{message_id}",
  replies: { 204: none },
  errors,
});

export const listPinsOld = endpoint({
  ...shared,
  id: "channels.pinsOld",
  summary: "List the newest pinned messages of a channel; deprecated path.",
  method: "GET",
  path: "/channels/{channel_id}/pins",
  replies: { 200: list(Message) },
  errors: listErrors,
});

export const pinMessageOld = endpoint({
  ...shared,
  id: "channels.pinOld",
  summary: "Pin a message; deprecated path.",
  method: "PUT",
  path: "/channels/{channel_id}/pins/{message_id}",
  replies: { 204: none },
  errors: pinErrors,
});

export const unpinMessageOld = endpoint({
  ...shared,
  id: "channels.unpinOld",
  summary: "Unpin a message; deprecated path.",
  method: "DELETE",
  path: "/channels/{channel_id}/pins/{message_id}",
  replies: { 204: none },
  errors,
});

export const ChannelPinsUpdate = event({
  name: "CHANNEL_PINS_UPDATE",
  source: "protocol: gateway-oauth-limits 4.16",
  summary: "A message of a channel was pinned or unpinned.",
  scope: "channel",
  isInside: true,
  intent: { guild: "GUILDS", dm: "DIRECT_MESSAGES" },
  payload: object({
    guild_id: optional(Snowflake),
    channel_id: Snowflake,
    last_pin_timestamp: optional(nullable(Timestamp)),
  }),
});
