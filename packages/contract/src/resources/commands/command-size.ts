// How much of the 8000 characters a command takes. Source: requirements 2.3, Size rule;
// protocol: commands-and-interactions 3.4.
import { lengthOf } from "../../schema/form-issues.ts";
import type {
  ChoiceFields,
  CommandFields,
  LocalizationsForm,
  NamedFields,
  OptionFields,
} from "./command-types.ts";

/** What is taken for the length of a text. */
type Length = (text: string) => number;

/**
 * The size of a command in code points: names, descriptions and choice values of the command, its
 * options at every level and their choices, of each text the longest of all languages. Numbers
 * count as their decimal text.
 */
export function commandSize(command: CommandFields, length: Length = lengthOf): number {
  return textSize(command, length) + sum(command.options, length, optionSize);
}

/** Whether a command takes more than so many code points. */
export function isLarger(command: CommandFields, most: number): boolean {
  // No text has more code points than units, which need no count.
  return commandSize(command, unitsOf) > most && commandSize(command) > most;
}

function unitsOf(text: string): number {
  return text.length;
}

function optionSize(option: OptionFields, length: Length): number {
  return (
    textSize(option, length) +
    sum(option.options, length, optionSize) +
    sum(option.choices, length, choiceSize)
  );
}

function choiceSize(choice: ChoiceFields, length: Length): number {
  return textSize(choice, length) + length(String(choice.value ?? ""));
}

function textSize(named: NamedFields, length: Length): number {
  return (
    longest(named.name, named.name_localizations, length) +
    longest(named.description, named.description_localizations, length)
  );
}

function longest(
  text: string | null | undefined,
  localizations: LocalizationsForm | null | undefined,
  length: Length,
): number {
  let most = length(text ?? "");
  if (localizations === null || localizations === undefined) return most;
  for (const each of Object.values(localizations)) {
    most = Math.max(most, length(each ?? ""));
  }
  return most;
}

function sum<T>(
  items: readonly (T | undefined)[] | null | undefined,
  length: Length,
  size: (item: T, length: Length) => number,
): number {
  let total = 0;
  for (const item of items ?? []) if (item !== undefined) total += size(item, length);
  return total;
}
