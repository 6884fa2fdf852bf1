// All texts of a command that users read, with their localizations.
import type { RegisteredCommand } from "../parts/registered-commands.ts";

export interface CommandText {
  /** `options.reason.description` */
  readonly path: string;
  readonly text: string;
  readonly localizations: Readonly<Record<string, string>>;
}

interface Texted {
  readonly name: string;
  readonly name_localizations?: Readonly<Record<string, string>> | null;
  readonly description?: string | null;
  readonly description_localizations?: Readonly<Record<string, string>> | null;
  readonly options?: readonly Texted[] | null;
  readonly choices?: readonly (Texted & { readonly value: string | number })[] | null;
}

/** The texts, the languages of any of them, and the total number of characters. */
export function textsOf(command: RegisteredCommand): {
  readonly rows: readonly CommandText[];
  readonly locales: readonly string[];
  readonly size: number;
} {
  const texted = command as unknown as Texted;
  const rows = rowsOf(texted, "");
  const locales = new Set(rows.flatMap(({ localizations }) => Object.keys(localizations)));
  return { rows, locales: [...locales].toSorted(), size: sizeOf(texted) };
}

function rowsOf(part: Texted, place: string): readonly CommandText[] {
  const { name, name_localizations, description, description_localizations } = part;
  const rows = [{ path: `${place}name`, text: name, localizations: name_localizations ?? {} }];
  if (description !== undefined && description !== null && description !== "") {
    const localizations = description_localizations ?? {};
    rows.push({ path: `${place}description`, text: description, localizations });
  }
  return [
    ...rows,
    ...(part.options ?? []).flatMap((each) => rowsOf(each, `${place}options.${each.name}.`)),
    ...(part.choices ?? []).flatMap((each) => rowsOf(each, `${place}choices.${each.name}.`)),
  ];
}

const lengthOf = (text: string) => Array.from(text).length;

/** The length of the longest localization. Source: commands-and-interactions 3.4. */
function longest(text: string, localizations: Readonly<Record<string, string>>): number {
  return Math.max(...[text, ...Object.values(localizations)].map(lengthOf));
}

function sizeOf(part: Texted): number {
  const { name, description, options, choices } = part;
  const own =
    longest(name, part.name_localizations ?? {}) +
    longest(description ?? "", part.description_localizations ?? {});
  const ofOptions = (options ?? []).reduce((sum, each) => sum + sizeOf(each), 0);
  const ofChoices = (choices ?? []).reduce(
    (sum, each) => sum + sizeOf(each) + lengthOf(String(each.value)),
    0,
  );
  return own + ofOptions + ofChoices;
}
