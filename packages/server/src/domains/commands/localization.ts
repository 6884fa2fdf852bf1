// Localized texts. Source: protocol: commands-and-interactions 2.6.
import type { CommandOption } from "@antechamber/contract/commands";
import type { Static } from "@antechamber/contract/schema";
import type { ChoiceRecord, Localizations, OptionRecord } from "./command.ts";
import { definedFields } from "../../platform/defined-fields.ts";

/** The language for bots that request none. */
export const BOT_LOCALE = "en-US";

/** The fallback for a language without a text. */
const fallbacks: ReadonlyMap<string, string> = new Map([
  ["en-US", "en-GB"],
  ["en-GB", "en-US"],
  ["es-419", "es-ES"],
]);

type OptionView = Static<typeof CommandOption>;

interface Localized {
  readonly name_localizations: Localizations | null;
  readonly description_localizations?: Localizations | null;
}

/** The text for a locale or its fallback; undefined when the default text applies. */
export function localizedText(texts: Localizations | null, locale: string): string | undefined {
  if (texts === null) return undefined;
  if (Object.hasOwn(texts, locale)) return texts[locale];
  const fallback = fallbacks.get(locale);
  return fallback !== undefined && Object.hasOwn(texts, fallback) ? texts[fallback] : undefined;
}

/** `name_localized` and `description_localized`, if there are such texts. */
export function localizedTexts(
  { name_localizations: names, description_localizations: descriptions = null }: Localized,
  locale: string,
): { name_localized?: string; description_localized?: string } {
  const name = localizedText(names, locale);
  const description = localizedText(descriptions, locale);
  return {
    ...definedFields({ name_localized: name, description_localized: description }),
  };
}

/** Options and their nested options, with the texts for one locale instead of all localizations. */
export function localizedOptions(options: readonly OptionRecord[], locale: string): OptionView[] {
  return options.map((option) => {
    const { name_localizations: _names, description_localizations: _texts, ...rest } = option;
    const { choices, options: inner, ...bare } = rest;
    return {
      ...bare,
      ...localizedTexts(option, locale),
      ...(choices === undefined ? {} : { choices: localizedChoices(choices, locale) }),
      ...(inner === undefined ? {} : { options: localizedOptions(inner, locale) }),
    };
  });
}

function localizedChoices(choices: readonly ChoiceRecord[], locale: string) {
  return choices.map(({ name_localizations: names, ...choice }) => ({
    ...choice,
    ...localizedTexts({ name_localizations: names }, locale),
  }));
}
