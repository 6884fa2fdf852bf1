// Searches over HTTP: who may search, what a reply contains, and when there is none yet.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aService, type TestService } from "../../testing/start-service.ts";

const owner = "100000000000000001";
const bob = "100000000000000002";
const reader = "200000000000000001";
const blind = "200000000000000002";
const guild = "300000000000000001";
const general = "400000000000000001";
const hidden = "400000000000000002";
const past = "400000000000000003";
const adult = "400000000000000004";
const thread = "400000000000000005";
const cold = "300000000000000002";
const foreign = "300000000000000003";

const shut = (deny: string) => [{ id: "@everyone", type: 0, deny }];

const world = {
  clock: { now: "2026-06-01T00:00:00Z", frozen: true },
  users: [
    { id: owner, username: "alice", token: "alice" },
    { id: bob, username: "bob", token: "bob" },
  ],
  applications: [
    { id: reader, name: "Reader", bot: { token: "reader", intents: ["MESSAGE_CONTENT"] } },
    { id: blind, name: "Blind", bot: { token: "blind" } },
  ],
  guilds: [
    {
      id: guild,
      name: "Hall",
      owner: "alice",
      channels: [
        { id: general, name: "general" },
        { id: hidden, name: "hidden", permission_overwrites: shut("1024") },
        { id: past, name: "past", permission_overwrites: shut("65536") },
        { id: adult, name: "adult", nsfw: true },
        { id: thread, name: "thread", type: 11, parent_id: general, owner_id: reader },
      ],
      members: [{ user: "alice" }, { user: "bob" }, { user: "Reader" }, { user: "Blind" }],
      applications: [{ application: "Reader" }, { application: "Blind" }],
    },
    {
      id: cold,
      name: "Cold",
      owner: "alice",
      search_index: "not_ready",
      channels: [{ name: "x" }],
      members: [{ user: "alice" }, { user: "Reader" }],
      applications: [{ application: "Reader" }],
    },
    { id: foreign, name: "Foreign", owner: "alice", members: [{ user: "alice" }] },
  ],
};

let service: TestService;

const write = (channel: string, content: string, more: object = {}) =>
  service.call(`POST /channels/${channel}/messages`, {
    auth: "alice",
    body: { content, ...more },
  });
const searched = (query: string, { bot = "reader", of = guild } = {}) =>
  service.call(`GET /guilds/${of}/messages/search${query}`, { auth: `Bot ${bot}` });

/** The contents of the messages found, in order. */
async function contents(query: string): Promise<unknown[]> {
  const { status, body } = await searched(query);
  expect(status).toBe(200);
  return (body as { messages: { content: string }[][] }).messages.map(([each]) => each?.content);
}

beforeAll(async () => {
  service = await aService({ world });
  for (const [channel, content] of [
    [general, "first words"],
    [hidden, "hidden words"],
    [past, "past words"],
    [adult, "adult words"],
    [thread, "thread words, with https://example.org/path"],
    [general, "the very last words words"],
  ] as const) {
    await write(channel, content);
  }
});

afterAll(() => service.stop());

// Proves requirement 4.3 "search of guild messages"
test("a search finds what the bot may read, newest first, with threads and memberships", async () => {
  const { body } = await searched("?content=words");
  expect(body).toMatchObject({
    doing_deep_historical_index: false,
    total_results: 3,
    messages: [
      [{ content: "the very last words words", hit: true, channel_id: general }],
      [{ content: "thread words, with https://example.org/path", hit: true }],
      [{ content: "first words", hit: true }],
    ],
    threads: [{ id: thread, parent_id: general, message_count: 1 }],
    members: [{ id: thread, user_id: reader }],
  });
  expect(JSON.stringify(body)).not.toContain("reactions");
});

test("age-restricted channels are searched only on request", async () => {
  expect(await contents("?content=adult")).toEqual([]);
  expect(await contents("?content=adult&include_nsfw=true")).toEqual(["adult words"]);
});

test("pages start at the offset, and the total counts all results", async () => {
  const { body } = await searched("?content=words&limit=1&offset=1&sort_order=asc");
  expect(body).toMatchObject({
    total_results: 3,
    messages: [[{ content: "thread words, with https://example.org/path" }]],
  });
  expect((await searched("?content=words&offset=9975")).at("messages")).toEqual([]);
});

test("messages with most of the words come first when sorted by relevance", async () => {
  const [first] = await contents("?content=words&sort_by=relevance&sort_order=asc");
  expect(first).toBe("first words");
});

test("lists are given by repeating a parameter", async () => {
  const found = await contents(`?channel_id=${general}&channel_id=${thread}&has=-link`);
  expect(found).toEqual(["the very last words words", "first words"]);
  expect(await contents("?link_hostname=EXAMPLE.org&author_type=user")).toHaveLength(1);
  expect(await contents("?author_type=-user")).toEqual([]);
});

test("edited messages are found by their new text, and deleted ones not at all", async () => {
  const { id } = await write(general, "draft");
  const one = `/channels/${general}/messages/${id}`;
  await service.call(`PATCH ${one}`, { auth: "alice", body: { content: "fair copy" } });
  expect([await contents("?content=draft"), await contents("?content=fair+copy")]).toEqual([
    [],
    ["fair copy"],
  ]);
  await service.call(`DELETE ${one}`, { auth: "alice" });
  expect(await contents("?content=fair+copy")).toEqual([]);
});

test("a text without words finds nothing", async () => {
  expect(await contents("?content=!!!")).toEqual([]);
});

describe("a search is refused", () => {
  test.each([
    ["a guild that is not there", { of: "999" }, [404, 10004]],
    ["a guild without the bot", { of: foreign }, [403, 50001]],
    // Proves requirement 4.3 "search: what it needs"
    ["an application without the intent for messages", { bot: "blind" }, [403, 50001]],
  ] as const)("%s", async (_name, options, refusal) => {
    const answer = await searched("?content=words", options);
    expect([answer.status, answer.at("code")]).toEqual(refusal);
  });

  // Proves requirement 4.3 "search: what it needs"
  test("if none of the channels may be read", async () => {
    const answer = await searched(`?channel_id=${hidden}&channel_id=${past}`);
    expect([answer.status, answer.at("code")]).toEqual([403, 50013]);
    expect((await searched(`?channel_id=${hidden}&channel_id=${general}`)).status).toBe(200);
  });

  test.each([
    ["limit=26", "limit", "NUMBER_TYPE_MAX"],
    ["offset=9976", "offset", "NUMBER_TYPE_MAX"],
    ["slop=101", "slop", "NUMBER_TYPE_MAX"],
    [`content=${"x".repeat(1025)}`, "content", "BASE_TYPE_MAX_LENGTH"],
    [`content=${"a+".repeat(65)}`, "content", "BASE_TYPE_MAX_LENGTH"],
    ["sort_by=age", "sort_by", "BASE_TYPE_CHOICES"],
    ["has=nothing", "has.0", "BASE_TYPE_CHOICES"],
    ["has=link&has=link", "has.1", "BASE_TYPE_CHOICES"],
  ])("%s", async (query, place, code) => {
    const answer = await searched(`?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.at("errors", ...place.split("."), "_errors", 0, "code")).toBe(code);
  });
});

test("a search accepts as many words as the limit", async () => {
  expect((await searched(`?content=${"a+".repeat(64)}`)).status).toBe(200);
});

const notReady = {
  message: "Index not yet available. Try again later",
  code: 110_000,
  documents_indexed: 0,
  retry_after: 2,
};

// Proves requirement 7 "110000"
test("the first search of an unindexed guild answers 202 for two seconds", async () => {
  const first = await searched("", { of: cold });
  expect([first.status, first.body]).toEqual([202, notReady]);
  await service.control("PATCH /clock", { advance: "PT0.5S" });
  expect((await searched("", { of: cold })).body).toEqual({ ...notReady, retry_after: 2 });
  await service.control("PATCH /clock", { advance: "PT1S" });
  expect((await searched("", { of: cold })).body).toEqual({ ...notReady, retry_after: 1 });
  await service.control("PATCH /clock", { advance: "PT0.5S" });
  expect((await searched("", { of: cold })).status).toBe(200);

  await service.control(`PATCH /guilds/${cold}`, { search_index: "not_ready" });
  expect((await service.control(`GET /guilds/${cold}`)).at("search_index")).toBe("not_ready");
  expect((await searched("", { of: cold })).status).toBe(202);
  await service.control(`PATCH /guilds/${cold}`, { search_index: "ready" });
  expect((await searched("", { of: cold })).status).toBe(200);
});

// Proves requirement 7 "110000"
test("an injected fault answers 202 as if there were no index", async () => {
  const match = { route: "guilds.searchMessages" };
  await service.control("POST /faults", { match, http: { status: 202 } });
  const answer = await searched("?content=words");
  expect([answer.status, answer.body]).toEqual([202, notReady]);
  expect((await searched("?content=words")).status).toBe(200);
});

test("threads and memberships have the same fields as in other endpoints", async () => {
  const as = { auth: "Bot reader" };
  const body = { name: "late", type: 11 };
  const begun = await service.call(`POST /channels/${general}/threads`, { auth: "alice", body });
  const id = begun.at("id") as string;
  const gone = await write(id, "gone");
  await write(id, "seldom");
  await service.call(`DELETE /channels/${id}/messages/${gone.at("id") as string}`, {
    auth: "alice",
  });
  await service.control("PATCH /clock", { advance: "PT1H" });
  await service.call(`PUT /channels/${id}/thread-members/@me`, as);
  const whole = await service.call(`GET /channels/${id}`, as);
  const membership = await service.call(`GET /channels/${id}/thread-members/${reader}`, as);
  const { threads, members } = (await searched("?content=seldom")).body as {
    readonly threads: readonly object[];
    readonly members: readonly object[];
  };
  expect(whole.body).toMatchObject(threads[0] ?? {});
  expect(threads).toMatchObject([{ message_count: 1, total_message_sent: 2, member_count: 2 }]);
  expect(members).toEqual([membership.body]);
});
