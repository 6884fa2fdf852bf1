// The real `antechamber run` as a child process, with its output and that of the program.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PROGRAM } from "../../../packages/server/src/testing/processes/start-program.ts";

/** The timeout for waits on a run, on a busy machine. */
const PATIENCE_MS = 60_000;

export interface Run {
  readonly pid: number;
  readonly output: () => string;
  readonly errors: () => string;
  /** The URL of the service. */
  readonly url: () => Promise<string>;
  /** Resolves once the program has written the text. Rejects when the run ends first. */
  readonly says: (text: string) => Promise<void>;
  /** The exit code. */
  readonly ended: Promise<number | null>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Ends the run if it has not ended, and removes its folder. */
  readonly stop: () => Promise<void>;
}

/** The path of a program beside this file. */
export const programOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Starts a run in a folder of its own. */
export async function startRun(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), "antechamber-unchanged-"));
  const child = spawn(process.execPath, [PROGRAM, "run", ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, TMPDIR: folder, ...env },
  });
  let output = "";
  let errors = "";
  const listeners = new Set<() => void>();
  const hear = () => {
    for (const listener of listeners) listener();
  };
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    hear();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
    hear();
  });
  let hasEnded = false;
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      hasEnded = true;
      resolve(code);
      hear();
    });
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  timer.unref();

  function until<T>(find: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = find();
        if (found === undefined && !hasEnded) return;
        listeners.delete(look);
        if (found !== undefined) resolve(found);
        else reject(new Error(`the run ended first\n${output}\n${errors}`));
      };
      listeners.add(look);
      look();
    });
  }

  return {
    pid: child.pid ?? 0,
    output: () => output,
    errors: () => errors,
    url: () => until(() => /(http:\/\/\S+)$/m.exec(errors)?.[1]),
    says: async (text) => {
      await until(() => (output.includes(text) ? true : undefined));
    },
    ended,
    signal: (signal) => void child.kill(signal),
    async stop() {
      if (!hasEnded) child.kill("SIGINT");
      await ended;
      clearTimeout(timer);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
