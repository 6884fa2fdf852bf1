// The store holds keys, hashed secrets and everybody's messages: its files are for their owner
// alone.
import { closeSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { makePrivateFolder } from "../private-folder.ts";

const OWNER_ONLY = 0o600;
const OF_OTHERS = 0o077;
/**
 * The suffixes of the database, and of SQLite's write-ahead log and its index beside it, which get
 * the same permissions.
 */
const suffixes = ["", "-wal", "-shm"];

/**
 * Creates the directory and the empty file of a new database for their owner alone; existing ones
 * are left as they are.
 */
export function makePrivate(file: string): void {
  makePrivateFolder(dirname(file));
  makeEmpty(file);
}

/** A warning for the operator when others may read the database, or undefined. */
export function permissionWarning(file: string): string | undefined {
  const openFiles = suffixes.map((suffix) => file + suffix).filter(isOpenToOthers);
  if (openFiles.length === 0) return undefined;
  return `other users of this machine may read or write the store; run chmod 600 ${openFiles.join(" ")}`;
}

/** Creates the file, which SQLite would create with the default permissions of the process. */
function makeEmpty(file: string): void {
  try {
    closeSync(openSync(file, "wx", OWNER_ONLY));
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== "EEXIST") throw error;
  }
}

/** Permissions mean nothing on Windows. */
function isOpenToOthers(file: string): boolean {
  if (process.platform === "win32") return false;
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && (stats.mode & OF_OTHERS) !== 0;
}
