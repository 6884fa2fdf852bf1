// What permission entries may name, and who may change them.
// Source: protocol: commands-and-interactions 4.2, 10 #23; docs: Application Command Permissions.
import { allChannelsId, CommandPermissionType, holds, type Fault } from "@antechamber/contract";
import type { ChannelRecord, MemberRecord, RoleRecord } from "../../guilds/guild.ts";
import { isThread } from "../../guilds/operations.ts";
import { basePermissions, channelPermissions, type Standing } from "../../guilds/permissions.ts";
import type { PermissionEntry } from "./command-permissions.ts";

const { ROLE, USER, CHANNEL } = CommandPermissionType;

function keyOf({ type, id }: PermissionEntry): string {
  return `${type}:${id}`;
}

/** The entries without those that a later one of the same kind and id replaces. */
export function withoutRepeated(entries: readonly PermissionEntry[]): PermissionEntry[] {
  const last = new Map(entries.map((entry, at) => [keyOf(entry), at]));
  return entries.filter((entry, at) => last.get(keyOf(entry)) === at);
}

/** What entries of a guild may name. */
export interface NameableRecords {
  readonly guildId: string;
  readonly roles: readonly RoleRecord[];
  readonly channels: readonly ChannelRecord[];
}

/**
 * Roles and channels that are not the guild's, at their places. Users may have left, so that any id
 * will do.
 */
export function unknownSubjects(
  entries: readonly PermissionEntry[],
  { guildId, roles, channels }: NameableRecords,
): Fault[] {
  const roleIds = new Set([guildId, ...roles.map((role) => role.id)]);
  const ofGuild = channels.filter((each) => each.guild_id === guildId && !isThread(each));
  const channelIds = new Set([allChannelsId(guildId), ...ofGuild.map((each) => each.id)]);
  return entries.flatMap(({ type, id }, at) => {
    const isKnown = (type !== ROLE || roleIds.has(id)) && (type !== CHANNEL || channelIds.has(id));
    if (isKnown) return [];
    const noun = type === ROLE ? "role" : "channel";
    // The leaf is not public.
    const code = "APPLICATION_COMMAND_PERMISSIONS_INVALID_ID";
    return [{ path: ["permissions", at, "id"], code, message: `Unknown ${noun} "${id}"` }];
  });
}

/** Entries that one of two sets has and the other has not, or otherwise. */
export function affectedEntries(
  before: readonly PermissionEntry[],
  after: readonly PermissionEntry[],
): PermissionEntry[] {
  const missingIn = (these: readonly PermissionEntry[], others: readonly PermissionEntry[]) =>
    these.filter(
      (one) =>
        !others.some((each) => keyOf(each) === keyOf(one) && each.permission === one.permission),
    );
  return [...missingIn(before, after), ...missingIn(after, before)];
}

/** True for those who may change permissions of commands at all. */
export function mayManagePermissions(standing: Standing): boolean {
  return holds(basePermissions(standing), "MANAGE_GUILD", "MANAGE_ROLES");
}

/** The members and channels that entries name, by id, as far as there are any. */
export interface EntrySubjects {
  readonly members: ReadonlyMap<string, MemberRecord>;
  readonly channels: ReadonlyMap<string, ChannelRecord>;
}

/**
 * True when somebody may manage what an entry names: a role below their own highest one, a member
 * who stands below them, a channel whose permissions they may set. Everyone, all channels,
 * themselves and who is not in the guild are open to all who may change permissions.
 *
 * The reference names roles, users and channels and not the test for each: assumed.
 */
export function mayManageEntry(
  editor: Standing,
  entry: PermissionEntry,
  subjects: EntrySubjects,
): boolean {
  if (editor.guild.owner_id === editor.member.user_id) return true;
  switch (entry.type) {
    case ROLE:
      return mayManageRole(editor, entry.id);
    case USER:
      return mayManageUser(editor, subjects.members.get(entry.id));
    case CHANNEL:
      return mayManageChannel(editor, subjects.channels.get(entry.id));
  }
}

function mayManageRole(editor: Standing, roleId: string): boolean {
  if (roleId === editor.guild.id) return true;
  const role = editor.roles.find((each) => each.id === roleId);
  return role === undefined || role.position < rankOf(editor, editor.member);
}

function mayManageUser(editor: Standing, target: MemberRecord | undefined): boolean {
  if (target === undefined || target.user_id === editor.member.user_id) return true;
  if (target.user_id === editor.guild.owner_id) return false;
  return rankOf(editor, target) < rankOf(editor, editor.member);
}

function mayManageChannel(editor: Standing, channel: ChannelRecord | undefined): boolean {
  if (channel === undefined) return true;
  return holds(channelPermissions(editor, channel), "VIEW_CHANNEL", "MANAGE_ROLES");
}

/** The position of a member's highest role; 0 for who has none. */
function rankOf({ roles }: Standing, member: MemberRecord): number {
  const own = roles.filter((role) => member.roles.includes(role.id));
  return Math.max(0, ...own.map((role) => role.position));
}
