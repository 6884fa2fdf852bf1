// Operations that change an application's commands. Source: protocol: commands-and-interactions
// 2.4.
import {
  CommandNameTaken,
  EntryPointRequired,
  TooManyCommands,
  UnknownCommand,
} from "@antechamber/contract";
import {
  CommandType,
  EntryPointHandler,
  reportCommand,
  type CommandTypeNumber,
} from "@antechamber/contract/commands";
import { snowflakeKey, type Rule, type ValidationIssue } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import {
  applications,
  hasFlag,
  withCommandBadge,
  type ApplicationRecord,
} from "../applications/application.ts";
import { emitChange } from "./events.ts";
import {
  commandKey,
  commands,
  commandsMax,
  commandsOf,
  idsOf,
  kindKey,
  nameKey,
  requestedType,
  scopeIds,
  type CommandContent,
  type CommandScope,
  type CommandRecord,
  type ScopeIds,
} from "./command.ts";
import {
  contentOf,
  editedForm,
  isSameInAnyOrder,
  type ContentEdit,
  type ContentForm,
} from "./normalize.ts";
import {
  addCreates,
  type CommandCreatesRecord,
  countCreates,
  createsIn,
} from "./daily-create-quota.ts";
import { equalsUnparsed } from "../../platform/records/late-field.ts";
import { matchItems, type Match } from "./bulk-overwrite-diff.ts";
import { scopeIssues } from "./command-scope.ts";

/** A complete command of a bulk overwrite; with an id, it replaces that command. */
export interface CommandItem extends ContentForm {
  readonly id?: string | null;
}

/** All commands of a scope, in order of creation. */
export function commandsIn(ctx: ReadContext, scope: ScopeIds): Promise<readonly CommandRecord[]> {
  return ctx.tx.find(commands, commandsOf(scope));
}

/** A command of a scope. @throws UnknownCommand when there is none with this id in the scope */
export async function commandOf(
  ctx: ReadContext,
  scope: ScopeIds,
  id: string,
): Promise<CommandRecord> {
  const command = await ctx.tx.get(commands, commandKey(scope, id));
  if (command === undefined) throw new ApiError(UnknownCommand);
  return command;
}

/** What must be read of a scope before a command is put there. */
export interface CommandPlace {
  /** The command of the same type and name. */
  readonly stored: CommandRecord | undefined;
  /** The number of commands of the same type. */
  readonly there: number;
  /** The commands created there within the last day. */
  readonly creates: CommandCreatesRecord | undefined;
}

/** @param body parses the form of the command, and throws its faults */
export async function placeFor(
  ctx: ReadContext,
  ids: ScopeIds,
  body: () => ContentForm,
): Promise<CommandPlace> {
  const form = body();
  const type = requestedType(form);
  const [stored, there, creates] = await Promise.all([
    ctx.tx.lookup(commands, "name", nameKey(ids, type, form.name)),
    ctx.tx.count(commands, { index: "kind", value: kindKey(ids, type) }),
    createsIn(ctx, ids),
  ]);
  return { stored, there, creates };
}

/**
 * Creates a command, or overwrites the one of the same type and name; fields that the form omits
 * get their defaults.
 *
 * @throws InvalidForm, TooManyCommands, TooManyCommandCreates
 */
export async function upsertCommand(
  ctx: Context,
  scope: CommandScope,
  body: ContentForm,
  { stored, there, creates }: CommandPlace,
): Promise<{ command: CommandRecord; isNew: boolean }> {
  refuse(scopeIssues(scope, body));
  const ids = idsOf(scope);
  const content = contentOf(scope, body);
  if (stored !== undefined) {
    const command = rewriteCommand(ctx, stored, content);
    await emitChange(ctx, ids, { isChanged: command !== stored, ended: [] });
    return { command, isNew: false };
  }
  refuseCount(content.type, there + 1);
  addCreates(ctx, ids, { stored: creates, count: 1 });
  const command = addCommand(ctx, ids, content);
  if (ids.guild_id === undefined) storeBadge(ctx, scope.application, true);
  await emitChange(ctx, ids, { isChanged: true, ended: [] });
  return { command, isNew: true };
}

/** A stored command with its scope. */
interface StoredCommand {
  readonly scope: CommandScope;
  readonly stored: CommandRecord;
}

/** Parses an edit by a rule that depends on the stored command. */
export type ReadEdit = (rule: Rule<ContentEdit>) => ContentEdit;

/**
 * Changes some fields of a command, but not its type.
 *
 * @throws InvalidForm, CommandNameTaken
 */
export async function editCommand(
  ctx: Context,
  { scope, stored }: StoredCommand,
  readEdit: ReadEdit,
): Promise<CommandRecord> {
  const edit = readEdit(editRule({ scope, stored }));
  const body = editedForm(contentIn(stored), edit);
  if (body.name !== stored.name) {
    const taken = nameKey(stored, stored.type, body.name);
    if ((await ctx.tx.lookup(commands, "name", taken)) !== undefined) {
      throw new ApiError(CommandNameTaken);
    }
  }
  const command = rewriteCommand(ctx, stored, contentOf(scope, body));
  await emitChange(ctx, idsOf(scope), {
    isChanged: command !== stored,
    ended: command.name === stored.name ? [] : [stored],
  });
  return command;
}

/** The rule for an edit, which depends on the command's type, application and scope. */
function editRule({ scope, stored }: StoredCommand): Rule<ContentEdit> {
  return (edit, report, isInvalid) => {
    for (const { path, code, message } of scopeIssues(scope, edit)) report(path, code, message);
    reportCommand(editedForm(contentIn(stored), edit), report, isInvalid);
  };
}

/** Deletes a command and its permissions. */
export async function removeCommand(ctx: Context, command: CommandRecord): Promise<void> {
  deleteCommand(ctx, command);
  await refreshBadge(ctx, command);
  await emitChange(ctx, command, { isChanged: true, ended: [command] });
}

function deleteCommand(ctx: Context, command: CommandRecord): void {
  ctx.tx.delete(commands, commandKey(command, command.id));
}

/**
 * Replaces all commands of a scope, or none when it throws: items replace the commands that they
 * match, other items are created, other commands are deleted.
 *
 * @returns the commands in the order of the items
 * @throws InvalidForm, EntryPointRequired, TooManyCommands, TooManyCommandCreates
 */
export async function overwriteCommands(
  ctx: Context,
  scope: CommandScope,
  items: readonly CommandItem[],
): Promise<readonly CommandRecord[]> {
  const ids = idsOf(scope);
  const stored = await commandsIn(ctx, ids);
  const { matches, issues } = matchItems(stored, items);
  const ofPlace = items.flatMap((item, at) =>
    scopeIssues(scope, item).map((each) => ({ ...each, path: [at, ...each.path] })),
  );
  refuse([...issues, ...ofPlace]);
  const keptIds = new Set(matches.map((match) => match.stored?.id));
  const dropped = stored.filter((command) => !keptIds.has(command.id));
  // Without the flag, the items cannot include an entry point, so it may be deleted.
  const keepsEntryPoint = hasFlag(scope.application, "EMBEDDED");
  if (keepsEntryPoint && dropped.some(({ type }) => type === CommandType.PRIMARY_ENTRY_POINT)) {
    throw new ApiError(EntryPointRequired);
  }
  refuseCounts(matches);
  await countCreates(ctx, ids, matches.filter((match) => match.stored === undefined).length);
  for (const command of dropped) deleteCommand(ctx, command);
  const results = matches.map((match) => ({ ...match, command: writeItem(ctx, scope, match) }));
  await refreshBadge(ctx, ids);
  const renamed = results.flatMap(({ stored: old, command }) =>
    old === undefined || old.name === command.name ? [] : [old],
  );
  await emitChange(ctx, ids, {
    isChanged: dropped.length > 0 || results.some((each) => each.command !== each.stored),
    ended: [...dropped, ...renamed],
  });
  return results.map(({ command }) => command);
}

/** Writes an item: replaces the command that it matches, or creates a new one. */
function writeItem(
  ctx: Context,
  scope: CommandScope,
  { item, stored }: Match<CommandItem>,
): CommandRecord {
  const content = contentOf(scope, item);
  return stored === undefined
    ? addCommand(ctx, idsOf(scope), content)
    : rewriteCommand(ctx, stored, content);
}

/** The entry point that the service creates, which launches an application's activity. */
export const entryPoint = {
  type: CommandType.PRIMARY_ENTRY_POINT,
  name: "launch",
  handler: EntryPointHandler.DISCORD_LAUNCH_ACTIVITY,
} as const satisfies ContentForm;

/**
 * Creates the entry point of an application with an activity (the EMBEDDED flag): the global
 * command `launch`, which the service answers by launching the activity. An existing entry point is
 * kept. The command does not count towards the daily limit.
 *
 * @returns the new command, or undefined when there was one
 * @source protocol: commands-and-interactions 2.4, 10 #13
 */
export async function ensureEntryPoint(
  ctx: Context,
  application: ApplicationRecord,
): Promise<CommandRecord | undefined> {
  const scope = { application, guildId: undefined };
  const ids = idsOf(scope);
  const kind = kindKey(ids, CommandType.PRIMARY_ENTRY_POINT);
  if ((await ctx.tx.count(commands, { index: "kind", value: kind })) > 0) return undefined;
  const command = addCommand(ctx, ids, contentOf(scope, entryPoint));
  await refreshBadge(ctx, ids);
  await emitChange(ctx, ids, { isChanged: true, ended: [] });
  return command;
}

/**
 * Updates the flag that shows whether an application has global commands. Source: protocol:
 * gateway-oauth-limits 1.10.
 */
export async function refreshBadge(
  ctx: Context,
  { application_id: id, guild_id }: ScopeIds,
): Promise<void> {
  const application = await ctx.tx.get(applications, snowflakeKey(id));
  if (guild_id !== undefined || application === undefined) return;
  storeBadge(
    ctx,
    application,
    (await ctx.tx.count(commands, { ...commandsOf({ application_id: id }), limit: 1 })) > 0,
  );
}

function storeBadge(ctx: Context, application: ApplicationRecord, isThere: boolean): void {
  const settled = withCommandBadge(application, isThere);
  if (settled.flags_new !== application.flags_new) ctx.tx.put(applications, settled);
}

function refuse(issues: readonly ValidationIssue[]): void {
  if (issues.length > 0) throw invalidForm(...issues);
}

function refuseCount(type: CommandTypeNumber, count: number): void {
  const most = commandsMax[type];
  if (count <= most) return;
  const message = `Maximum number of application commands reached (${most})`;
  throw new ApiError(TooManyCommands, { message });
}

function refuseCounts(matches: readonly Match<CommandItem>[]): void {
  for (const type of Object.values(CommandType)) {
    const count = matches.filter(({ item }) => requestedType(item) === type).length;
    refuseCount(type, count);
  }
}

/** The fields of a command that are not content. */
const identity: ReadonlySet<string> = new Set(["id", "application_id", "guild_id", "version"]);

/**
 * True when a stored command has this content. Its options are compared last, because they may be
 * long and are parsed only when needed.
 */
function holdsContent(stored: CommandRecord, content: CommandContent): boolean {
  const names = Object.keys(stored).filter((name) => !identity.has(name)) as ContentField[];
  if (names.length !== Object.keys(content).length) return false;
  const isSame = (name: ContentField) =>
    name === "options" || isSameInAnyOrder(stored[name], content[name]);
  if (!names.every(isSame)) return false;
  return (
    equalsUnparsed(stored, content.options) || isSameInAnyOrder(stored.options, content.options)
  );
}

type ContentField = keyof CommandContent;

function contentIn(command: CommandRecord): CommandContent {
  const {
    id: _id,
    application_id: _application,
    guild_id: _guild,
    version: _version,
    ...content
  } = command;
  return content;
}

/** Stores a new command. Its first version is its id plus one (section 2.2 of the notes). */
function addCommand(ctx: Context, scope: ScopeIds, content: CommandContent): CommandRecord {
  const id = ctx.id();
  // A second id is taken, so that nothing else gets the version's number. It is not used itself,
  // because the clock may have moved in between.
  ctx.id();
  const version = (BigInt(id) + 1n).toString();
  const command = { id, version, ...scopeIds(scope), ...content };
  ctx.tx.put(commands, command);
  return command;
}

/** Stores other content for a command, under a new version if the content differs. */
function rewriteCommand(
  ctx: Context,
  stored: CommandRecord,
  content: CommandContent,
): CommandRecord {
  if (holdsContent(stored, content)) return stored;
  const command = { id: stored.id, version: ctx.id(), ...scopeIds(stored), ...content };
  ctx.tx.put(commands, command);
  return command;
}
