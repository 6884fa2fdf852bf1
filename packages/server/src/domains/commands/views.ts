// Views of commands in replies.
// Source: protocol: commands-and-interactions 1.
import type { Command } from "@antechamber/contract/commands";
import type { Static } from "@antechamber/contract/schema";
import { JsonText } from "../../platform/formats/json-text.ts";
import { withoutField, longText } from "../../platform/records/late-field.ts";
import type { CommandRecord } from "./command.ts";
import { localizedOptions, localizedTexts } from "./localization.ts";

/** A command with all localizations. */
export function commandView(command: CommandRecord): Static<typeof Command> {
  return { ...command, versions: command.version };
}

/**
 * A command that was just written by a bulk overwrite. Long options are returned as their stored
 * text when replies show all of it, which is when no option has file types.
 */
export function writtenCommand(command: CommandRecord): Static<typeof Command> {
  const text = showsAll(command.options) ? longText(command, "options") : undefined;
  if (text === undefined) return commandView(command);
  const view = withoutField(command, "options");
  view["versions"] = command.version;
  view["options"] = new JsonText(text);
  return view as Static<typeof Command>;
}

/** True when replies show everything that is stored of the options. */
function showsAll(options: CommandRecord["options"]): boolean {
  return options?.every((each) => each.file_types === undefined && showsAll(each.options)) ?? true;
}

/** A command in a list with localizations, without `versions`: clients compare it key by key. */
export function listedWithLocalizations(command: CommandRecord): Static<typeof Command> {
  return command;
}

/** A command in a list, with the texts of one language. */
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
