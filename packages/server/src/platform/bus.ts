// What the processes of one service tell one another beside the store: how much of a limit is used
// up, that something happened, who is online. All of it may be lost, and nothing that is stored
// rests on it.
import type { Millis } from "./clock.ts";
import type { RateLimitCounters } from "./rate-limit-counters.ts";

/** Receives what another process told. @param from the epoch of that process */
export type Hear = (body: unknown, from: string) => void;

/** Answers what another process asks. */
export type AnswerTo = (body: unknown, from: string) => Promise<unknown>;

/** A question to all other processes. */
export interface Question {
  readonly topic: string;
  readonly body: unknown;
  /** True for an answer after which no other is waited for. */
  readonly isEnough: (answer: unknown) => boolean;
  /** Real time in which answers count. */
  readonly patienceMs: Millis;
}

/** The answers to a question. */
export interface Answers {
  readonly answers: readonly unknown[];
  /** All processes that live have answered, or one of them well enough. */
  readonly isComplete: boolean;
}

export interface Bus {
  /** False where a process is by itself, whether others live or not. */
  readonly isShared: boolean;
  /** Whether others can be reached now. */
  isUp(): boolean;
  /** Sends to all other processes; what cannot be sent now is lost. */
  tell(topic: string, body: unknown): void;
  hear(topic: string, hear: Hear): () => void;
  ask(question: Question): Promise<Answers>;
  answer(topic: string, answer: AnswerTo): () => void;
  /** Runs a task whenever others can be reached again, who may have missed messages. */
  onReunion(task: () => void): () => void;
  /** Counters of all processes together. @param alone counts while others cannot be reached */
  counters(alone: RateLimitCounters): RateLimitCounters;
  close(): Promise<void>;
}

/** The bus of a process that is by itself. */
export const noBus: Bus = {
  isShared: false,
  isUp: () => false,
  tell: () => undefined,
  hear: () => () => undefined,
  ask: () => Promise.resolve({ answers: [], isComplete: false }),
  answer: () => () => undefined,
  onReunion: () => () => undefined,
  counters: (alone) => alone,
  close: () => Promise.resolve(),
};
