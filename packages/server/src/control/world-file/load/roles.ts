// Roles of a guild. The @everyone role has the guild's id and exists even if the file leaves it
// out.
import { PermissionBit } from "@antechamber/contract";
import { bitsOf, WorldRole } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import {
  NEW_ROLE_NAME,
  roleDefaults,
  roles,
  type RoleRecord,
} from "../../../domains/guilds/guild.ts";
import { linkedRoles } from "../../../domains/guilds/linked-roles/linked-role.ts";
import { checkDerived } from "../derived-fields.ts";
import type { WorldBuilder } from "../world-builder.ts";
import type { GuildBuilder } from "../guild-builder.ts";
import { forEachEntry, type PlacedEntry } from "./placed-entries.ts";

type RoleEntry = Static<typeof WorldRole>;

export const EVERYONE = "@everyone";

/**
 * The permissions of @everyone in a new guild.
 *
 * @source public captures of new guilds' roles from 2024-01 to 2026-05, which all have this number
 */
export const EVERYONE_PERMISSIONS = "2248473465835073";

/** Loads the roles of a guild, including @everyone. */
export function loadRoles(
  builder: WorldBuilder,
  guild: GuildBuilder,
  entries: readonly (RoleEntry | undefined)[],
): void {
  forEachEntry(entries, [...guild.place, "roles"], (at) => loadRole(builder, guild, at));
  if (!guild.roles.has(guild.id)) loadEveryone(builder, guild, { entry: {}, place: guild.place });
}

type RoleAt = PlacedEntry<RoleEntry>;

/** Loads one role, which may be @everyone. */
export function loadRole(builder: WorldBuilder, guild: GuildBuilder, given: RoleAt): void {
  const at = { ...given, entry: withOnePermissionField(builder, given) };
  const { entry } = at;
  if (entry.id === guild.id || entry.name === EVERYONE) loadEveryone(builder, guild, at);
  else loadOther(builder, guild, at);
}

/** Merges the two fields in which the API shows permissions; if both are given, they must be equal. */
function withOnePermissionField(builder: WorldBuilder, { entry, place }: RoleAt): RoleEntry {
  const { permissions_new: twin, ...rest } = entry;
  if (twin === undefined) return rest;
  const own = bitsOf(rest.permissions ?? twin, PermissionBit).toString();
  const given = bitsOf(twin, PermissionBit).toString();
  checkDerived(builder, [...place, "permissions_new"], { given, own });
  return { ...rest, permissions: rest.permissions ?? twin };
}

function loadEveryone(builder: WorldBuilder, guild: GuildBuilder, { entry, place }: RoleAt): void {
  if ((entry.id ?? guild.id) !== guild.id) {
    builder.issue([...place, "id"], `the role ${EVERYONE} has the guild's id, ${guild.id}`);
  }
  if (guild.roles.has(guild.id)) builder.issue([...place, "id"], "another role has this id");
  guild.roles.add(guild.id, EVERYONE);
  builder.put(roles, {
    ...roleRecord(guild, entry, { id: guild.id, position: 0 }),
    name: EVERYONE,
    ...(entry.permissions === undefined ? { permissions: EVERYONE_PERMISSIONS } : {}),
  });
}

function loadOther(builder: WorldBuilder, guild: GuildBuilder, { entry, place }: RoleAt): void {
  const id = builder.id("role", entry.id, [...place, "id"]);
  const role = roleRecord(guild, entry, { id, position: guild.rolePlaces.next++ });
  guild.roles.add(id, role.name);
  const botId = entry.tags?.["bot_id"];
  if (typeof botId === "string") guild.botRoles.set(botId, id);
  builder.put(roles, entry.linked === undefined ? role : withLink(role));
  loadLink(builder, { entry, place }, { guild_id: guild.id, role_id: id });
}

/** Adds the tag by which clients recognize a linked role. */
function withLink(role: RoleRecord): RoleRecord {
  return { ...role, tags: { ...role.tags, guild_connections: null } };
}

function loadLink(
  builder: WorldBuilder,
  { entry, place }: RoleAt,
  of: { readonly guild_id: string; readonly role_id: string },
): void {
  const { linked } = entry;
  if (linked === undefined) return;
  const at = { entry: { linked }, place };
  const application_id = builder.resolved(WorldRole, at).linked?.application;
  if (application_id === undefined) return;
  builder.put(linkedRoles, { ...of, application_id, requirements: linked.requirements ?? {} });
}

/** Adds the managed role of a bot, above the other roles. */
export function addBotRole(
  builder: WorldBuilder,
  guild: GuildBuilder,
  bot: { readonly id: string; readonly name: string; readonly permissions: string },
): string {
  const id = builder.id("role", undefined, guild.place);
  guild.roles.add(id, bot.name);
  guild.botRoles.set(bot.id, id);
  const entry = { name: bot.name, managed: true, tags: { bot_id: bot.id } };
  const role = roleRecord(guild, entry, { id, position: guild.rolePlaces.next++ });
  builder.put(roles, { ...role, permissions: bot.permissions });
  return id;
}

function roleRecord(
  guild: GuildBuilder,
  { permissions, permissions_new: _twin, colors, color, linked: _link, ...entry }: RoleEntry,
  at: { readonly id: string; readonly position: number },
): RoleRecord {
  const primary = color ?? colors?.primary_color ?? 0;
  return {
    ...roleDefaults,
    name: NEW_ROLE_NAME,
    position: at.position,
    ...entry,
    id: at.id,
    guild_id: guild.id,
    permissions: bitsOf(permissions ?? 0, PermissionBit).toString(),
    color: primary,
    colors: { ...roleDefaults.colors, primary_color: primary, ...colors },
  };
}
