// What is accepted of a list of commands, and probably is not what its author means.
import { limits } from "@antechamber/contract";
import { OverwriteGlobalCommands } from "@antechamber/contract/commands";
import { isPlainObject, placeName, unknownKeys } from "@antechamber/contract/schema";

/** A remark on a place in the list. */
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

/** Fields of answers, which stay in a list that is read and sent back. */
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

/** Remarks on a list of commands, whatever is wrong with it besides. */
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
    .map(({ path }) => ({ path, message: "is no field of commands, and is dropped" }));
}

function fieldFindings(
  command: Fields,
  at: Path,
  { isGuild }: { readonly isGuild: boolean },
): readonly Finding[] {
  const given = Object.keys(command).filter((key) => (command[key] ?? null) !== null);
  const { name, description } = command;
  const saysNothing =
    typeof name === "string" &&
    typeof description === "string" &&
    plainWords(name) === plainWords(description);
  return [
    ...given.flatMap((key) => {
      const path = [...at, key];
      if (isGuild && withoutEffectInGuilds.includes(key))
        return [{ path, message: "has no effect on a command of a guild" }];
      const message = outdated.get(key);
      return message === undefined ? [] : [{ path, message }];
    }),
    ...(saysNothing
      ? [{ path: [...at, "description"], message: "says no more than the name" }]
      : []),
  ];
}

function plainWords(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** Texts with localizations, some of which lack a locale that others of the command have. */
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

/** Descriptions that several commands have, so that people cannot tell them apart. */
function repeatedDescriptions(commands: readonly Fields[]): readonly Finding[] {
  const first = new Map<string, string>();
  return commands.flatMap(({ name, description }, i) => {
    if (typeof description !== "string" || description === "") return [];
    const other = first.get(description);
    if (other === undefined) {
      first.set(description, String(name));
      return [];
    }
    return [{ path: [i, "description"], message: `is that of /${other}, too` }];
  });
}
