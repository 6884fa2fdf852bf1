// The pytest plugin, as `antechamber kit python` prints it.
import { readFileSync } from "node:fs";
import { entityKinds } from "./generated/control-forms.ts";
import { packageFile } from "./servers/package-files.ts";
import { defaultWorld, expandedWorld } from "./worlds/recipe.ts";

/** The lines of the plugin that are replaced by the default world and the kinds of entity. */
const WORLD = /^DEFAULT_WORLD = None$/m;
const KINDS = /^ENTITY_KINDS = \[\]$/m;

export function pythonPlugin(): string {
  const text = readFileSync(packageFile("python/antechamber_pytest.py"), "utf8");
  const world = JSON.stringify(expandedWorld(defaultWorld), undefined, 2);
  return text
    .replace(WORLD, () => `DEFAULT_WORLD = json.loads("""${world}""")`)
    .replace(KINDS, () => `ENTITY_KINDS = ${JSON.stringify(entityKinds)}`);
}
