// The members of a thread. Source: protocol: channels-and-threads 2.5.
import { bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  MissingAccess,
  MissingPermissions,
  UnknownChannel,
  UnknownMember,
  UnknownUser,
  WrongChannelType,
} from "../../error.ts";
import { Bool, integer, list, object, optional, Snowflake } from "../../schema/values.ts";
import { Member } from "../guilds/guilds.ts";
import { ThreadMembership } from "../guilds/threads.ts";
import { ThreadArchived, TooManyThreadMembers } from "../channels/thread-errors.ts";

/** A member of a thread. */
export const ThreadMember = object({
  ...ThreadMembership.properties,
  member: optional(Member),
});

const all = {
  source: "protocol: channels-and-threads 2.5",
  auth: [bot, signedIn],
} as const;
const errors = [MissingAccess, UnknownChannel, WrongChannelType] as const;
const path = "/channels/{channel_id}/thread-members";

export const listThreadMembers = endpoint({
  ...all,
  id: "channels.threadMembers",
  summary:
    "List the members of a thread; with `with_member`, a page of them with their guild membership. A bot requires the GUILD_MEMBERS privileged intent.",
  method: "GET",
  path,
  query: object({
    with_member: optional(Bool),
    limit: optional(integer({ min: 1, max: 100 })),
    after: optional(Snowflake),
  }),
  replies: { 200: list(ThreadMember) },
  errors,
});

export const getThreadMember = endpoint({
  ...all,
  id: "channels.threadMember",
  summary: "Get one member of a thread.",
  method: "GET",
  path: `${path}/{user_id}`,
  query: object({ with_member: optional(Bool) }),
  replies: { 200: ThreadMember },
  errors: [...errors, UnknownMember],
});

export const joinThread = endpoint({
  ...all,
  id: "channels.joinThread",
  summary: "Join a thread.",
  method: "PUT",
  path: `${path}/@me`,
  replies: { 204: none },
  errors: [...errors, ThreadArchived, TooManyThreadMembers],
});

export const leaveThread = endpoint({
  ...all,
  id: "channels.leaveThread",
  summary: "Leave a thread.",
  method: "DELETE",
  path: `${path}/@me`,
  replies: { 204: none },
  errors: [...errors, ThreadArchived],
});

export const addThreadMember = endpoint({
  ...all,
  id: "channels.addThreadMember",
  summary: "Add a user to a thread to which the caller may send messages.",
  method: "PUT",
  path: `${path}/{user_id}`,
  replies: { 204: none },
  errors: [
    ...errors,
    MissingPermissions,
    ThreadArchived,
    TooManyThreadMembers,
    UnknownMember,
    UnknownUser,
  ],
});

export const removeThreadMember = endpoint({
  ...all,
  id: "channels.removeThreadMember",
  summary:
    "Remove a user from a thread; requires MANAGE_THREADS, or a private thread of one's own.",
  method: "DELETE",
  path: `${path}/{user_id}`,
  replies: { 204: none },
  errors: [...errors, MissingPermissions, ThreadArchived, UnknownMember],
});
