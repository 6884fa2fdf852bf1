// Paths of files by which processes of one user find one another. The system's folder for temporary
// files may be everyone's, where any other user could lay such a file first, or a link in its place.
import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const OWNER_ONLY = 0o700;
const OF_OTHERS = 0o077;

/**
 * The path of a temporary file, in a folder that is open to this user alone.
 *
 * @throws Error where the folder is someone else's, open to others, or a link
 */
export function privatePath(name: string): string {
  // Where users have no number, each has a folder for temporary files.
  const userId = process.getuid?.();
  const folder = join(tmpdir(), userId === undefined ? "antechamber" : `antechamber-${userId}`);
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
  const found = lstatSync(folder);
  const isOwn = userId === undefined || (found.uid === userId && (found.mode & OF_OTHERS) === 0);
  if (!found.isDirectory() || !isOwn) {
    throw new Error(`${folder} must be a folder that only its owner can use: remove it`);
  }
  return join(folder, name);
}
