import {
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
  MissingAccess,
  MissingScope,
  overwriteGlobalCommands,
  overwriteGuildCommands,
} from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { Caller, Context, ReadContext } from "../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { allowsCommands, guildInstallOf } from "../applications/installs.ts";
import { ownApplication } from "../applications/operations.ts";
import { callerUserId, userOf } from "../users/operations.ts";
import { idsOf, type CommandPlace, type PlaceIds } from "./command.ts";
import type { ContentEdit, ContentForm } from "./content.ts";
import { commandIndexHandlers } from "./index-handlers.ts";
import { BOT_LOCALE } from "./localization.ts";
import {
  commandOf,
  commandsIn,
  editCommand,
  overwriteCommands,
  removeCommand,
  upsertCommand,
  type CommandItem,
} from "./operations.ts";
import { commandPermissionHandlers } from "./permissions/permission-handlers.ts";
import { commandView, listedFor, listedWithLocalizations } from "./views.ts";

type Asking<C extends ReadContext = ReadContext> = C & { readonly caller: Caller };
type OneCommand = PlaceIds & { readonly command_id: string };

/**
 * The commands' place in the path, when it is open to the caller.
 *
 * @throws MissingScope for a user's token, NotThisApplication, MissingAccess for guilds where the
 *   application may not have commands, unknown ones too
 * @source protocol: commands-and-interactions 2.1
 */
async function openPlace(ctx: Asking, path: PlaceIds): Promise<CommandPlace> {
  const { caller } = ctx;
  // Only a token of the application itself can be granted the scope.
  const isUsers = caller.kind === "bearer" && caller.user_id !== undefined && caller.isOwn !== true;
  if (isUsers) throw new ApiError(MissingScope);
  const application = await ownApplication(ctx, caller, path.application_id);
  if (path.guild_id !== undefined) {
    const install = await guildInstallOf(ctx, path.guild_id, application.id);
    if (!allowsCommands(install)) throw new ApiError(MissingAccess);
  }
  return { application, guildId: path.guild_id };
}

/** The setting of the caller, or of the owner whom a token of the application stands for. */
async function ownLocale(ctx: Asking): Promise<string> {
  const id = ctx.caller.kind === "bot" ? undefined : callerUserId(ctx.caller);
  return id === undefined ? BOT_LOCALE : (await userOf(ctx, id)).locale;
}

async function listed(
  ctx: Asking,
  path: PlaceIds,
  reader: { readonly withLocalizations: boolean; readonly locale: string | undefined },
) {
  const found = await commandsIn(ctx, idsOf(await openPlace(ctx, path)));
  const locale = reader.locale ?? (await ownLocale(ctx));
  return reply(
    200,
    reader.withLocalizations
      ? found.map(listedWithLocalizations)
      : found.map((command) => listedFor(command, locale)),
  );
}

async function created(ctx: Asking<Context>, path: PlaceIds, body: () => ContentForm) {
  const place = await openPlace(ctx, path);
  const { command, isNew } = await upsertCommand(ctx, place, body());
  return reply(isNew ? 201 : 200, commandView(command));
}

async function overwritten(
  ctx: Asking<Context>,
  path: PlaceIds,
  body: () => readonly CommandItem[] | null,
) {
  const place = await openPlace(ctx, path);
  const all = await overwriteCommands(ctx, place, body() ?? []);
  return reply(200, all.map(commandView));
}

async function shown(ctx: Asking, path: OneCommand) {
  const place = await openPlace(ctx, path);
  return reply(200, commandView(await commandOf(ctx, idsOf(place), path.command_id)));
}

async function edited(ctx: Asking<Context>, path: OneCommand, body: () => ContentEdit) {
  const place = await openPlace(ctx, path);
  const stored = await commandOf(ctx, idsOf(place), path.command_id);
  return reply(200, commandView(await editCommand(ctx, { place, stored }, body())));
}

async function deleted(ctx: Asking<Context>, path: OneCommand) {
  const place = await openPlace(ctx, path);
  await removeCommand(ctx, await commandOf(ctx, idsOf(place), path.command_id));
  return noContent;
}

export const commandHandlers: readonly Binding[] = [
  handle(listGlobalCommands, (ctx, { params, query, locale }) =>
    listed(ctx, params, { withLocalizations: query.with_localizations ?? false, locale }),
  ),
  handle(listGuildCommands, (ctx, { params, query, locale }) =>
    listed(ctx, params, { withLocalizations: query.with_localizations ?? false, locale }),
  ),
  handle(createGlobalCommand, (ctx, { params, body }) => created(ctx, params, body)),
  handle(createGuildCommand, (ctx, { params, body }) => created(ctx, params, body)),
  handle(overwriteGlobalCommands, (ctx, { params, body }) => overwritten(ctx, params, body)),
  handle(overwriteGuildCommands, (ctx, { params, body }) => overwritten(ctx, params, body)),
  handle(getGlobalCommand, (ctx, { params }) => shown(ctx, params)),
  handle(getGuildCommand, (ctx, { params }) => shown(ctx, params)),
  handle(editGlobalCommand, (ctx, { params, body }) => edited(ctx, params, body)),
  handle(editGuildCommand, (ctx, { params, body }) => edited(ctx, params, body)),
  handle(deleteGlobalCommand, (ctx, { params }) => deleted(ctx, params)),
  handle(deleteGuildCommand, (ctx, { params }) => deleted(ctx, params)),
  ...commandPermissionHandlers,
  ...commandIndexHandlers,
];
