// The endpoints that show the journal. Source: product.md, Journal.
import {
  exportEntries,
  exportTrace,
  getJournalEntry,
  getTrace,
  getTraceChildren,
  listJournal,
  NotReplayable,
  replayEntry,
  replayTrace as replayTraceEndpoint,
  type TraceChildren,
} from "@antechamber/contract/control";
import { limits, type Input } from "@antechamber/contract";
import type { DocumentText, Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../platform/api-error.ts";
import type { ReadContext } from "../platform/context.ts";
import { definedFields } from "../platform/defined-fields.ts";
import { handle, handleAsync, handleStream, reply, type Binding } from "../platform/handler.ts";
import { withoutKeys } from "../platform/without-keys.ts";
import type { TimeSlicer } from "../platform/time/time-slicer.ts";
import type { Entry } from "./entry.ts";
import { curlScript } from "./exports/curl.ts";
import { harArchive } from "./exports/har.ts";
import { jsonLines } from "./exports/jsonl.ts";
import type { TestRunner, InitialWorld } from "./exports/tests/written-test.ts";
import { pageFields, type EntryFilter } from "./filter.ts";
import type { WorldJournal } from "./journal.ts";
import type { JournalReading } from "./reading.ts";
import { repeat, type RepeatCall } from "./replay.ts";
import { replayTrace, type ReplayTarget } from "./replay-trace.ts";
import { isValidFor, signedDelivery } from "./signatures.ts";
import type { JournalStreams } from "./stream.ts";
import { entryView, wholeEntryView } from "./view.ts";

export interface JournalHandlerDeps {
  readonly journal: Pick<WorldJournal, "withoutSecrets">;
  readonly reading: JournalReading;
  readonly streams: JournalStreams;
  readonly slicer: TimeSlicer;
  readonly version: string;
  readonly settings: { readonly publicUrl: string };
  /**
   * The ids of the user and the application that a filter names. @throws InvalidForm for an unknown
   * name
   */
  readonly idsOf: (
    ctx: ReadContext,
    named: { readonly user?: string | undefined; readonly application?: string | undefined },
  ) => Promise<Pick<EntryFilter, "user" | "application">>;
  readonly usernamesOf: (
    ctx: ReadContext,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>;
  /** The public key of an application; undefined where the application was deleted. */
  readonly verifyKeyOf: (ctx: ReadContext, id: string) => Promise<string | undefined>;
  /** The world of a snapshot, or the current world. @throws UnknownSnapshot, WorldTooLarge */
  readonly worldAt: (ctx: ReadContext, snapshot: string | undefined) => Promise<InitialWorld>;
  /**
   * The content of an attachment in base64; undefined for a larger file, or one that does not
   * exist.
   */
  readonly fileOf: (ctx: ReadContext, id: string, maxBytes: number) => Promise<string | undefined>;
  readonly repeatCall: RepeatCall;
  /** The world of that name to replay in; undefined for this world. @throws UnknownWorld */
  readonly replayTarget: (name: string) => ReplayTarget | undefined;
}

type Query = Static<(typeof listJournal)["query"]>;

/** Binds the endpoints of the journal. */
export function journalHandlers(deps: JournalHandlerDeps): readonly Binding[] {
  const { reading, streams, idsOf } = deps;

  async function filterOf(ctx: ReadContext, query: Query): Promise<EntryFilter> {
    return { ...withoutKeys(query, pageFields), ...(await idsOf(ctx, query)) };
  }

  async function isSignatureValid(ctx: ReadContext, entry: Entry): Promise<boolean | undefined> {
    const signed = signedDelivery(entry);
    const key = signed && (await deps.verifyKeyOf(ctx, signed.application));
    return signed === undefined || key === undefined ? undefined : isValidFor(signed, key);
  }

  return [
    handleStream(listJournal, async (ctx, { query, lastEventId }) => {
      const filter = await filterOf(ctx, query);
      if (query.follow === true) {
        const from = lastEventId ?? query.after;
        await reading.agreeOnEpoch();
        return { status: 200, stream: streams.follow({ filter, from }) };
      }
      const { after, before, limit } = query;
      return reply(200, await reading.page(filter, { after, before, limit }));
    }),

    handle(getJournalEntry, async (ctx, { params }) => {
      const entry = await reading.entry(params.entry_id);
      return reply(200, {
        ...wholeEntryView(entry),
        ...definedFields({ signature_holds: await isSignatureValid(ctx, entry) }),
      });
    }),

    handle(getTrace, async (_ctx, { params, query }) => {
      const { after = "0", limit = limits.controlPageDefault.value } = query;
      const entries = await reading.trace(params.trace_id);
      const rest = entries.filter(({ number }) => number > Number(after));
      const items = rest.slice(0, limit).map(entryView);
      const hasMore = rest.length > items.length;
      return reply(200, {
        items,
        next: hasMore ? (items.at(-1)?.id ?? null) : null,
        previous: null,
      });
    }),

    handle(getTraceChildren, async (_ctx, { params, query }) =>
      reply(200, await familyOf(deps, params.trace_id, query)),
    ),

    handle(exportTrace, async (ctx, { query }) =>
      reply(200, await exportDocument(ctx, deps, query)),
    ),

    handle(exportEntries, async (ctx, { body }) =>
      reply(200, await exportDocument(ctx, deps, body())),
    ),

    handleAsync(replayEntry, async (_ctx, { params, body }) => {
      const { body: replacement } = body();
      const entry = await reading.entry(params.entry_id);
      const call = repeat(entry, replacement);
      if (call === undefined) throw new ApiError(NotReplayable);
      return reply(200, await deps.repeatCall(call));
    }),

    handleAsync(replayTraceEndpoint, async (_ctx, { params, body }) => {
      const { in: name } = body();
      const target = deps.replayTarget(name);
      const calls = await replayTrace(await reading.trace(params.trace_id), target);
      return reply(200, {
        same: calls.every((each) => each.status === each.before),
        calls: [...calls],
      });
    }),
  ];
}

/**
 * The traces that follow from a trace by what users did with its messages, and the trace that it
 * follows from. @throws UnknownTrace
 */
async function familyOf(
  { reading, slicer }: JournalHandlerDeps,
  id: string,
  { after, limit = limits.controlPageDefault.value }: Input<typeof getTraceChildren>["query"],
): Promise<Static<typeof TraceChildren>> {
  const trace = await reading.trace(id);
  loadTexts(trace);
  // Loaded on first use: few requests need it, and it brings in code that writes tests.
  const { childrenOf, parentOf } = await import("./trace-family.ts");
  const task = slicer.begin(limits.journalSearch.value);
  const from = Number(after ?? "0");
  const acts = await reading.source({ isActs: true, after: Math.max(from, trace[0]?.number ?? 0) });
  const found = await childrenOf(acts, trace, { after: from, count: limit + 1, task });
  const items = found.slice(0, limit).map(wholeEntryView);
  const parent = after === undefined ? await parentOf(reading, trace, task) : undefined;
  return {
    // The parent never changes, and a client that pages through the children got it with the first
    // page.
    ...(after === undefined ? { parent: parent === undefined ? null : entryView(parent) } : {}),
    items,
    next: found.length > limit ? (items.at(-1)?.id ?? null) : null,
  };
}

/** Reads the texts now, since newer entries could overwrite them during later awaits. */
function loadTexts(entries: readonly Entry[]): void {
  for (const entry of entries) entry.loadTexts();
}

type Export = Input<typeof exportTrace>["query"];

async function exportDocument(
  ctx: ReadContext,
  deps: JournalHandlerDeps,
  query: Export,
): Promise<DocumentText> {
  const { journal, reading, settings, version, usernamesOf } = deps;
  const url = settings.publicUrl;
  if (query.as === "world") {
    const { worldOfTest } = await testWriter();
    return worldOfTest(await deps.worldAt(ctx, query.snapshot), journal);
  }
  const entries = await selectEntries(reading, query);
  loadTexts(entries);
  switch (query.as) {
    case "curl": {
      const actors = new Set(
        entries.map(({ actor }) => actor).filter((each) => each !== undefined),
      );
      const usernames = await usernamesOf(ctx, [...actors]);
      return { mediaType: "text/x-shellscript", text: curlScript(entries, { url, usernames }) };
    }
    case "har":
      return { mediaType: "application/json", text: harArchive(entries, { version, url }) };
    case "jsonl":
      return { mediaType: "application/jsonl", text: jsonLines(entries) };
    case "vitest":
    case "jest":
    case "node":
    case "pytest":
      return testOf(ctx, deps, { ...query, as: query.as, entries });
  }
}

const missingSelection = () =>
  invalidForm({
    path: ["trace"],
    code: "BASE_TYPE_REQUIRED",
    message: "Name a trace, entries, or by `after` the entry before what is meant.",
  });

const doubleSelection = (path: "after" | "entries") =>
  invalidForm({
    path: [path],
    code: "EXCLUSIVE",
    message: "Name a trace, entries, or what lies between two entries: one of them.",
  });

/**
 * The entries of a trace, entries by their ids, or those between two entries. @throws InvalidForm,
 * UnknownTrace, UnknownJournalEntry, JournalForgotten
 */
async function selectEntries(reading: JournalReading, { trace, after, before, entries }: Export) {
  const isTwice = trace !== undefined && after !== undefined;
  if (isTwice) throw doubleSelection("after");
  if (entries !== undefined) {
    const isOther = [trace, after, before].some((each) => each !== undefined);
    if (isOther) throw doubleSelection("entries");
    return reading.entries(entries);
  }
  if (trace !== undefined) return reading.trace(trace);
  if (after === undefined) throw missingSelection();
  return reading.range(Number(after), before === undefined ? Infinity : Number(before));
}

async function testOf(
  ctx: ReadContext,
  { journal, reading, worldAt, fileOf }: JournalHandlerDeps,
  query: Omit<Export, "entries"> & { readonly as: TestRunner; readonly entries: readonly Entry[] },
): Promise<DocumentText> {
  const { as: runner, name = "recorded", app = [], world_file: worldFile, loose = [] } = query;
  const initial = await worldAt(ctx, query.snapshot);
  const { world: now } = query.snapshot === undefined ? initial : await worldAt(ctx, undefined);
  const { entries, trace } = query;
  const looseNumbers = loose.includes("numbers");
  const { filesSentIn, writeTest: writtenTest } = await testWriter();
  const all = await reading.source({});
  const part = { entries, isTrace: trace !== undefined, all, journal };
  const bytes = new Map<string, string>();
  for (const id of filesSentIn(part)) {
    const data = await fileOf(ctx, id, limits.journalBody.value);
    if (data !== undefined) bytes.set(id, data);
  }
  return writtenTest(
    { ...part, initial, now, bytes },
    { runner, name, app, worldFile, looseNumbers },
  );
}

/** Loaded on first use, since few requests need it and it would slow down every start. */
function testWriter() {
  return import("./exports/tests/written-test.ts");
}
