import { ageKey, type Static, type WorldCommand } from "@antechamber/contract";
import type { ReadContext } from "../../platform/context.ts";
import type { ApplicationRecord } from "../applications/application.ts";
import { guildInstalls } from "../applications/installs.ts";
import { commands, commandsOf, type CommandRecord } from "../commands/command.ts";
import { sparse } from "./sparse.ts";

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
    ...(guild_id === undefined ? {} : { guild_id }),
  }));
  const found = await Promise.all(places.map((place) => ctx.tx.find(commands, commandsOf(place))));
  return found.flat().map((command) => commandEntry(command, application));
}

function byAge(one: string, other: string): number {
  return ageKey(one) < ageKey(other) ? -1 : 1;
}

function commandEntry(
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
    ...(guild_id === undefined ? {} : { guild_id }),
    version,
    name,
    ...sparse(fields, defaults),
    ...(options === undefined ? {} : { options: withoutNulls(options) }),
  } as Static<typeof WorldCommand>;
}

/** In options, null says that nothing was said. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutNulls(each)]));
}
