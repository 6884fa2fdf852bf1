// Commands of a world file, global ones and those of guilds.
import type { WorldApplication, WorldCommand } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import {
  applications,
  hasFlag,
  withCommandBadge,
  type ApplicationRecord,
} from "../../../domains/applications/application.ts";
import { allowsCommands, guildInstalls } from "../../../domains/applications/installs.ts";
import {
  commands,
  commandsMax,
  kindKey,
  nameKey,
  type CommandScope,
} from "../../../domains/commands/command.ts";
import { contentOf } from "../../../domains/commands/normalize.ts";
import { entryPoint } from "../../../domains/commands/operations.ts";
import { scopeIssues } from "../../../domains/commands/command-scope.ts";
import { checkDerived } from "../derived-fields.ts";
import type { WorldBuilder } from "../world-builder.ts";
import type { Place } from "../json-path.ts";
import { definedFields } from "../../../platform/defined-fields.ts";

type CommandEntry = Static<typeof WorldCommand>;

/** Loads the commands of the file's applications. */
export function loadCommands(
  builder: WorldBuilder,
  entries: readonly (Static<typeof WorldApplication> | undefined)[],
  loaded: readonly (ApplicationRecord | undefined)[],
): void {
  const counts = new Map<string, number>();
  for (const [i, application] of loaded.entries()) {
    const entryPoints = application === undefined ? [] : entryPointsOf(application);
    const own: readonly (CommandEntry | undefined)[] = entries[i]?.commands ?? entryPoints;
    for (const [j, entry] of own.entries()) {
      const place = ["applications", i, "commands", j];
      // An entry that could not be read is reported already, and cannot be stored.
      if (entry === undefined || application === undefined || builder.isInvalid(place)) continue;
      loadCommand(builder, { entry, place, counts, application });
    }
    if (application !== undefined) loadBadge(builder, application);
  }
}

/**
 * An Activity gets the command that launches it, unless the file lists its commands, which then is
 * the complete list. Source: protocol: commands-and-interactions 2.4.
 */
function entryPointsOf(application: ApplicationRecord): readonly CommandEntry[] {
  return hasFlag(application, "EMBEDDED") ? [entryPoint] : [];
}

/** Sets the application's flag that tells whether it has global commands. */
function loadBadge(builder: WorldBuilder, application: ApplicationRecord): void {
  const hasCommands = builder.all(commands).some(({ application_id, guild_id }) => {
    return application_id === application.id && guild_id === undefined;
  });
  const loaded = builder.all(applications).find(({ id }) => id === application.id);
  if (loaded !== undefined) builder.replace(applications, withCommandBadge(loaded, hasCommands));
}

interface CommandAt {
  readonly entry: CommandEntry;
  readonly place: Place;
  readonly application: ApplicationRecord;
  readonly counts: Map<string, number>;
}

function loadCommand(
  builder: WorldBuilder,
  { entry, place, application, counts }: CommandAt,
): void {
  const guildId = commandGuild(builder, application, { entry, place });
  const namesGuild = entry.guild_id !== undefined && entry.guild_id !== null;
  if (namesGuild && guildId === undefined) return;
  const { id: givenId, guild_id: _guild, application_id, version, versions, ...form } = entry;
  checkDerived(builder, [...place, "application_id"], {
    given: application_id,
    own: application.id,
  });
  const where: CommandScope = { application, guildId };
  for (const { path, message } of scopeIssues(where, form))
    builder.issue([...place, ...path], message);
  const id = builder.id("command", givenId ?? undefined, [...place, "id"]);
  const content = contentOf(where, form);
  const ids = {
    application_id: application.id,
    ...definedFields({ guild_id: guildId }),
  };
  const kind = kindKey(ids, content.type);
  const count = (counts.get(kind) ?? 0) + 1;
  counts.set(kind, count);
  if (count > commandsMax[content.type]) {
    builder.issue(
      place,
      `there are more than ${commandsMax[content.type]} commands of this type here`,
    );
  }
  builder.once("command name", nameKey(ids, content.type, content.name), {
    path: [...place, "name"],
    message: "another command of this type has this name here",
  });
  // A new command's version is its id plus one: protocol, commands 2.2.
  const own = version ?? versions ?? (BigInt(id) + 1n).toString();
  checkDerived(builder, [...place, "versions"], { given: versions, own });
  builder.put(commands, { id, version: own, ...ids, ...content });
}

/** The guild that an entry names, if the application may have commands there; undefined: global. */
export function commandGuild(
  builder: WorldBuilder,
  application: ApplicationRecord,
  { entry, place }: { readonly entry: Pick<CommandEntry, "guild_id">; readonly place: Place },
): string | undefined {
  const at = [...place, "guild_id"];
  const guildId = builder.guilds.find(entry.guild_id ?? undefined, at);
  if (guildId === undefined) return undefined;
  const installs = builder.all(guildInstalls);
  const install = installs.find(
    (each) => each.guild_id === guildId && each.application_id === application.id,
  );
  if (!allowsCommands(install)) {
    builder.issue(
      at,
      "the application is not installed there with the scope applications.commands",
    );
  }
  return guildId;
}
