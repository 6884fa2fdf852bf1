import { MissingAccess, MissingScope } from "@antechamber/contract";
import {
  getChannelCommandIndex,
  getGuildCommandIndex,
  type Command,
  editCommandPermissions,
  getCommandPermissions,
  listCommandPermissions,
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
import type { Static } from "@antechamber/contract/schema";
import type { Caller, ReadContext, Context } from "../../platform/context.ts";
import { handle, reply, type Binding, noContent } from "../../platform/handler.ts";
import { ApiError } from "../../platform/api-error.ts";
import { JsonText } from "../../platform/json-text.ts";
import { fieldsBut, longText } from "../../platform/late-field.ts";
import { inOrder } from "../../platform/settle-in-order.ts";
import { guildOf, memberOf, seenChannelOf } from "../guilds/operations.ts";
import { callingUser, callerUserId, userOf } from "../users/operations.ts";
import { allowsCommands, guildInstallOf } from "../applications/installs.ts";
import { ownApplication } from "../applications/operations.ts";
import { pickerInChannel, pickerInGuild, type PickerUser } from "./command-index.ts";
import { type CommandRecord, idsOf, type CommandScope, type ScopeIds } from "./command.ts";
import { localizedOptions, localizedTexts, BOT_LOCALE } from "./localization.ts";
import { permissionsInGuild, type PermissionScope } from "./permissions/command-permissions.ts";
import {
  permissionsOf,
  permittedCommand,
  replacePermissions,
} from "./permissions/permission-operations.ts";
import type { ContentEdit, ContentForm } from "./normalize.ts";
import {
  commandOf,
  commandsIn,
  editCommand,
  overwriteCommands,
  placeFor,
  removeCommand,
  upsertCommand,
  type CommandItem,
} from "./operations.ts";

/** The signed-in user, with the language of the request or else their own. */
async function reading(
  ctx: ReadContext & { readonly caller: Caller },
  locale: string | undefined,
): Promise<PickerUser> {
  const user = await callingUser(ctx, ctx.caller);
  return { user, locale: locale ?? user.locale };
}

export const commandIndexHandlers: readonly Binding[] = [
  handle(getChannelCommandIndex, async (ctx, { params, locale }) => {
    const who = await reading(ctx, locale);
    const channel = await seenChannelOf(ctx, ctx.caller, params.channel_id);
    return reply(200, await pickerInChannel(ctx, channel, who));
  }),

  handle(getGuildCommandIndex, async (ctx, { params, locale }) => {
    const who = await reading(ctx, locale);
    const guild = await guildOf(ctx, ctx.caller, params.guild_id);
    return reply(200, await pickerInGuild(ctx, guild, who));
  }),
];

/** A command with the localizations of every language. */
export function commandView(command: CommandRecord): Static<typeof Command> {
  return { ...command, versions: command.version };
}

/**
 * The same of one that was just written among others. Long options are given as they are stored,
 * which is how answers show them but for the types of files.
 */
export function writtenCommand(command: CommandRecord): Static<typeof Command> {
  const text = showsAll(command.options) ? longText(command, "options") : undefined;
  if (text === undefined) return commandView(command);
  const view = fieldsBut(command, "options");
  view["versions"] = command.version;
  view["options"] = new JsonText(text);
  return view as Static<typeof Command>;
}

/** Whether answers show all that is stored of some options. */
function showsAll(options: CommandRecord["options"]): boolean {
  return options?.every((each) => each.file_types === undefined && showsAll(each.options)) ?? true;
}

/** The same in a list that was asked for with localizations: clients compare it key by key. */
export function listedWithLocalizations(command: CommandRecord): Static<typeof Command> {
  return command;
}

/** A command in a list for a reader of one language. */
export function listedFor(command: CommandRecord, locale: string): Static<typeof Command> {
  const { name_localizations: names, description_localizations: descriptions, ...rest } = command;
  const texts = { name_localizations: names, description_localizations: descriptions };
  return {
    ...rest,
    ...localizedTexts(texts, locale),
    ...(command.options === undefined
      ? {}
      : { options: localizedOptions(command.options, locale) }),
    versions: command.version,
  };
}

type GuildOfApplication = Omit<PermissionScope, "id">;

/**
 * The guild in the path, when it is open to the application and to the user who asks through it.
 *
 * @returns the user behind a bearer token; undefined for a bot
 * @throws MissingScope for a token of nobody: only a user grants the scope; NotThisApplication,
 *   MissingAccess
 * @source protocol: commands-and-interactions 2.1
 */
async function openGuild(
  ctx: ReadContext & { readonly caller: Caller },
  path: GuildOfApplication,
): Promise<string | undefined> {
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
    await permittedCommand(ctx, scope);
    return reply(200, await permissionsOf(ctx, scope));
  }),

  handle(editCommandPermissions, async (ctx, { params, body }) => {
    const editorId = await openGuild(ctx, params);
    // Bots are turned away before: they hold no scope.
    if (editorId === undefined) throw new ApiError(MissingScope);
    const scope = permissionScopeOf(params);
    const set = await replacePermissions(ctx, {
      scope,
      command: await permittedCommand(ctx, scope),
      editorId,
      entries: () => body().permissions ?? [],
    });
    return reply(200, set);
  }),
];

type Asking<C extends ReadContext = ReadContext> = C & { readonly caller: Caller };
type OneCommand = ScopeIds & { readonly command_id: string };

/**
 * The commands' place in the path, when it is open to the caller.
 *
 * @throws MissingScope for a user's token, NotThisApplication, MissingAccess for guilds where the
 *   application may not have commands, unknown ones too
 * @source protocol: commands-and-interactions 2.1
 */
async function openScope(ctx: Asking, path: ScopeIds): Promise<CommandScope> {
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

/** The setting of the caller; for a token of the application itself, of its owner. */
async function ownLocale(ctx: Asking): Promise<string> {
  const id = ctx.caller.kind === "bot" ? undefined : callerUserId(ctx.caller);
  return id === undefined ? BOT_LOCALE : (await userOf(ctx, id)).locale;
}

async function listed(
  ctx: Asking,
  path: ScopeIds,
  reader: { readonly withLocalizations: boolean; readonly locale: string | undefined },
) {
  const [, found] = await inOrder(openScope(ctx, path), commandsIn(ctx, path));
  const locale = reader.locale ?? (await ownLocale(ctx));
  return reply(
    200,
    reader.withLocalizations
      ? found.map(listedWithLocalizations)
      : found.map((command) => listedFor(command, locale)),
  );
}

async function created(ctx: Asking<Context>, path: ScopeIds, body: () => ContentForm) {
  const [scope, place] = await inOrder(openScope(ctx, path), placeFor(ctx, path, body));
  const { command, isNew } = await upsertCommand(ctx, scope, body(), place);
  return reply(isNew ? 201 : 200, commandView(command));
}

async function overwritten(
  ctx: Asking<Context>,
  path: ScopeIds,
  body: () => readonly CommandItem[] | null,
) {
  const scope = await openScope(ctx, path);
  const all = await overwriteCommands(ctx, scope, body() ?? []);
  return reply(200, all.map(writtenCommand));
}

async function shown(ctx: Asking, path: OneCommand) {
  const scope = await openScope(ctx, path);
  return reply(200, commandView(await commandOf(ctx, idsOf(scope), path.command_id)));
}

async function edited(ctx: Asking<Context>, path: OneCommand, body: () => ContentEdit) {
  const scope = await openScope(ctx, path);
  const stored = await commandOf(ctx, idsOf(scope), path.command_id);
  return reply(200, commandView(await editCommand(ctx, { scope, stored }, body())));
}

async function deleted(ctx: Asking<Context>, path: OneCommand) {
  const scope = await openScope(ctx, path);
  await removeCommand(ctx, await commandOf(ctx, idsOf(scope), path.command_id));
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
