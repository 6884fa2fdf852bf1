// Published messages of announcement channels, which are copied to the channels that follow them.
// Source: machine specification.
import { bot, signedIn } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import {
  MissingAccess,
  MissingPermissions,
  UnknownChannel,
  UnknownMessage,
  WrongChannelType,
} from "../../error.ts";
import { object, Snowflake } from "../../schema/values.ts";
import { error } from "../../transport-errors.ts";
import { TooManyGuildWebhooks, TooManyWebhooks } from "./channel-webhooks.ts";
import { Message } from "../messages/messages.ts";

export const AlreadyCrossposted = error({
  name: "AlreadyCrossposted",
  status: 400,
  code: 40033,
  message: "This message has already been crossposted.",
  source: "assumed: the reference's documented code; the HTTP status is not public",
});
export const InvalidMessageType = error({
  name: "InvalidMessageType",
  status: 400,
  code: 50068,
  message: "Invalid message type",
  source: "assumed: the reference's documented code; the HTTP status is not public",
});

export const TooManyCrossposts = error({
  name: "TooManyCrossposts",
  status: 429,
  code: 20_028,
  message: "The write action you are performing on the channel has hit the write rate limit.",
  isShared: true,
  source: "protocol: channels-and-threads 6",
});

export const crosspostMessage = endpoint({
  id: "channels.crosspost",
  source: "machine specification",
  summary:
    "Crosspost a message of an announcement channel to the following channels; requires SEND_MESSAGES, and MANAGE_MESSAGES for another user's message.",
  method: "POST",
  path: "/channels/{channel_id}/messages/{message_id}/crosspost",
  auth: [bot, signedIn],
  replies: { 200: Message },
  errors: [
    AlreadyCrossposted,
    InvalidMessageType,
    MissingAccess,
    MissingPermissions,
    TooManyCrossposts,
    UnknownChannel,
    UnknownMessage,
    WrongChannelType,
  ],
});

export const followChannel = endpoint({
  id: "channels.follow",
  source: "machine specification; protocol: webhooks-and-applications 1.1",
  summary:
    "Follow an announcement channel, to send its messages to another channel by a webhook; requires MANAGE_WEBHOOKS in the latter.",
  method: "POST",
  path: "/channels/{channel_id}/followers",
  auth: [bot, signedIn],
  body: object({ webhook_channel_id: Snowflake }),
  replies: { 200: object({ channel_id: Snowflake, webhook_id: Snowflake }) },
  errors: [
    MissingAccess,
    MissingPermissions,
    TooManyGuildWebhooks,
    TooManyWebhooks,
    UnknownChannel,
    WrongChannelType,
  ],
});
