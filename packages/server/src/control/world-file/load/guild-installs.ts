// Applications installed in a guild.
import { PermissionBit } from "@antechamber/contract";
import { bitsOf, WorldGuildInstall } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import { guildInstalls, type GuildInstall } from "../../../domains/applications/installs.ts";
import type { WorldBuilder } from "../world-builder.ts";
import type { GuildBuilder } from "../guild-builder.ts";
import { checkScopes } from "./applications.ts";
import { forEachEntry, type PlacedEntry } from "./placed-entries.ts";
import { addBotRole } from "./roles.ts";

type InstallEntry = Static<typeof WorldGuildInstall>;

/** The default scopes of an installation in a guild. */
export function defaultInstallScopes(hasBot: boolean): readonly string[] {
  return hasBot ? ["bot", "applications.commands"] : ["applications.commands"];
}

export const ALREADY_INSTALLED = "this application is installed here already";

/** Loads the installations in a guild; each bot brings a managed role. */
export function loadGuildInstalls(
  builder: WorldBuilder,
  guild: GuildBuilder,
  entries: readonly (InstallEntry | undefined)[],
): void {
  const present = new Set<string>();
  forEachEntry(entries, [...guild.place, "applications"], (at) => {
    const install = putGuildInstall(builder, guild, at);
    if (install === undefined) return;
    const { application_id: id } = install;
    if (present.has(id)) builder.issue([...at.place, "application"], ALREADY_INSTALLED);
    present.add(id);
    addRoleOfBot(builder, guild, install);
  });
}

/** Adds the managed role of a bot. */
function addRoleOfBot(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { application_id: id, scopes, permissions, isWithoutRole = false }: GuildInstall,
): void {
  if (isWithoutRole) return;
  if (!scopes.includes("bot") || !builder.bots.has(id) || guild.botRoles.has(id)) return;
  addBotRole(builder, guild, { id, name: builder.applications.nameOf(id) ?? id, permissions });
}

/** Loads one installation in a guild, without the bot's role and membership. */
export function putGuildInstall(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { entry, place }: PlacedEntry<InstallEntry>,
): GuildInstall | undefined {
  const { application: id, installed_by: installer } = builder.resolved(WorldGuildInstall, {
    entry,
    place,
  });
  if (id === undefined) return undefined;
  const hasBot = builder.bots.has(id);
  const scopes = entry.scopes ?? defaultInstallScopes(hasBot);
  checkScopes(builder, scopes, [...place, "scopes"]);
  if (scopes.includes("bot") && !hasBot) {
    builder.issue([...place, "scopes"], "the application has no bot");
  }
  const permissions = bitsOf(entry.permissions ?? 0, PermissionBit);
  const install: GuildInstall = {
    guild_id: guild.id,
    application_id: id,
    scopes,
    permissions: permissions.toString(),
    // Without the field the bot has a role, whose permissions may be changed later.
    ...(entry.permissions !== undefined && permissions === 0n ? { isWithoutRole: true } : {}),
    installed_by: installer ?? guild.ownerId,
  };
  builder.put(guildInstalls, install);
  return install;
}
