// A search: from the rarest of what is asked for to the documents that have it, of which each is held
// against all that is asked. Source: protocol: lobbies-and-sdk 9.
import { ageKey, limits, type SearchResults, type Static } from "@antechamber/contract";
import type { Context, ReadContext } from "../../platform/context.ts";
import { pairKey, pairsOf } from "../applications/installs.ts";
import type { ChannelRecord, GuildRecord } from "../guilds/guild.ts";
import { isThread } from "../guilds/operations.ts";
import { messages, messageView, type MessageRecord } from "../messages/message.ts";
import { searchDocuments, termOf, type SearchDocument } from "../messages/search-document.ts";
import {
  conditionsOf,
  meets,
  relevanceOf,
  startsOf,
  type Conditions,
  type SearchQuery,
} from "./conditions.ts";
import { ownMembership, searchablePlaces, threadView } from "./places.ts";
import { searchIndexes } from "./search.ts";

/** Documents that are read from the store at once. */
const BATCH = 1000;

/** Messages in one answer. Source: protocol: lobbies-and-sdk 9. */
const LIMIT_DEFAULT = 25;

/** Notes that a guild's index was asked for, from which moment it is made. */
export async function beginIndex(ctx: Context, guildId: string): Promise<void> {
  const record = await ctx.tx.get(searchIndexes, ageKey(guildId));
  if (record === undefined || record.askedAt !== undefined) return;
  ctx.tx.put(searchIndexes, { ...record, askedAt: ctx.now });
}

/** Makes a guild's messages searchable, or lets the first search of them find no index. */
export function wantIndex(ctx: Context, guildId: string, state: "ready" | "not_ready"): void {
  if (state === "not_ready") ctx.tx.put(searchIndexes, { guild_id: guildId });
  else ctx.tx.delete(searchIndexes, ageKey(guildId));
}

interface Range {
  readonly guildId: string;
  readonly after: string;
  readonly before: string;
  readonly newestFirst: boolean;
}

function rangeOf(guildId: string, { min_id, max_id, ...query }: SearchQuery): Range {
  const whole = pairsOf(guildId);
  return {
    guildId,
    after: min_id === undefined ? whole.after : pairKey(guildId, min_id),
    before: max_id === undefined ? whole.before : pairKey(guildId, max_id),
    newestFirst: query.sort_by === "relevance" || query.sort_order !== "asc",
  };
}

/** The documents under a term, or all of the range; at most as many as one search looks at. */
async function documentsUnder(
  ctx: ReadContext,
  { guildId, ...range }: Range,
  term: string | undefined,
): Promise<SearchDocument[]> {
  const under =
    term === undefined ? {} : ({ index: "term", value: termOf(guildId, term) } as const);
  const found: SearchDocument[] = [];
  let { after, before } = range;
  while (found.length < limits.searchedDocuments.value) {
    const limit = Math.min(BATCH, limits.searchedDocuments.value - found.length);
    const search = { ...under, after, before, newestFirst: range.newestFirst, limit };
    const batch = await ctx.tx.find(searchDocuments, search);
    found.push(...batch);
    const last = batch.at(-1);
    if (last === undefined || batch.length < limit) break;
    if (range.newestFirst) before = searchDocuments.key(last);
    else after = searchDocuments.key(last);
  }
  return found;
}

/** The list of terms under which the fewest documents stand; undefined: there is none. */
async function rarestStart(
  ctx: ReadContext,
  { guildId, after, before }: Range,
  starts: readonly (readonly string[])[],
): Promise<readonly string[] | undefined> {
  let rarest: { readonly terms: readonly string[]; readonly count: number } | undefined;
  for (const terms of starts) {
    let count = 0;
    for (const term of terms) {
      const value = termOf(guildId, term);
      count += await ctx.tx.count(searchDocuments, { index: "term", value, after, before });
    }
    if (rarest === undefined || count < rarest.count) rarest = { terms, count };
  }
  return rarest?.terms;
}

/** What may be meant, in the order in which it is looked at. */
async function candidates(
  ctx: ReadContext,
  range: Range,
  conditions: Conditions,
): Promise<readonly SearchDocument[]> {
  const terms = await rarestStart(ctx, range, startsOf(conditions));
  if (terms === undefined) return documentsUnder(ctx, range, undefined);
  const byKey = new Map<string, SearchDocument>();
  for (const term of terms) {
    for (const each of await documentsUnder(ctx, range, term)) {
      byKey.set(searchDocuments.key(each), each);
    }
  }
  const inOrder = [...byKey].toSorted(
    ([a], [b]) => (a < b ? -1 : 1) * (range.newestFirst ? -1 : 1),
  );
  return inOrder.slice(0, limits.searchedDocuments.value).map(([, document]) => document);
}

/** Equally relevant ones stay in the order of their age. */
function byRelevance(found: readonly SearchDocument[], conditions: Conditions): SearchDocument[] {
  return found
    .map((document) => ({ document, score: relevanceOf(document, conditions) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ document }) => document);
}

/** Who searches where. */
export interface Searching {
  readonly guild: GuildRecord;
  readonly userId: string;
  readonly query: SearchQuery;
}

type Results = Static<typeof SearchResults>;

/**
 * Searches a guild's messages in the channels whose history somebody may read. The count is of what
 * was found among the messages that one search looks at.
 *
 * @throws MissingPermissions
 */
export async function searchGuild(
  ctx: ReadContext,
  { guild, userId, query }: Searching,
): Promise<Results> {
  const places = await searchablePlaces(
    ctx,
    { guildId: guild.id, userId },
    { channelIds: query.channel_id, includesAgeRestricted: query.include_nsfw === true },
  );
  const conditions = conditionsOf(query);
  const looked = conditions.isImpossible
    ? []
    : await candidates(ctx, rangeOf(guild.id, query), conditions);
  const met = looked.filter((each) => places.has(each.channel_id) && meets(each, conditions));
  const sorted = query.sort_by === "relevance" ? byRelevance(met, conditions) : met;
  const { offset = 0, limit = LIMIT_DEFAULT } = query;
  const page = await Promise.all(
    sorted.slice(offset, offset + limit).map(({ channel_id, id }) => {
      return ctx.tx.get(messages, pairKey(channel_id, id));
    }),
  );
  const shown = page.filter((message) => message !== undefined);
  return {
    doing_deep_historical_index: false,
    total_results: met.length,
    messages: shown.map((message) => [{ ...messageView(ctx, message), hit: true }]),
    ...(await threadsAround(ctx, { guild, userId, places }, shown)),
  };
}

async function threadsAround(
  ctx: ReadContext,
  at: {
    readonly guild: GuildRecord;
    readonly userId: string;
    readonly places: ReadonlyMap<string, ChannelRecord>;
  },
  shown: readonly MessageRecord[],
): Promise<Pick<Results, "threads" | "members">> {
  const ids = new Set(shown.map((message) => message.channel_id));
  const threads = [...ids].flatMap((id) => at.places.get(id) ?? []).filter(isThread);
  return {
    threads: await Promise.all(threads.map((thread) => threadView(ctx, at.guild, thread))),
    members: threads.flatMap((thread) => ownMembership(thread, at.userId)),
  };
}
