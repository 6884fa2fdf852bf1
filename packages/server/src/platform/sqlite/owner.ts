// One file has one owner. What says so is a lock of the operating system on a file beside it, so that
// nothing is left of it when a process ends, however it ends.
import { realpathSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { isBusy } from "./connection.ts";
import { makePrivate } from "./private-files.ts";
import { StoreOpenError } from "../store.ts";

/**
 * Takes a file for this process.
 *
 * @returns what gives it back
 * @throws StoreOpenError when another process, or another store of this one, has it
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

/** The same path for every way that leads to a file. */
function pathOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
