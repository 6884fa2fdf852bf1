// What crossed the edges of a world, why, and what came of it. Source: product.md, Journal.
import { control } from "../auth.ts";
import { endpoint, WorldName } from "../endpoint.ts";
import { error, InvalidForm } from "../error.ts";
import { journalKinds } from "./journal-kinds.ts";
import { limits } from "../limits/limits.ts";
import {
  anything,
  Bool,
  dictionary,
  documentOf,
  double,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
  Timestamp,
  withCommas,
  word,
} from "../schema/values.ts";
import { UnknownSnapshot } from "./snapshots.ts";
import { WorldTooLarge } from "./state.ts";
import { Reference } from "./world-file/world-kinds.ts";
import { Instant } from "../schema/instant.ts";

const source = "product.md, Journal";

/** In development mode a refusal names its entry here. */
export const entryHeader = "X-Antechamber-Entry";

/** What would have passed; of a list, any one. */
export const RefusalNeeds = object({
  /** Ways to prove who calls. */
  credential: optional(list(text())),
  scope: optional(list(text())),
  permission: optional(list(text())),
  range: optional(object({ min: optional(double()), max: optional(double()) })),
  choice: optional(list(anything<string | number>())),
  /** How long to wait. */
  seconds: optional(double()),
});

/** Why something was refused. */
export const JournalRefusal = object({
  /** The step that refused. */
  step: text(),
  error: object({ name: text(), code: integer(), source: text() }),
  /** Where in what was sent: `data.options[2].name`. */
  at: optional(text()),
  needs: optional(RefusalNeeds),
  /** The rule of a guild that refused it, with the word or pattern that it went by. */
  rule: optional(object({ id: Snowflake, name: text(), keyword: optional(text()) })),
});

/** Something that crossed an edge. */
export const JournalEntry = object({
  /** Later ones are larger. */
  id: text(),
  /** On the world's clock. */
  at: Timestamp,
  real_at: Timestamp,
  /** What it began with: an interaction's id, else the id of the first entry. */
  trace: text(),
  /** The id of the entry that caused it. */
  cause: nullable(text()),
  kind: word(journalKinds),
  /** The user who acts; a bot's user has its application's id. */
  actor: nullable(Snowflake),
  application: nullable(Snowflake),
  /** The endpoint's id, the event's name, the job's kind. */
  name: text(),
  status: optional(integer()),
  /** Real milliseconds; absent while it is under way. */
  ms: optional(double()),
  /** Of the answer's body. */
  bytes: optional(integer()),
  /** How many sessions received an event. */
  sessions: optional(integer()),
  refusal: optional(JournalRefusal),
  /** A body was cut, or forgotten to make room. */
  cut: optional(Bool),
  /** A sentence of at most 120 characters. */
  summary: text(),
});

/** One direction of an exchange; a body of JSON is a value, any other is text. */
const message = { headers: dictionary(text()), body: optional(anything()) };

/** An entry with headers and bodies. */
export const WholeEntry = object({
  ...JournalEntry.properties,
  request: optional(object({ method: text(), url: text(), ...message })),
  response: optional(object({ status: optional(integer()), ...message })),
  /** The payload of an event or a frame, or the effect of a fault. */
  payload: optional(anything()),
  /** Every step of why a user may use a command, or not. */
  decision: optional(anything()),
  /**
   * Everything that was wrong with what was sent, each at its place. In production a message is its
   * code alone, as messages quote what was sent.
   */
  faults: optional(list(object({ at: text(), code: text(), message: text() }))),
  /**
   * Whether the signature of a delivery holds for its application's key, over the body as it was
   * sent; absent where nothing was signed, the body is not kept whole, or the application is gone.
   */
  signature_holds: optional(Bool),
});

const page = {
  /** Where the page after this one begins: `?after=`; null when there is none. */
  next: nullable(text()),
};

export const JournalPage = object({
  items: list(JournalEntry),
  ...page,
  /** Where the page before this one ends: `?before=`; null when there is none. */
  previous: nullable(text()),
  /** A process of the service did not say in time what it has, which is missing here. */
  partial: optional(Bool),
});

/** The first event of a stream. */
export const JournalHello = object({
  version: text(),
  world: text(),
  /** Another one means that the world was reset or restored, or the service started anew. */
  epoch: text(),
  /** The same one with another epoch means that the service started anew with the world that it had. */
  records: text(),
  mode: word(["development", "production"]),
});

const Position = text({ min: 1, max: 20, pattern: "^[0-9]{1,16}$" });

/** Which entries are asked for. */
const filters = {
  trace: optional(text({ min: 1, max: 40, pattern: "^[0-9]+$" })),
  /** One kind, or several with commas. */
  kind: optional(withCommas(list(word(journalKinds), { min: 1, unique: true }))),
  application: optional(Reference),
  /** Who acts. */
  user: optional(Reference),
  /** With `*` for anything. */
  name: optional(text({ min: 1, max: 100 })),
  /** `200`, `4xx`, `>=400`. */
  status: optional(text({ pattern: "^([1-5]xx|([<>]=?)?[1-5][0-9]{2})$" })),
  /** A text anywhere in headers and bodies, in any case. */
  text: optional(text({ min: 1, max: 200 })),
  /** On the world's clock. */
  since: optional(Instant),
};

export const listJournal = endpoint({
  id: "control.journal.list",
  source,
  summary:
    "What crossed the edges, in its order: the newest page, unless `after` or `before` says otherwise. With `follow=1` a stream of server-sent events: `hello`, then `entry` for each that ends, and `gap` where some were forgotten.",
  method: "GET",
  plane: "control",
  path: "/journal",
  auth: [control],
  query: object({
    ...filters,
    after: optional(Position),
    before: optional(Position),
    limit: optional(integer({ min: 1, max: limits.controlPage.value })),
    follow: optional(Bool),
  }),
  replies: { 200: JournalPage },
  errors: [InvalidForm],
});

export const UnknownJournalEntry = error({
  name: "UnknownJournalEntry",
  status: 404,
  code: 0,
  message: "Unknown journal entry",
  source,
});

export const UnknownTrace = error({
  name: "UnknownTrace",
  status: 404,
  code: 0,
  message: "Unknown trace",
  source,
});

export const TooManyReaders = error({
  name: "TooManyReaders",
  status: 503,
  code: 0,
  message: "Too many readers follow the journal",
  source,
});

export const getJournalEntry = endpoint({
  id: "control.journal.get",
  source,
  summary: "An entry whole: headers, bodies, decision, and every fault at its place.",
  method: "GET",
  plane: "control",
  path: "/journal/{entry_id}",
  auth: [control],
  replies: { 200: WholeEntry },
  errors: [UnknownJournalEntry],
});

export const getTrace = endpoint({
  id: "control.traces.get",
  source,
  summary: "Every entry of a trace: the root first, causes before what they caused.",
  method: "GET",
  plane: "control",
  path: "/traces/{trace_id}",
  auth: [control],
  query: object({
    after: optional(Position),
    limit: optional(integer({ min: 1, max: limits.controlPage.value })),
  }),
  replies: { 200: JournalPage },
  errors: [UnknownTrace],
});

/** What users did with what a trace brought them, each with the trace that it began. */
export const TraceChildren = object({
  /**
   * The first entry of the trace that led to this one; null where none did, or it is forgotten.
   * Pages after the first, which `after` asks for, leave it out: it never changes.
   */
  parent: optional(nullable(JournalEntry)),
  items: list(WholeEntry),
  ...page,
});

export const getTraceChildren = endpoint({
  id: "control.traces.children",
  source,
  summary:
    "The calls by which users went on from a trace, in order: whoever presses a button of its message, reacts to it, or fills in the modal that it showed. Each begins a trace of its own. Without `after` also the trace that it went on from itself.",
  method: "GET",
  plane: "control",
  path: "/traces/{trace_id}/children",
  auth: [control],
  query: object({
    after: optional(Position),
    limit: optional(integer({ min: 1, max: limits.controlPage.value })),
  }),
  replies: { 200: TraceChildren },
  errors: [UnknownTrace],
});

/** The formats in which a part of the journal is written. */
export const exportFormats = ["curl", "har", "jsonl"] as const;

/** Those of tests, and that of the world in which such a test begins. */
export const testFormats = ["vitest", "jest", "node", "pytest"] as const;

export const NothingPlayed = error({
  name: "NothingPlayed",
  status: 400,
  code: 0,
  message: "No user did anything in this part of the journal that a test could do again",
  source,
});

export const JournalForgotten = error({
  name: "JournalForgotten",
  status: 400,
  code: 0,
  message: "The journal has forgotten the beginning of this part",
  source: "assumed: half of what was played would come to something else",
});

export const TestTooLarge = error({
  name: "TestTooLarge",
  status: 400,
  code: 0,
  message: "This is too much for one test",
  source: "assumed: nobody would read a longer one",
});

/** `./bot.ts`, `./bot.ts#createBot`, `Concierge=./bot.ts#createBot`. */
const ApplicationModule = text({
  min: 1,
  max: 300,
  pattern: "^([^=,]{1,100}=)?[^=,#]{1,180}(#[A-Za-z_$][A-Za-z0-9_$]*)?$",
});

export const exportTrace = endpoint({
  id: "control.journal.export",
  source,
  summary:
    "A trace, all that happened after an entry, or the entries that are named, as a shell script of curl calls, as an HTTP archive, as JSON lines, or as a test that does again what users did and expects what they saw. `world` is the world file that such a test begins with. Secrets are named as variables, or left out.",
  method: "GET",
  plane: "control",
  path: "/journal/export",
  auth: [control],
  query: object({
    trace: optional(text({ min: 1, max: 40, pattern: "^[0-9]+$" })),
    /** Everything that happened after this entry. */
    after: optional(Position),
    /** The first entry that does not belong to it any more. */
    before: optional(Position),
    /** These entries, in the order in which they began. */
    entries: optional(
      withCommas(list(Position, { min: 1, max: limits.journalSelection.value, unique: true })),
    ),
    as: word([...exportFormats, ...testFormats, "world"]),
    /** What a test is called. */
    name: optional(text({ min: 1, max: 100 })),
    /** The modules of the applications that a test starts: `Concierge=./bot.ts#createBot`. */
    app: optional(withCommas(list(ApplicationModule, { min: 1, max: 25 }))),
    /** The snapshot of the world that a test begins with; left out: the world as it is now. */
    snapshot: optional(text({ min: 1, max: 64 })),
    /** The file, beside the test, in which its world stands; left out: in the test itself. */
    world_file: optional(text({ min: 1, max: 200 })),
    /** What else differs between two runs, and may be anything: the `numbers` in texts. */
    loose: optional(withCommas(list(word(["numbers"]), { min: 1, max: 1 }))),
  }),
  replies: {
    200: documentOf(object({ log: anything() }), [
      "application/json",
      "text/x-shellscript",
      "application/jsonl",
      "text/javascript",
      "text/x-python",
    ]),
  },
  errors: [
    InvalidForm,
    UnknownTrace,
    UnknownJournalEntry,
    UnknownSnapshot,
    WorldTooLarge,
    NothingPlayed,
    JournalForgotten,
    TestTooLarge,
  ],
});

export const exportEntries = endpoint({
  id: "control.journal.exportEntries",
  source,
  summary:
    "The entries that are named, in the order in which they began, as a shell script of curl calls, as an HTTP archive or as JSON lines: more of them than fit into the address of a call. Nothing is changed.",
  method: "POST",
  plane: "control",
  path: "/journal/export",
  auth: [control],
  readsOnly: true,
  body: object({
    entries: list(Position, { min: 1, max: limits.journalExport.value, unique: true }),
    as: word(exportFormats),
  }),
  replies: {
    200: documentOf(object({ log: anything() }), [
      "application/json",
      "text/x-shellscript",
      "application/jsonl",
    ]),
  },
  errors: [UnknownJournalEntry],
});

export const NotReplayable = error({
  name: "NotReplayable",
  status: 400,
  code: 0,
  message: "This is no call, or its body is not whole in the journal: send it as `body`",
  source,
});

export const replayEntry = endpoint({
  id: "control.journal.replay",
  source,
  summary: "The same call again by the same caller, with another body where one is given.",
  method: "POST",
  plane: "control",
  path: "/journal/{entry_id}/replay",
  auth: [control],
  developmentOnly: true,
  body: object({ body: optional(anything()) }),
  replies: {
    200: object({
      status: integer(),
      headers: dictionary(text()),
      /** The answer's; absent where it has none. */
      body: optional(anything()),
      /** The id of the new entry; null for a call that is not journalled. */
      entry: nullable(text()),
    }),
  },
  errors: [InvalidForm, UnknownJournalEntry, NotReplayable],
});

export const TraceNotReplayable = error({
  name: "TraceNotReplayable",
  status: 400,
  code: 0,
  message: "A call of this trace is not whole in the journal any more",
  source: "assumed: half of a trace would come to something else",
});

export const ReplayInPlace = error({
  name: "ReplayInPlace",
  status: 400,
  code: 0,
  message: "A trace is replayed in another world, such as a fork taken before it",
  source: "assumed: what is there already would be done twice",
});

export const replayTrace = endpoint({
  id: "control.traces.replay",
  source: "assumed: a trace is made again as its calls are, in a world that is named",
  summary:
    "Every call of a trace again, by the same callers and in the same order, in another world: a fork of this one taken before the trace. Ids and the interaction's token are those that the other world gives.",
  method: "POST",
  plane: "control",
  path: "/traces/{trace_id}/replay",
  auth: [control],
  developmentOnly: true,
  body: object({ in: WorldName }),
  replies: {
    200: object({
      /** All calls were answered with the status of before. */
      same: Bool,
      calls: list(
        object({
          /** The entry of the call that was made again. */
          entry: text(),
          name: text(),
          /** What it was answered with then, and now. */
          before: integer(),
          status: integer(),
          /**
           * The new entry, in the journal of the other world; null for a call that is not
           * journalled.
           */
          replayed: nullable(text()),
        }),
      ),
    }),
  },
  errors: [InvalidForm, UnknownTrace, TraceNotReplayable, ReplayInPlace],
});
