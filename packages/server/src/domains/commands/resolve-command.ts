// Finds commands by name or id.
import {
  CommandType,
  isSubcommand,
  OptionType,
  type CommandTypeNumber,
} from "@antechamber/contract/commands";
import type { ReadContext } from "../../platform/context.ts";
import {
  commandKey,
  commands,
  nameKey,
  type CommandRecord,
  type OptionRecord,
  type ScopeIds,
} from "./command.ts";

/** A command with the subcommand group and subcommand that were named, outermost first. */
export interface InvocableCommand {
  readonly command: CommandRecord;
  readonly chain: readonly OptionRecord[];
}

/** The search for a command to use. */
export interface CommandQuery {
  readonly applicationId: string;
  /** The guild in which the command is to be used. */
  readonly guildId: string | undefined;
  /** The command's name or id, followed by the names of its subcommand group and subcommand. */
  readonly path: string;
  /** The type, when commands of several types have the name. */
  readonly type?: CommandTypeNumber | undefined;
  /**
   * The guild of the command, or null for a global one. If undefined, the guild's commands take
   * precedence over global ones.
   */
  readonly owner?: string | null | undefined;
  /** The command types that fit the target, the likeliest first; undefined without a target. */
  readonly targetTypes?: readonly CommandTypeNumber[] | undefined;
}

const WITHOUT_TARGET = [CommandType.CHAT_INPUT, CommandType.PRIMARY_ENTRY_POINT];
const WITH_TARGET = [CommandType.USER, CommandType.MESSAGE];

/**
 * The command that a text such as `permissions user add` names. Commands that fit the target take
 * precedence over others, and among these the guild's over global ones. A command with subcommands
 * must be named with a subcommand.
 *
 * @source requirements 2.3, Nesting
 */
export async function findCommand(
  ctx: ReadContext,
  query: CommandQuery,
): Promise<InvocableCommand | undefined> {
  const words = query.path.trim().split(/\s+/);
  const byId = await invocableById(ctx, query, words);
  if (byId !== undefined) return byId;
  const scopes = searchedScopes(query);
  for (const types of typesByPrecedence(query)) {
    const places = scopes.flatMap((scope) =>
      types.filter(typeAllowedIn(scope)).map((type) => ({ scope, type })),
    );
    const found = await Promise.all(
      places.map(({ scope, type }) =>
        type === CommandType.CHAT_INPUT
          ? slashCommandNamed(ctx, scope, words)
          : commandNamed(ctx, nameKey(scope, type, query.path)),
      ),
    );
    const first = found.find((each) => each !== undefined);
    if (first !== undefined) return first;
  }
  return undefined;
}

/** Like `findCommand`, but a command with subcommands may also be named without one. */
export async function findCommandOrParent(
  ctx: ReadContext,
  query: CommandQuery,
): Promise<CommandRecord | undefined> {
  const found = await findCommand(ctx, query);
  if (found !== undefined) return found.command;
  for (const scope of searchedScopes(query)) {
    const byId = await ctx.tx.get(commands, commandKey(scope, query.path));
    if (byId !== undefined) return byId;
    const key = nameKey(scope, CommandType.CHAT_INPUT, query.path);
    const command = await ctx.tx.lookup(commands, "name", key);
    if (command !== undefined && (query.type ?? command.type) === command.type) return command;
  }
  return undefined;
}

/** The types to search for, in groups: those of an earlier group take precedence. */
function typesByPrecedence({
  type,
  targetTypes,
}: CommandQuery): readonly (readonly CommandTypeNumber[])[] {
  if (type !== undefined) return [[type]];
  return targetTypes === undefined ? [WITHOUT_TARGET, WITH_TARGET] : [targetTypes, WITHOUT_TARGET];
}

/** Entry points can only be global. Source: requirements 2.2. */
function typeAllowedIn({ guild_id }: ScopeIds): (type: CommandTypeNumber) => boolean {
  return (type) => guild_id === undefined || type !== CommandType.PRIMARY_ENTRY_POINT;
}

/** The scopes to search, the guild's before the global one. */
function searchedScopes({ applicationId, guildId, owner }: CommandQuery): ScopeIds[] {
  const application_id = applicationId;
  const guild = owner === undefined ? guildId : (owner ?? undefined);
  return [
    ...(guild === undefined ? [] : [{ application_id, guild_id: guild }]),
    ...(typeof owner === "string" ? [] : [{ application_id }]),
  ];
}

/** The command whose id the first word is, with the subcommands that the others name. */
async function invocableById(
  ctx: ReadContext,
  query: CommandQuery,
  [first = "", ...words]: readonly string[],
): Promise<InvocableCommand | undefined> {
  if (!/^[0-9]{1,20}$/.test(first)) return undefined;
  for (const scope of searchedScopes(query)) {
    const command = await ctx.tx.get(commands, commandKey(scope, first));
    if (command === undefined || (query.type ?? command.type) !== command.type) continue;
    const chain = chainOf(command, words);
    if (chain !== undefined) return { command, chain };
  }
  return undefined;
}

/** A command by its id, in the guild or global. */
export async function commandById(
  ctx: ReadContext,
  scope: { readonly applicationId: string; readonly guildId: string | undefined },
  id: string,
): Promise<CommandRecord | undefined> {
  const application_id = scope.applicationId;
  const ofGuild =
    scope.guildId === undefined
      ? undefined
      : await ctx.tx.get(commands, commandKey({ application_id, guild_id: scope.guildId }, id));
  return ofGuild ?? ctx.tx.get(commands, commandKey({ application_id }, id));
}

/** The subcommand options that the words name, if they lead to a level that takes values. */
function chainOf(command: CommandRecord, words: readonly string[]): OptionRecord[] | undefined {
  const chain: OptionRecord[] = [];
  let level = command.options ?? [];
  for (const word of words) {
    const next = level.find((option) => isSubcommand(option.type) && option.name === word);
    if (next === undefined) return undefined;
    chain.push(next);
    level = next.options ?? [];
  }
  const isGroup = chain.at(-1)?.type === OptionType.SUB_COMMAND_GROUP;
  return isGroup || level.some((option) => isSubcommand(option.type)) ? undefined : chain;
}

async function slashCommandNamed(
  ctx: ReadContext,
  scope: ScopeIds,
  [first = "", ...words]: readonly string[],
): Promise<InvocableCommand | undefined> {
  const key = nameKey(scope, CommandType.CHAT_INPUT, first);
  const command = await ctx.tx.lookup(commands, "name", key);
  const chain = command === undefined ? undefined : chainOf(command, words);
  return command === undefined || chain === undefined ? undefined : { command, chain };
}

async function commandNamed(ctx: ReadContext, key: string): Promise<InvocableCommand | undefined> {
  const command = await ctx.tx.lookup(commands, "name", key);
  return command === undefined ? undefined : { command, chain: [] };
}
