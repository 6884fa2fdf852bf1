// Deletes an application's commands and permissions in a guild, and permission entries of deleted
// subjects.
import type { Context } from "../../platform/context.ts";
import { withPrefix } from "../../platform/records/compound-keys.ts";
import { emitIndex, emitPermissions } from "./events.ts";
import {
  commandPermissions,
  permissionKey,
  permissionsInGuild,
} from "./permissions/command-permissions.ts";
import { commands, commandsOf } from "./command.ts";
import { retireCreates } from "./daily-create-quota.ts";

/** Deletes an application's commands and permissions in a guild, without events. */
export async function dropCommandsIn(
  ctx: Context,
  scope: { readonly guild_id: string; readonly application_id: string },
): Promise<void> {
  for (const command of await ctx.tx.find(commands, commandsOf(scope))) {
    ctx.tx.delete(commands, commands.key(command));
  }
  await retireCreates(ctx, scope);
  for (const set of await permissionsInGuild(ctx, scope)) {
    ctx.tx.delete(commandPermissions, permissionKey(set));
  }
}

/** Deletes the command permissions in a guild for a deleted role, user or channel. */
export async function dropPermissionEntries(
  ctx: Context,
  guildId: string,
  id: string,
): Promise<void> {
  let isChanged = false;
  for (const set of await ctx.tx.find(commandPermissions, withPrefix(guildId))) {
    const remaining = set.permissions.filter((entry) => entry.id !== id);
    if (remaining.length === set.permissions.length) continue;
    const without = { ...set, permissions: remaining };
    if (remaining.length > 0) ctx.tx.put(commandPermissions, without);
    else ctx.tx.delete(commandPermissions, permissionKey(set));
    await emitPermissions(ctx, without);
    isChanged = true;
  }
  if (isChanged) emitIndex(ctx, guildId);
}
