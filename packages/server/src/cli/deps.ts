// The dependencies of client commands on the surrounding program.
import type { LoadPlan } from "@antechamber/contract/control";
import type { types } from "@antechamber/sdk/control";
import type { GuildAnswers } from "./commands/pull/guild-answers.ts";

/** Options that every client command takes. */
export interface GlobalOptions {
  readonly url?: string;
  readonly controlKey?: string;
  readonly worldName?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly color?: boolean;
}

/** One side of a comparison: a file, or an exported world. */
export type WorldSide = { readonly file: string } | { readonly world: unknown };

/** The world file of a guild that was read from an API. */
export interface PulledWorld {
  readonly world: unknown;
  /** What a world file cannot contain, one line per kind. */
  readonly leftOut: readonly string[];
}

/** The server's reader of world files, which is only loaded by commands that need it. */
export interface WorldFiles {
  /** The JSON Schema of world files. */
  schema(): Promise<string>;
  /**
   * Every error in a file, with its line and column.
   *
   * @throws Error whose message is why the file cannot be read
   */
  faults(path: string): Promise<readonly string[]>;
  /** The content of a file. @throws Error whose message lists what is wrong */
  read(path: string): Promise<unknown>;
  /** The differences between two worlds. @throws Error whose message is the error in a file */
  diff(before: WorldSide, after: WorldSide): Promise<types.SnapshotDiff>;
  /** A guild's world file, without secrets. @throws Error whose message is why there is none */
  pulled(answers: GuildAnswers): Promise<PulledWorld>;
  /** A world as YAML. @param service the URL where editors find the schema */
  yaml(world: unknown, service: string): Promise<string>;
}

/** A plan, and the limits for flags that change it. */
export interface ReadPlan {
  readonly plan: LoadPlan;
  readonly playersMax: number;
  /** Milliseconds. */
  readonly lengthMax: number;
}

/** The server's reader of load plans, which is only loaded by the command that needs it. */
export interface LoadPlans {
  /** The plan in a file. @throws Error whose message lists what is wrong */
  read(path: string): Promise<ReadPlan>;
}

/** The content of a trace file. */
export interface TraceToServe {
  /** The name of the file. */
  readonly name: string;
  readonly text: string;
}

/** A page that is served on this machine until it is closed. */
export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

/** A program that was started. */
export interface StartedProgram {
  /** Resolves to the exit code, as a shell would report it. */
  readonly ended: Promise<number>;
  /** Sends SIGTERM to the program and its child processes, and SIGKILL after a timeout. */
  end(): void;
  /** Sends SIGKILL to the program and its child processes. */
  kill(): void;
}

/** The program could not be started. */
export interface ProgramStartError extends Error {
  /** The exit code that shells use for this. */
  readonly exitCode: number;
}

export interface ClientDeps {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether stdout and stderr are terminals. */
  readonly isTerminal: { readonly out: boolean; readonly err: boolean };
  /** Reads stdin to its end. */
  readonly input: () => Promise<string>;
  /**
   * Returns a signal that aborts on the next Ctrl-C, by which the user ends a command that runs on.
   * A Ctrl-C that nothing waits for ends the process at once.
   *
   * @param signals the process signals that do so; absent: SIGINT, SIGTERM and the closing of the
   *   terminal
   */
  readonly interrupted: (signals?: readonly ("SIGINT" | "SIGTERM")[]) => AbortSignal;
  /** Aborts calls of the service, also those that start later; absent: none are aborted. */
  readonly ended?: AbortSignal;
  readonly worldFiles: WorldFiles;
  readonly loadPlans: LoadPlans;
  /**
   * Starts a program without input, whose output goes to stderr; only loaded by the command that
   * needs it.
   *
   * @throws ProgramStartError
   */
  readonly startProgram: (
    command: readonly string[],
    env: ClientDeps["env"],
  ) => Promise<StartedProgram>;
  /** Serves the console with just this trace; only loaded by the command that needs it. */
  readonly serveTrace: (trace: TraceToServe) => Promise<ServedPage>;
  /** Runs the server for coding agents, which only its command loads. @returns the exit code */
  readonly serveAgents: (options: GlobalOptions) => Promise<number>;
}
