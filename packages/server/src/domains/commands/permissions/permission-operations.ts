// Reading and replacing the permissions of an application's commands in a guild.
// Source: protocol: commands-and-interactions 4.2.
import {
  ageKey,
  InteractionContext,
  MissingPermissions,
  UnknownCommand,
  UnknownCommandPermissions,
} from "@antechamber/contract";
import { ApiError, invalidForm } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { channels, type ChannelRecord, type MemberRecord } from "../../guilds/guild.ts";
import { memberOf, standingOf } from "../../guilds/operations.ts";
import { basePermissions, type Standing } from "../../guilds/permissions.ts";
import { isAllowed } from "./access.ts";
import type { GuardedCommand } from "./access-rules.ts";
import { announceIndex, announcePermissions } from "../announcements.ts";
import {
  commandPermissions,
  overwritesAmong,
  permissionKey,
  permissionsInGuild,
  type CommandPermissionsRecord,
  type PermissionEntry,
  type PermissionPlace,
} from "./command-permissions.ts";
import { commandById } from "../invocable.ts";
import {
  affectedEntries,
  mayManageEntry,
  mayManagePermissions,
  unknownSubjects,
  withoutRepeated,
} from "./permission-rules.ts";
import { entrySubject } from "../place.ts";

/**
 * The command whose permissions are meant; undefined for those of all the application's commands.
 *
 * @throws UnknownCommand for what is no command of the application, global or in this guild
 */
export async function permittedCommand(
  ctx: ReadContext,
  { id, application_id, guild_id }: PermissionPlace,
): Promise<GuardedCommand | undefined> {
  if (id === application_id) return undefined;
  const place = { applicationId: application_id, guildId: guild_id };
  const command = await commandById(ctx, place, id);
  if (command === undefined) throw new ApiError(UnknownCommand);
  return command;
}

/** The permissions of a command in a guild. @throws UnknownCommandPermissions without any */
export async function permissionsOf(
  ctx: ReadContext,
  place: PermissionPlace,
): Promise<CommandPermissionsRecord> {
  const stored = await ctx.tx.get(commandPermissions, permissionKey(place));
  if (stored === undefined) throw new ApiError(UnknownCommandPermissions);
  return stored;
}

/** A wish to change permissions. */
export interface PermissionEdit {
  readonly place: PermissionPlace;
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
  const { id, application_id, guild_id } = edit.place;
  const editor = await editorOf(ctx, edit);
  const entries = withoutRepeated(await checkedEntries(ctx, edit, editor));
  const stored = await ctx.tx.get(commandPermissions, permissionKey(edit.place));
  await refuseBeyond(ctx, editor, affectedEntries(stored?.permissions ?? [], entries));
  const set = { id, application_id, guild_id, permissions: entries };
  if (entries.length === 0) ctx.tx.delete(commandPermissions, permissionKey(set));
  else ctx.tx.put(commandPermissions, set);
  await announcePermissions(ctx, set);
  announceIndex(ctx, guild_id);
  return set;
}

/** The member who edits, when they may. */
async function editorOf(
  ctx: ReadContext,
  { place, command, editorId }: PermissionEdit,
): Promise<Standing> {
  const editor = await standingOf(ctx, place.guild_id, editorId);
  if (editor === undefined || !mayManagePermissions(editor)) throw new ApiError(MissingPermissions);
  const sets = await permissionsInGuild(ctx, place);
  const asked = command ?? anyCommand;
  const mayUse = isAllowed({
    // Where it may be used is no matter of the editor's rights.
    command: { ...asked, nsfw: false, contexts: null },
    surface: asked.type,
    context: InteractionContext.GUILD,
    installs: { guild: true, user: false },
    channel: undefined,
    permissions: basePermissions(editor),
    member: entrySubject(place.guild_id, editorId, editor.member),
    overwrites: overwritesAmong(sets, place),
  });
  if (!mayUse) throw new ApiError(MissingPermissions);
  return editor;
}

/** What stands for all commands of an application: it asks for nothing. */
const anyCommand: GuardedCommand = { type: 1, nsfw: false, default_member_permissions: null };

async function checkedEntries(
  ctx: ReadContext,
  { place, entries }: PermissionEdit,
  { roles }: Standing,
): Promise<readonly PermissionEntry[]> {
  const given = entries();
  const guildId = place.guild_id;
  const found = await ctx.tx.find(channels, { index: "guild", value: guildId });
  const faults = unknownSubjects(given, { guildId, roles, channels: found });
  if (faults.length > 0) throw invalidForm(...faults);
  return given;
}

/** @throws MissingPermissions when an entry names what the editor may not manage */
async function refuseBeyond(
  ctx: ReadContext,
  editor: Standing,
  entries: readonly PermissionEntry[],
): Promise<void> {
  const members = new Map<string, MemberRecord>();
  const named = new Map<string, ChannelRecord>();
  for (const { id } of entries) {
    const member = await memberOf(ctx, editor.guild.id, id);
    if (member !== undefined) members.set(id, member);
    const channel = await ctx.tx.get(channels, ageKey(id));
    if (channel !== undefined) named.set(id, channel);
  }
  const isBeyond = entries.some(
    (entry) => !mayManageEntry(editor, entry, { members, channels: named }),
  );
  if (isBeyond) throw new ApiError(MissingPermissions);
}
