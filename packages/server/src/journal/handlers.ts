// The endpoints that show the journal. Source: product.md, Journal.
import {
  ExportNotSupported,
  exportTrace,
  getJournalEntry,
  getTrace,
  listJournal,
  NotReplayable,
  replayEntry,
  replayTrace as replayTraceEndpoint,
} from "@antechamber/contract/control";
import { limits, type Input } from "@antechamber/contract";
import type { DocumentText, Static } from "@antechamber/contract/schema";
import { ApiError } from "../platform/api-error.ts";
import type { ReadContext } from "../platform/context.ts";
import { handle, handleAsync, handleStream, reply, type Binding } from "../platform/handler.ts";
import type { TimeSlicer } from "../platform/time-slicer.ts";
import { curlScript } from "./exports/curl.ts";
import { harArchive } from "./exports/har.ts";
import { jsonLines } from "./exports/jsonl.ts";
import { matcherOf, type EntryFilter } from "./filter.ts";
import type { WorldJournal } from "./journal.ts";
import { pageOf } from "./pages.ts";
import { repeat, type SendAgain } from "./replay.ts";
import { replayTrace, type ReplayTarget } from "./replay-trace.ts";
import type { JournalStreams } from "./stream.ts";
import { entryOf, traceOf } from "./traces.ts";
import { entryView, wholeEntryView } from "./view.ts";

export interface JournalHandlerDeps {
  readonly journal: WorldJournal;
  readonly streams: JournalStreams;
  readonly slicer: TimeSlicer;
  readonly version: string;
  readonly settings: { readonly publicUrl: string };
  /** The ids of whom filters name. @throws InvalidForm for a name that nobody has */
  readonly idsOf: (
    ctx: ReadContext,
    named: { readonly user?: string | undefined; readonly application?: string | undefined },
  ) => Promise<Pick<EntryFilter, "user" | "application">>;
  readonly usernamesOf: (
    ctx: ReadContext,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>;
  readonly sendAgain: SendAgain;
  /** Another world; undefined for the name of this one. @throws UnknownWorld */
  readonly replayTarget: (name: string) => ReplayTarget | undefined;
}

type Query = Static<(typeof listJournal)["query"]>;

/** Binds them. */
export function journalHandlers(means: JournalHandlerDeps): readonly Binding[] {
  const { journal, streams, slicer, idsOf } = means;
  const { ring } = journal;

  async function filterOf(ctx: ReadContext, query: Query): Promise<EntryFilter> {
    const { trace, kind, name, status, text, since, user, application } = query;
    return { trace, kind, name, status, text, since, ...(await idsOf(ctx, { user, application })) };
  }

  return [
    handleStream(listJournal, async (ctx, { query, lastEventId }) => {
      const matches = matcherOf(await filterOf(ctx, query));
      if (query.follow === true) {
        const from = lastEventId ?? query.after;
        return { status: 200, stream: streams.follow({ matches, from }) };
      }
      const task = slicer.begin(limits.journalSearch.value);
      return reply(200, await pageOf(ring, matches, { wish: query, task }));
    }),

    handle(getJournalEntry, async (_ctx, { params }) =>
      reply(200, wholeEntryView(entryOf(ring, params.entry_id))),
    ),

    handle(getTrace, async (_ctx, { params, query }) => {
      const { after = "0", limit = 100 } = query;
      const entries = traceOf(ring, params.trace_id);
      const rest = entries.filter(({ number }) => number > Number(after));
      const items = rest.slice(0, limit).map(entryView);
      const hasMore = rest.length > items.length;
      return reply(200, {
        items,
        next: hasMore ? (items.at(-1)?.id ?? null) : null,
        previous: null,
      });
    }),

    handle(exportTrace, async (ctx, { query }) => reply(200, await exported(ctx, means, query))),

    handleAsync(replayEntry, async (_ctx, { params, body }) => {
      const { body: given } = body();
      const entry = entryOf(ring, params.entry_id);
      const call = repeat(entry, given);
      if (call === undefined) throw new ApiError(NotReplayable);
      return reply(200, await means.sendAgain(call));
    }),

    handleAsync(replayTraceEndpoint, async (_ctx, { params, body }) => {
      const { in: name } = body();
      const target = means.replayTarget(name);
      const calls = await replayTrace(traceOf(ring, params.trace_id), target);
      return reply(200, {
        same: calls.every((each) => each.status === each.before),
        calls: [...calls],
      });
    }),
  ];
}

async function exported(
  ctx: ReadContext,
  means: JournalHandlerDeps,
  { trace, as }: Input<typeof exportTrace>["query"],
): Promise<DocumentText> {
  const { journal, settings, version, usernamesOf } = means;
  const entries = traceOf(journal.ring, trace);
  const url = settings.publicUrl;
  switch (as) {
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
      throw new ApiError(ExportNotSupported, {
        message: `Export as ${as} is not supported yet: curl, har and jsonl are`,
      });
  }
}
