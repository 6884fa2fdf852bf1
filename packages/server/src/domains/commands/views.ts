// Commands as answers show them. Source: protocol: commands-and-interactions 2.2.
import type { Command, Static } from "@antechamber/contract";
import type { CommandRecord } from "./command.ts";
import { localizedOptions, localizedTexts } from "./localization.ts";

/** A command with the localizations of every language. */
export function commandView(command: CommandRecord): Static<typeof Command> {
  return { ...command, versions: command.version };
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
