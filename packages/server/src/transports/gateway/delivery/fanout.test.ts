import { event, events, type EventDeclaration } from "@antechamber/contract";
import { intentMask, type IntentName } from "@antechamber/contract/gateway";
import { object, text } from "@antechamber/contract/schema";
import { describe, expect, test } from "vitest";
import { channels } from "../../../domains/guilds/guild.ts";
import { signIn, type GatewayClient } from "../../../testing/clients/gateway-client.ts";
import {
  aGatewayWorld,
  ids,
  tokens,
  type GatewayWorld,
  type Place,
} from "../../../testing/worlds/gateway-world.ts";
import { aChannel } from "../../../testing/records.ts";
import { definedFields } from "../../../platform/defined-fields.ts";

/** An event of each scope, with and without an intent. */
function declared(scope: EventDeclaration["scope"], intent?: EventDeclaration["intent"]) {
  return event({
    name: `${scope}_${intent === undefined ? "always" : "wanted"}`.toUpperCase(),
    source: "tests",
    summary: "Something happened.",
    scope,
    ...definedFields({ intent }),
    payload: object({ word: text() }),
  });
}

const forGuild = declared("guild");
const forGuildAlike = {
  ...declared("guild"),
  name: "GUILD_ALIKE",
  changesViews: false,
} as const;
const forGuildWanted = declared("guild", { guild: "GUILD_MEMBERS" });
const forApplication = declared("application");
const forUser = declared("user");
const forUsers = declared("users", { guild: "LOBBIES" });
const forNobody = declared("nobody");
const declarations = [
  ...events,
  forGuild,
  forGuildAlike,
  forGuildWanted,
  forApplication,
  forUser,
  forUsers,
  forNobody,
];

async function aWorld(): Promise<GatewayWorld> {
  return aGatewayWorld({ events: declarations });
}

/** A session without guilds, so that it receives only what the test emits. */
async function listener(
  world: GatewayWorld,
  token: string,
  ...intents: readonly IntentName[]
): Promise<GatewayClient> {
  return (await signIn(world.url, { token, intents: intentMask(...intents) })).client;
}

/** Names and contents of everything that a session has received so far. */
async function eventLines(world: GatewayWorld, client: GatewayClient): Promise<readonly string[]> {
  const everyone = [ids.alice, ids.bob, ids.concierge, ids.watcher];
  await Promise.all(
    everyone.map((user_id) => world.emit("MARK", { kind: "user", user_id }, { word: "" })),
  );
  await client.nextEvent("MARK");
  return client
    .readReceived(({ t, d }) => {
      const { word, content } = d as { word?: string; content?: string };
      return t === "MESSAGE_CREATE" ? (content ?? "") : `${t}${word === "" ? "" : `:${word}`}`;
    })
    .filter((each) => each !== "MARK");
}

const word = { word: "" };
const direct: Place = { channel: ids.direct };
const hidden: Place = { channel: ids.hidden, guild: ids.firstGuild };
const elsewhere: Place = { channel: ids.elsewhere, guild: ids.secondGuild };

describe("an event of a guild", () => {
  const scope = { kind: "guild", guild_id: ids.secondGuild } as const;

  test("is dispatched to the guild's sessions only", async () => {
    const world = await aWorld();
    const inside = await listener(world, tokens.concierge);
    const outside = await listener(world, tokens.watcher);
    await world.emit(forGuild.name, scope, word);
    expect(await eventLines(world, inside)).toEqual([forGuild.name]);
    expect(await eventLines(world, outside)).toEqual([]);
  });

  test("requires its intent", async () => {
    const world = await aWorld();
    const eager = await listener(world, tokens.watcher, "GUILD_MEMBERS");
    const without = await listener(world, tokens.watcher, "GUILDS");
    const guild = { ...scope, guild_id: ids.firstGuild };
    await world.emit(forGuildWanted.name, guild, word);
    expect(await eventLines(world, eager)).toEqual([forGuildWanted.name]);
    expect(await eventLines(world, without)).toEqual([]);
  });

  test("is dispatched to each session of the guild's shard only", async () => {
    const world = await aWorld();
    const on = (shard: readonly [number, number] | undefined) =>
      signIn(world.url, { token: tokens.concierge, intents: 0, shard });
    const [first, second, again, all] = await Promise.all(
      ([[0, 2], [1, 2], [1, 2], undefined] as const).map(on),
    );
    await world.emit(forGuild.name, scope, word);
    await world.emit(forGuild.name, { kind: "guild", guild_id: ids.firstGuild }, word);
    const mark = { kind: "application", application_id: ids.concierge } as const;
    for (const guild_id of [ids.firstGuild, ids.secondGuild]) {
      await world.emit(forApplication.name, { ...mark, guild_id }, word);
    }
    const counts = await Promise.all(
      [first, second, again, all].map(async (each) => {
        await each?.client.nextEvent(forApplication.name);
        return each?.client.readReceived(({ t }) => t).filter((t) => t === forGuild.name).length;
      }),
    );
    expect(counts).toEqual([1, 1, 1, 2]);
  });
});

describe("an event of an application", () => {
  test("is dispatched to its bot only, whatever its intents", async () => {
    const world = await aWorld();
    const own = await listener(world, tokens.concierge);
    const other = await listener(world, tokens.watcher);
    const acting = await listener(world, `Bearer ${tokens.social}`);
    const scope = { kind: "application", application_id: ids.concierge } as const;
    await world.emit(forApplication.name, scope, word);
    expect(await eventLines(world, own)).toEqual([forApplication.name]);
    expect(await eventLines(world, other)).toEqual([]);
    expect(await eventLines(world, acting)).toEqual([]);
  });

  test("is dispatched on shard 0 when it has no guild", async () => {
    const world = await aWorld();
    const scope = { kind: "application", application_id: ids.concierge } as const;
    const [zero, one] = await Promise.all(
      [0, 1].map((id) =>
        signIn(world.url, { token: tokens.concierge, intents: 0, shard: [id, 2] }),
      ),
    );
    await world.emit(forApplication.name, scope, { word: "direct" });
    await world.emit(
      forApplication.name,
      { ...scope, guild_id: ids.secondGuild },
      { word: "guild" },
    );
    expect((await zero?.client.nextEvent(forApplication.name))?.d).toEqual({ word: "direct" });
    expect((await one?.client.nextEvent(forApplication.name))?.d).toEqual({ word: "guild" });
  });
});

describe("an event of a user", () => {
  test("is dispatched to the user's sessions only", async () => {
    const world = await aWorld();
    const alice = await listener(world, tokens.alice);
    const again = await listener(world, tokens.alice);
    const bob = await listener(world, tokens.bob);
    await world.emit(forUser.name, { kind: "user", user_id: ids.alice }, word);
    expect(await eventLines(world, alice)).toEqual([forUser.name]);
    expect(await eventLines(world, again)).toEqual([forUser.name]);
    expect(await eventLines(world, bob)).toEqual([]);
  });

  test("of an application is dispatched to its own sessions of the user and to first-party sessions", async () => {
    const world = await aWorld();
    const acting = await listener(world, `Bearer ${tokens.social}`, "LOBBIES");
    const deaf = await listener(world, `Bearer ${tokens.social}`, "GUILDS");
    const firstParty = await signIn(world.url, { token: tokens.alice });
    const user_ids = [ids.alice, ids.concierge];
    for (const application_id of [ids.concierge, ids.watcher]) {
      const scope = { kind: "users", user_ids, application_id } as const;
      await world.emit(forUsers.name, scope, { word: application_id });
    }
    expect(await eventLines(world, acting)).toEqual([`${forUsers.name}:${ids.concierge}`]);
    expect(await eventLines(world, deaf)).toEqual([]);
    expect(await eventLines(world, firstParty.client)).toEqual([
      `${forUsers.name}:${ids.concierge}`,
      `${forUsers.name}:${ids.watcher}`,
    ]);
  });

  test("about other users is not dispatched to an application's session of the user", async () => {
    const world = await aWorld();
    const acting = await listener(world, `Bearer ${tokens.social}`);
    const scope = { kind: "user", user_id: ids.alice } as const;
    const names = ["INTERACTION_SUCCESS", "MESSAGE_CREATE", "GUILD_JOIN_REQUEST_UPDATE"];
    for (const name of names) await world.emit(name, scope, {});
    expect(await eventLines(world, acting)).toEqual([]);
  });
});

test("an event without recipients, or without a declaration, is dispatched to nobody", async () => {
  const world = await aWorld();
  const client = await listener(world, tokens.concierge);
  await world.emit(forNobody.name, { kind: "nobody" }, word);
  await world.emit("UNHEARD_OF", { kind: "application", application_id: ids.concierge }, word);
  expect(await eventLines(world, client)).toEqual([]);
});

test("an event has only its declared fields", async () => {
  const world = await aWorld();
  const client = await listener(world, tokens.concierge);
  const scope = { kind: "application", application_id: ids.concierge } as const;
  await world.emit(forApplication.name, scope, { word: "shown", tokenDigest: "secret" });
  expect((await client.nextEvent(forApplication.name)).d).toEqual({ word: "shown" });
});

describe("a message", () => {
  const messages = ["GUILD_MESSAGES", "MESSAGE_CONTENT"] as const;

  test("is dispatched to those who can view its channel", async () => {
    const world = await aWorld();
    const bot = await listener(world, tokens.watcher, ...messages);
    const [alice, bob] = [
      await listener(world, tokens.alice, ...messages),
      await listener(world, tokens.bob, ...messages),
    ];
    await world.say("in general");
    await world.say("in hidden", hidden);
    await world.say("in a hidden thread", { ...hidden, channel: ids.hiddenThread });
    await world.say("elsewhere", elsewhere);
    expect(await eventLines(world, bot)).toEqual(["in general"]);
    expect(await eventLines(world, alice)).toEqual([
      "in general",
      "in hidden",
      "in a hidden thread",
    ]);
    expect(await eventLines(world, bob)).toEqual(["in general", "elsewhere"]);
  });

  test("requires the intent for guild messages or for direct messages", async () => {
    const world = await aWorld();
    const inGuilds = await listener(world, tokens.concierge, "GUILD_MESSAGES");
    const inDirect = await listener(world, tokens.concierge, "DIRECT_MESSAGES");
    await world.say(`<@${ids.concierge}> guild`);
    await world.say("direct", direct);
    expect(await eventLines(world, inGuilds)).toEqual([`<@${ids.concierge}> guild`]);
    expect(await eventLines(world, inDirect)).toEqual(["direct"]);
  });

  test("in a direct message is dispatched to its recipients only", async () => {
    const world = await aWorld();
    const acting = await listener(world, `Bearer ${tokens.social}`, "DIRECT_MESSAGES");
    const alice = await listener(world, tokens.alice, "DIRECT_MESSAGES");
    const bob = await listener(world, tokens.bob, "DIRECT_MESSAGES");
    await world.say("direct", direct);
    expect(await eventLines(world, alice)).toEqual(["direct"]);
    expect(await eventLines(world, acting)).toEqual(["direct"]);
    expect(await eventLines(world, bob)).toEqual([]);
  });

  test("is dispatched by the channel's current permissions after the guild has changed", async () => {
    const world = await aWorld();
    const bot = await listener(world, tokens.watcher, ...messages);
    await world.say("unseen", hidden);
    const guild_id = ids.firstGuild;
    await world.work.transaction(async ({ tx, now }) => {
      tx.put(channels, aChannel(ids.hidden, { guild_id }));
      const scope = { kind: "guild", guild_id } as const;
      tx.append({ name: forGuild.name, scope, payload: word, at: now });
    });
    await world.say("seen", hidden);
    expect(await eventLines(world, bot)).toEqual([forGuild.name, "seen"]);
  });

  test.each([
    [forGuild.name, 1],
    [forGuildAlike.name, 0],
  ])("after %s asks %i times who may view its channel", async (name, times) => {
    const world = await aWorld();
    const bot = await listener(world, tokens.watcher, ...messages);
    await world.say("first");
    expect(await eventLines(world, bot)).toEqual(["first"]);
    let reads = 0;
    world.reads.before = async () => {
      reads += 1;
    };
    await world.emit(name, { kind: "guild", guild_id: ids.firstGuild }, word);
    await world.say("second");
    expect(await eventLines(world, bot)).toEqual(["first", name, "second"]);
    expect(reads).toBe(times);
  });

  test("is dispatched in the order of sending, whether the channel is cached or not", async () => {
    const world = await aWorld();
    const client = await listener(world, tokens.alice, ...messages);
    const places = [undefined, hidden, undefined, { ...hidden, channel: ids.hiddenThread }, hidden];
    const sent: string[] = [];
    for (let i = 0; i < 50; i += 1) {
      sent.push(`${i}`);
      const guild = { kind: "guild", guild_id: ids.firstGuild } as const;
      if (i % 7 === 0) void world.emit(forNobody.name, { kind: "nobody" }, word);
      if (i % 11 === 0) void world.emit(forGuild.name, guild, word);
      void world.say(`${i}`, places[i % places.length]);
    }
    const all = await eventLines(world, client);
    expect(all.filter((each) => each !== forGuild.name)).toEqual(sent);
  });
});

describe("the content of a message", () => {
  async function contentFor(
    content: string,
    more: Partial<Parameters<typeof signIn>[1]>,
    where?: Place,
  ) {
    const world = await aWorld();
    const intents = intentMask("GUILD_MESSAGES", "DIRECT_MESSAGES");
    const { client } = await signIn(world.url, { intents, ...more });
    await world.say(content, where);
    return (await client.nextEvent("MESSAGE_CREATE")).d as Record<string, unknown>;
  }

  const hiddenContent = { content: "", embeds: [], attachments: [], components: [] };
  const fields = { embeds: [{ description: "an embed" }], poll: { question: { text: "which?" } } };

  test("is hidden from a bot without the intent", async () => {
    const message = await contentFor("secret", { token: tokens.concierge });
    expect(message).toMatchObject({
      ...hiddenContent,
      author: { id: ids.bob },
      guild_id: ids.firstGuild,
    });
    expect(message).not.toHaveProperty("poll");
  });

  test("is shown to a bot with the intent", async () => {
    const intents = intentMask("GUILD_MESSAGES", "MESSAGE_CONTENT");
    const message = await contentFor("open", { token: tokens.watcher, intents });
    expect(message).toMatchObject({ content: "open", ...fields });
  });

  test("is shown to those it mentions, in direct messages, and to users", async () => {
    const mention = `hello <@${ids.concierge}>`;
    expect(await contentFor(mention, { token: tokens.concierge })).toMatchObject({
      content: mention,
      ...fields,
    });
    expect(await contentFor("direct", { token: tokens.concierge }, direct)).toMatchObject({
      content: "direct",
      ...fields,
    });
    expect(await contentFor("people", { token: tokens.alice })).toMatchObject({
      content: "people",
      ...fields,
    });
  });

  test("is shown to its author, while what it replies to and forwards is hidden from bots without the intent", async () => {
    const world = await aWorld();
    const own = await listener(world, tokens.concierge, "GUILD_MESSAGES");
    const other = await listener(world, tokens.watcher, "GUILD_MESSAGES");
    const author = { id: ids.concierge };
    const payload = {
      author,
      content: "mine",
      referenced_message: { author, content: "earlier", poll: {}, id: "1" },
      message_snapshots: [{ message: { type: 0, content: "forwarded", embeds: fields.embeds } }],
    };
    const scope = { kind: "channel", channel_id: ids.general, guild_id: ids.firstGuild } as const;
    await world.emit("MESSAGE_UPDATE", scope, payload);
    expect((await own.nextEvent("MESSAGE_UPDATE")).d).toEqual(payload);
    expect((await other.nextEvent("MESSAGE_UPDATE")).d).toEqual({
      author,
      ...hiddenContent,
      referenced_message: { author, id: "1", ...hiddenContent },
      message_snapshots: [{ message: { type: 0, ...hiddenContent } }],
    });
  });
});

describe("while sessions begin", () => {
  test("each receives every message after its READY once and in order", async () => {
    const world = await aWorld();
    const intents = intentMask("GUILDS", "GUILD_MESSAGES", "MESSAGE_CONTENT");
    const begun = new AbortController();
    let count = 0;
    const speaking = (async () => {
      while (!begun.signal.aborted) await world.say(`${(count += 1)}`);
    })();
    const sessions = await Promise.all(
      Array.from({ length: 20 }, () => signIn(world.url, { token: tokens.watcher, intents })),
    );
    const from = count;
    begun.abort();
    await speaking;
    await world.say("last");
    for (const { client } of sessions) {
      await client.next(({ d }) => (d as { content?: string } | null)?.content === "last");
      expect(client.frames[1]?.t).toBe("READY");
      expect(client.frames.slice(1).map(({ s }) => s)).toEqual(
        client.frames.slice(1).map((_, i) => i + 1),
      );
      const numbers = client
        .readReceived(({ d }) => Number((d as { content: string }).content))
        .filter((each) => !Number.isNaN(each));
      const [first = 0] = numbers;
      expect(first).toBeLessThanOrEqual(from + 1);
      expect(numbers).toEqual(numbers.map((_, i) => first + i));
    }
  });
});
