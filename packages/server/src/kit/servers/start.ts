// Starts a service for tests, as a program of its own or inside this process.
import type { ChildProcess } from "node:child_process";
import { after, variablesWith } from "../client/environment.ts";
import { DEFAULT_KEY, type RunningServer, type StartOptions } from "./server.ts";

/** How long a start may take on a busy machine, in milliseconds. */
const START_LIMIT_MS = 30_000;

/** The most characters of a failed start's error output that are shown. */
const SHOWN_ERRORS = 4000;

/** Starts a service in memory. The caller stops it; otherwise it ends with this process. */
export async function startAntechamber(options: StartOptions = {}): Promise<RunningServer> {
  if (options.inProcess === true) {
    const { startInProcess } = await import("./in-process.ts");
    return startInProcess({ controlKey: DEFAULT_KEY, ...options });
  }
  const { port = 0, controlKey = DEFAULT_KEY, world } = options;
  const flags = ["--port", String(port), "--store", "sqlite::memory:", "--log", "json"];
  // Loaded on use, since most processes of a run use a running server.
  const { spawn } = await import("node:child_process");
  const { packageFile, programPath } = await import("./package-files.ts");
  const words = ["--require", packageFile("preload/end-with-starter.cjs"), programPath(), "start"];
  const file = world === undefined ? [] : ["--world", world];
  const child = spawn(process.execPath, [...words, ...flags, ...file], {
    // Nothing is written to stdin: that it is closed means that this process is gone.
    stdio: ["pipe", "pipe", "pipe"],
    env: variablesWith({ ANTECHAMBER_CONTROL_KEY: controlKey }),
  });
  const url = await readyUrl(child);
  // A finished test process does not wait for its server, which ends with it.
  child.unref();
  unrefStream(child.stdin);
  return {
    url,
    controlKey,
    ...(child.pid === undefined ? {} : { pid: child.pid }),
    stop: () => ended(child),
  };
}

/** The ready line of the program. Source: product.md, Commands. */
const READY = /^antechamber ready (\S+)$/m;

function readyUrl(child: ChildProcess): Promise<string> {
  let output = "";
  let errors = "";
  const { stdout, stderr } = child;
  return new Promise((resolve, reject) => {
    const cancel = after(START_LIMIT_MS, () => child.kill("SIGKILL"));
    child.once("exit", (code) => {
      cancel();
      reject(new Error(`antechamber ended with ${code}: ${errors.slice(-SHOWN_ERRORS)}`));
    });
    stderr?.on("data", (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-SHOWN_ERRORS);
    });
    stdout?.on("data", (chunk: Buffer) => {
      // Once it is ready, the log is only read so that the program is never blocked by a full pipe.
      if (READY.test(output)) return;
      output += chunk.toString();
      const url = READY.exec(output)?.[1];
      if (url === undefined) return;
      cancel();
      for (const stream of [stdout, stderr]) unrefStream(stream);
      resolve(url);
    });
  });
}

/** Streams of a child are sockets, which their types do not show. */
function unrefStream(stream: unknown): void {
  (stream as { unref?: () => void } | null)?.unref?.();
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.ref();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
