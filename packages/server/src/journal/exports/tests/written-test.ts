// Writes a part of the journal as a test that repeats what users did and expects what they saw.
// Source: product.md, Journal.
import { limits } from "@antechamber/contract";
import { TestTooLarge, type WorldFile } from "@antechamber/contract/control";
import type { DocumentText } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Millis } from "../../../platform/clock.ts";
import type { Entry } from "../../entry.ts";
import type { WorldJournal } from "../../journal.ts";
import type { EntrySource } from "../../reading.ts";
import { outcomeOf, type OutcomeOf } from "./answers.ts";
import { appsOf, type Modules } from "./apps.ts";
import { Interactions } from "./interactions.ts";
import { javascriptTest } from "./javascript.ts";
import type { TestScript } from "./model.ts";
import { Names } from "./names.ts";
import { pythonTest } from "./python.ts";
import { withPrerequisites } from "./prerequisites.ts";
import type { Bytes } from "./control-calls.ts";
import { stepsOf } from "./script.ts";
import { wireList } from "./visible-messages.ts";
import { isAct } from "./segments.ts";
import { inlinedWorld, testWorld } from "./test-world.ts";

export type TestRunner = Modules["runner"];

/** A world at an instant, with references as ids. */
export interface InitialWorld {
  readonly world: WorldFile;
  /** The same world with references as names. */
  readonly named: WorldFile;
  readonly at: Millis;
}

export interface TestExportOptions {
  readonly runner: TestRunner;
  readonly name: string;
  /** Where the code of the applications is. */
  readonly app: readonly string[];
  readonly worldFile: string | undefined;
  readonly looseNumbers: boolean;
}

export interface Recording {
  readonly entries: readonly Entry[];
  /** Whether the entries are one trace, which may depend on earlier ones. */
  readonly isTrace: boolean;
  /** All entries of the journal. */
  readonly all: EntrySource;
  readonly journal: Pick<WorldJournal, "withoutSecrets">;
  /** The world at the start of the recording. */
  readonly initial: InitialWorld;
  /** The current world, which has the names of objects created since the start. */
  readonly now: WorldFile;
  /** The files that were sent in multipart forms. */
  readonly bytes: Bytes;
}

type Part = Pick<Recording, "entries" | "isTrace" | "all">;

interface CompletedPart {
  readonly entries: readonly Entry[];
  readonly interactions: Interactions;
  readonly outcomeOf: OutcomeOf;
}

function partOf({ entries, isTrace, all: source }: Part): CompletedPart {
  const interactions = new Interactions(source.between(0, Infinity), entries);
  const outcomes: OutcomeOf = (act) => interactions.outcome(act) ?? outcomeOf(act);
  const all = isTrace ? withPrerequisites(source, entries, outcomes) : entries;
  return { entries: all, interactions, outcomeOf: outcomes };
}

/** The ids of files that users sent in multipart forms; the journal lacks their contents. */
export function filesSentIn(part: Part): readonly string[] {
  const { entries, interactions } = partOf(part);
  const forms = entries.filter(
    (each) => isAct(each) && each.requestBody?.startsWith("--") === true,
  );
  return forms.flatMap((act) => interactions.files(act).map(({ id }) => id));
}

/** Writes the test. @throws NothingPlayed, TestTooLarge */
export function writeTest(recording: Recording, options: TestExportOptions): DocumentText {
  const { journal, initial, now, bytes } = recording;
  const { entries, ...part } = partOf(recording);
  const names = new Names([initial.world, now]);
  const reading = { names, looseNumbers: options.looseNumbers };
  const { messages } = initial.world as { readonly messages?: unknown };
  const all = recording.all.between(0, Infinity);
  const found = appsOf(entries, {
    all,
    names,
    modules: { named: options.app, runner: options.runner },
  });
  const reservedNames = found.flatMap(({ app }) => [app.export, camelCase(app.export)]);
  const input = { reading, messages: wireList(messages), reservedNames, bytes, ...part };
  const steps = stepsOf(entries, input);
  const world = testWorld(initial.named, initial.at, (text) => journal.withoutSecrets(text));
  const script: TestScript = {
    name: options.name,
    apps: found.map(({ app }) => app),
    steps,
    notes: [
      "Recorded by Antechamber: what users did, and what they saw of it.",
      ...found.flatMap(({ note }) => note ?? []),
    ],
    world:
      options.worldFile === undefined
        ? { value: inlinedWorld(world) }
        : { file: options.worldFile },
  };
  return documentOf(script, options.runner);
}

/** `create_app` -> `createApp`. */
function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function documentOf(script: TestScript, runner: TestRunner): DocumentText {
  const isPython = runner === "pytest";
  const text = isPython ? pythonTest(script) : javascriptTest(script, runner);
  if (text.length > limits.testText.value) {
    const message = `The test would have ${text.length} characters, and at most ${limits.testText.value} are written`;
    throw new ApiError(TestTooLarge, { message });
  }
  return { mediaType: isPython ? "text/x-python" : "text/javascript", text };
}

/** The world file that a test with a separate world file starts with. */
export function worldOfTest(
  { named, at }: InitialWorld,
  journal: Recording["journal"],
): DocumentText {
  const world = testWorld(named, at, (text) => journal.withoutSecrets(text));
  const text = `${JSON.stringify(world, undefined, 2)}\n`;
  return { mediaType: "application/json", text };
}
