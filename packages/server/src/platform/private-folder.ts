// Folders of the service's own data are for their owner alone, and stay out of repositories.
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const DIRECTORY_OF_OWNER = 0o700;
/** What the folder of the service's data is called, if no other is named. */
const USUAL_NAME = ".antechamber";

/**
 * Makes a folder that is not there yet, with those around it, for its owner alone. The usual one
 * lies in a project and holds keys and secrets, so git is made to ignore it.
 */
export function makePrivateFolder(folder: string): void {
  const isNew = mkdirSync(folder, { recursive: true, mode: DIRECTORY_OF_OWNER }) !== undefined;
  if (isNew && basename(folder) === USUAL_NAME) writeFileSync(join(folder, ".gitignore"), "*\n");
}
