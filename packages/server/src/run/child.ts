// The program that is run: a child of this process, which gets its signals and gives its exit code.
import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { constants } from "node:os";
import type { Clock } from "../platform/clock.ts";

export interface Child {
  /** The exit code, as a shell would count it. */
  readonly ended: Promise<number>;
  /** Sends a signal to it and to what it started. */
  signal(signal: NodeJS.Signals): void;
  /** Ends it, with force when it does not listen. */
  end(): void;
  /** Ends it with force at once. */
  kill(): void;
}

export interface ChildDeps {
  readonly clock: Pick<Clock, "after">;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Someone sits at the terminal, whose keys reach the program by themselves. */
  readonly hasTerminal: boolean;
  /** Absent: this process's own input and output. */
  readonly stdio?: StdioOptions;
}

/** The program could not be started. */
export class ChildError extends Error {
  override readonly name = "ChildError";
  /** As shells say it. */
  readonly exitCode: number;

  constructor(program: string, cause: NodeJS.ErrnoException) {
    super(
      `cannot start ${program}: ${cause.code === "ENOENT" ? "no such program" : cause.message}`,
    );
    this.exitCode = cause.code === "ENOENT" ? 127 : 126;
  }
}

/** Real time in which a program may end by itself. */
const END_PATIENCE_MS = 5000;

/** Starts a program. @throws ChildError */
export async function startChild(
  [program = "", ...args]: readonly string[],
  { clock, env, hasTerminal, stdio = "inherit" }: ChildDeps,
): Promise<Child> {
  // A group of its own is ended whole. At a terminal it would be cut off from the keyboard.
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
      // What it left running would go on without the service, or after the recording.
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
    // It has ended.
  }
}

/** Counted as a shell does when a signal ended it. */
function codeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
