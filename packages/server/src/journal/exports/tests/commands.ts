// Writes commands as users type them, or with their options as values if the text cannot express
// all of them.
import type { InputValue } from "./model.ts";
import { repeatableText, NotRepeatable, plain } from "./repeatable-values.ts";
import type { KnownCommand, Names } from "./names.ts";

type Wire = Readonly<Record<string, unknown>>;

/** Kinds of option. Source: protocol: commands-and-interactions 3.2. */
const Kind = { GROUP: 2, SUBCOMMAND: 1, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9 } as const;

const references: readonly unknown[] = [Kind.USER, Kind.CHANNEL, Kind.ROLE, Kind.MENTIONABLE];

export interface TypedCommand {
  /** `/ban user:@bob reason:spam`. */
  readonly text: string;
  /** All options as values, if parsing the text would not give each of them again. */
  readonly options: Readonly<Record<string, InputValue>> | undefined;
}

export interface CommandInvocation {
  /** `ban`, `tags edit add`. */
  readonly path: string;
  readonly command: KnownCommand | undefined;
  readonly options: Wire;
  readonly names: Names;
  /** The option that is typed last. */
  readonly focused?: string | undefined;
}

/** The command as a user would type it. @throws NotRepeatable */
export function typedCommand({
  path,
  command,
  options,
  names,
  focused,
}: CommandInvocation): TypedCommand {
  const kinds = kindsAt(command, path);
  const values = Object.entries(options).map(([name, value]): [string, InputValue] => [
    name,
    optionValue(value, kinds.get(name), names),
  ]);
  const ordered = [
    ...values.filter(([name]) => name !== focused),
    ...values.filter(([name]) => name === focused),
  ];
  const isTyped = ordered.every(([name, value]) => name === focused || survivesTyping(value));
  const text = `/${path}`;
  if (!isTyped && focused === undefined) return { text, options: Object.fromEntries(ordered) };
  if (!isTyped) throw new NotRepeatable("it cannot be typed as one text");
  const typedOptions = ordered.map(([name, value]) => `${name}:${valueText(value)}`);
  return { text: [text, ...typedOptions].join(" "), options: undefined };
}

function optionValue(value: unknown, kind: unknown, names: Names): InputValue {
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value !== "string") throw new NotRepeatable("an option of it is no plain value");
  if (!references.includes(kind)) return plain(value);
  const user = kind === Kind.USER || kind === Kind.MENTIONABLE ? names.user(value) : undefined;
  return user === undefined ? repeatableText(value, names) : `@${user}`;
}

/** The types of the options of a command or subcommand, by option name. */
function kindsAt(command: KnownCommand | undefined, path: string): ReadonlyMap<string, unknown> {
  let options: readonly Wire[] = command?.options ?? [];
  for (const word of path.split(" ").slice(1)) {
    const inner = options.find(({ name }) => name === word)?.["options"];
    options = Array.isArray(inner) ? (inner as readonly Wire[]) : [];
  }
  return new Map(options.map(({ name, type }) => [String(name), type]));
}

function valueText(value: InputValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Whether a value survives being typed: it is not trimmed, and no part of it looks like another
 * option.
 */
function survivesTyping(value: InputValue): boolean {
  if (typeof value !== "string") return true;
  return value !== "" && value === value.trim() && !/\s[\p{L}\p{N}_'-]+:/u.test(value);
}
