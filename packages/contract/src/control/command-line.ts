// What the client commands of the command line print with `--json`: one object, or a line for each entry
// of a stream. Most print the reply of the call behind them. Source: product.md, Commands.
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
import { listFaults, planFault } from "./faults.ts";
import { getTrace, JournalEntry, listJournal, replayEntry, replayTrace } from "./journal.ts";
import { listLobbies } from "./lists.ts";
import { readLobby } from "./lobbies.ts";
import { getLimits, useLimits } from "./rate-limits.ts";
import { messageAsUser } from "./simulate-message.ts";
import {
  autocompleteOption,
  clickButton,
  invokeCommand,
  selectValues,
  submitModal,
} from "./simulate.ts";
import { diffSnapshots, listSnapshots, takeSnapshot } from "./snapshots.ts";
import { getClock, moveClock } from "./state.ts";
import { viewAsUser } from "./view.ts";
import { createWorld, listWorlds } from "./worlds.ts";
import { World } from "./world-file/world.ts";

/** Nothing is left to say of what was done. */
const printedNothing = object({});

/** A document of another kind than JSON, or one that stands in a file elsewhere. */
const printedExport = object({
  as: word(["curl", "har", "jsonl", "vitest", "jest", "node", "pytest", "world"]),
  text: text(),
});

const writtenFile = object({ file: text() });

/** The paths of what was recorded; without `world` it stands in the test. */
const writtenTest = object({ test: text(), world: optional(text()) });

/** Everything that is wrong with a world file, each fault with its line and column. */
const worldFileFaults = object({ faults: list(text()) });

const librarySnippet = object({ library: text(), snippet: text() });

const pageAddress = object({ url: text() });

const completionScript = object({ script: text() });

const completionWords = object({ suggestions: list(text()) });

/** One thing that was looked at, and what mends it where it is wrong. */
export const DoctorFinding = object({
  check: text(),
  ok: Bool,
  says: text(),
  fix: optional(text()),
});

export const DoctorReport = object({ findings: list(DoctorFinding) });

/** A webhook event that was received, and what it was answered with. */
export const ReceivedEvent = object({
  signed: Bool,
  status: integer(),
  type: text(),
  event: optional(object({ type: text(), timestamp: text(), data: anything() })),
});

/** Milliseconds; null where nothing was measured. */
export const LoadTimes = object({
  p50: nullable(double()),
  p95: nullable(double()),
  p99: nullable(double()),
  max: nullable(double()),
});

export const LoadCallReport = object({
  /** Calls that were answered as they should be. */
  done: integer(),
  /** Times that a limit was met (429); the player waited and called again. */
  limited: integer(),
  failed: integer(),
  /** Steps that could not be taken, such as a message to a lobby that was not joined. */
  skipped: integer(),
  /** How often each failure came: `403 50001`, `no answer in 30 s`, `denied`. */
  failures: dictionary(integer()),
  /** Of answered calls, those that failed too. */
  ms: LoadTimes,
});

export const LoadEventReport = object({
  /** Events that players received, of every kind. */
  received: integer(),
  /** Messages that players must receive, once for each of them. */
  expected: integer(),
  /** Of these, the ones that never came. */
  lost: integer(),
  /** From the beginning of the sender's call until a player had the message. */
  ms: LoadTimes,
});

/** Something that a run must keep to. */
export const LoadGoal = object({
  goal: word(["lost", "failed", "p95", "p99"]),
  most: double(),
  was: double(),
  met: Bool,
});

export const LoadReport = object({
  seed: text(),
  players: integer(),
  /** Rounds that were begun, of all players together. */
  rounds: integer(),
  /** Real milliseconds from the first player's arrival until the last one was done. */
  ms: integer(),
  interrupted: Bool,
  calls: dictionary(LoadCallReport),
  all: LoadTimes,
  failed: integer(),
  events: LoadEventReport,
  goals: list(LoadGoal),
});

/** What a player would do next, with the fields of its step. */
const plannedAction = object({ player: integer({ min: 1 }), call: text() });

/** A schema, or the endpoint whose reply is printed as it came. */
type Printed = TSchema | EndpointDeclaration;

export interface CommandOutput {
  /** The one object that is printed, which is one of these. */
  readonly object?: readonly Printed[];
  /** What each line is, where a stream is printed. */
  readonly line?: Printed;
}

const one = (...printed: readonly Printed[]): CommandOutput => ({ object: printed });

/** By the command's words. `mcp` speaks a protocol of its own, and is none of them. */
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
  "faults add": one(planFault),
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
