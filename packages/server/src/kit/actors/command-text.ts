// Parses commands as users type them, `/ban user:@bob reason:spam`, by their registered options.
import { CommandType, isSubcommand, OptionType } from "@antechamber/contract/command-types";
import { CannotDo } from "../client/errors.ts";
import { suggestion } from "../client/nearest.ts";
import type { Choice, Command, CommandOption } from "../client/wire-types.ts";

/** Option values by name. */
export type OptionValues = Readonly<Record<string, unknown>>;

/** A command as it was typed. */
export interface TypedCommand {
  readonly command: Command;
  /** The command's name with those of its group and subcommand. */
  readonly path: string;
  readonly options: OptionValues;
  /** The option that was typed last. */
  readonly last: string | undefined;
}

/** The name that a text starts with: `/ban user:@bob` -> `ban`. */
export function commandName(text: string): string {
  return (/^\/?(\S+)/.exec(text)?.[1] ?? "").toLowerCase();
}

const MENUS: readonly number[] = [CommandType.USER, CommandType.MESSAGE];

interface CommandKind {
  readonly type?: number | null;
}

/** Whether a command is typed, as opposed to a menu command. */
export function isTyped({ type }: CommandKind): boolean {
  return (type ?? CommandType.CHAT_INPUT) === CommandType.CHAT_INPUT;
}

/** Whether a command is in the menus of users or messages. */
export function isOfMenu({ type }: CommandKind): boolean {
  return MENUS.includes(type ?? CommandType.CHAT_INPUT);
}

/** The name as users write it: menu commands have no slash, and may have spaces in their names. */
export function writtenName(command: CommandKind & { readonly name: string }): string {
  return isTyped(command) ? `/${command.name}` : command.name;
}

/** How a text is parsed. */
interface Typing {
  /** Whether the last option is still being typed and may have any value; absent: no. */
  readonly isTyping?: boolean;
}

/**
 * Parses a text by the first command with that name whose options fit. As for users, guild commands
 * come before global ones.
 *
 * @throws CannotDo when none of them fits
 */
export function readFitting(
  text: string,
  namesakes: readonly Command[],
  typing: Typing = {},
): TypedCommand {
  const ordered = [...namesakes.filter(isOfGuild), ...namesakes.filter((each) => !isOfGuild(each))];
  let slip: CannotDo | undefined;
  for (const command of ordered) {
    try {
      return readCommandText(text, command, typing);
    } catch (error) {
      if (!(error instanceof CannotDo)) throw error;
      slip ??= error;
    }
  }
  throw slip ?? new CannotDo(`there is no command /${commandName(text)}`);
}

function isOfGuild({ guild_id }: Command): boolean {
  return guild_id !== undefined && guild_id !== null;
}

/**
 * Parses a text by one command.
 *
 * @throws CannotDo for an unknown subcommand, option or choice, or an option that is given twice
 */
export function readCommandText(
  text: string,
  command: Command,
  { isTyping = false }: Typing = {},
): TypedCommand {
  let rest = text.replace(/^\/?\S+\s*/, "");
  const path = [command.name];
  let takers = command.options ?? [];
  while (takers.some(holdsOptions)) {
    const word = /^\S*/.exec(rest)?.[0] ?? "";
    const found = takers.find(({ name }) => name === word);
    if (found === undefined) {
      const names = takers.map(({ name }) => name);
      const fault = word === "" ? "needs a subcommand" : `has no subcommand "${word}"`;
      throw new CannotDo(`/${path.join(" ")} ${fault}${suggestion(word, names)}`);
    }
    path.push(found.name);
    takers = found.options ?? [];
    rest = rest.slice(word.length).trimStart();
  }
  const { values, last } = readOptions(rest, { takers, path: path.join(" "), isTyping });
  return { command, path: path.join(" "), options: values, last };
}

/**
 * Checks the names of options that were given as values against a command.
 *
 * @param path the command with its group and subcommand
 * @throws CannotDo for the name of an unknown option
 */
export function checkNames(
  given: readonly string[],
  { command, path }: { readonly command: Command; readonly path: string },
): void {
  let takers = command.options ?? [];
  for (const word of path.split(" ").slice(1)) {
    const found = takers.find(({ name }) => name === word);
    // The service refuses an unknown subcommand.
    if (found === undefined) return;
    takers = found.options ?? [];
  }
  const slip = given.find((each) => !takers.some(({ name }) => name === each));
  if (slip !== undefined) throw noOption(slip, { takers, path });
}

interface Reading {
  readonly takers: readonly CommandOption[];
  readonly path: string;
  readonly isTyping: boolean;
}

/** An option name, with all characters that it may have, and a colon. Source: requirements 2.2. */
const namePattern = /(?:^|\s)([-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]+):/gu;

function readOptions(rest: string, { takers, path, isTyping }: Reading) {
  const places = [...rest.matchAll(namePattern)];
  // A word before a colon that is not an option belongs to the value of the option before it.
  const begins = places.filter(
    ([, name], i) => i === 0 || takers.some((each) => each.name === name),
  );
  if (rest.trim() !== "" && begins[0]?.index !== 0) {
    throw new CannotDo(`/${path}: "${rest}" is not an option; write name:value`);
  }
  const values: Record<string, unknown> = {};
  let last: string | undefined;
  for (const [i, place] of begins.entries()) {
    const [whole, name = ""] = place;
    const option = takers.find((each) => each.name === name);
    if (option === undefined) throw noOption(name, { takers, path });
    if (Object.hasOwn(values, name)) throw new CannotDo(`/${path}: "${name}" is given twice`);
    const value = rest.slice(place.index + whole.length, begins[i + 1]?.index).trim();
    const slip = mistypedIn(value, option);
    if (slip !== undefined) throw noOption(slip, { takers, path });
    const isUnfinished = isTyping && i === begins.length - 1;
    values[name] = isUnfinished ? value : valueOf(option, value, path);
    last = name;
  }
  return { values, last };
}

function noOption(name: string, { takers, path }: Omit<Reading, "isTyping">): CannotDo {
  const names = takers.map((each) => each.name);
  return new CannotDo(`/${path} has no option "${name}"${suggestion(name, names)}`);
}

/**
 * The name of an unknown option after a value that cannot contain such a word; undefined if there
 * is none.
 */
function mistypedIn(value: string, option: CommandOption): string | undefined {
  const { choices = [], type } = option;
  const isFree = choices.length === 0 && type === OptionType.STRING;
  if (isFree || chosenFor(option, value) !== undefined) return undefined;
  return [...` ${value}`.matchAll(namePattern)].at(0)?.[1];
}

/** The choice with a name or value. */
function chosenFor({ choices = [] }: CommandOption, text: string): Choice | undefined {
  return choices.find((each) => each.name === text || String(each.value) === text);
}

function holdsOptions({ type }: CommandOption): boolean {
  return isSubcommand(type);
}

function valueOf(option: CommandOption, text: string, path: string): unknown {
  const { choices = [], name, type } = option;
  if (choices.length > 0) {
    const chosen = chosenFor(option, text);
    if (chosen !== undefined) return chosen.value;
    const names = choices.map((each) => each.name);
    throw new CannotDo(`/${path} ${name}: there is no choice "${text}"${suggestion(text, names)}`);
  }
  if (type === OptionType.INTEGER || type === OptionType.NUMBER) {
    if (Number.isFinite(Number(text)) && text !== "") return Number(text);
    throw new CannotDo(`/${path} ${name}: "${text}" is not a number`);
  }
  if (type === OptionType.BOOLEAN) {
    if (text === "true" || text === "false") return text === "true";
    throw new CannotDo(`/${path} ${name}: write true or false, not "${text}"`);
  }
  // Users type a channel with `#`, which is not part of its name.
  return type === OptionType.CHANNEL ? text.replace(/^#/, "") : text;
}
