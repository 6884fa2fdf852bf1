// The members of group direct messages. Source: protocol: channels-and-threads 4.
import { bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  MissingAccess,
  MissingPermissions,
  UnknownChannel,
  UnknownUser,
  WrongChannelType,
} from "../../error.ts";
import { event } from "../../event.ts";
import { limits } from "../../limits/limits.ts";
import { nullable, object, optional, secret, Snowflake, text } from "../../schema/values.ts";
import { error } from "../../transport-errors.ts";
import { Channel } from "../guilds/guilds.ts";
import { InvalidAccessToken } from "../guilds/member-changes.ts";
import { User } from "../users/users.ts";
import { InvalidRecipients } from "./message-errors.ts";

const codes = "protocol: channels-and-threads 4; the HTTP status is assumed";

export const TooManyRecipients = error({
  name: "TooManyRecipients",
  status: 400,
  code: 30_004,
  message: `Maximum number of recipients reached (${limits.groupRecipients.value})`,
  source: codes,
});

export const TooManyGroups = error({
  name: "TooManyGroups",
  status: 400,
  code: 30_011,
  message: `Maximum number of group DMs reached (${limits.groupsOfApplication.value})`,
  source: codes,
});

/** Proves that a user allows the application to add them to groups. */
export const GroupToken = secret(text({ min: 1, max: 10_240 }));

const path = "/channels/{channel_id}/recipients/{user_id}";
const shared = { source: "protocol: channels-and-threads 4", auth: [bot, signedIn] } as const;
const refusals = [
  MissingAccess,
  MissingPermissions,
  UnknownChannel,
  UnknownUser,
  WrongChannelType,
] as const;

export const addRecipient = endpoint({
  ...shared,
  id: "channels.addRecipient",
  summary:
    "Add a user to a group DM; an application requires the user's token with gdm.join, a person can add anyone. Adding to a direct message creates a group DM.",
  method: "PUT",
  path,
  body: object({
    access_token: optional(GroupToken),
    nick: optional(nullable(text({ min: 1, max: limits.memberNick.value }))),
  }),
  replies: { 201: Channel, 204: none },
  errors: [...refusals, InvalidAccessToken, InvalidRecipients, TooManyRecipients],
});

export const removeRecipient = endpoint({
  ...shared,
  id: "channels.removeRecipient",
  summary: "Remove a user from a group DM that the caller owns.",
  method: "DELETE",
  path,
  replies: { 204: none },
  errors: refusals,
});

const ofRecipients = {
  source: "protocol: channels-and-threads 4",
  scope: "channel",
  audience: "users",
} as const;

export const ChannelRecipientAdd = event({
  ...ofRecipients,
  name: "CHANNEL_RECIPIENT_ADD",
  summary: "A user was added to a group DM.",
  payload: object({ channel_id: Snowflake, user: User, nick: optional(text()) }),
});

export const ChannelRecipientRemove = event({
  ...ofRecipients,
  name: "CHANNEL_RECIPIENT_REMOVE",
  summary: "A user was removed from a group DM, or left it.",
  payload: object({ channel_id: Snowflake, user: User }),
});

export const DirectChannelDelete = event({
  name: "CHANNEL_DELETE",
  source: "protocol: channels-and-threads 4",
  summary: "The session's user is no longer in a group DM.",
  scope: "user",
  audience: "users",
  payload: Channel,
});
