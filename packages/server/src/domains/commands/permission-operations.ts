// Reading and replacing the permissions of an application's commands in a guild.
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
import { standsAboveMember, standsAboveRole } from "../guilds/hierarchy.ts";
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
 * The command whose permissions are asked for; undefined for those of the whole application.
 *
 * @throws UnknownCommand for what is no command of the application, global or in this guild
 */
export async function permittedCommand(
  ctx: ReadContext,
  { id, application_id, guild_id }: PermissionScope,
): Promise<GuardedCommand | undefined> {
  if (id === application_id) return undefined;
  const scope = { applicationId: application_id, guildId: guild_id };
  const command = await commandById(ctx, scope, id);
  if (command === undefined) throw new ApiError(UnknownCommand);
  return command;
}

/** The permissions of a command in a guild. @throws UnknownCommandPermissions without any */
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
  /** Undefined: all commands of the application. */
  readonly command: GuardedCommand | undefined;
  readonly editorId: string;
  readonly entries: () => readonly PermissionEntry[];
}

/**
 * Replaces the permissions of a command in a guild; no entries end them.
 *
 * @throws MissingPermissions for who may not manage the guild and its roles, not use the command
 *   themselves, or not manage what the changed entries name; InvalidForm
 */
export async function replacePermissions(
  ctx: Context,
  edit: PermissionEdit,
): Promise<CommandPermissionsRecord> {
  const { id, application_id, guild_id } = edit.scope;
  const editor = await editorOf(ctx, edit);
  const entries = withoutRepeated(await checkedEntries(ctx, edit, editor));
  const stored = await ctx.tx.get(commandPermissions, permissionKey(edit.scope));
  await refuseBeyond(ctx, editor, affectedEntries(stored?.permissions ?? [], entries));
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

/** The changes of a log: each entry before and after, by the id of the role, user or channel. */
function entryChanges(before: readonly PermissionEntry[], after: readonly PermissionEntry[]) {
  const named = new Map(affectedEntries(before, after).map((entry) => [keyOf(entry), entry]));
  return [...named].map(([key, { id }]) => {
    const of = (entries: readonly PermissionEntry[]) => entries.find((each) => keyOf(each) === key);
    return { key: id, ...definedFields({ old_value: of(before), new_value: of(after) }) };
  });
}

/** The member who edits, when they may. */
async function editorOf(
  ctx: ReadContext,
  { scope, command, editorId }: PermissionEdit,
): Promise<PermissionContext> {
  const editor = await permissionContextOf(ctx, scope.guild_id, editorId);
  if (editor === undefined || !mayManagePermissions(editor)) {
    throw missingPermission("MANAGE_GUILD", "MANAGE_ROLES");
  }
  const sets = await permissionsInGuild(ctx, scope);
  const asked = command ?? anyCommand;
  const mayUse = isAllowed({
    // Where it may be used is no matter of the editor's rights, and in a time-out there are none.
    command: { ...asked, nsfw: false, contexts: null },
    surface: asked.type,
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

/** The application as a whole, which requires no permissions itself. */
const anyCommand: GuardedCommand = { type: 1, nsfw: false, default_member_permissions: null };

async function checkedEntries(
  ctx: ReadContext,
  { scope, entries }: PermissionEdit,
  { roles }: PermissionContext,
): Promise<readonly PermissionEntry[]> {
  const given = entries();
  const guildId = scope.guild_id;
  const found = await ctx.tx.find(channels, { index: "guild", value: guildId });
  const issues = unknownSubjects(given, { guildId, roles, channels: found });
  if (issues.length > 0) throw invalidForm(...issues);
  return given;
}

/** @throws MissingPermissions when an entry names what the editor may not manage */
async function refuseBeyond(
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
 *
 * @param entries those that have a fault of their own are undefined
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
export function mayManagePermissions(permissionContext: PermissionContext): boolean {
  return holds(basePermissions(permissionContext), "MANAGE_GUILD", "MANAGE_ROLES");
}

/** The members and channels that entries name, by id, as far as there are any. */
export interface EntrySubjects {
  readonly members: ReadonlyMap<string, MemberRecord>;
  readonly channels: ReadonlyMap<string, ChannelRecord>;
}

/**
 * True when a user may manage the subject of an entry: a role below their own highest one, a member
 * who stands below them, a channel whose permissions they may set. Everyone, all channels,
 * themselves and who is not in the guild are open to all who may change permissions.
 *
 * The reference names roles, users and channels and not the test for each: assumed.
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
  return role === undefined || standsAboveRole(editor, role);
}

function mayManageUser(editor: PermissionContext, target: MemberRecord | undefined): boolean {
  if (target === undefined || target.user_id === editor.member.user_id) return true;
  return standsAboveMember(editor, target);
}

function mayManageChannel(editor: PermissionContext, channel: ChannelRecord | undefined): boolean {
  if (channel === undefined) return true;
  return holds(channelPermissions(editor, channel), "VIEW_CHANNEL", "MANAGE_ROLES");
}
