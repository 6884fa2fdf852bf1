// Reads and replaces the permissions of an application's commands in a guild.
// Source: protocol: commands-and-interactions 4.2.
import {
  MissingPermissions,
  UnknownCommand,
  UnknownCommandPermissions,
  holds,
} from "@antechamber/contract";
import {
  InteractionContext,
  allChannelsId,
  CommandPermissionType,
} from "@antechamber/contract/commands";
import { snowflakeKey, type ValidationIssue } from "@antechamber/contract/schema";
import { ApiError, invalidForm, missingPermission } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { writeAuditLog } from "../guilds/audit-log/write.ts";
import {
  channels,
  type ChannelRecord,
  type MemberRecord,
  type RoleRecord,
} from "../guilds/guild.ts";
import { isAboveMember, isAboveRole } from "../guilds/hierarchy.ts";
import { memberOf, permissionContextOf, isThread } from "../guilds/operations.ts";
import {
  basePermissions,
  channelPermissions,
  type PermissionContext,
} from "../guilds/permissions.ts";
import { emitIndex, emitPermissions } from "./events.ts";
import { commandById } from "./resolve-command.ts";
import { entrySubject } from "./command-scope.ts";
import { isAllowed } from "./permissions/access.ts";
import type { GuardedCommand } from "./permissions/access-rules.ts";
import {
  commandPermissions,
  overwritesAmong,
  permissionKey,
  permissionsInGuild,
  type CommandPermissionsRecord,
  type PermissionEntry,
  type PermissionScope,
} from "./permissions/command-permissions.ts";

/**
 * The command of a permission scope; undefined for the scope of the whole application.
 *
 * @throws UnknownCommand when the application has no such command, globally or in this guild
 */
export async function commandOfScope(
  ctx: ReadContext,
  { id, application_id, guild_id }: PermissionScope,
): Promise<GuardedCommand | undefined> {
  if (id === application_id) return undefined;
  const scope = { applicationId: application_id, guildId: guild_id };
  const command = await commandById(ctx, scope, id);
  if (command === undefined) throw new ApiError(UnknownCommand);
  return command;
}

/** The permissions of a command in a guild. @throws UnknownCommandPermissions without entries */
export async function permissionsOf(
  ctx: ReadContext,
  scope: PermissionScope,
): Promise<CommandPermissionsRecord> {
  const stored = await ctx.tx.get(commandPermissions, permissionKey(scope));
  if (stored === undefined) throw new ApiError(UnknownCommandPermissions);
  return stored;
}

/** A request to change permissions. */
export interface PermissionEdit {
  readonly scope: PermissionScope;
  /** Undefined for all commands of the application. */
  readonly command: GuardedCommand | undefined;
  readonly editorId: string;
  readonly entries: () => readonly PermissionEntry[];
}

/**
 * Replaces the permissions of a command in a guild; an empty list deletes them.
 *
 * @throws MissingPermissions when the editor may not manage the guild and its roles, may not use
 *   the command, or may not manage the subject of a changed entry; InvalidForm
 */
export async function replacePermissions(
  ctx: Context,
  edit: PermissionEdit,
): Promise<CommandPermissionsRecord> {
  const { id, application_id, guild_id } = edit.scope;
  const editor = await editorOf(ctx, edit);
  const entries = withoutRepeated(await checkedEntries(ctx, edit, editor));
  const stored = await ctx.tx.get(commandPermissions, permissionKey(edit.scope));
  await requireManageable(ctx, editor, affectedEntries(stored?.permissions ?? [], entries));
  const set = { id, application_id, guild_id, permissions: entries };
  if (entries.length === 0) ctx.tx.delete(commandPermissions, permissionKey(set));
  else ctx.tx.put(commandPermissions, set);
  await emitPermissions(ctx, set);
  emitIndex(ctx, guild_id);
  writeAuditLog(ctx, "APPLICATION_COMMAND_PERMISSION_UPDATE", {
    guild_id,
    user_id: edit.editorId,
    target_id: id,
    changes: entryChanges(stored?.permissions ?? [], entries),
    options: { application_id },
  });
  return set;
}

/**
 * The audit log's changes: each changed entry before and after, keyed by the id of its role, user
 * or channel.
 */
function entryChanges(before: readonly PermissionEntry[], after: readonly PermissionEntry[]) {
  const named = new Map(affectedEntries(before, after).map((entry) => [keyOf(entry), entry]));
  return [...named].map(([key, { id }]) => {
    const of = (entries: readonly PermissionEntry[]) => entries.find((each) => keyOf(each) === key);
    return { key: id, ...definedFields({ old_value: of(before), new_value: of(after) }) };
  });
}

/** The editing member, if they may edit these permissions. */
async function editorOf(
  ctx: ReadContext,
  { scope, command, editorId }: PermissionEdit,
): Promise<PermissionContext> {
  const editor = await permissionContextOf(ctx, scope.guild_id, editorId);
  if (editor === undefined || !mayManagePermissions(editor)) {
    throw missingPermission("MANAGE_GUILD", "MANAGE_ROLES");
  }
  const sets = await permissionsInGuild(ctx, scope);
  const requested = command ?? anyCommand;
  const mayUse = isAllowed({
    // Age restriction and contexts do not affect the editor's rights. A member in a time-out was
    // refused above.
    command: { ...requested, nsfw: false, contexts: null },
    surface: requested.type,
    context: InteractionContext.GUILD,
    installs: { guild: true, user: false },
    channel: undefined,
    permissions: basePermissions(editor),
    isSilenced: false,
    member: entrySubject(scope.guild_id, editorId, editor.member),
    overwrites: overwritesAmong(sets, scope),
  });
  if (!mayUse) throw new ApiError(MissingPermissions);
  return editor;
}

/** The command of entries about the whole application, which requires no permissions itself. */
const anyCommand: GuardedCommand = { type: 1, nsfw: false, default_member_permissions: null };

async function checkedEntries(
  ctx: ReadContext,
  { scope, entries }: PermissionEdit,
  { roles }: PermissionContext,
): Promise<readonly PermissionEntry[]> {
  const draft = entries();
  const guildId = scope.guild_id;
  const found = await ctx.tx.find(channels, { index: "guild", value: guildId });
  const issues = unknownSubjects(draft, { guildId, roles, channels: found });
  if (issues.length > 0) throw invalidForm(...issues);
  return draft;
}

/** @throws MissingPermissions when the editor may not manage the subject of an entry */
async function requireManageable(
  ctx: ReadContext,
  editor: PermissionContext,
  entries: readonly PermissionEntry[],
): Promise<void> {
  const members = new Map<string, MemberRecord>();
  const named = new Map<string, ChannelRecord>();
  for (const { id } of entries) {
    const member = await memberOf(ctx, editor.guild.id, id);
    if (member !== undefined) members.set(id, member);
    const channel = await ctx.tx.get(channels, snowflakeKey(id));
    if (channel !== undefined) named.set(id, channel);
  }
  const isBeyond = entries.some(
    (entry) => !mayManageEntry(editor, entry, { members, channels: named }),
  );
  if (isBeyond) throw new ApiError(MissingPermissions);
}

const { ROLE, USER, CHANNEL } = CommandPermissionType;

function keyOf({ type, id }: PermissionEntry): string {
  return `${type}:${id}`;
}

/** Drops entries that are followed by another entry for the same subject. */
export function withoutRepeated(entries: readonly PermissionEntry[]): PermissionEntry[] {
  const last = new Map(entries.map((entry, at) => [keyOf(entry), at]));
  return entries.filter((entry, at) => last.get(keyOf(entry)) === at);
}

/** The roles and channels that a guild's entries may name. */
export interface NameableRecords {
  readonly guildId: string;
  readonly roles: readonly RoleRecord[];
  readonly channels: readonly ChannelRecord[];
}

/**
 * The issues of entries whose role or channel is not in the guild. Users may have left, so any user
 * id is valid.
 *
 * @param entries undefined for entries that are already invalid
 */
export function unknownSubjects(
  entries: readonly (PermissionEntry | undefined)[],
  { guildId, roles, channels: ofStore }: NameableRecords,
): ValidationIssue[] {
  const roleIds = new Set([guildId, ...roles.map((role) => role.id)]);
  const ofGuild = ofStore.filter((each) => each.guild_id === guildId && !isThread(each));
  const channelIds = new Set([allChannelsId(guildId), ...ofGuild.map((each) => each.id)]);
  return entries.flatMap((entry, at) => {
    if (entry === undefined) return [];
    const { type, id } = entry;
    const isKnown = (type !== ROLE || roleIds.has(id)) && (type !== CHANNEL || channelIds.has(id));
    if (isKnown) return [];
    const noun = type === ROLE ? "role" : "channel";
    // The reference's error code is not public.
    const code = "APPLICATION_COMMAND_PERMISSIONS_INVALID_ID";
    return [{ path: ["permissions", at, "id"], code, message: `Unknown ${noun} "${id}"` }];
  });
}

/** The entries that are missing or different in one of two sets. */
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

/** True when the member may change command permissions at all. */
export function mayManagePermissions(permissionContext: PermissionContext): boolean {
  return holds(basePermissions(permissionContext), "MANAGE_GUILD", "MANAGE_ROLES");
}

/** The members and channels that entries name, by id, if they exist. */
export interface EntrySubjects {
  readonly members: ReadonlyMap<string, MemberRecord>;
  readonly channels: ReadonlyMap<string, ChannelRecord>;
}

/**
 * True when a member may manage the subject of an entry: a role below their own highest one, a
 * member below themselves, or a channel whose permissions they may edit. Everyone who may change
 * command permissions may do so for @everyone, all channels, themselves and users who are not in
 * the guild.
 *
 * The reference names roles, users and channels, but not the test for each: assumed.
 */
export function mayManageEntry(
  editor: PermissionContext,
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

function mayManageRole(editor: PermissionContext, roleId: string): boolean {
  if (roleId === editor.guild.id) return true;
  const role = editor.roles.find((each) => each.id === roleId);
  return role === undefined || isAboveRole(editor, role);
}

function mayManageUser(editor: PermissionContext, target: MemberRecord | undefined): boolean {
  if (target === undefined || target.user_id === editor.member.user_id) return true;
  return isAboveMember(editor, target);
}

function mayManageChannel(editor: PermissionContext, channel: ChannelRecord | undefined): boolean {
  if (channel === undefined) return true;
  return holds(channelPermissions(editor, channel), "VIEW_CHANNEL", "MANAGE_ROLES");
}
