// The journal: what crossed the edges of a world, why, and what it led to. Source: product.md,
// Journal.
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
import { Reference } from "./world-file/kinds.ts";
import { Instant } from "../schema/instant.ts";

const source = "product.md, Journal";

/** The header in which, in development mode, a refusal names its journal entry. */
export const entryHeader = "X-Antechamber-Entry";

/** What would have been accepted; in a list, any one item. */
export const RefusalNeeds = object({
  /** The accepted kinds of credential. */
  credential: optional(list(text())),
  scope: optional(list(text())),
  permission: optional(list(text())),
  range: optional(object({ min: optional(double()), max: optional(double()) })),
  choice: optional(list(anything<string | number>())),
  /** How long to wait before calling again. */
  seconds: optional(double()),
});

/** Why a request was refused. */
export const JournalRefusal = object({
  /** The step that refused. */
  step: text(),
  error: object({ name: text(), code: integer(), source: text() }),
  /** The path of the fault in the request: `data.options[2].name`. */
  at: optional(text()),
  needs: optional(RefusalNeeds),
  /** The guild's rule that refused the request, with the word or pattern that matched. */
  rule: optional(object({ id: Snowflake, name: text(), keyword: optional(text()) })),
});

/** A journal entry: something that crossed an edge. */
export const JournalEntry = object({
  /** Increases with each entry. */
  id: text(),
  /** The time on the world's clock. */
  at: Timestamp,
  real_at: Timestamp,
  /** The start of the chain of causes: an interaction's id, else the id of the first entry. */
  trace: text(),
  /** The id of the entry that caused it. */
  cause: nullable(text()),
  kind: word(journalKinds),
  /** The acting user; a bot's user has its application's id. */
  actor: nullable(Snowflake),
  application: nullable(Snowflake),
  /** The endpoint's id, the event's name, or the job's kind. */
  name: text(),
  status: optional(integer()),
  /** The duration in real milliseconds; absent while it is in progress. */
  ms: optional(double()),
  /** The size of the response's body. */
  bytes: optional(integer()),
  /** The number of sessions that received an event. */
  sessions: optional(integer()),
  refusal: optional(JournalRefusal),
  /** True if a body was truncated, or dropped to make room. */
  cut: optional(Bool),
  /** A sentence of at most 120 characters. */
  summary: text(),
});

/** One direction of an exchange; a JSON body is a value, any other is text. */
const message = { headers: dictionary(text()), body: optional(anything()) };

/** An entry with headers and bodies. */
export const WholeEntry = object({
  ...JournalEntry.properties,
  request: optional(object({ method: text(), url: text(), ...message })),
  response: optional(object({ status: optional(integer()), ...message })),
  /** The payload of an event or a frame, or the effect of a fault. */
  payload: optional(anything()),
  /** Every step of the decision whether a user may use a command. */
  decision: optional(anything()),
  /**
   * All faults of the request, each with its path. In production a message is only the fault's
   * code, because messages quote the request.
   */
  faults: optional(list(object({ at: text(), code: text(), message: text() }))),
  /**
   * Whether the signature of a delivery is valid for its application's key and the body as sent;
   * absent if nothing was signed, the body is not stored in full, or the application is gone.
   */
  signature_holds: optional(Bool),
});

const page = {
  /** The cursor of the next page: `?after=`; null on the last page. */
  next: nullable(text()),
};

export const JournalPage = object({
  items: list(JournalEntry),
  ...page,
  /** The cursor of the previous page: `?before=`; null on the first page. */
  previous: nullable(text()),
  /** True if a process of the service did not answer in time, so that its entries are missing. */
  partial: optional(Bool),
});

/** The first event of a stream. */
export const JournalHello = object({
  version: text(),
  world: text(),
  /** Changes when the world is reset or restored, or the service restarts. */
  epoch: text(),
  /** If this is the same in a new epoch, the service restarted with the world that it had. */
  records: text(),
  mode: word(["development", "production"]),
});

const Position = text({ min: 1, max: 20, pattern: "^[0-9]{1,16}$" });

/** Filters that select entries. */
const filters = {
  trace: optional(text({ min: 1, max: 40, pattern: "^[0-9]+$" })),
  /** One kind, or several with commas between them. */
  kind: optional(withCommas(list(word(journalKinds), { min: 1, unique: true }))),
  application: optional(Reference),
  /** The acting user. */
  user: optional(Reference),
  /** A name, in which `*` matches anything. */
  name: optional(text({ min: 1, max: 100 })),
  /** A status, a class or a comparison: `200`, `4xx`, `>=400`. */
  status: optional(text({ pattern: "^([1-5]xx|([<>]=?)?[1-5][0-9]{2})$" })),
  /** A text to find anywhere in headers and bodies, ignoring case. */
  text: optional(text({ min: 1, max: 200 })),
  /** The earliest time, on the world's clock. */
  since: optional(Instant),
};

export const listJournal = endpoint({
  id: "control.journal.list",
  source,
  summary:
    "List the journal entries in order: the newest page, unless `after` or `before` is given. With `follow=1`, the reply is a stream of server-sent events: `hello`, then `entry` for each entry that ends, and `gap` where some were dropped.",
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
  message: "Maximum number of journal streams reached",
  source,
});

export const getJournalEntry = endpoint({
  id: "control.journal.get",
  source,
  summary:
    "Get a whole journal entry: headers, bodies, decision, and every validation error with its path.",
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
  summary: "List every entry of a trace: the root first, causes before their effects.",
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

/**
 * What users did with what a trace delivered to them, each with the trace that their action
 * started.
 */
export const TraceChildren = object({
  /**
   * The first entry of the trace that led to this one; null if none did, or it was dropped. Only
   * the first page has it: it never changes.
   */
  parent: optional(nullable(JournalEntry)),
  items: list(WholeEntry),
  ...page,
});

export const getTraceChildren = endpoint({
  id: "control.traces.children",
  source,
  summary:
    "List the calls by which users continued a trace, in order: clicking a button of its message, reacting to the message, or submitting the modal that it showed. Each starts a trace of its own. Without `after`, the reply also has the trace that this one continues.",
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

/** The formats for exporting a part of the journal. */
export const exportFormats = ["curl", "har", "jsonl"] as const;

/** The formats for tests, and for the world that such a test starts from. */
export const testFormats = ["vitest", "jest", "node", "pytest"] as const;

export const NothingPlayed = error({
  name: "NothingPlayed",
  status: 400,
  code: 0,
  message: "This part of the journal contains no action of a user that a test could repeat",
  source,
});

export const JournalForgotten = error({
  name: "JournalForgotten",
  status: 400,
  code: 0,
  message: "The journal no longer has the beginning of this part; choose a later one",
  source: "assumed: half of what was played would come to something else",
});

export const TestTooLarge = error({
  name: "TestTooLarge",
  status: 400,
  code: 0,
  message: "This part is too large for one test; choose a smaller one",
  source: "assumed: nobody would read a longer one",
});

/** A module with an application: `./bot.ts`, `./bot.ts#createBot`, `Concierge=./bot.ts#createBot`. */
const ApplicationModule = text({
  min: 1,
  max: 300,
  pattern: "^([^=,]{1,100}=)?[^=,#]{1,180}(#[A-Za-z_$][A-Za-z0-9_$]*)?$",
});

export const exportTrace = endpoint({
  id: "control.journal.export",
  source,
  summary:
    "Export a trace, all entries after one, or the given entries: as a shell script of curl calls, an HTTP archive, JSON lines, or a test that repeats what users did and expects what they saw. `world` exports the world file that such a test starts from. Secrets are replaced by variables, or left out.",
  method: "GET",
  plane: "control",
  path: "/journal/export",
  auth: [control],
  query: object({
    trace: optional(text({ min: 1, max: 40, pattern: "^[0-9]+$" })),
    /** Only entries after this one. */
    after: optional(Position),
    /** Only entries before this one. */
    before: optional(Position),
    /** Only these entries, in the order in which they started. */
    entries: optional(
      withCommas(list(Position, { min: 1, max: limits.journalSelection.value, unique: true })),
    ),
    as: word([...exportFormats, ...testFormats, "world"]),
    /** The name of the test. */
    name: optional(text({ min: 1, max: 100 })),
    /** The modules of the applications that a test starts: `Concierge=./bot.ts#createBot`. */
    app: optional(withCommas(list(ApplicationModule, { min: 1, max: 25 }))),
    /** The snapshot of the world that a test starts from; absent: the world as it is now. */
    snapshot: optional(text({ min: 1, max: 64 })),
    /** The file beside the test for its world; absent: the world is inside the test. */
    world_file: optional(text({ min: 1, max: 200 })),
    /** What else may differ between two runs: the `numbers` in texts. */
    loose: optional(withCommas(list(word(["numbers"]), { min: 1, max: 1 }))),
  }),
  replies: {
    // A world has the keys of a world file instead.
    200: documentOf(object({ log: optional(anything()) }), [
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
    "Export the given entries, in the order in which they started, as a shell script of curl calls, an HTTP archive or JSON lines; for more entries than fit into a URL. Nothing is changed.",
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
  message:
    "This entry is not a call, or the journal does not have its whole body: send one as `body`",
  source,
});

export const replayEntry = endpoint({
  id: "control.journal.replay",
  source,
  summary: "Repeat a call as the same caller, with another body if one is given.",
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
      /** The response's body; absent if it has none. */
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
  message: "The journal no longer has every call of this trace whole",
  source: "assumed: half of a trace would come to something else",
});

export const ReplayInPlace = error({
  name: "ReplayInPlace",
  status: 400,
  code: 0,
  message: "A trace can only be replayed in another world, such as a fork taken before it",
  source: "assumed: what is there already would be done twice",
});

export const replayTrace = endpoint({
  id: "control.traces.replay",
  source: "assumed: a trace is made again as its calls are, in a world that is named",
  summary:
    "Repeat every call of a trace, as the same callers and in the same order, in another world: a fork of this one taken before the trace. Ids and the interaction's token are those that the other world issues.",
  method: "POST",
  plane: "control",
  path: "/traces/{trace_id}/replay",
  auth: [control],
  developmentOnly: true,
  body: object({ in: WorldName }),
  replies: {
    200: object({
      /** True if every call got the same status as before. */
      same: Bool,
      calls: list(
        object({
          /** The original entry of the repeated call. */
          entry: text(),
          name: text(),
          /** The status of the original response, and that of the new one. */
          before: integer(),
          status: integer(),
          /** The new entry, in the other world's journal; null for a call that is not journalled. */
          replayed: nullable(text()),
        }),
      ),
    }),
  },
  errors: [InvalidForm, UnknownTrace, TraceNotReplayable, ReplayInPlace],
});
