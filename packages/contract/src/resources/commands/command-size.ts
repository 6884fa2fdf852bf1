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

/**
 * The size of a command in code points: names, descriptions and choice values of the command, its
 * options at every level and their choices, of each text the longest of all languages. Numbers
 * count as their decimal text.
 */
export function commandSize(command: CommandFields): number {
  return textSize(command) + sum(command.options, optionSize);
}

function optionSize(option: OptionFields): number {
  return textSize(option) + sum(option.options, optionSize) + sum(option.choices, choiceSize);
}

function choiceSize(choice: ChoiceFields): number {
  return textSize(choice) + lengthOf(String(choice.value ?? ""));
}

function textSize(named: NamedFields): number {
  return (
    longest(named.name, named.name_localizations) +
    longest(named.description, named.description_localizations)
  );
}

function longest(
  text: string | null | undefined,
  localizations: LocalizationsForm | null | undefined,
): number {
  let length = lengthOf(text ?? "");
  if (localizations === null || localizations === undefined) return length;
  for (const each of Object.values(localizations)) {
    length = Math.max(length, lengthOf(each ?? ""));
  }
  return length;
}

function sum<T>(
  items: readonly (T | undefined)[] | null | undefined,
  size: (item: T) => number,
): number {
  return (items ?? []).reduce((total, item) => total + (item === undefined ? 0 : size(item)), 0);
}
