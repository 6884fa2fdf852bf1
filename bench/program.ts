// Starts a measured program, and reads its resource usage.
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** The longest time to wait for a start, in milliseconds. */
const START_PATIENCE_MS = 30_000;
const CLOCK_TICKS_PER_SECOND = 100;

/** Converts the system's processor ticks. */
export function ticksToSeconds(ticks: number): number {
  return ticks / CLOCK_TICKS_PER_SECOND;
}

const PAGE_BYTES = 4096;

export interface Program {
  readonly url: string;
  /** Milliseconds from the start of the process to its ready line. */
  readonly startMs: number;
  /** Processor seconds used so far, user and system. */
  cpuSeconds(): number;
  /** Resident memory in bytes. */
  residentBytes(): number;
  stop(): Promise<void>;
}

function untilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("it did not become ready")), START_PATIENCE_MS);
    child.once("exit", (code) => reject(new Error(`it ended with ${code} before it was ready`)));
    if (child.stdout === null) throw new Error("no output to read");
    createInterface({ input: child.stdout }).on("line", (line) => {
      const url = /ready (http:\S+)$/.exec(line)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
  });
}

/** Starts a program that prints `ready http://…` and ends on SIGTERM. */
export async function startProgram(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Program> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const url = await untilReady(child);
  const startMs = performance.now() - startedAt;
  const proc = `/proc/${child.pid}`;
  return {
    url,
    startMs,
    cpuSeconds() {
      const fields = readFileSync(`${proc}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
      return ticksToSeconds(Number(fields[11]) + Number(fields[12]));
    },
    residentBytes: () => Number(readFileSync(`${proc}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES,
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners("exit");
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}
