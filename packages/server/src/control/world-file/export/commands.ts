import type { WorldCommand, WorldCommandPermissions } from "@antechamber/contract/control";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import type { ApplicationRecord } from "../../../domains/applications/application.ts";
import {
  allowsCommands,
  guildInstallOf,
  guildInstalls,
} from "../../../domains/applications/installs.ts";
import {
  commandPermissions,
  type PermissionEntry,
} from "../../../domains/commands/permissions/command-permissions.ts";
import { commandById } from "../../../domains/commands/resolve-command.ts";
import { unknownSubjects } from "../../../domains/commands/permission-operations.ts";
import { channels } from "../../../domains/guilds/guild.ts";
import { rolesOf } from "../../../domains/guilds/operations.ts";
import { commands, commandsOf, type CommandRecord } from "../../../domains/commands/command.ts";
import { omitDefaults } from "../omit-defaults.ts";

/** The commands of an application as a world file has them: global ones, then those of each guild. */
export async function commandEntries(
  ctx: ReadContext,
  application: ApplicationRecord,
): Promise<Static<typeof WorldCommand>[]> {
  const installs = await ctx.tx.find(guildInstalls, {
    index: "application",
    value: application.id,
  });
  const guildIds = installs.map((install) => install.guild_id).toSorted(byAge);
  const places = [undefined, ...guildIds].map((guild_id) => ({
    application_id: application.id,
    ...definedFields({ guild_id }),
  }));
  const found = await Promise.all(places.map((place) => ctx.tx.find(commands, commandsOf(place))));
  return found.flat().map((command) => commandEntry(command, application));
}

function byAge(one: string, other: string): number {
  return snowflakeKey(one) < snowflakeKey(other) ? -1 : 1;
}

/** A command as a world file has it. */
export function commandEntry(
  command: CommandRecord,
  application: ApplicationRecord,
): Static<typeof WorldCommand> {
  const { id, application_id: _, guild_id, version, name, options, ...fields } = command;
  const defaults = {
    type: 1,
    name_localizations: null,
    description: "",
    description_localizations: null,
    default_member_permissions: null,
    nsfw: false,
    dm_permission: true,
    contexts: null,
    integration_types: application.integration_types,
  };
  return {
    id,
    ...definedFields({ guild_id }),
    version,
    name,
    ...omitDefaults(fields, defaults),
    ...(options === undefined ? {} : { options: withoutNulls(options) }),
  } as Static<typeof WorldCommand>;
}

/** Removes nulls, which in options mean the same as a missing field. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const filled = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(filled.map(([key, each]) => [key, withoutNulls(each)]));
}

/**
 * The permissions of an application's commands as a world file has them. Entries whose role,
 * channel or installation was deleted meanwhile are left out.
 */
export async function permissionEntries(
  ctx: ReadContext,
  application: ApplicationRecord,
): Promise<Static<typeof WorldCommandPermissions>[]> {
  const own = { index: "application", value: application.id } as const;
  const found: Static<typeof WorldCommandPermissions>[] = [];
  for (const { id, guild_id, permissions } of await ctx.tx.find(commandPermissions, own)) {
    const install = await guildInstallOf(ctx, guild_id, application.id);
    const place = { applicationId: application.id, guildId: guild_id };
    const isThere = id === application.id || (await commandById(ctx, place, id)) !== undefined;
    if (!allowsCommands(install) || !isThere) continue;
    const entries = await standingEntries(ctx, guild_id, permissions);
    if (entries.length > 0) found.push({ id, guild_id, permissions: entries });
  }
  return found;
}

async function standingEntries(
  ctx: ReadContext,
  guildId: string,
  entries: readonly PermissionEntry[],
): Promise<PermissionEntry[]> {
  const roles = await rolesOf(ctx, guildId);
  const itsChannels = await ctx.tx.find(channels, { index: "guild", value: guildId });
  const gone = unknownSubjects(entries, { guildId, roles, channels: itsChannels });
  const places = new Set(gone.map(({ path: [, at] }) => at));
  return entries.filter((_, at) => !places.has(at));
}
