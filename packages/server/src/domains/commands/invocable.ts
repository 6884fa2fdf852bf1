// Finding the command that someone means.
import { CommandType, isSubcommand } from "@antechamber/contract";
import type { ReadContext } from "../../platform/context.ts";
import {
  commandKey,
  commands,
  nameKey,
  type CommandRecord,
  type OptionRecord,
  type PlaceIds,
} from "./command.ts";

/** A command with the subcommand group and subcommand that were named, outermost first. */
export interface InvocableCommand {
  readonly command: CommandRecord;
  readonly chain: readonly OptionRecord[];
}

/**
 * The command that can be invoked by a text such as `permissions user add`: of the guild before
 * global ones, and in each a slash command by the words before a user, message or entry point
 * command by the whole text. A command with subcommands is invoked by one of them alone.
 *
 * @source requirements 2.3, Nesting
 */
export async function commandNamed(
  ctx: ReadContext,
  sought: {
    readonly applicationId: string;
    readonly guildId: string | undefined;
    readonly path: string;
  },
): Promise<InvocableCommand | undefined> {
  const application_id = sought.applicationId;
  const places: PlaceIds[] = [{ application_id }];
  if (sought.guildId !== undefined) places.unshift({ application_id, guild_id: sought.guildId });
  for (const place of places) {
    const found =
      (await slashCommandNamed(ctx, place, sought.path)) ??
      (await wholeNamed(ctx, place, sought.path));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A global command, or one of the guild, by its id. */
export async function commandById(
  ctx: ReadContext,
  place: { readonly applicationId: string; readonly guildId: string | undefined },
  id: string,
): Promise<CommandRecord | undefined> {
  const application_id = place.applicationId;
  const ofGuild =
    place.guildId === undefined
      ? undefined
      : await ctx.tx.get(commands, commandKey({ application_id, guild_id: place.guildId }, id));
  return ofGuild ?? ctx.tx.get(commands, commandKey({ application_id }, id));
}

/** The options along the words, when they lead to something that takes values. */
function chainOf(command: CommandRecord, words: readonly string[]): OptionRecord[] | undefined {
  const chain: OptionRecord[] = [];
  let level = command.options ?? [];
  for (const word of words) {
    const next = level.find((option) => isSubcommand(option.type) && option.name === word);
    if (next === undefined) return undefined;
    chain.push(next);
    level = next.options ?? [];
  }
  return level.some((option) => isSubcommand(option.type)) ? undefined : chain;
}

async function slashCommandNamed(
  ctx: ReadContext,
  place: PlaceIds,
  path: string,
): Promise<InvocableCommand | undefined> {
  const [first = "", ...words] = path.trim().split(/\s+/);
  const key = nameKey(place, CommandType.CHAT_INPUT, first);
  const command = await ctx.tx.lookup(commands, "name", key);
  const chain = command === undefined ? undefined : chainOf(command, words);
  return command === undefined || chain === undefined ? undefined : { command, chain };
}

async function wholeNamed(
  ctx: ReadContext,
  place: PlaceIds,
  name: string,
): Promise<InvocableCommand | undefined> {
  for (const type of [CommandType.USER, CommandType.MESSAGE, CommandType.PRIMARY_ENTRY_POINT]) {
    const command = await ctx.tx.lookup(commands, "name", nameKey(place, type, name));
    if (command !== undefined) return { command, chain: [] };
  }
  return undefined;
}
