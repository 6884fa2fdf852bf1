// Creating, changing, deleting and assigning roles. Source: protocol: moderation 2.
import { bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  MissingAccess,
  MissingPermissions,
  UnknownGuild,
  UnknownMember,
  UnknownRole,
  UnknownUser,
} from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import { error } from "../../transport-errors.ts";
import {
  bits,
  Bool,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
} from "../../schema/values.ts";
import { ImageData } from "../users/images.ts";
import { Role } from "./guilds.ts";
import { InvalidRole } from "./invite-errors.ts";

const source = "protocol: moderation 2";

export const TooManyRoles = error({
  name: "TooManyRoles",
  status: 400,
  code: 30005,
  message: `Maximum number of server roles reached (${limits.roles.value})`,
  source: "premint/premintbot#22",
});
export const NeedsBoosts = error({
  name: "NeedsBoosts",
  status: 403,
  code: 50101,
  message: "This server needs more boosts to perform this action",
  source,
});

const color = integer({ min: 0, max: 0xff_ff_ff });

/** The colours of a role; more than one requires a guild with gradients. */
export const RoleColors = object({
  primary_color: optional(color),
  secondary_color: optional(nullable(color)),
  tertiary_color: optional(nullable(color)),
});

/** The fields of a role; a null image removes it. */
export const RoleDraft = object({
  name: optional(text({ min: 1, max: limits.roleName.value })),
  permissions: optional(bits()),
  color: optional(color),
  colors: optional(RoleColors),
  hoist: optional(Bool),
  mentionable: optional(Bool),
  icon: optional(nullable(ImageData)),
  unicode_emoji: optional(nullable(text({ max: limits.roleName.value }))),
});

const guildErrors = [UnknownGuild, MissingAccess, MissingPermissions] as const;

export const createRole = endpoint({
  id: "guilds.createRole",
  source,
  summary: "Create a role at the bottom, with no more permissions than the caller has.",
  method: "POST",
  path: "/guilds/{guild_id}/roles",
  auth: [bot, signedIn],
  body: RoleDraft,
  replies: { 200: Role },
  errors: [...guildErrors, TooManyRoles, NeedsBoosts],
});

export const moveRoles = endpoint({
  id: "guilds.moveRoles",
  source,
  summary: "Move roles among those below the caller's highest role; returns all roles.",
  method: "PATCH",
  path: "/guilds/{guild_id}/roles",
  auth: [bot, signedIn],
  body: list(
    object({
      id: optional(nullable(Snowflake)),
      position: optional(nullable(integer({ min: 0 }))),
    }),
    {
      max: limits.roles.value,
    },
  ),
  replies: { 200: list(Role) },
  errors: [...guildErrors, UnknownRole, InvalidRole],
});

export const getRole = endpoint({
  id: "guilds.role",
  source,
  summary: "Get one role of a guild.",
  method: "GET",
  path: "/guilds/{guild_id}/roles/{role_id}",
  auth: [bot, signedIn],
  replies: { 200: Role },
  errors: [UnknownGuild, MissingAccess, UnknownRole],
});

export const editRole = endpoint({
  id: "guilds.editRole",
  source,
  summary: "Update a role below the caller's highest role; for @everyone, only its permissions.",
  method: "PATCH",
  path: "/guilds/{guild_id}/roles/{role_id}",
  auth: [bot, signedIn],
  body: RoleDraft,
  replies: { 200: Role },
  errors: [...guildErrors, UnknownRole, NeedsBoosts],
});

export const deleteRole = endpoint({
  id: "guilds.deleteRole",
  source,
  summary: "Delete a role; removes it from members, overwrites, invites and command permissions.",
  method: "DELETE",
  path: "/guilds/{guild_id}/roles/{role_id}",
  auth: [bot, signedIn],
  replies: { 204: none },
  errors: [...guildErrors, UnknownRole, InvalidRole],
});

const ofMember = {
  source,
  path: "/guilds/{guild_id}/members/{user_id}/roles/{role_id}",
  auth: [bot, signedIn],
  replies: { 204: none },
  errors: [...guildErrors, UnknownMember, UnknownRole, UnknownUser, InvalidRole],
} as const;

export const addMemberRole = endpoint({
  ...ofMember,
  id: "guilds.addMemberRole",
  summary: "Add a role below the caller's highest role to a member.",
  method: "PUT",
});

export const removeMemberRole = endpoint({
  ...ofMember,
  id: "guilds.removeMemberRole",
  summary: "Remove a role below the caller's highest role from a member.",
  method: "DELETE",
});
