// Warns of what a command list is accepted with but its author probably did not intend.
import { limits } from "@antechamber/contract";
import { OverwriteGlobalCommands } from "@antechamber/contract/commands";
import { isPlainObject, placeName, unknownKeys } from "@antechamber/contract/schema";

/** A warning about one place in the list. */
export interface LintRemark {
  readonly path: string;
  readonly message: string;
}

type Path = readonly (string | number)[];
type Fields = Readonly<Record<string, unknown>>;

interface Finding {
  readonly path: Path;
  readonly message: string;
}

/** Response fields that remain in a list which was read from the API and sent back. */
const answered = new Set([
  "application_id",
  "guild_id",
  "version",
  "name_localized",
  "description_localized",
]);

const outdated: ReadonlyMap<string, string> = new Map([
  ["default_permission", "is outdated: use default_member_permissions"],
  ["dm_permission", "is outdated: use contexts"],
]);

const withoutEffectInGuilds = ["dm_permission", "contexts", "integration_types"];

/** Returns the warnings about a list of commands, whether or not the list is valid. */
export function lintCommands(
  manifest: readonly unknown[],
  place: { readonly isGuild: boolean },
): readonly LintRemark[] {
  const commands = manifest.map((each) => (isPlainObject(each) ? each : {}));
  const findings = [
    ...droppedFields(manifest),
    ...commands.flatMap((command, i) => [
      ...fieldFindings(command, [i], place),
      ...localizationGaps(command, [i]),
    ]),
    ...repeatedDescriptions(commands),
  ];
  return findings
    .slice(0, limits.commandLint.value)
    .map(({ path, message }) => ({ path: placeName(path), message }));
}

function droppedFields(manifest: readonly unknown[]): readonly Finding[] {
  return unknownKeys(OverwriteGlobalCommands, manifest)
    .filter(({ path }) => !answered.has(String(path.at(-1))))
    .map(({ path }) => ({ path, message: "is not a field of commands, and is ignored" }));
}

function fieldFindings(
  command: Fields,
  at: Path,
  { isGuild }: { readonly isGuild: boolean },
): readonly Finding[] {
  const keys = Object.keys(command).filter((key) => (command[key] ?? null) !== null);
  const { name, description } = command;
  const saysNothing =
    typeof name === "string" &&
    typeof description === "string" &&
    plainWords(name) === plainWords(description);
  return [
    ...keys.flatMap((key) => {
      const path = [...at, key];
      if (isGuild && withoutEffectInGuilds.includes(key))
        return [{ path, message: "has no effect on a command of a guild" }];
      const message = outdated.get(key);
      return message === undefined ? [] : [{ path, message }];
    }),
    ...(saysNothing ? [{ path: [...at, "description"], message: "only repeats the name" }] : []),
  ];
}

function plainWords(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** Localized texts that lack a locale which other texts of the same command have. */
function localizationGaps(command: Fields, at: Path): readonly Finding[] {
  const maps = [...localizationsIn(command, at)];
  const locales = new Set(maps.flatMap(({ map }) => Object.keys(map)));
  return maps.flatMap(({ path, map }) => {
    const missing = [...locales].filter((locale) => !Object.hasOwn(map, locale));
    if (missing.length === 0) return [];
    return [
      { path, message: `lacks ${missing.join(", ")}, which other texts of the command have` },
    ];
  });
}

interface Localizations {
  readonly path: Path;
  readonly map: Fields;
}

function* localizationsIn(holder: Fields, at: Path): Generator<Localizations> {
  for (const key of ["name_localizations", "description_localizations"]) {
    const map = holder[key];
    if (isPlainObject(map) && Object.keys(map).length > 0) yield { path: [...at, key], map };
  }
  for (const key of ["options", "choices"]) {
    const list = holder[key];
    if (!Array.isArray(list)) continue;
    for (const [i, item] of list.entries()) {
      if (isPlainObject(item)) yield* localizationsIn(item, [...at, key, i]);
    }
  }
}

/** Descriptions shared by several commands, which users cannot tell apart by them. */
function repeatedDescriptions(commands: readonly Fields[]): readonly Finding[] {
  const first = new Map<string, string>();
  return commands.flatMap(({ name, description }, i) => {
    if (typeof description !== "string" || description === "") return [];
    const other = first.get(description);
    if (other === undefined) {
      first.set(description, String(name));
      return [];
    }
    return [{ path: [i, "description"], message: `is the same as that of /${other}` }];
  });
}
