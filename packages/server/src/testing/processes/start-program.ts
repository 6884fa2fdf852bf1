// The real program as a child process, for tests of starts, stops and restarts.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * The program that tests start: the packed one that users install, if the checks packed it,
 * otherwise that of this tree, which takes longer to start.
 */
export const PROGRAM =
  process.env["TEST_PROGRAM"] ??
  fileURLToPath(new URL("../../../bin/antechamber.js", import.meta.url));

/** The timeout of a start on a busy machine. */
const START_PATIENCE_MS = 30_000;

export interface RunningProgram {
  readonly url: string;
  readonly pid: number;
  /** Everything printed on stdout so far. */
  output(): string;
  /** Everything printed on stderr so far. */
  errors(): string;
  /** Stops it as an operator would, and returns its exit code. */
  stop(): Promise<number | null>;
  /** Kills it, as a crash would. */
  kill(): Promise<void>;
}

/** Why a program did not start. */
export class FailedStart extends Error {
  override readonly name = "FailedStart";
  readonly code: number | null;
  readonly errors: string;

  constructor(code: number | null, errors: string) {
    super(`the program ended with ${code}: ${errors}`);
    this.code = code;
    this.errors = errors;
  }
}

export interface StartOptions {
  /** A shell command that runs before the program replaces the shell. */
  readonly prelude?: string;
  /** The program to run instead of the default one. */
  readonly program?: string;
}

/** Starts the program and waits for its ready line. Rejects with a FailedStart if it ends before. */
export function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { prelude = "", program = PROGRAM }: StartOptions = {},
): Promise<RunningProgram> {
  const words = [`${prelude}\nexec "$@"`, "sh", process.execPath, program, ...args];
  const child = spawn("sh", ["-c", ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let output = "";
  let errors = "";
  const ended = new Promise<number | null>((resolve) => {
    child.once("exit", resolve);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });

  function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return ended;
  }

  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), START_PATIENCE_MS);
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new FailedStart(code, errors));
    });
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const url = /^antechamber ready (\S+)$/m.exec(output)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve({
        url,
        pid: child.pid ?? 0,
        output: () => output,
        errors: () => errors,
        stop: () => end("SIGTERM"),
        kill: async () => {
          await end("SIGKILL");
        },
      });
    });
  });
}
