import { MissingAccess, MissingScope } from "@antechamber/contract";
import {
  getChannelCommandIndex,
  getGuildCommandIndex,
  createGlobalCommand,
  createGuildCommand,
  deleteGlobalCommand,
  deleteGuildCommand,
  editGlobalCommand,
  editGuildCommand,
  getGlobalCommand,
  getGuildCommand,
  listGlobalCommands,
  listGuildCommands,
  overwriteGlobalCommands,
  overwriteGuildCommands,
} from "@antechamber/contract/commands";
import type { Context, WithCaller } from "../../platform/context.ts";
import { handle, reply, type Binding, noContent } from "../../platform/handler.ts";
import { ApiError } from "../../platform/api-error.ts";
import { settleInOrder } from "../../platform/async/settle-in-order.ts";
import { guildOf, seenChannelOf } from "../guilds/operations.ts";
import { callingUser, callerUserId, userOf } from "../users/operations.ts";
import { allowsCommands, guildInstallOf } from "../applications/installs.ts";
import { ownApplication } from "../applications/operations.ts";
import { pickerInChannel, pickerInGuild, type PickerUser } from "./command-index.ts";
import { idsOf, type CommandScope, type ScopeIds } from "./command.ts";
import { BOT_LOCALE } from "./localization.ts";
import { commandPermissionHandlers } from "./permission-handlers.ts";
import type { ContentForm } from "./normalize.ts";
import {
  commandOf,
  commandsIn,
  editCommand,
  overwriteCommands,
  placeFor,
  removeCommand,
  upsertCommand,
  type CommandItem,
  type ReadEdit,
} from "./operations.ts";
import { commandView, listedFor, listedWithLocalizations, writtenCommand } from "./views.ts";

/** The signed-in user, with the request's language or else the user's own. */
async function pickerUser(ctx: WithCaller, locale: string | undefined): Promise<PickerUser> {
  const user = await callingUser(ctx, ctx.caller);
  return { user, locale: locale ?? user.locale };
}

const indexHandlers: readonly Binding[] = [
  handle(getChannelCommandIndex, async (ctx, { params, locale }) => {
    const who = await pickerUser(ctx, locale);
    const channel = await seenChannelOf(ctx, ctx.caller, params.channel_id);
    return reply(200, await pickerInChannel(ctx, channel, who));
  }),

  handle(getGuildCommandIndex, async (ctx, { params, locale }) => {
    const who = await pickerUser(ctx, locale);
    const guild = await guildOf(ctx, ctx.caller, params.guild_id);
    return reply(200, await pickerInGuild(ctx, guild, who));
  }),
];

type OneCommand = ScopeIds & { readonly command_id: string };

/**
 * The scope in the path, if the caller has access to it.
 *
 * @throws MissingScope for a user's token, NotThisApplication, MissingAccess for guilds where the
 *   application may not have commands, including unknown guilds
 * @source protocol: commands-and-interactions 2.1
 */
async function openScope(ctx: WithCaller, path: ScopeIds): Promise<CommandScope> {
  const { caller } = ctx;
  // Only a token of the application itself can have the scope.
  const isUsers = caller.kind === "bearer" && caller.user_id !== undefined && caller.isOwn !== true;
  if (isUsers) throw new ApiError(MissingScope);
  const application = await ownApplication(ctx, caller, path.application_id);
  if (path.guild_id !== undefined) {
    const install = await guildInstallOf(ctx, path.guild_id, application.id);
    if (!allowsCommands(install)) throw new ApiError(MissingAccess);
  }
  return { application, guildId: path.guild_id };
}

/** The language of the caller; for a token of the application itself, that of its owner. */
async function ownLocale(ctx: WithCaller): Promise<string> {
  const id = ctx.caller.kind === "bot" ? undefined : callerUserId(ctx.caller);
  return id === undefined ? BOT_LOCALE : (await userOf(ctx, id)).locale;
}

async function list(
  ctx: WithCaller,
  path: ScopeIds,
  reader: { readonly withLocalizations: boolean; readonly locale: string | undefined },
) {
  const [, found] = await settleInOrder(openScope(ctx, path), commandsIn(ctx, path));
  const locale = reader.locale ?? (await ownLocale(ctx));
  return reply(
    200,
    reader.withLocalizations
      ? found.map(listedWithLocalizations)
      : found.map((command) => listedFor(command, locale)),
  );
}

async function upsert(ctx: WithCaller<Context>, path: ScopeIds, body: () => ContentForm) {
  const [scope, place] = await settleInOrder(openScope(ctx, path), placeFor(ctx, path, body));
  const { command, isNew } = await upsertCommand(ctx, scope, body(), place);
  return reply(isNew ? 201 : 200, commandView(command));
}

async function overwriteAll(
  ctx: WithCaller<Context>,
  path: ScopeIds,
  body: () => readonly CommandItem[] | null,
) {
  const scope = await openScope(ctx, path);
  const all = await overwriteCommands(ctx, scope, body() ?? []);
  return reply(200, all.map(writtenCommand));
}

async function show(ctx: WithCaller, path: OneCommand) {
  const scope = await openScope(ctx, path);
  return reply(200, commandView(await commandOf(ctx, idsOf(scope), path.command_id)));
}

async function edit(ctx: WithCaller<Context>, path: OneCommand, body: ReadEdit) {
  const scope = await openScope(ctx, path);
  const stored = await commandOf(ctx, idsOf(scope), path.command_id);
  return reply(200, commandView(await editCommand(ctx, { scope, stored }, body)));
}

async function remove(ctx: WithCaller<Context>, path: OneCommand) {
  const scope = await openScope(ctx, path);
  await removeCommand(ctx, await commandOf(ctx, idsOf(scope), path.command_id));
  return noContent;
}

export const commandHandlers: readonly Binding[] = [
  handle(listGlobalCommands, (ctx, { params, query, locale }) =>
    list(ctx, params, { withLocalizations: query.with_localizations ?? false, locale }),
  ),
  handle(listGuildCommands, (ctx, { params, query, locale }) =>
    list(ctx, params, { withLocalizations: query.with_localizations ?? false, locale }),
  ),
  handle(createGlobalCommand, (ctx, { params, body }) => upsert(ctx, params, body)),
  handle(createGuildCommand, (ctx, { params, body }) => upsert(ctx, params, body)),
  handle(overwriteGlobalCommands, (ctx, { params, body }) => overwriteAll(ctx, params, body)),
  handle(overwriteGuildCommands, (ctx, { params, body }) => overwriteAll(ctx, params, body)),
  handle(getGlobalCommand, (ctx, { params }) => show(ctx, params)),
  handle(getGuildCommand, (ctx, { params }) => show(ctx, params)),
  handle(editGlobalCommand, (ctx, { params, body }) => edit(ctx, params, body)),
  handle(editGuildCommand, (ctx, { params, body }) => edit(ctx, params, body)),
  handle(deleteGlobalCommand, (ctx, { params }) => remove(ctx, params)),
  handle(deleteGuildCommand, (ctx, { params }) => remove(ctx, params)),
  ...commandPermissionHandlers,
  ...indexHandlers,
];
