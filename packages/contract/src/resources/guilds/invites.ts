// Invites to guilds, which are created for a channel. Source: protocol: lobbies-and-sdk 9.
import { bot, open, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  MissingAccess,
  MissingPermissions,
  UnknownApplication,
  UnknownChannel,
  UnknownGuild,
  UnknownRole,
  UnknownUser,
  WrongChannelType,
} from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import {
  Bool,
  choice,
  idList,
  integer,
  list,
  nullable,
  object,
  optional,
  optionalFields,
  orDigits,
  Snowflake,
  text,
  textOf,
  Timestamp,
} from "../../schema/values.ts";
import { Role } from "./guilds.ts";
import {
  InvalidRole,
  NotForThisUser,
  TooManyGuilds,
  UserBanned,
  TooManyInvites,
  UnknownInvite,
  UnknownTargetUsers,
  UnknownTargetUsersJob,
} from "./invite-errors.ts";
import { ScheduledEvent } from "./scheduled-events.ts";
import { User } from "../users/users.ts";

/** What an invite leads to besides its channel. Source: protocol: lobbies-and-sdk 3, 9. */
export const InviteTargetType = { STREAM: 1, EMBEDDED_APPLICATION: 2, LOBBY: 5 } as const;

/** The processing state of a list of target users. Source: machine specification. */
export const TargetUsersStatus = { PROCESSING: 1, COMPLETED: 2, FAILED: 3 } as const;

const { id, name, position, color, colors, icon, unicode_emoji } = Role.properties;

/** A role that an invite assigns, as anyone can read it. */
export const InviteRole = object({ id, name, position, color, colors, icon, unicode_emoji });

const InviteGuild = object({
  id: Snowflake,
  name: text(),
  splash: nullable(text()),
  banner: nullable(text()),
  description: nullable(text()),
  icon: nullable(text()),
  features: list(text()),
  verification_level: integer(),
  vanity_url_code: nullable(text()),
  nsfw_level: integer(),
  nsfw: Bool,
  premium_subscription_count: integer(),
});

/** The application that an invite opens. */
export const InviteApplication = object({
  id: Snowflake,
  name: text(),
  icon: nullable(text()),
  description: text(),
  type: nullable(integer()),
  flags: integer(),
  flags_new: text(),
  verify_key: text(),
});

const target = {
  target_type: optional(integer()),
  target_user: optional(User),
  target_application: optional(InviteApplication),
};

const use = {
  uses: integer(),
  max_uses: integer(),
  max_age: integer(),
  temporary: Bool,
  created_at: Timestamp,
};

const invite = {
  type: integer(),
  code: text(),
  guild_id: Snowflake,
  guild: InviteGuild,
  channel: object({ id: Snowflake, type: integer(), name: nullable(text()) }),
  inviter: optional(User),
  ...target,
  /** The scheduled event of the guild that the caller asked for. */
  guild_scheduled_event: optional(ScheduledEvent),
  expires_at: nullable(Timestamp),
  roles: optional(list(InviteRole)),
  approximate_member_count: optional(integer()),
  approximate_presence_count: optional(integer()),
};

/** An invite, as everyone who has its code can read it. Source: machine specification. */
export const Invite = object(invite);

/** An invite with the limits of its use and the number of uses. */
export const InviteWithMetadata = object({ ...invite, ...use });

/** An invite in a guild's list: only users who manage the guild get the data about its use. */
export const ListedInvite = object({ ...invite, ...optionalFields(use) });

/** An accepted invite. `new_member` is false for users who were in the guild already. */
export const UsedInvite = object({ ...invite, new_member: Bool });

/**
 * A new invite. With a file of target users it is sent as a multipart form, with the fields in
 * `payload_json` or beside the file.
 */
export const InviteDraft = object({
  max_age: optional(orDigits(integer({ min: 0, max: limits.inviteMaxAge.value }))),
  max_uses: optional(orDigits(integer({ min: 0, max: limits.inviteMaxUses.value }))),
  temporary: optional(Bool),
  unique: optional(Bool),
  target_type: optional(choice([InviteTargetType.STREAM, InviteTargetType.EMBEDDED_APPLICATION])),
  target_user_id: optional(Snowflake),
  target_application_id: optional(Snowflake),
  role_ids: optional(idList({ max: limits.inviteRoles.value, unique: true })),
  target_user_ids: optional(idList({ max: limits.inviteTargetUserIds.value })),
});

const source = "protocol: lobbies-and-sdk 9; machine specification";
const access = [MissingAccess, MissingPermissions] as const;

export const createChannelInvite = endpoint({
  id: "channels.createInvite",
  source: "requirements 4.3; protocol: lobbies-and-sdk 9",
  summary: "Create an invite to a channel, for everyone or listed users, with or without roles.",
  method: "POST",
  path: "/channels/{channel_id}/invites",
  auth: [bot, signedIn],
  multipart: true,
  fileFields: ["target_users_file"],
  body: InviteDraft,
  replies: { 200: InviteWithMetadata },
  errors: [
    ...access,
    InvalidRole,
    TooManyInvites,
    UnknownApplication,
    UnknownChannel,
    UnknownRole,
    UnknownUser,
    WrongChannelType,
  ],
});

export const listChannelInvites = endpoint({
  id: "channels.invites",
  source,
  summary: "List the invites to a channel; requires MANAGE_CHANNELS.",
  method: "GET",
  path: "/channels/{channel_id}/invites",
  auth: [bot, signedIn],
  replies: { 200: list(InviteWithMetadata) },
  errors: [...access, UnknownChannel, WrongChannelType],
});

export const listGuildInvites = endpoint({
  id: "guilds.invites",
  source,
  summary:
    "List the invites to a guild; requires MANAGE_GUILD or VIEW_AUDIT_LOG; only the former shows how each was used.",
  method: "GET",
  path: "/guilds/{guild_id}/invites",
  auth: [bot, signedIn],
  replies: { 200: list(ListedInvite) },
  errors: [...access, UnknownGuild],
});

export const getInvite = endpoint({
  id: "invites.get",
  source,
  summary: "Get an invite by its code; requires no authentication.",
  method: "GET",
  path: "/invites/{code}",
  auth: [open],
  query: object({
    with_counts: optional(Bool),
    with_expiration: optional(Bool),
    guild_scheduled_event_id: optional(Snowflake),
    /** Where the client navigates afterwards; the answer does not depend on it. */
    target_channel_id: optional(Snowflake),
    target_message_id: optional(Snowflake),
  }),
  replies: { 200: Invite },
  errors: [UnknownInvite],
});

export const useInvite = endpoint({
  id: "invites.use",
  source: "requirements 4.3; protocol: lobbies-and-sdk 3, 9",
  summary: "Join a guild by an invite, as a person.",
  method: "POST",
  path: "/invites/{code}",
  auth: [signedIn],
  body: object({ session_id: optional(text({ max: 200 })) }),
  replies: { 200: UsedInvite },
  errors: [NotForThisUser, TooManyGuilds, UnknownInvite, UserBanned],
});

export const revokeInvite = endpoint({
  id: "invites.revoke",
  source,
  summary: "Delete an invite; requires MANAGE_CHANNELS in its channel, or MANAGE_GUILD.",
  method: "DELETE",
  path: "/invites/{code}",
  auth: [bot, signedIn],
  replies: { 200: Invite },
  errors: [...access, UnknownInvite],
});

export const getInviteTargetUsers = endpoint({
  id: "invites.targetUsers",
  source: "requirements 4.3; protocol: lobbies-and-sdk 9",
  summary: "Get an invite's target users, as CSV with the single column `user_id`.",
  method: "GET",
  path: "/invites/{code}/target-users",
  auth: [bot],
  replies: { 200: textOf("text/csv") },
  errors: [...access, UnknownInvite, UnknownTargetUsers],
});

export const setInviteTargetUsers = endpoint({
  id: "invites.setTargetUsers",
  source: "requirements 4.3; protocol: lobbies-and-sdk 9, 13 (choice 19)",
  summary: "Replace an invite's target users with those in `target_users_file`.",
  method: "PUT",
  path: "/invites/{code}/target-users",
  auth: [bot],
  multipart: true,
  fileFields: ["target_users_file"],
  body: object({}),
  replies: { 204: none },
  errors: [...access, UnknownInvite, UnknownTargetUsers],
});

const targetErrors = [...access, UnknownInvite, UnknownTargetUsers] as const;
const ofTargets = {
  source: "protocol: webhooks-and-applications 4.2",
  auth: [bot],
  replies: { 204: none },
} as const;
const userIds = object({
  user_ids: list(Snowflake, { min: 1, max: limits.inviteTargetUsers.value }),
});

export const addInviteTargetUser = endpoint({
  ...ofTargets,
  id: "invites.addTargetUser",
  summary: "Add a user to an invite's target users.",
  method: "PUT",
  path: "/invites/{code}/target-users/{user_id}",
  errors: [...targetErrors, UnknownUser],
});

export const removeInviteTargetUser = endpoint({
  ...ofTargets,
  id: "invites.removeTargetUser",
  summary: "Remove a user from an invite's target users.",
  method: "DELETE",
  path: "/invites/{code}/target-users/{user_id}",
  errors: targetErrors,
});

export const addInviteTargetUsers = endpoint({
  ...ofTargets,
  id: "invites.addTargetUsers",
  summary: "Add several users to an invite's target users.",
  method: "POST",
  path: "/invites/{code}/target-users/bulk-add",
  body: userIds,
  errors: targetErrors,
});

export const removeInviteTargetUsers = endpoint({
  ...ofTargets,
  id: "invites.removeTargetUsers",
  summary: "Remove several users from an invite's target users.",
  method: "POST",
  path: "/invites/{code}/target-users/bulk-delete",
  body: userIds,
  errors: targetErrors,
});

export const getInviteTargetUsersJob = endpoint({
  id: "invites.targetUsersJob",
  source: "requirements 4.3; protocol: lobbies-and-sdk 9, 13 (choice 19)",
  summary: "Get the progress of the job that imports an invite's target users.",
  method: "GET",
  path: "/invites/{code}/target-users/job-status",
  auth: [bot],
  replies: {
    200: object({
      status: integer(),
      total_users: integer(),
      processed_users: integer(),
      created_at: nullable(Timestamp),
      completed_at: nullable(Timestamp),
      error_message: nullable(text()),
    }),
  },
  errors: [...access, UnknownInvite, UnknownTargetUsersJob],
});
