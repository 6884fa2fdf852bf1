// The variables that the program reads, from its own declarations, for checks of deployment files.
import {
  settings,
  variableOf,
  type SettingName,
} from "../../packages/server/src/start/settings.ts";

const variables = new Set((Object.keys(settings) as SettingName[]).map(variableOf));

/** Those of the names that are settings of the program. */
export function settingsIn(names: readonly string[]): readonly string[] {
  return names.filter((name) => variables.has(name));
}
