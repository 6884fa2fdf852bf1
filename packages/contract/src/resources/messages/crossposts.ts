// Messages of announcement channels that are published to the channels which follow them.
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
import { error } from "../../transport-errors.ts";
import { Message } from "./messages.ts";

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

export const crosspostMessage = endpoint({
  id: "channels.crosspost",
  source: "machine specification",
  summary:
    "Publish a message of an announcement channel: one's own with SEND_MESSAGES, another's with MANAGE_MESSAGES too.",
  method: "POST",
  path: "/channels/{channel_id}/messages/{message_id}/crosspost",
  auth: [bot, signedIn],
  replies: { 200: Message },
  errors: [
    AlreadyCrossposted,
    InvalidMessageType,
    MissingAccess,
    MissingPermissions,
    UnknownChannel,
    UnknownMessage,
    WrongChannelType,
  ],
});
