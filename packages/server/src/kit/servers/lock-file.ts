// A file that one process at a time holds. A process that dies with it loses it.
import { readFile, unlink, writeFile } from "node:fs/promises";
import { pause, realNow } from "../client/environment.ts";

const LOOK_MS = 10;

/**
 * Takes the lock, waiting until it is free.
 *
 * @returns how it is given back
 * @throws Error when it is not free within so many real milliseconds
 */
export async function takeLock(path: string, waitMs: number): Promise<() => Promise<void>> {
  const end = realNow() + waitMs;
  while (!(await isTaken(path))) {
    if (realNow() >= end) throw new Error(`${path} was not free within ${waitMs} ms`);
    await freeIfDead(path);
    await pause(LOOK_MS);
  }
  return () => remove(path);
}

async function isTaken(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** A file that is empty was made this moment, and says soon whose it is. */
async function freeIfDead(path: string): Promise<void> {
  const text = await readFile(path, "utf8").catch(() => "");
  if (text === "" || isAlive(Number(text))) return;
  await remove(path);
}

/** True for a process that is there, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function remove(path: string): Promise<void> {
  await unlink(path).catch(() => undefined);
}
