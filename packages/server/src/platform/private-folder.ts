// Folders of the service's own data: for their owner alone, and ignored by git.
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const DIRECTORY_OF_OWNER = 0o700;
/** The default name of the folder with the service's data. */
const USUAL_NAME = ".antechamber";

/**
 * Creates a missing folder, and its missing parents, for its owner alone. The default one is in a
 * project and holds keys and secrets, so git is made to ignore it.
 */
export function makePrivateFolder(folder: string): void {
  const isNew = makeFolders(folder);
  if (isNew && basename(folder) === USUAL_NAME) writeFileSync(join(folder, ".gitignore"), "*\n");
}

/**
 * Creates folders one by one: Node.js itself retries forever on systems that refuse a folder as if
 * its parents were missing.
 */
function makeFolders(folder: string): boolean {
  const around = dirname(folder);
  if (isFolder(folder)) return false;
  if (around !== folder) makeFolders(around);
  try {
    mkdirSync(folder, { mode: DIRECTORY_OF_OWNER });
  } catch (error) {
    // Another process may have created it first.
    if (!isFolder(folder)) throw error;
  }
  return true;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
