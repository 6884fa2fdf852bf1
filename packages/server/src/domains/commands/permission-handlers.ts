// The endpoints of command permissions in a guild.
// Source: protocol: commands-and-interactions 2.
import { MissingAccess, MissingScope } from "@antechamber/contract";
import {
  editCommandPermissions,
  getCommandPermissions,
  listCommandPermissions,
} from "@antechamber/contract/commands";
import { ApiError } from "../../platform/api-error.ts";
import type { WithCaller } from "../../platform/context.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { allowsCommands, guildInstallOf } from "../applications/installs.ts";
import { ownApplication } from "../applications/operations.ts";
import { memberOf } from "../guilds/operations.ts";
import { permissionsInGuild, type PermissionScope } from "./permissions/command-permissions.ts";
import { permissionsOf, commandOfScope, replacePermissions } from "./permission-operations.ts";

type GuildOfApplication = Omit<PermissionScope, "id">;

/**
 * Requires that the application, and the user of a bearer token, have access to the guild in the
 * path.
 *
 * @returns the user of a bearer token; undefined for a bot
 * @throws MissingScope for a bearer token without a user: only a user grants the scope;
 *   NotThisApplication, MissingAccess
 * @source protocol: commands-and-interactions 2.1
 */
async function openGuild(ctx: WithCaller, path: GuildOfApplication): Promise<string | undefined> {
  const { caller } = ctx;
  const application = await ownApplication(ctx, caller, path.application_id);
  const userId = caller.kind === "bearer" ? caller.user_id : undefined;
  if (caller.kind === "bearer" && userId === undefined) throw new ApiError(MissingScope);
  const install = await guildInstallOf(ctx, path.guild_id, application.id);
  const isThere =
    userId === undefined || (await memberOf(ctx, path.guild_id, userId)) !== undefined;
  if (!allowsCommands(install) || !isThere) throw new ApiError(MissingAccess);
  return userId;
}

function permissionScopeOf(
  path: GuildOfApplication & { readonly command_id: string },
): PermissionScope {
  const { application_id, guild_id, command_id: id } = path;
  return { id, application_id, guild_id };
}

export const commandPermissionHandlers: readonly Binding[] = [
  handle(listCommandPermissions, async (ctx, { params }) => {
    await openGuild(ctx, params);
    return reply(200, [...(await permissionsInGuild(ctx, params))]);
  }),

  handle(getCommandPermissions, async (ctx, { params }) => {
    await openGuild(ctx, params);
    const scope = permissionScopeOf(params);
    await commandOfScope(ctx, scope);
    return reply(200, await permissionsOf(ctx, scope));
  }),

  handle(editCommandPermissions, async (ctx, { params, body }) => {
    const editorId = await openGuild(ctx, params);
    // Not reached for bots, which have been refused because they have no scopes.
    if (editorId === undefined) throw new ApiError(MissingScope);
    const scope = permissionScopeOf(params);
    const set = await replacePermissions(ctx, {
      scope,
      command: await commandOfScope(ctx, scope),
      editorId,
      entries: () => body().permissions ?? [],
    });
    return reply(200, set);
  }),
];
