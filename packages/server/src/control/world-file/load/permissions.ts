// Command permissions of a world file: who may use an application's commands in a guild.
import { allChannelsId, CommandPermissionType } from "@antechamber/contract/commands";
import type { WorldApplication, WorldCommandPermissions } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import type { ApplicationRecord } from "../../../domains/applications/application.ts";
import {
  commandPermissions,
  permissionKey,
  type PermissionEntry,
} from "../../../domains/commands/permissions/command-permissions.ts";
import { commands } from "../../../domains/commands/command.ts";
import { channels, roles } from "../../../domains/guilds/guild.ts";
import { isThread } from "../../../domains/guilds/operations.ts";
import type { Directory } from "../directory.ts";
import type { WorldBuilder } from "../world-builder.ts";
import { commandGuild } from "./commands.ts";
import { forEachEntry, type PlacedEntry } from "./placed-entries.ts";
import type { Place } from "../json-path.ts";

type SetEntry = Static<typeof WorldCommandPermissions>;
type GivenEntry = SetEntry["permissions"][number] | undefined;

/** Loads the permissions of the file's applications, whose commands and guilds are loaded already. */
export function loadCommandPermissions(
  builder: WorldBuilder,
  entries: readonly (Static<typeof WorldApplication> | undefined)[],
  applications: readonly (ApplicationRecord | undefined)[],
): void {
  for (const [i, application] of applications.entries()) {
    if (application === undefined) continue;
    forEachEntry(
      entries[i]?.command_permissions,
      ["applications", i, "command_permissions"],
      (at) => {
        if (!builder.isInvalid(at.place)) loadSet(builder, application, at);
      },
    );
  }
}

function loadSet(
  builder: WorldBuilder,
  application: ApplicationRecord,
  { entry, place }: PlacedEntry<SetEntry>,
): void {
  const guildId = commandGuild(builder, application, { entry, place });
  if (guildId === undefined) return;
  if (entry.application_id !== undefined && entry.application_id !== application.id) {
    builder.issue([...place, "application_id"], "this is not the application's own id");
  }
  const targets = targetsOf(builder, application, guildId);
  const id = targets.find(entry.id, [...place, "id"]);
  if (id === undefined) return;
  const set = { id, application_id: application.id, guild_id: guildId };
  builder.once("command permissions", permissionKey(set), {
    path: place,
    message: "the permissions of this command in this guild are listed already",
  });
  const entries = entry.permissions.map((each, i) =>
    entryOf(builder, each, { guildId, place: [...place, "permissions", i] }),
  );
  const permissions = entries.filter((each) => each !== undefined);
  for (const [i, each] of permissions.entries()) {
    builder.once("permission entry", `${permissionKey(set)}:${each.type}:${each.id}`, {
      path: [...place, "permissions", i],
      message: "another entry is about the same",
    });
  }
  if (permissions.length > 0) builder.put(commandPermissions, { ...set, permissions });
}

/** What a permission set can apply to: the application, its global commands and those of the guild. */
function targetsOf(
  builder: WorldBuilder,
  application: ApplicationRecord,
  guildId: string,
): Directory {
  const targets = builder.directory("command");
  targets.add(application.id, undefined);
  for (const { id, name, application_id, guild_id } of builder.all(commands)) {
    if (application_id !== application.id) continue;
    if (guild_id === undefined || guild_id === guildId) targets.add(id, name);
  }
  return targets;
}

function entryOf(
  builder: WorldBuilder,
  entry: GivenEntry,
  { guildId, place }: { readonly guildId: string; readonly place: Place },
): PermissionEntry | undefined {
  if (entry === undefined) return undefined;
  const id = subjectOf(builder, entry, { guildId, place: [...place, "id"] });
  return id === undefined ? undefined : { id, type: entry.type, permission: entry.permission };
}

function subjectOf(
  builder: WorldBuilder,
  { id, type }: NonNullable<GivenEntry>,
  { guildId, place }: { readonly guildId: string; readonly place: Place },
): string | undefined {
  switch (type) {
    case CommandPermissionType.USER:
      // Entries of deleted users remain, so an unknown id is accepted.
      return /^[0-9]{1,19}$/.test(id) ? id : builder.people.find(id, place);
    case CommandPermissionType.ROLE:
      return rolesIn(builder, guildId).find(id, place);
    case CommandPermissionType.CHANNEL:
      return channelsIn(builder, guildId).find(id, place);
  }
}

function rolesIn(builder: WorldBuilder, guildId: string): Directory {
  const found = builder.directory("role");
  for (const { id, name, guild_id } of builder.all(roles)) {
    if (guild_id === guildId) found.add(id, name);
  }
  return found;
}

/** Threads are left out: the permissions of their parent channel apply. */
function channelsIn(builder: WorldBuilder, guildId: string): Directory {
  const found = builder.directory("channel");
  found.add(allChannelsId(guildId), undefined);
  for (const channel of builder.all(channels)) {
    const isHere = channel.guild_id === guildId && !isThread(channel);
    if (isHere) found.add(channel.id, channel.name ?? undefined);
  }
  return found;
}
