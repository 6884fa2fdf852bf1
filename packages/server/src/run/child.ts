// Runs the program as a child process, which receives this process's signals and provides its exit
// code.
import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { constants } from "node:os";
import type { Clock } from "../platform/clock.ts";

export interface Child {
  /** Resolves to the exit code, as a shell would report it. */
  readonly ended: Promise<number>;
  /** Sends a signal to the program and its child processes. */
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGTERM, and SIGKILL if the program does not end in time. */
  end(): void;
  /** Sends SIGKILL at once. */
  kill(): void;
}

export interface ChildDeps {
  readonly clock: Pick<Clock, "after">;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a user is at the terminal, whose key presses reach the program directly. */
  readonly hasTerminal: boolean;
  /** Absent: this process's own input and output. */
  readonly stdio?: StdioOptions;
}

/** The program could not be started. */
export class ChildError extends Error {
  override readonly name = "ChildError";
  /** The exit code that shells use for this. */
  readonly exitCode: number;

  constructor(program: string, cause: NodeJS.ErrnoException) {
    super(
      `cannot start ${program}: ${cause.code === "ENOENT" ? "no such program" : cause.message}`,
    );
    this.exitCode = cause.code === "ENOENT" ? 127 : 126;
  }
}

/** Real milliseconds that a program has to end after SIGTERM. */
const END_PATIENCE_MS = 5000;

/** Starts a program. @throws ChildError */
export async function startChild(
  [program = "", ...args]: readonly string[],
  { clock, env, hasTerminal, stdio = "inherit" }: ChildDeps,
): Promise<Child> {
  // A process group of its own can be ended as a whole. At a terminal, it would lose keyboard
  // input.
  const child = spawn(program, args, { stdio, env, detached: !hasTerminal });
  const ended = codeOf(child);
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) => reject(new ChildError(program, error)));
  });
  const { pid = 0 } = child;
  const signal = (name: NodeJS.Signals) => kill(hasTerminal ? pid : -pid, name);
  return {
    ended: ended.finally(() => {
      // Processes that the program left running must not outlive the service or the recording.
      if (!hasTerminal) signal("SIGKILL");
    }),
    signal,
    end() {
      signal("SIGTERM");
      const cancel = clock.after(END_PATIENCE_MS, () => signal("SIGKILL"));
      void ended.finally(cancel);
    },
    kill: () => signal("SIGKILL"),
  };
}

function kill(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // The process has already ended.
  }
}

/** The exit code; for a program ended by a signal, 128 plus the signal's number, as in a shell. */
function codeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
