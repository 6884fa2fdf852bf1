// What the processes of one service publish to one another beside the store: how much of a limit is
// used up, that something happened, who is online. All of it may be lost, and nothing that is stored
// rests on it.
import type { Millis } from "./clock.ts";
import type { LocalCounters, RateLimitCounters } from "./rate-limit-counters.ts";

/** Receives what another process published. @param from the epoch of that process */
export type Subscriber = (body: unknown, from: string) => void;

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
  /** Until then it may be unknown who lives; an answer that is enough counts before. */
  readonly livingKnown?: Promise<void>;
  /**
   * Finds out again and again who lives, as long as somebody has not answered: one that has just
   * ended is not waited for.
   */
  readonly lookAgain?: () => Promise<void>;
}

/** The answers to a question. */
export interface Answers {
  readonly answers: readonly unknown[];
  /** All processes that live have answered, or one of them well enough. */
  readonly isComplete: boolean;
}

/** What a process writes down at once. */
export interface JournalWrite {
  /** Of the process that writes. */
  readonly epoch: string;
  /** Grows with each entry. */
  readonly number: number;
  /** The number of the oldest entry that stays. */
  readonly oldest: number;
  readonly entry: string | undefined;
  /** Replaces notes, each by its name. */
  readonly notes: readonly (readonly [name: string, text: string])[];
  /** Names of notes that go. */
  readonly dropped: readonly string[];
}

/** Who wants to have a note to itself. */
export interface NoteClaim {
  /** Of the process that wrote the note. */
  readonly epoch: string;
  readonly name: string;
  readonly by: string;
  /** Real milliseconds after which others may claim it. */
  readonly forMs: Millis;
  /** Who claimed it, and has ended since. */
  readonly insteadOf?: string | undefined;
  /** The note may be on its way: it need not be there yet. */
  readonly isComing?: boolean;
}

/** What processes write down for others that go on with their work after they have ended. */
export interface BusJournal {
  /**
   * @returns false once another process has closed the journal of this one, as of one that ended
   * @throws where it could not be written
   */
  append(write: JournalWrite): Promise<boolean>;
  /** The epochs of processes that have a journal, the newest first. */
  journals(): Promise<readonly string[]>;
  look(epoch: string, name: string): Promise<string | undefined>;
  /** Closes the journal of a process that has ended, which writes nothing more from then on. */
  close(epoch: string): Promise<void>;
  /**
   * Has a note to itself for a while: nobody else goes on with what it is about.
   *
   * @returns who has it now; undefined where there is no such note
   */
  claim(claim: NoteClaim): Promise<string | undefined>;
  /** Gives up a claim, if it is its own. */
  release(claim: NoteClaim): Promise<void>;
  /** Takes a note away with its claim: what it is about stands elsewhere by now. */
  drop(epoch: string, name: string): Promise<void>;
  /** What a process has written down, in order. */
  entries(epoch: string): AsyncIterable<string>;
}

export interface Bus {
  /** False where a process is by itself, whether others live or not. */
  readonly isShared: boolean;
  /** Whether others can be reached now. */
  isUp(): boolean;
  /** Sends to all other processes; what cannot be sent now is lost. */
  publish(topic: string, body: unknown): void;
  subscribe(topic: string, subscriber: Subscriber): () => void;
  ask(question: Question): Promise<Answers>;
  answer(topic: string, answer: AnswerTo): () => void;
  /** Runs a task whenever others can be reached again, who may have missed messages. */
  onReunion(task: () => void): () => void;
  /** Counters of all processes together. @param alone counts while others cannot be reached */
  counters(alone: LocalCounters): RateLimitCounters;
  /** Absent where a process is by itself. */
  readonly journal?: BusJournal | undefined;
  close(): Promise<void>;
}

/** The bus of a process that is by itself. */
export const noBus: Bus = {
  isShared: false,
  isUp: () => false,
  publish: () => undefined,
  subscribe: () => () => undefined,
  ask: () => Promise.resolve({ answers: [], isComplete: false }),
  answer: () => () => undefined,
  onReunion: () => () => undefined,
  counters: (alone) => alone,
  close: () => Promise.resolve(),
};
