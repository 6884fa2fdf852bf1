// The size of a command, which may be 8000 characters. Source: requirements 2.3, Size rule;
// protocol: commands-and-interactions 3.4.
import { lengthOf } from "../../schema/form-issues.ts";
import type {
  ChoiceFields,
  CommandFields,
  LocalizationsForm,
  NamedFields,
  OptionFields,
} from "./command-types.ts";

/** Measures the length of a text. */
type Length = (text: string) => number;

/**
 * The size of a command in code points: the names, descriptions and choice values of the command
 * and of its options at every level. Of a localized text the longest language counts. Numbers count
 * as decimal text.
 */
export function commandSize(command: CommandFields, length: Length = lengthOf): number {
  return textSize(command, length) + sum(command.options, length, optionSize);
}

/** True if a command is larger than a number of code points. */
export function isLarger(command: CommandFields, most: number): boolean {
  // A text never has more code points than UTF-16 units, and units are faster to count.
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
