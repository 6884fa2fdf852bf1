// What goes with a role. Source: protocol: moderation 2.
import type { Context } from "../../platform/context.ts";
import { dropPermissionEntries } from "../commands/cascade-delete.ts";
import { leaveRules } from "../guilds/auto-moderation/operations.ts";
import type { RoleRecord } from "../guilds/guild.ts";
import { dropRole } from "../guilds/joining.ts";
import { forgetRoleInInvites } from "../invites/cascade-delete.ts";

/** Takes a role from its guild, its members, overwrites, invites and permissions of commands. */
export async function removeRole(ctx: Context, role: RoleRecord): Promise<void> {
  await dropRole(ctx, role);
  await forgetRoleInInvites(ctx, role);
  await leaveRules(ctx, role.guild_id, { roleId: role.id });
  await dropPermissionEntries(ctx, role.guild_id, role.id);
}
