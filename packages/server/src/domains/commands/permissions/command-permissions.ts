// Permission entries of commands in guilds: the record, its table, and which entry applies to whom.
// Source: requirements 2.4, protocol: commands-and-interactions 4.1, 4.4.
import {
  allChannelsId,
  CommandPermissionType,
  type CommandPermission,
  type GuildCommandPermissions,
} from "@antechamber/contract/commands";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { tableOf } from "../../../platform/store.ts";
import { compoundKey, withParts } from "../../../platform/records/compound-keys.ts";

export type PermissionEntry = Static<typeof CommandPermission>;

/**
 * The entries for one command or all commands of an application in a guild. There is no record
 * without entries.
 */
export type CommandPermissionsRecord = Static<typeof GuildCommandPermissions>;

/** What permissions apply to: a command or, with the application's id, all of its commands. */
export interface PermissionScope {
  readonly id: string;
  readonly application_id: string;
  readonly guild_id: string;
}

export function permissionKey({ guild_id, application_id, id }: PermissionScope): string {
  return `${compoundKey(guild_id, application_id)}:${snowflakeKey(id)}`;
}

export const commandPermissions = tableOf<CommandPermissionsRecord>()({
  name: "command_permissions",
  key: permissionKey,
  indexes: { application: (record) => record.application_id },
});

/** All records of an application's entries in a guild, in order of id. */
export function permissionsInGuild(
  ctx: ReadContext,
  { guild_id, application_id }: Omit<PermissionScope, "id">,
): Promise<readonly CommandPermissionsRecord[]> {
  return ctx.tx.find(commandPermissions, withParts(compoundKey(guild_id, application_id)));
}

/** A member, with the fields that entries match. */
export interface EntrySubject {
  readonly guildId: string;
  readonly userId: string;
  /** The member's roles without @everyone. */
  readonly roleIds: readonly string[];
}

const { ROLE, USER, CHANNEL } = CommandPermissionType;

/**
 * The entry that applies to a member: the one for the user; otherwise one for their roles, an
 * allowing one first; otherwise the one for @everyone.
 *
 * @source protocol: commands-and-interactions 4.4, step 9
 */
export function entryForMember(
  entries: readonly PermissionEntry[],
  { guildId, userId, roleIds }: EntrySubject,
): PermissionEntry | undefined {
  const ofRoles = entries.filter((each) => each.type === ROLE && roleIds.includes(each.id));
  return (
    entries.find((each) => each.type === USER && each.id === userId) ??
    ofRoles.find((each) => each.permission) ??
    ofRoles[0] ??
    entries.find((each) => each.type === ROLE && each.id === guildId)
  );
}

/**
 * The entry that applies to a channel (for a thread, its parent): the channel's own, otherwise the
 * one for all channels.
 *
 * @source protocol: commands-and-interactions 4.4, step 8
 */
export function entryForChannel(
  entries: readonly PermissionEntry[],
  { guildId, channelId }: { readonly guildId: string; readonly channelId: string },
): PermissionEntry | undefined {
  const ofChannels = entries.filter((each) => each.type === CHANNEL);
  return (
    ofChannels.find((each) => each.id === channelId) ??
    ofChannels.find((each) => each.id === allChannelsId(guildId))
  );
}

/** The entries that apply to one command. */
export interface Overwrites {
  readonly command: readonly PermissionEntry[];
  readonly application: readonly PermissionEntry[];
}

/** The entries for a command, from all records of its application in the guild. */
export function overwritesAmong(
  sets: readonly CommandPermissionsRecord[],
  command: { readonly id: string; readonly application_id: string },
): Overwrites {
  const of = (id: string) => sets.find((set) => set.id === id)?.permissions ?? [];
  return { command: of(command.id), application: of(command.application_id) };
}
