// Searches by the index, compared with a simple filter over all messages, on both stores.
import { limits } from "@antechamber/contract";
import type { Message } from "@antechamber/contract/messages";
import type { Static } from "@antechamber/contract/schema";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TimeSlicer } from "../../platform/time/time-slicer.ts";
import {
  memoryPlace,
  postgresPlace,
} from "../../platform/storage/conformance/store-places.conformance.ts";
import type { StorePlace } from "../../platform/storage/conformance/store-model.conformance.ts";
import type { Store } from "../../platform/store.ts";
import { aChannel, aGuild, aMember, aMessage, aRole, aUser } from "../../testing/records.ts";
import { seededRandom } from "../../testing/seeded-random.ts";
import { channels, guilds, members, roles } from "../guilds/guild.ts";
import { dropMessage, storeMessage } from "../messages/message-store.ts";
import { messages, type MessageRecord } from "../messages/message.ts";
import { searchDocuments } from "../messages/search-document.ts";
import { users, userView } from "../users/user.ts";
import type { SearchQuery } from "./conditions.ts";
import { searchGuild, type SearchDeps } from "./operations.ts";
import { searchIndexes } from "./search.ts";

const url = process.env["TEST_PG_URL"] ?? "";
const tables = [users, guilds, roles, channels, members, messages, searchDocuments, searchIndexes];

const me = "200000000000000001";
const guildId = "300000000000000001";
const open = "400000000000000001";
const hidden = "400000000000000002";
const adult = "400000000000000003";
const thread = "400000000000000004";
const places = [open, hidden, adult, thread];
const people = ["500000000000000001", "500000000000000002", me];
const vocabulary = ["red", "green", "Blue", "été", "東", "of"];

class Dice {
  readonly #random = seededRandom("search");
  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error("nothing to pick from");
    return value;
  }
  below(count: number): number {
    return (this.#random.bytes(1)[0] ?? 0) % count;
  }
  maybe<T>(chance: number, make: () => T): T | undefined {
    return this.below(100) < chance ? make() : undefined;
  }
  words(most: number): string[] {
    return Array.from({ length: this.below(most + 1) }, () => this.pick(vocabulary));
  }
}

const LINKS = ["https://a.example/x", "http://B.example"];
const FILES = [
  { filename: "cat.PNG", content_type: "image/png" },
  { filename: "song.mp3", content_type: "audio/mpeg" },
  { filename: "notes", content_type: "text/plain" },
];

const settings = { production: false, publicUrl: "http://x", fileKey: new Uint8Array(32) };
const NO_WORDS: readonly string[] = [];

type Content = Static<typeof Message>;

function aRandomMessage(dice: Dice, serial: number): MessageRecord {
  const author = userView(
    aUser(
      dice.pick(people),
      dice.maybe(30, () => ({ bot: true })),
    ),
  );
  const file = dice.maybe(30, () => dice.pick(FILES));
  const replied = dice.maybe(25, () => dice.pick(people));
  const embed = dice.maybe(20, () => ({ type: "rich", ...dice.maybe(50, () => ({ image: {} })) }));
  const id = (600_000_000_000_000_000n + BigInt(serial)).toString();
  const attachment = { id, size: 1, url: "u", proxy_url: "u" };
  return aMessage(id, {
    channel_id: dice.pick(places),
    guild_id: guildId,
    author,
    content: [...dice.words(8), ...(dice.maybe(20, () => [dice.pick(LINKS)]) ?? NO_WORDS)].join(
      " ",
    ),
    mentions: dice.maybe(25, () => [userView(aUser(dice.pick(people)))]) ?? [],
    mention_everyone: dice.below(5) === 0,
    pinned: dice.below(4) === 0,
    attachments: file === undefined ? [] : [{ ...attachment, ...file }],
    embeds: embed === undefined ? [] : [embed],
    ...dice.maybe(10, () => ({ webhook_id: "7" })),
    ...(replied === undefined
      ? {}
      : {
          type: 19,
          message_reference: { type: 0, message_id: "9" },
          referenced_message: { author: { id: replied }, mentions: [] },
        }),
    ...dice.maybe(5, () => ({ visibleTo: me })),
  });
}

function aRandomQuery(dice: Dice): SearchQuery {
  const some = <T>(values: readonly T[]) => [...new Set([dice.pick(values), dice.pick(values)])];
  const query = {
    content: dice.maybe(50, () => dice.words(3).join(" ")),
    slop: dice.maybe(50, () => dice.below(4)),
    author_id: dice.maybe(20, () => some(people)),
    author_type: dice.maybe(15, () =>
      some(["user", "bot", "webhook", "-bot", "-webhook"] as const),
    ),
    mentions: dice.maybe(15, () => some(people)),
    mention_everyone: dice.maybe(15, () => dice.below(2) === 0),
    pinned: dice.maybe(15, () => dice.below(2) === 0),
    replied_to_user_id: dice.maybe(10, () => some(people)),
    has: dice.maybe(20, () => some(["link", "file", "image", "-file", "embed", "-link"] as const)),
    attachment_extension: dice.maybe(10, () => ["png"]),
    link_hostname: dice.maybe(10, () => ["b.example", "c.example"]),
    embed_type: dice.maybe(10, () => ["image"] as const),
    channel_id: dice.maybe(20, () => some([open, adult, thread])),
    include_nsfw: dice.maybe(40, () => true),
    min_id: dice.maybe(20, () => `6000000000000000${dice.below(90) + 10}`),
    max_id: dice.maybe(20, () => `6000000000000001${dice.below(90) + 10}`),
    limit: dice.maybe(40, () => 1 + dice.below(25)),
    offset: dice.maybe(30, () => dice.below(20)),
    sort_order: dice.maybe(40, () => dice.pick(["asc", "desc"] as const)),
  };
  return JSON.parse(JSON.stringify(query)) as SearchQuery;
}

/**
 * Splits words in a different way than the index: these texts only need to be split at spaces and
 * in links.
 */
function plainWords(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll("é", "e")
    .split(/[\s:/.]+/)
    .filter((word) => word !== "");
}

function holdsInOrder(text: string[], wanted: string[], slop: number): boolean {
  if (wanted.length === 0) return true;
  const tries = (i: number, last: number): boolean =>
    i === wanted.length ||
    text.some(
      (word, at) =>
        word === wanted[i] && at > last && (i === 0 || at - last - 1 <= slop) && tries(i + 1, at),
    );
  return tries(0, -1);
}

function typeOf({ webhook_id, author }: Content): string {
  return webhook_id === undefined ? (author.bot === true ? "bot" : "user") : "webhook";
}

function things({ content, attachments, embeds }: Content): Record<string, boolean> {
  const pictures = embeds.some((embed) => "image" in embed);
  return {
    link: content.includes("://"),
    file: attachments.length > 0,
    image: pictures || attachments.some(({ filename }) => filename === "cat.PNG"),
    embed: embeds.length > 0,
  };
}

type Check = (message: MessageRecord, query: SearchQuery) => boolean;

/** One check per filter: true for a message that passes it. */
const checks: readonly Check[] = [
  ({ visibleTo }) => visibleTo === undefined,
  ({ channel_id: id }) => id !== hidden,
  ({ channel_id: id }, { include_nsfw }) => id !== adult || include_nsfw === true,
  ({ channel_id: id }, query) => query.channel_id?.includes(id) ?? true,
  ({ id }, { min_id: bound }) => bound === undefined || BigInt(id) > BigInt(bound),
  ({ id }, { max_id: bound }) => bound === undefined || BigInt(id) < BigInt(bound),
  ({ author }, query) => query.author_id?.includes(author.id) ?? true,
  isOfType,
  ({ mentions }, query) =>
    query.mentions?.some((id) => mentions.some((user) => user.id === id)) ?? true,
  ({ mention_everyone: has }, query) => (query.mention_everyone ?? has) === has,
  ({ pinned: has }, query) => (query.pinned ?? has) === has,
  ({ referenced_message: replied }, { replied_to_user_id: ids }) =>
    ids?.includes((replied as { author: { id: string } } | undefined)?.author.id ?? "") ?? true,
  hasThings,
  ({ attachments }, { attachment_extension: wanted }) =>
    wanted === undefined || attachments.some(({ filename }) => filename.endsWith(".PNG")),
  ({ content }, { link_hostname: wanted }) => wanted === undefined || content.includes("B.example"),
  ({ embeds }, { embed_type: wanted }) =>
    wanted === undefined || embeds.some((embed) => "image" in embed),
  ({ content }, query) =>
    holdsInOrder(plainWords(content), plainWords(query.content ?? ""), query.slop ?? 2),
];

function isOfType(message: MessageRecord, { author_type: types = [] }: SearchQuery): boolean {
  const wanted = types.filter((each) => !each.startsWith("-"));
  const isWanted = wanted.length === 0 || wanted.some((each) => each === typeOf(message));
  return isWanted && !types.some((each) => each === `-${typeOf(message)}`);
}

function hasThings(message: MessageRecord, { has: wanted = [] }: SearchQuery): boolean {
  const has = things(message);
  return wanted.every((each) =>
    each.startsWith("-") ? has[each.slice(1)] === false : has[each] === true,
  );
}

function isMeant(message: MessageRecord, query: SearchQuery): boolean {
  return checks.every((check) => check(message, query));
}

function expected(all: readonly MessageRecord[], query: SearchQuery) {
  const met = all
    .filter((message) => isMeant(message, query))
    .toSorted((a, b) => Number(BigInt(b.id) - BigInt(a.id)));
  if (query.sort_order === "asc") met.reverse();
  const { offset = 0, limit = 25 } = query;
  return { total: met.length, ids: met.slice(offset, offset + limit).map(({ id }) => id) };
}

async function fill(store: Store): Promise<MessageRecord[]> {
  const dice = new Dice();
  const inGuild = { guild_id: guildId };
  const shut = { id: guildId, type: 0, allow: "0", deny: "65536" } as const;
  const drafts = Array.from({ length: 300 }, (_, i) => aRandomMessage(dice, i));
  const remaining = new Map(drafts.map((message) => [message.id, message]));
  await store.transaction(async (tx) => {
    tx.put(guilds, aGuild(guildId, { owner_id: people[0] ?? "" }));
    tx.put(roles, aRole({ ...inGuild, id: guildId }, "VIEW_CHANNEL", "READ_MESSAGE_HISTORY"));
    tx.put(members, aMember({ ...inGuild, user_id: me }));
    tx.put(channels, aChannel(open, inGuild));
    tx.put(channels, aChannel(hidden, { ...inGuild, permission_overwrites: [shut] }));
    tx.put(channels, aChannel(adult, { ...inGuild, nsfw: true }));
    tx.put(channels, aChannel(thread, { ...inGuild, type: 11, parent_id: open }));
    for (const message of drafts) storeMessage(tx, message);
  });
  // Some messages are edited or deleted, and the index must follow.
  for (const message of drafts) {
    const after = dice.maybe(20, () => ({ ...aRandomMessage(dice, 0), id: message.id }));
    const changed = after && { ...after, channel_id: message.channel_id };
    const isGone = dice.below(10) === 0;
    await store.transaction(async (tx) => {
      if (isGone) dropMessage(tx, message);
      else if (changed && changed.visibleTo === message.visibleTo) storeMessage(tx, changed);
    });
    if (isGone) remaining.delete(message.id);
    else if (changed && changed.visibleTo === message.visibleTo) remaining.set(message.id, changed);
  }
  return [...remaining.values()];
}

/** The dependencies of a search without time pressure: the clock stands still. */
function meansOn(store: Store): SearchDeps {
  const real = () => 0;
  const slicer = new TimeSlicer({ real, after: () => () => undefined });
  return { read: (look) => store.read((tx) => look({ tx, now: 0, settings })), slicer };
}

const kinds = [
  ["SQLite", memoryPlace],
  ...(url === "" ? [] : [["PostgreSQL", () => postgresPlace(url)] as const]),
] as const;

describe.each(kinds)("on %s", (_name, placeOf) => {
  let place: StorePlace;
  let store: Store;

  beforeEach(async () => {
    place = await placeOf();
    store = await place.open(tables);
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  // Proves requirement 4.3 "search of guild messages"
  test("searches find the same messages as a filter over all messages", async () => {
    const all = await fill(store);
    const dice = new Dice();
    const guild = aGuild(guildId, { owner_id: people[0] ?? "" });
    let found = 0;
    for (let round = 0; round < 400; round += 1) {
      const query = aRandomQuery(dice);
      const wanted = expected(all, query);
      const results = await searchGuild(meansOn(store), { guild, userId: me, query });
      if (results === undefined) throw new Error("a search took too long");
      const ids = results.messages.map(([message]) => message?.id);
      expect([query, results.total_results, ids]).toEqual([query, wanted.total, wanted.ids]);
      found += ids.length;
    }
    expect(found).toBeGreaterThan(500);
  });

  test("a search examines a limited number of messages, from the newest or oldest", async () => {
    const max = limits.searchedDocuments.value;
    const first = 600_000_000_000_000_000n;
    await fill(store);
    await store.transaction(async (tx) => {
      for (let i = 0n; i < BigInt(max) + 100n; i += 1n) {
        const words = i === 0n || i === 100n ? ["rare"] : [];
        const id = (first * 2n + i).toString();
        const of = { guild_id: guildId, channel_id: open, id, words, features: ["pinned"] };
        tx.put(searchDocuments, of);
      }
    });
    const found = async (query: SearchQuery) => {
      const guild = aGuild(guildId, { owner_id: people[0] ?? "" });
      const fullQuery = { min_id: (first * 2n - 1n).toString(), ...query };
      const results = await searchGuild(meansOn(store), { guild, userId: me, query: fullQuery });
      return results?.total_results;
    };
    expect(await found({ pinned: true })).toBe(max);
    // Rarer terms lead to all matches; without one, the documents beyond the limit are not found.
    expect([await found({ content: "rare" }), await found({})]).toEqual([2, max]);
  });

  test("a search ends at its timeout, and yields to other work", async () => {
    const guild = aGuild(guildId, { owner_id: people[0] ?? "" });
    const words = Array.from({ length: 900 }, (_, nth) => "ab"[nth % 2] ?? "");
    await fill(store);
    await store.transaction(async (tx) => {
      for (let nth = 0n; nth < 400n; nth += 1n) {
        const id = (700_000_000_000_000_000n + nth).toString();
        tx.put(searchDocuments, { guild_id: guildId, channel_id: open, id, words, features: [] });
      }
    });
    const content = "a b ".repeat(30);
    // Each reading of the clock advances it.
    let now = 0;
    let turns = 0;
    const clock = {
      real: () => (now += 4),
      after(_ms: number, task: () => void) {
        turns += 1;
        setImmediate(task);
        return () => undefined;
      },
    };
    const deps = { ...meansOn(store), slicer: new TimeSlicer(clock) };
    const query = { content, slop: 0, sort_by: "relevance", offset: 9000 } as const;
    expect(await searchGuild(deps, { guild, userId: me, query })).toBeUndefined();
    expect(turns).toBeGreaterThan(50);
    // A full page is a valid reply.
    const short = await searchGuild(deps, { guild, userId: me, query: { content, slop: 0 } });
    expect(short?.total_results).toBeGreaterThanOrEqual(25);
  });
});
