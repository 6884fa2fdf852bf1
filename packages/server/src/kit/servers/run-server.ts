// The server that the processes of a test run share: the first one to need it starts it, and it
// ends with the last one that uses it.
import { spawn } from "node:child_process";
import { readFile, unlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { isMainThread } from "node:worker_threads";
import type { ServerAddress } from "../client/control-client.ts";
import { pause, realNow, variable } from "../client/environment.ts";
import type { SharedServer } from "./keeper.ts";
import { takeLock } from "./lock-file.ts";
import { privatePath } from "./private-path.ts";

/** The connection of this process, which is shared. */
const joined: { server?: Promise<ServerAddress> } = {};

/** How long a server may take to start on a busy machine, in milliseconds. */
const START_LIMIT_MS = 30_000;
const LOOK_MS = 20;

/** The server that the processes of this run share. */
export function joinServerOfRun(): Promise<ServerAddress> {
  joined.server ??= joinServer(privatePath(`run-${runId()}.json`));
  return joined.server;
}

/** An id that is the same in all processes of a run: for workers, that of their parent process. */
function runId(): number {
  const workerVariables = ["VITEST_POOL_ID", "JEST_WORKER_ID", "NODE_TEST_CONTEXT"];
  const isWorker = workerVariables.some((name) => variable(name) !== undefined);
  return isWorker && isMainThread ? process.ppid : process.pid;
}

/**
 * Connects to the server that a file names, or starts one.
 *
 * @param path the path of that file, in a folder of this user's
 */
export async function joinServer(path: string): Promise<ServerAddress> {
  const end = realNow() + START_LIMIT_MS;
  for (;;) {
    const kept = await readShared(path);
    if (kept !== undefined && (await stayConnected(kept))) {
      return { url: kept.url, controlKey: kept.controlKey };
    }
    if (realNow() >= end)
      throw new Error(`the shared server did not start within ${START_LIMIT_MS} ms`);
    await startKeeper(path, kept);
  }
}

async function readShared(path: string): Promise<SharedServer | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as SharedServer);
}

/**
 * Resolves to false if the server is gone or about to end. The connection does not keep the process
 * alive.
 */
function stayConnected({ port }: SharedServer): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    // The server sends a byte once it has counted this client.
    socket.once("data", () => {
      socket.unref();
      resolve(true);
    });
    socket.on("error", () => undefined);
    socket.once("close", () => resolve(false));
  });
}

/** @param gone the content of the file about a server that is gone */
async function startKeeper(path: string, gone: SharedServer | undefined): Promise<void> {
  const release = await takeLock(`${path}.lock`, START_LIMIT_MS);
  try {
    const now = await readShared(path);
    // Another process was faster.
    if (now !== undefined && now.port !== gone?.port) return;
    if (now !== undefined) await unlink(path);
    const program = createRequire(import.meta.url).resolve("antechamber/testing/keeper");
    const child = spawn(process.execPath, [program, path], { detached: true, stdio: "ignore" });
    child.unref();
    const end = realNow() + START_LIMIT_MS;
    while ((await readShared(path)) === undefined && child.exitCode === null && realNow() < end) {
      await pause(LOOK_MS);
    }
    if (child.exitCode !== null) throw new Error("the shared server ended while it started");
  } finally {
    await release();
  }
}
