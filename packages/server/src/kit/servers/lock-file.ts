// A lock file. The lock of a process that died is taken over.
import { readFile, unlink, writeFile } from "node:fs/promises";
import { pause, realNow } from "../client/environment.ts";

const LOOK_MS = 10;

/**
 * Takes the lock, waiting until it is free.
 *
 * @returns a function that releases it
 * @throws Error when it is not free within a number of real milliseconds
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

/** Removes the lock of a dead process. An empty file is new, and gets its process id soon. */
async function freeIfDead(path: string): Promise<void> {
  const text = await readFile(path, "utf8").catch(() => "");
  if (text === "" || isAlive(Number(text))) return;
  await remove(path);
}

/** Whether a process is running, of any user. */
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
