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
import { compoundKey } from "../../../platform/records/compound-keys.ts";

export type PermissionEntry = Static<typeof CommandPermission>;

/** The entries of a command in a guild, or of all of an application's. There is none without any. */
export type CommandPermissionsRecord = Static<typeof GuildCommandPermissions>;

/** Whose entries: a command's, or with the application's own id those of all its commands. */
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

/** Every set of entries of an application in a guild, in order of id. */
export function permissionsInGuild(
  ctx: ReadContext,
  { guild_id, application_id }: Omit<PermissionScope, "id">,
): Promise<readonly CommandPermissionsRecord[]> {
  const key = compoundKey(guild_id, application_id);
  // ";" follows ":" in text order.
  return ctx.tx.find(commandPermissions, { after: `${key}:`, before: `${key};` });
}

/** A member as entries see them. */
export interface EntrySubject {
  readonly guildId: string;
  readonly userId: string;
  /** The member's roles, everyone's left out. */
  readonly roleIds: readonly string[];
}

const { ROLE, USER, CHANNEL } = CommandPermissionType;

/**
 * The entry that applies to a member: their own; else one that allows among those of their roles;
 * else one that denies there; else everyone's.
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
 * The entry that applies to a channel (for a thread, give its parent): its own, else that of all
 * channels.
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

/** The entries that decide about one command. */
export interface Overwrites {
  readonly command: readonly PermissionEntry[];
  readonly application: readonly PermissionEntry[];
}

/** The overwrites of a command, from all sets of its application in the guild. */
export function overwritesAmong(
  sets: readonly CommandPermissionsRecord[],
  command: { readonly id: string; readonly application_id: string },
): Overwrites {
  const of = (id: string) => sets.find((set) => set.id === id)?.permissions ?? [];
  return { command: of(command.id), application: of(command.application_id) };
}
