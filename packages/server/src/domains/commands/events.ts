// Emits the events of changed commands and permissions, and deletes permissions along with their
// commands.
// Source: protocol: commands-and-interactions 2.4, 4.3, 10 #25.
import { CommandIndexUpdate, CommandPermissionsUpdate } from "@antechamber/contract/commands";
import type { Context, ReadContext } from "../../platform/context.ts";
import { memberOf } from "../guilds/operations.ts";
import type { CommandRecord, ScopeIds } from "./command.ts";
import {
  commandPermissions,
  permissionKey,
  permissionsInGuild,
  type CommandPermissionsRecord,
} from "./permissions/command-permissions.ts";

/** Sends the current entries to the application's sessions in the guild. */
export async function emitPermissions(ctx: Context, set: CommandPermissionsRecord): Promise<void> {
  const { application_id, guild_id } = set;
  // Without a bot in the guild, the application has no sessions there.
  if ((await memberOf(ctx, guild_id, application_id)) === undefined) return;
  ctx.emit(CommandPermissionsUpdate, { kind: "application", application_id, guild_id }, set);
}

/** Makes clients in a guild fetch their command index again. */
export function emitIndex(ctx: Context, guildId: string): void {
  ctx.emit(CommandIndexUpdate, { kind: "guild", guild_id: guildId }, { guild_id: guildId });
}

/** The effect of a write on the commands of a scope. */
export interface CommandChange {
  readonly isChanged: boolean;
  /** Deleted or renamed commands, whose permissions are deleted in every guild. */
  readonly ended: readonly CommandRecord[];
}

/** Deletes the permissions of commands that were deleted or renamed, and emits the events. */
export async function emitChange(
  ctx: Context,
  scope: ScopeIds,
  { isChanged, ended }: CommandChange,
): Promise<void> {
  const concerned = new Set<string>();
  if (isChanged && scope.guild_id !== undefined) concerned.add(scope.guild_id);
  for (const set of await setsOf(ctx, scope, ended)) {
    ctx.tx.delete(commandPermissions, permissionKey(set));
    await emitPermissions(ctx, { ...set, permissions: [] });
    concerned.add(set.guild_id);
  }
  for (const guildId of concerned) emitIndex(ctx, guildId);
}

/** The permissions of some commands of a scope; a global command may have some in many guilds. */
async function setsOf(
  ctx: ReadContext,
  { application_id, guild_id }: ScopeIds,
  commands: readonly CommandRecord[],
): Promise<readonly CommandPermissionsRecord[]> {
  if (commands.length === 0) return [];
  const all =
    guild_id === undefined
      ? await ctx.tx.find(commandPermissions, { index: "application", value: application_id })
      : await permissionsInGuild(ctx, { application_id, guild_id });
  const ids = new Set(commands.map((command) => command.id));
  return all.filter((set) => ids.has(set.id));
}
