// The plug-in of pytest, as `antechamber kit python` prints it.
import { readFileSync } from "node:fs";
import { packageFile } from "./package-files.ts";
import { defaultWorld, expandedWorld } from "./worlds/recipe.ts";

/** The line of the plug-in in whose place the default world is put. */
const MARK = /^DEFAULT_WORLD = None$/m;

export function pythonPlugin(): string {
  const text = readFileSync(packageFile("python/antechamber_pytest.py"), "utf8");
  const world = JSON.stringify(expandedWorld(defaultWorld), undefined, 2);
  return text.replace(MARK, () => `DEFAULT_WORLD = json.loads("""${world}""")`);
}
