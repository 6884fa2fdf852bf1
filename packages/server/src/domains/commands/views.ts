// Commands as answers show them.
// Source: protocol: commands-and-interactions 1.
import type { Command } from "@antechamber/contract/commands";
import type { Static } from "@antechamber/contract/schema";
import { JsonText } from "../../platform/formats/json-text.ts";
import { fieldsBut, longText } from "../../platform/records/late-field.ts";
import type { CommandRecord } from "./command.ts";
import { localizedOptions, localizedTexts } from "./localization.ts";

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
