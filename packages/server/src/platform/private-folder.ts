// Folders of the service's own data are for their owner alone, and stay out of repositories.
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const DIRECTORY_OF_OWNER = 0o700;
/** What the folder of the service's data is called, if no other is named. */
const USUAL_NAME = ".antechamber";

/**
 * Makes a folder that is not there yet, with those around it, for its owner alone. The usual one
 * lies in a project and holds keys and secrets, so git is made to ignore it.
 */
export function makePrivateFolder(folder: string): void {
  const isNew = makeFolders(folder);
  if (isNew && basename(folder) === USUAL_NAME) writeFileSync(join(folder, ".gitignore"), "*\n");
}

/** Node.js itself tries for ever where a system refuses folders as if those around were missing. */
function makeFolders(folder: string): boolean {
  const around = dirname(folder);
  if (isFolder(folder)) return false;
  if (around !== folder) makeFolders(around);
  try {
    mkdirSync(folder, { mode: DIRECTORY_OF_OWNER });
  } catch (error) {
    // Another process may have been quicker.
    if (!isFolder(folder)) throw error;
  }
  return true;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
