// Makes one process the owner of a file, by an operating-system lock on a file beside it, which
// vanishes when the process ends, however it ends.
import { realpathSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { isBusy } from "./connection.ts";
import { makePrivate } from "./private-files.ts";
import { StoreOpenError } from "../store.ts";

/**
 * Takes ownership of a file for this process.
 *
 * @returns a function that releases it
 * @throws StoreOpenError when another process, or another store of this one, owns it
 */
export function ownFile(file: string): () => void {
  const path = `${pathOf(file)}.lock`;
  makePrivate(path);
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new StoreOpenError("another process uses it, and a file has one owner");
  }
}

/** Resolves links, so that all paths to a file share one lock. */
function pathOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
