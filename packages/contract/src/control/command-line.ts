// What the client commands of the command line print with `--json`: one object, or a line for each
// entry of a stream. Most print the reply of the call that they make. Source: product.md, Commands.
import type { EndpointDeclaration } from "../endpoint.ts";
import {
  anything,
  Bool,
  dictionary,
  double,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  word,
  type TSchema,
} from "../schema/values.ts";
import { checkCommands } from "./command-check.ts";
import { getDecision } from "./decision.ts";
import { askDecisions } from "./decisions.ts";
import { listDeliveries, redeliver } from "./deliveries.ts";
import { listFaults, createFault } from "./faults.ts";
import { getTrace, JournalEntry, listJournal, replayEntry, replayTrace } from "./journal.ts";
import { listLobbies } from "./lists.ts";
import { readLobby } from "./lobbies.ts";
import { getLimits, useLimits } from "./rate-limits.ts";
import { messageAsUser } from "./simulate/message.ts";
import {
  autocompleteOption,
  clickButton,
  invokeCommand,
  selectValues,
  submitModal,
} from "./simulate/simulate.ts";
import { diffSnapshots, listSnapshots, takeSnapshot } from "./snapshots.ts";
import { getClock, moveClock } from "./state.ts";
import { viewAsUser } from "./view.ts";
import { createWorld, listWorlds } from "./worlds.ts";
import { World } from "./world-file/world.ts";

/** The output of commands that have nothing to report. */
const printedNothing = object({});

/** An export that is not JSON, or that was written to a file. */
const printedExport = object({
  as: word(["curl", "har", "jsonl", "vitest", "jest", "node", "pytest", "world"]),
  text: text(),
});

const writtenFile = object({ file: text() });

/** The paths of a recorded test; without `world` its world file is inside the test. */
const writtenTest = object({ test: text(), world: optional(text()) });

/** All faults of a world file, each with its line and column. */
const worldFileFaults = object({ faults: list(text()) });

const librarySnippet = object({ library: text(), snippet: text() });

const pageAddress = object({ url: text() });

const completionScript = object({ script: text() });

const completionWords = object({ suggestions: list(text()) });

/** One check, with the remedy if it failed. */
export const DoctorFinding = object({
  check: text(),
  ok: Bool,
  says: text(),
  fix: optional(text()),
});

export const DoctorReport = object({ findings: list(DoctorFinding) });

/** A received webhook event, and how it was answered. */
export const ReceivedEvent = object({
  signed: Bool,
  status: integer(),
  type: text(),
  event: optional(object({ type: text(), timestamp: text(), data: anything() })),
});

/** Percentiles in milliseconds; null if nothing was measured. */
export const LoadTimes = object({
  p50: nullable(double()),
  p95: nullable(double()),
  p99: nullable(double()),
  max: nullable(double()),
});

export const LoadCallReport = object({
  /** Calls that were answered as expected. */
  done: integer(),
  /** How often a rate limit was hit (429); the player waited and retried. */
  limited: integer(),
  failed: integer(),
  /** Steps that could not be taken, such as a message to a lobby that the player had not joined. */
  skipped: integer(),
  /** The number of failures of each kind: `403 50001`, `no answer in 30 s`, `denied`. */
  failures: dictionary(integer()),
  /** Response times of all answered calls, including failed ones. */
  ms: LoadTimes,
});

export const LoadEventReport = object({
  /** Events that players received, of all kinds. */
  received: integer(),
  /** Messages that players should receive, counted once for each player. */
  expected: integer(),
  /** Of these, the messages that never arrived. */
  lost: integer(),
  /** Times from the start of the sender's call until a player received the message. */
  ms: LoadTimes,
});

/** A goal that a run must meet. */
export const LoadGoal = object({
  goal: word(["lost", "failed", "p95", "p99"]),
  most: double(),
  was: double(),
  met: Bool,
});

export const LoadReport = object({
  seed: text(),
  players: integer(),
  /** Rounds that were started, by all players together. */
  rounds: integer(),
  /** Real milliseconds from the first player's arrival until the last one finished. */
  ms: integer(),
  interrupted: Bool,
  calls: dictionary(LoadCallReport),
  all: LoadTimes,
  failed: integer(),
  events: LoadEventReport,
  goals: list(LoadGoal),
});

/** The next step of a player, with its fields. */
const plannedAction = object({ player: integer({ min: 1 }), call: text() });

/** A schema, or an endpoint whose reply is printed unchanged. */
type Printed = TSchema | EndpointDeclaration;

export interface CommandOutput {
  /** The schemas of the one object that is printed. */
  readonly object?: readonly Printed[];
  /** The schema of each line of a stream. */
  readonly line?: Printed;
}

const one = (...printed: readonly Printed[]): CommandOutput => ({ object: printed });

/** Outputs by the words of the command. `mcp` is missing because it speaks its own protocol. */
export const commandOutputs: Readonly<Record<string, CommandOutput>> = {
  invoke: one(invokeCommand),
  autocomplete: one(autocompleteOption),
  click: one(clickButton),
  select: one(selectValues),
  submit: one(submitModal),
  message: one(messageAsUser),
  see: one(viewAsUser),
  why: one(getDecision, askDecisions),
  journal: { object: [listJournal, writtenFile, printedExport], line: JournalEntry },
  "journal export": one(printedExport),
  trace: one(getTrace),
  record: one(writtenTest),
  replay: one(replayEntry, replayTrace, printedExport),
  clock: one(getClock),
  "clock freeze": one(moveClock),
  "clock release": one(moveClock),
  "clock set": one(moveClock),
  "clock advance": one(moveClock),
  "clock next": one(moveClock),
  limits: one(getLimits),
  "limits reset": one(getLimits),
  "limits profile": one(useLimits),
  faults: one(listFaults),
  "faults list": one(listFaults),
  "faults add": one(createFault),
  "faults rm": one(listFaults),
  "faults clear": one(listFaults),
  check: one(checkCommands),
  "world schema": one(object({ $schema: text() })),
  "world check": one(worldFileFaults),
  "world export": one(World),
  "world diff": one(diffSnapshots),
  "world pull": one(World),
  "world reset": one(printedNothing),
  "world new": one(createWorld),
  "world list": one(listWorlds),
  "world rm": one(listWorlds),
  snapshot: one(listSnapshots),
  "snapshot list": one(listSnapshots),
  "snapshot save": one(takeSnapshot),
  "snapshot restore": one(printedNothing),
  "snapshot rm": one(listSnapshots),
  "snapshot diff": one(diffSnapshots),
  lobbies: one(listLobbies),
  "lobbies list": one(listLobbies),
  "lobbies show": one(readLobby),
  "lobbies close": one(listLobbies),
  webhooks: one(listDeliveries),
  "webhooks list": one(listDeliveries),
  "webhooks redeliver": one(redeliver),
  "webhooks listen": { line: ReceivedEvent },
  load: { object: [LoadReport], line: plannedAction },
  connect: one(librarySnippet),
  doctor: one(DoctorReport),
  open: one(pageAddress),
  completion: one(completionScript),
  complete: one(completionWords),
};
