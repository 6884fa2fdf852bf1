// What deployment files may name of the program: the variables that it reads, from its own declarations.
import { settings, variableOf, type SettingName } from "../../packages/server/src/settings.ts";

const variables = new Set((Object.keys(settings) as SettingName[]).map(variableOf));

/** Those of these names that are settings of the program. */
export function settingsIn(names: readonly string[]): readonly string[] {
  return names.filter((name) => variables.has(name));
}
