// What the processes of one service publish to one another outside the store: how much of a limit
// is used up, that something happened, who is online. All of it may be lost, and nothing that is
// stored depends on it.
import type { Millis } from "./clock.ts";
import type { LocalCounters, RateLimitCounters } from "./rate-limit-counters.ts";

/** Receives what another process published. @param from the epoch of that process */
export type Subscriber = (body: unknown, from: string) => void;

/** Answers a question of another process. */
export type AnswerTo = (body: unknown, from: string) => Promise<unknown>;

/** A question to all other processes. */
export interface Question {
  readonly topic: string;
  readonly body: unknown;
  /** Whether an answer makes all further ones unnecessary; absent: none does. */
  readonly isEnough?: (answer: unknown) => boolean;
  /** The timeout in real milliseconds. */
  readonly timeoutMs: Millis;
  /**
   * Refreshes the list of living processes as the question is sent: until it resolves, only a
   * sufficient answer counts, and if it fails, the question times out. Absent: the processes that
   * are known are asked.
   */
  readonly refreshFirst?: () => Promise<void>;
  /**
   * Refreshes the list of living processes while one has not answered: one that has just ended is
   * not awaited.
   */
  readonly refreshLiving?: () => Promise<void>;
}

/** The answers to a question. */
export interface Answers {
  readonly answers: readonly unknown[];
  /** Whether all living processes have answered, or one of them sufficiently. */
  readonly isComplete: boolean;
}

/** One write to the journal of a process. */
export interface JournalWrite {
  /** The epoch of the writing process. */
  readonly epoch: string;
  /** Increases with each entry. */
  readonly number: number;
  /** The number of the oldest entry to keep. */
  readonly oldest: number;
  readonly entry: string | undefined;
  /** Notes to replace, by their names. */
  readonly notes: readonly (readonly [name: string, text: string])[];
  /** Names of notes to delete. */
  readonly deletedNotes: readonly string[];
}

/** A claim to a note. */
export interface NoteClaim {
  /** The epoch of the process that wrote the note. */
  readonly epoch: string;
  readonly name: string;
  readonly claimant: string;
  /** How long the claim lasts. Real milliseconds. */
  readonly durationMs: Millis;
  /** An earlier claimant, which has ended. */
  readonly replaces?: string | undefined;
  /** Whether the note may be missing, since it is still in transit. */
  readonly mayBeMissing?: boolean;
}

/** Journals that processes write for those that continue their work after they have ended. */
export interface BusJournal {
  /**
   * @returns false once another process has closed this journal, since it took the process for dead
   * @throws when it could not be written
   */
  append(write: JournalWrite): Promise<boolean>;
  /** The epochs of processes that have a journal, the newest first. */
  journals(): Promise<readonly string[]>;
  readNote(epoch: string, name: string): Promise<string | undefined>;
  /** Closes the journal of a process that has ended, which can write nothing from then on. */
  close(epoch: string): Promise<void>;
  /**
   * Claims a note for a while: no other process takes over what it is about.
   *
   * @returns the claimant; undefined if there is no such note
   */
  claim(claim: NoteClaim): Promise<string | undefined>;
  /** Releases a claim, if it is the caller's own. */
  release(claim: NoteClaim): Promise<void>;
  /** Deletes a note and its claim: what it is about is kept elsewhere by now. */
  deleteNote(epoch: string, name: string): Promise<void>;
  /** The entries of a process's journal, in order. */
  entries(epoch: string): AsyncIterable<string>;
}

export interface Bus {
  /** False for a process by itself, whether others live or not. */
  readonly isShared: boolean;
  /** Whether other processes can be reached now. */
  isUp(): boolean;
  /** Sends to all other processes; what cannot be sent now is lost. */
  publish(topic: string, body: unknown): void;
  subscribe(topic: string, subscriber: Subscriber): () => void;
  ask(question: Question): Promise<Answers>;
  answer(topic: string, answer: AnswerTo): () => void;
  /** Runs a task whenever other processes can be reached again, which may have missed messages. */
  onReconnect(task: () => void): () => void;
  /** Counters that all processes share. @param local counts while others cannot be reached */
  counters(local: LocalCounters): RateLimitCounters;
  /** Absent for a process by itself. */
  readonly journal?: BusJournal | undefined;
  close(): Promise<void>;
}

/** The bus of a process by itself. */
export const noBus: Bus = {
  isShared: false,
  isUp: () => false,
  publish: () => undefined,
  subscribe: () => () => undefined,
  ask: () => Promise.resolve({ answers: [], isComplete: false }),
  answer: () => () => undefined,
  onReconnect: () => () => undefined,
  counters: (local) => local,
  close: () => Promise.resolve(),
};
