// The events of a guild, its roles and its members.
// Source: protocol: gateway-oauth-limits 4.5, 4.16.
import { event } from "../../event.ts";
import { Bool, object, optional, Snowflake } from "../../schema/values.ts";
import { Guild, Member, Role } from "./guilds.ts";
import { User } from "../users/users.ts";

const payloads = "protocol: gateway-oauth-limits 4.16";
const ofGuilds = { guild: "GUILDS" } as const;
const ofMembers = { guild: "GUILD_MEMBERS" } as const;

export const GuildUpdate = event({
  name: "GUILD_UPDATE",
  source: payloads,
  summary: "A guild's own fields changed.",
  scope: "guild",
  intent: ofGuilds,
  payload: Guild,
});

export const GuildDelete = event({
  name: "GUILD_DELETE",
  source: "protocol: gateway-oauth-limits 4.11",
  summary:
    "A guild was deleted, or the session's user left it; with `unavailable`, the guild is temporarily unavailable.",
  scope: "guild",
  intent: ofGuilds,
  payload: object({ id: Snowflake, unavailable: optional(Bool) }),
});

const RoleOfGuild = object({ guild_id: Snowflake, role: Role });

export const GuildRoleCreate = event({
  name: "GUILD_ROLE_CREATE",
  source: payloads,
  summary: "A role was created.",
  scope: "guild",
  intent: ofGuilds,
  payload: RoleOfGuild,
});

export const GuildRoleUpdate = event({
  name: "GUILD_ROLE_UPDATE",
  source: payloads,
  summary: "A role changed.",
  scope: "guild",
  intent: ofGuilds,
  payload: RoleOfGuild,
});

export const GuildRoleDelete = event({
  name: "GUILD_ROLE_DELETE",
  source: payloads,
  summary: "A role was deleted.",
  scope: "guild",
  intent: ofGuilds,
  payload: object({ guild_id: Snowflake, role_id: Snowflake }),
});

const MemberOfGuild = object({ ...Member.properties, guild_id: Snowflake });

export const GuildMemberAdd = event({
  name: "GUILD_MEMBER_ADD",
  source: payloads,
  summary: "A user joined a guild; their own sessions get GUILD_CREATE instead.",
  scope: "guild",
  intent: ofMembers,
  payload: MemberOfGuild,
});

export const GuildMemberUpdate = event({
  name: "GUILD_MEMBER_UPDATE",
  source: payloads,
  summary: "A member, or the member's user, changed.",
  scope: "guild",
  intent: ofMembers,
  alsoToSubject: true,
  payload: MemberOfGuild,
});

export const GuildMemberRemove = event({
  name: "GUILD_MEMBER_REMOVE",
  source: payloads,
  summary: "A user left a guild; their own sessions get GUILD_DELETE instead.",
  scope: "guild",
  intent: ofMembers,
  payload: object({ guild_id: Snowflake, user: User }),
});
