// Threads that are started from a message. Source: machine specification; the reference's public
// page on threads.
import { bot, signedIn } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import {
  MissingAccess,
  MissingPermissions,
  UnknownChannel,
  UnknownMessage,
  WrongChannelType,
} from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import { choice, integer, object, optional, orDigits, text } from "../../schema/values.ts";
import { error } from "../../transport-errors.ts";
import { TooManyActiveThreads } from "../channels/thread-errors.ts";
import { TitleBlocked } from "../guilds/auto-moderation.ts";
import { Channel } from "../guilds/guilds.ts";
import { archiveMinutes } from "../guilds/threads.ts";
import { SlowmodeActive } from "./message-errors.ts";
import { NotOnSystemMessages } from "./pins.ts";

export const ThreadAlreadyCreated = error({
  name: "ThreadAlreadyCreated",
  status: 400,
  code: 160004,
  message: "A thread has already been created for this message",
  source: "assumed: the reference's documented code; the HTTP status is not public",
});

export const createMessageThread = endpoint({
  id: "channels.createMessageThread",
  source: "machine specification",
  summary: "Create a thread from a message, with the message's id; requires CREATE_PUBLIC_THREADS.",
  method: "POST",
  path: "/channels/{channel_id}/messages/{message_id}/threads",
  auth: [bot, signedIn],
  body: object({
    name: text({ min: 1, max: 100 }),
    auto_archive_duration: optional(orDigits(choice(archiveMinutes))),
    rate_limit_per_user: optional(orDigits(integer({ min: 0, max: limits.slowmode.value }))),
  }),
  replies: { 201: Channel },
  errors: [
    MissingAccess,
    MissingPermissions,
    NotOnSystemMessages,
    SlowmodeActive,
    ThreadAlreadyCreated,
    TitleBlocked,
    TooManyActiveThreads,
    UnknownChannel,
    UnknownMessage,
    WrongChannelType,
  ],
});
