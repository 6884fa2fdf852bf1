// Applications installed in a guild.
import { PermissionBit } from "@antechamber/contract";
import { bitsOf, WorldGuildInstall } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import { guildInstalls, type GuildInstall } from "../../domains/applications/installs.ts";
import type { WorldBuilder } from "./world-builder.ts";
import type { GuildBuilder } from "./guild-builder.ts";
import type { Place } from "./json-path.ts";
import { checkScopes } from "./load-applications.ts";
import { addBotRole } from "./load-roles.ts";

type InstallEntry = Static<typeof WorldGuildInstall>;

/** The default scopes of an installation in a guild. */
export function defaultInstallScopes(hasBot: boolean): readonly string[] {
  return hasBot ? ["bot", "applications.commands"] : ["applications.commands"];
}

/** Loads the installations in a guild; each bot brings a managed role. */
export function loadGuildInstalls(
  builder: WorldBuilder,
  guild: GuildBuilder,
  entries: readonly (InstallEntry | undefined)[],
): void {
  for (const [i, entry] of entries.entries()) {
    const place = [...guild.place, "applications", i];
    if (entry !== undefined) loadGuildInstall(builder, guild, { entry, place });
  }
}

/** Loads one installation in a guild; a bot brings a managed role. */
export function loadGuildInstall(builder: WorldBuilder, guild: GuildBuilder, at: InstallAt): void {
  const install = putGuildInstall(builder, guild, at);
  if (install === undefined || !install.scopes.includes("bot")) return;
  const { application_id: id, permissions } = install;
  if (!builder.bots.has(id) || guild.botRoles.has(id)) return;
  addBotRole(builder, guild, { id, name: builder.applications.nameOf(id) ?? id, permissions });
}

interface InstallAt {
  readonly entry: InstallEntry;
  readonly place: Place;
}

/** Loads one installation in a guild, without what a bot brings. */
export function putGuildInstall(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { entry, place }: InstallAt,
): GuildInstall | undefined {
  const { application: id, installed_by: installer } = builder.resolved(WorldGuildInstall, {
    entry,
    place,
  });
  if (id === undefined) return undefined;
  builder.once("guild install", `${guild.id}:${id}`, {
    path: place,
    message: "this application is installed here already",
  });
  const hasBot = builder.bots.has(id);
  const scopes = entry.scopes ?? defaultInstallScopes(hasBot);
  checkScopes(builder, scopes, [...place, "scopes"]);
  if (scopes.includes("bot") && !hasBot) {
    builder.issue([...place, "scopes"], "the application has no bot");
  }
  const install = {
    guild_id: guild.id,
    application_id: id,
    scopes,
    permissions: bitsOf(entry.permissions ?? 0, PermissionBit).toString(),
    installed_by: installer ?? guild.ownerId,
  };
  builder.put(guildInstalls, install);
  return install;
}
