// What client commands are given by the program around them.
import type { LoadPlan } from "@antechamber/contract/control";
import type { types } from "@antechamber/sdk/control";
import type { GuildAnswers } from "./pull/guild-answers.ts";

/** Options that every client command takes. */
export interface GlobalOptions {
  readonly url?: string;
  readonly controlKey?: string;
  readonly worldName?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly color?: boolean;
}

/** One side of a comparison: a file, or a world as it was exported. */
export type WorldSide = { readonly file: string } | { readonly world: unknown };

/** A world file of what was read of a guild. */
export interface PulledWorld {
  readonly world: unknown;
  /** What a world file has no place for, a line for each kind. */
  readonly leftOut: readonly string[];
}

/** The server's reader of world files, which is loaded by the commands alone that need it. */
export interface WorldFiles {
  /** The JSON Schema of world files. */
  schema(): Promise<string>;
  /**
   * Everything that is wrong with a file, each fault with its line and column.
   *
   * @throws Error whose message says why it cannot be read
   */
  faults(path: string): Promise<readonly string[]>;
  /** A file as a value. @throws Error whose message says what is wrong, fault by fault */
  read(path: string): Promise<unknown>;
  /** What differs between two worlds. @throws Error whose message says what is wrong with a file */
  diff(before: WorldSide, after: WorldSide): Promise<types.SnapshotDiff>;
  /** A world file of a guild, without secrets. @throws Error whose message says why there is none */
  pulled(answers: GuildAnswers): Promise<PulledWorld>;
  /** A world as YAML. @param service the address where editors find the schema */
  yaml(world: unknown, service: string): Promise<string>;
}

/** A plan, and the bounds of what flags may make of it. */
export interface ReadPlan {
  readonly plan: LoadPlan;
  readonly playersMax: number;
  /** Milliseconds. */
  readonly lengthMax: number;
}

/** The server's reader of load plans, which is loaded by the command alone that needs it. */
export interface LoadPlans {
  /** A file as a plan. @throws Error whose message says what is wrong, fault by fault */
  read(path: string): Promise<ReadPlan>;
}

/** A trace file that was read. */
export interface TraceToServe {
  /** What the file is called. */
  readonly name: string;
  readonly text: string;
}

/** A page on this machine, until it is closed. */
export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

/** A program that was started. */
export interface StartedProgram {
  /** The exit code, as a shell would count it. */
  readonly ended: Promise<number>;
  /** Ends it and what it started, with force when it does not listen. */
  end(): void;
  /** Ends it and what it started with force, at once. */
  kill(): void;
}

/** The program could not be started. */
export interface ProgramStartError extends Error {
  /** As shells say it. */
  readonly exitCode: number;
}

export interface ClientDeps {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** True when people read what goes out, and what goes to `err`. */
  readonly isTerminal: { readonly out: boolean; readonly err: boolean };
  /** Everything that comes in on stdin. */
  readonly input: () => Promise<string>;
  /**
   * Raised when the user ends a command that goes on by itself, by the next press of Ctrl-C. A
   * press that nothing waits for ends the process at once.
   *
   * @param signals which ones do; absent: a closed terminal does as well as those that end
   *   processes
   */
  readonly interrupted: (signals?: readonly ("SIGINT" | "SIGTERM")[]) => AbortSignal;
  /** Ends calls of the service that are under way, and lets none begin; absent: nothing does. */
  readonly ended?: AbortSignal;
  readonly worldFiles: WorldFiles;
  readonly loadPlans: LoadPlans;
  /**
   * Starts a program without input, whose output goes to stderr; loaded by the command alone that
   * needs it.
   *
   * @throws ProgramStartError
   */
  readonly startProgram: (
    command: readonly string[],
    env: ClientDeps["env"],
  ) => Promise<StartedProgram>;
  /** Serves the console with a trace alone; loaded by the command alone that needs it. */
  readonly serveTrace: (trace: TraceToServe) => Promise<ServedPage>;
  /** The server for coding agents, which is loaded by its command alone. @returns the exit code */
  readonly serveAgents: (options: GlobalOptions) => Promise<number>;
}
