// Runs a search: it starts from the rarest of the required terms, reads the documents that have it,
// and checks each against all conditions. It reads in small batches, each with a view of its own.
// Source: protocol: lobbies-and-sdk 9.
import { limits } from "@antechamber/contract";
import type { SearchResults } from "@antechamber/contract/messages";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../platform/context.ts";
import type { TimeSlicer, SlicedTask } from "../../platform/time/time-slicer.ts";
import type { Transactions } from "../../platform/transactions.ts";
import { compoundKey, withPrefix } from "../../platform/records/compound-keys.ts";
import type { ChannelRecord, GuildRecord } from "../guilds/guild.ts";
import { isThread } from "../guilds/operations.ts";
import { messages, type MessageRecord } from "../messages/message.ts";
import { wholeViewer } from "../messages/readable.ts";
import { searchDocuments, withTerm, type SearchDocument } from "../messages/search-document.ts";
import {
  conditionsOf,
  meetsConditions,
  relevanceOf,
  startTermsOf,
  type Conditions,
  type SearchQuery,
} from "./conditions.ts";
import { ownMembership, searchableChannels, threadView } from "./searchable-channels.ts";
import { searchIndexes } from "./search.ts";

/** How many documents are read at once: at most a few milliseconds of work. */
const BATCH = 50;

/** The default number of messages in a reply. */
const LIMIT_DEFAULT = 25;

/** Records that a guild's index was requested, which starts the time until it is ready. */
export async function beginIndex(ctx: Context, guildId: string): Promise<void> {
  const record = await ctx.tx.get(searchIndexes, snowflakeKey(guildId));
  if (record === undefined || record.askedAt !== undefined) return;
  ctx.tx.put(searchIndexes, { ...record, askedAt: ctx.now });
}

/**
 * Makes a guild's messages searchable, or makes its first search report that the index is not
 * ready.
 */
export function setIndexState(ctx: Context, guildId: string, state: "ready" | "not_ready"): void {
  if (state === "not_ready") ctx.tx.put(searchIndexes, { guild_id: guildId });
  else ctx.tx.delete(searchIndexes, snowflakeKey(guildId));
}

interface Range {
  readonly guildId: string;
  readonly after: string;
  readonly before: string;
  readonly newestFirst: boolean;
}

function rangeOf(guildId: string, { min_id, max_id, ...query }: SearchQuery): Range {
  const whole = withPrefix(guildId);
  return {
    guildId,
    after: min_id === undefined ? whole.after : compoundKey(guildId, min_id),
    before: max_id === undefined ? whole.before : compoundKey(guildId, max_id),
    newestFirst: query.sort_by === "relevance" || query.sort_order !== "asc",
  };
}

/** How a search reads the store, and what makes it yield to other tasks. */
export interface SearchDeps {
  readonly read: Transactions["read"];
  readonly slicer: TimeSlicer;
}

/** A running search. */
interface RunningSearch {
  readonly read: Transactions["read"];
  readonly task: SlicedTask;
  readonly range: Range;
  readonly conditions: Conditions;
  readonly channels: ReadonlyMap<string, ChannelRecord>;
}

/** A message that matches. */
interface Hit {
  readonly key: string;
  readonly id: string;
  readonly channel_id: string;
  readonly score: number;
}

/** The keys of the documents that were checked, and the matching messages. */
interface Findings {
  readonly checked: Set<string>;
  readonly hits: Map<string, Hit>;
}

function check(
  document: SearchDocument,
  { conditions, channels }: RunningSearch,
  { checked, hits }: Findings,
) {
  const key = searchDocuments.key(document);
  if (checked.has(key)) return;
  checked.add(key);
  const { id, channel_id } = document;
  if (!channels.has(channel_id) || !meetsConditions(document, conditions)) return;
  hits.set(key, { key, id, channel_id, score: relevanceOf(document, conditions) });
}

/** Checks documents with a term, or all documents of the range, up to the limit of one search. */
async function checkUnder(
  running: RunningSearch,
  term: string | undefined,
  found: Findings,
): Promise<void> {
  const { read, task, range } = running;
  const under = term === undefined ? {} : withTerm(range.guildId, term);
  let { after, before } = range;
  let remaining = limits.searchedDocuments.value;
  while (remaining > 0 && !task.isOver()) {
    const search = { ...under, after, before, newestFirst: range.newestFirst };
    const limit = Math.min(BATCH, remaining);
    const batch = await read(({ tx }) => tx.find(searchDocuments, { ...search, limit }));
    for (const document of batch) {
      check(document, running, found);
      await task.yieldIfDue();
    }
    remaining -= batch.length;
    const last = batch.at(-1);
    if (last === undefined || batch.length < limit) return;
    if (range.newestFirst) before = searchDocuments.key(last);
    else after = searchDocuments.key(last);
  }
}

/** The list of terms that the fewest documents have; undefined when there is no list. */
async function rarestStart({
  read,
  task,
  range,
  conditions,
}: RunningSearch): Promise<readonly string[] | undefined> {
  const { guildId, after, before } = range;
  const limit = limits.searchedDocuments.value;
  let rarest: { readonly terms: readonly string[]; readonly count: number } | undefined;
  for (const terms of startTermsOf(conditions)) {
    let count = 0;
    for (const term of terms) {
      const search = { ...withTerm(guildId, term), after, before, limit };
      count += await read(({ tx }) => tx.count(searchDocuments, search));
      await task.yieldIfDue();
    }
    if (rarest === undefined || count < rarest.count) rarest = { terms, count };
  }
  return rarest?.terms;
}

/** The matching messages, in the order of the search. */
async function hitsOf(running: RunningSearch): Promise<readonly Hit[]> {
  const found: Findings = { checked: new Set(), hits: new Map() };
  const terms = await rarestStart(running);
  for (const term of terms ?? [undefined]) await checkUnder(running, term, found);
  const direction = running.range.newestFirst ? -1 : 1;
  const inOrder = [...found.checked].toSorted((a, b) => (a < b ? -1 : 1) * direction);
  const checked = inOrder.slice(0, limits.searchedDocuments.value);
  return checked.flatMap((key) => found.hits.get(key) ?? []);
}

/** The guild to search, the user for whom it is searched, and the query. */
export interface Searching {
  readonly guild: GuildRecord;
  readonly userId: string;
  readonly query: SearchQuery;
}

type Results = Static<typeof SearchResults>;

/**
 * Searches a guild's messages in the channels whose history the user may read. The total counts the
 * matches among the documents that one search checks.
 *
 * @returns undefined when it would exceed the time limit of a search
 * @throws MissingPermissions, InvalidForm
 */
export async function searchGuild(
  { read, slicer }: SearchDeps,
  { guild, userId, query }: Searching,
): Promise<Results | undefined> {
  const channels = await read((ctx) =>
    searchableChannels(
      ctx,
      { guildId: guild.id, userId },
      { channelIds: query.channel_id, includesAgeRestricted: query.include_nsfw === true },
    ),
  );
  const conditions = conditionsOf(query);
  const task = slicer.begin(limits.searchTime.value);
  const running = { read, task, range: rangeOf(guild.id, query), conditions, channels };
  const hits = conditions.isImpossible ? [] : await hitsOf(running);
  const { offset = 0, limit = LIMIT_DEFAULT } = query;
  // A full page is a valid reply, even if more could be found.
  if (task.isOver() && hits.length < offset + limit) return undefined;
  // The sort is stable, so equally relevant messages stay in order of age.
  const sorted = query.sort_by === "relevance" ? hits.toSorted((a, b) => b.score - a.score) : hits;
  const page = sorted.slice(offset, offset + limit);
  return read((ctx) => resultsOf(ctx, { guild, userId, channels }, { total: hits.length, page }));
}

/** The user to whom messages are shown, with the guild and its searchable channels. */
interface Shown {
  readonly guild: GuildRecord;
  readonly userId: string;
  readonly channels: ReadonlyMap<string, ChannelRecord>;
}

async function resultsOf(
  ctx: ReadContext,
  at: Shown,
  { total, page }: { readonly total: number; readonly page: readonly Hit[] },
): Promise<Results> {
  const found = await Promise.all(
    page.map(({ channel_id, id }) => ctx.tx.get(messages, compoundKey(channel_id, id))),
  );
  const hits = found.filter((message) => message !== undefined);
  const view = wholeViewer(ctx, at.userId);
  return {
    doing_deep_historical_index: false,
    total_results: total,
    messages: await Promise.all(
      hits.map(async (message) => [{ ...(await view(message)), hit: true }]),
    ),
    ...threadsAround(at, hits),
  };
}

function threadsAround(
  at: Shown,
  hits: readonly MessageRecord[],
): Pick<Results, "threads" | "members"> {
  const ids = new Set(hits.map((message) => message.channel_id));
  const threads = [...ids].flatMap((id) => at.channels.get(id) ?? []).filter(isThread);
  return {
    threads: threads.map((thread) => threadView(at.guild, thread)),
    members: threads.flatMap((thread) => ownMembership(thread, at.userId)),
  };
}
