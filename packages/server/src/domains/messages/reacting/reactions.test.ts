import type { PermissionName } from "@antechamber/contract";
import {
  addReaction,
  deleteAllReactions,
  deleteEmojiReactions,
  deleteMessage,
  deleteOwnReaction,
  deleteUserReaction,
  getMessage,
  listMessages,
  listReactions,
} from "@antechamber/contract/messages";
import { describe, expect, test } from "vitest";
import type { Caller } from "../../../platform/context.ts";
import {
  asAlice,
  asBob,
  asBot,
  aMessageScene,
  codeOf,
  ids,
} from "../../../testing/calls/message-calls.ts";
import { aGuild, aMember, aUser } from "../../../testing/records.ts";
import { bareMemberView, guilds, members } from "../../guilds/guild.ts";
import { userView } from "../../users/user.ts";
import { reactions } from "../reactions/reaction.ts";

const usual: readonly PermissionName[] = [
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "READ_MESSAGE_HISTORY",
  "ADD_REACTIONS",
  "USE_EXTERNAL_EMOJIS",
];
const moderating = [...usual, "MANAGE_MESSAGES"] as const;

const emojis = {
  /** An emoji of the guild itself. */
  here: "700000000000000001",
  /** An emoji of another guild that the bot is a member of. */
  there: "700000000000000002",
  /** An emoji that is restricted to a role that nobody has. */
  forRole: "700000000000000003",
} as const;
const otherGuild = "300000000000000002";

const aMemberView = bareMemberView(aMember({ guild_id: ids.guild, user_id: ids.bob }));

function anEmoji(id: string, more: object = {}) {
  const plain = { roles: [], require_colons: true, managed: false, available: true };
  return { id, name: "wave", animated: false, ...plain, ...more };
}

/** A message by the bot, and functions to react to it. */
async function aScene(granted: readonly PermissionName[] = usual) {
  const scene = await aMessageScene({ granted });
  await scene.seed((tx) => {
    const forRole = anEmoji(emojis.forRole, { roles: ["300000000000000099"] });
    const own = { emojis: [anEmoji(emojis.here, { animated: true }), forRole] };
    tx.put(guilds, aGuild(ids.guild, { owner_id: ids.alice, ...own }));
    tx.put(guilds, aGuild(otherGuild, { owner_id: ids.carol, emojis: [anEmoji(emojis.there)] }));
    tx.put(members, aMember({ guild_id: otherGuild, user_id: ids.bot }));
  });
  const { body } = await scene.send({ content: "react" });
  const message_id = body.id;
  const at = { channel_id: ids.general, message_id };
  const react = (emoji_name: string, as: Caller = asBob) =>
    scene.call(addReaction, { as, params: { ...at, emoji_name } });
  const unreact = (emoji_name: string, as: Caller = asBob) =>
    scene.call(deleteOwnReaction, { as, params: { ...at, emoji_name } });
  const remove = (emoji_name: string, user_id: string, as: Caller = asBot) =>
    scene.call(deleteUserReaction, { as, params: { ...at, emoji_name, user_id } });
  const clear = (emoji_name?: string, as: Caller = asBot) =>
    emoji_name === undefined
      ? scene.call(deleteAllReactions, { as, params: at })
      : scene.call(deleteEmojiReactions, { as, params: { ...at, emoji_name } });
  const who = async (emoji_name: string, query: object = {}) => {
    const answer = await scene.call(listReactions, {
      as: asBot,
      params: { ...at, emoji_name },
      query,
    });
    return codeOf(answer) ?? answer.body.map(({ id }) => id);
  };
  const below = async (as: Caller = asBot) =>
    (await scene.call(getMessage, { as, params: at })).body.reactions;
  const newEvents = async () =>
    (await scene.news()).map(({ name, payload }) => [name, payload] as const);
  await newEvents();
  return { ...scene, message_id, react, unreact, remove, clear, who, below, newEvents };
}

describe("adding a reaction", () => {
  test("counts it in the message, and marks one's own", async () => {
    const { react, below } = await aScene();
    await react("👍");
    await react("👍", asAlice);
    await react("🎉", asBot);
    const thumb = {
      emoji: { id: null, name: "👍" },
      count: 2,
      count_details: { burst: 0, normal: 2 },
      burst_colors: [],
      me_burst: false,
      me: false,
    };
    const party = { ...thumb, emoji: { id: null, name: "🎉" }, count: 1, me: true };
    expect(await below()).toEqual([thumb, { ...party, count_details: { burst: 0, normal: 1 } }]);
    expect((await below(asBob))?.map(({ me }) => me)).toEqual([true, false]);
  });

  test("sends an event with the user and the author of the message", async () => {
    const { react, newEvents, message_id } = await aScene();
    await react("👍");
    expect(await newEvents()).toEqual([
      [
        "MESSAGE_REACTION_ADD",
        {
          user_id: ids.bob,
          channel_id: ids.general,
          message_id,
          guild_id: ids.guild,
          emoji: { id: null, name: "👍" },
          burst: false,
          type: 0,
          member: { ...aMemberView, user: userView(aUser(ids.bob)) },
          message_author_id: ids.bot,
        },
      ],
    ]);
  });

  test("changes nothing the second time", async () => {
    const { react, newEvents, below } = await aScene();
    await react("👍");
    await newEvents();
    expect((await react("👍")).status).toBe(204);
    expect(await newEvents()).toEqual([]);
    expect((await below())?.[0]?.count).toBe(1);
  });

  test.each([
    ["by name and id", `wave:${emojis.here}`],
    ["as libraries write animated ones", `a:wave:${emojis.here}`],
    ["by an old name", `greet:${emojis.here}`],
    ["as people copy it", `<a:wave:${emojis.here}>`],
  ])("accepts a guild's emoji %s", async (_, name) => {
    const { react, below } = await aScene();
    expect((await react(name)).status).toBe(204);
    expect((await below())?.[0]?.emoji).toEqual({ id: emojis.here, name: "wave", animated: true });
  });

  test("treats an emoji with and without a variation selector as the same", async () => {
    const { react, below } = await aScene();
    await react("❤️");
    await react("❤", asAlice);
    expect((await below())?.map(({ emoji, count }) => [emoji.name, count])).toEqual([["❤️", 2]]);
  });

  test.each([
    ["text", "hello"],
    ["two characters", "👍👍"],
    ["a digit", "1"],
    ["an emoji that does not exist", "wave:700000000000000009"],
    ["an emoji of a guild that the user is not in", `wave:${emojis.there}`],
    ["an emoji for a role that the user has not", `wave:${emojis.forRole}`],
  ])("refuses %s with 400 and 10014", async (_, name) => {
    const { react, below } = await aScene();
    expect(await react(name)).toMatchObject({ status: 400, body: { code: 10014 } });
    expect(await below()).toBeUndefined();
  });

  test("requires a permission for an emoji of another guild, unless it is already there", async () => {
    const name = `wave:${emojis.there}`;
    const { react } = await aScene();
    expect((await react(name, asBot)).status).toBe(204);
    expect((await react(name, asBob)).status).toBe(204);
    const without = await aScene(usual.filter((each) => each !== "USE_EXTERNAL_EMOJIS"));
    expect(codeOf(await without.react(name, asBot))).toBe(50013);
  });

  test("requires ADD_REACTIONS for a new emoji, but not for one that is already there", async () => {
    const { react } = await aScene(usual.filter((each) => each !== "ADD_REACTIONS"));
    expect(codeOf(await react("👍"))).toBe(50013);
    // Alice owns the guild, so she has every permission.
    await react("👍", asAlice);
    expect((await react("👍")).status).toBe(204);
  });

  test("requires READ_MESSAGE_HISTORY", async () => {
    const { react } = await aScene(usual.filter((each) => each !== "READ_MESSAGE_HISTORY"));
    expect(codeOf(await react("👍"))).toBe(50013);
  });

  test("is limited to twenty different emojis", async () => {
    const { react } = await aScene();
    const many = Array.from("😀😁😂😃😄😅😆😇😈😉😊😋😌😍😎😏😐😑😒😓");
    for (const each of many) expect((await react(each)).status).toBe(204);
    expect(await react("👍")).toMatchObject({ status: 403, body: { code: 30010 } });
    expect((await react("😀", asBot)).status).toBe(204);
  });

  test("refuses an unknown message", async () => {
    const { call } = await aScene();
    const params = { channel_id: ids.general, message_id: "1", emoji_name: "👍" };
    expect(codeOf(await call(addReaction, { as: asBob, params }))).toBe(10008);
  });
});

describe("a reaction", () => {
  test("can be removed by its user, and the emoji disappears with the last one", async () => {
    const { react, unreact, below, newEvents, message_id } = await aScene();
    await react("👍");
    await react("👍", asBot);
    await newEvents();
    await unreact("👍");
    expect((await below())?.[0]?.count).toBe(1);
    expect(await newEvents()).toEqual([
      [
        "MESSAGE_REACTION_REMOVE",
        {
          user_id: ids.bob,
          channel_id: ids.general,
          message_id,
          guild_id: ids.guild,
          emoji: { id: null, name: "👍" },
          burst: false,
          type: 0,
        },
      ],
    ]);
    await unreact("👍", asBot);
    expect(await below()).toBeUndefined();
    expect((await unreact("👍")).status).toBe(204);
  });

  test("can be removed with MANAGE_MESSAGES, and by nobody else", async () => {
    const { react, remove, below } = await aScene(moderating);
    await react("👍");
    expect((await remove("👍", ids.bob)).status).toBe(204);
    expect(await below()).toBeUndefined();
    expect(codeOf(await remove("👍", "1"))).toBe(10013);
    const plain = await aScene();
    await plain.react("👍", asAlice);
    expect(codeOf(await plain.remove("👍", ids.alice))).toBe(50013);
    // Removing an own reaction needs no permission, even with the user's id in the path.
    await plain.react("👍", asBot);
    expect((await plain.remove("👍", ids.bot)).status).toBe(204);
    expect((await plain.below())?.[0]?.count).toBe(1);
  });

  test("is deleted with its message", async () => {
    const { react, store, call, message_id, advance } = await aScene();
    await react("👍");
    const params = { channel_id: ids.general, message_id };
    expect((await call(deleteMessage, { as: asBot, params })).status).toBe(204);
    await advance(1);
    expect(await store.read((tx) => tx.count(reactions))).toBe(0);
  });
});

describe("removing all reactions", () => {
  test("with one emoji sends one event", async () => {
    const { react, clear, below, newEvents, message_id } = await aScene(moderating);
    await react("👍");
    await react("🎉");
    await newEvents();
    expect((await clear("👍")).status).toBe(204);
    expect((await below())?.map(({ emoji }) => emoji.name)).toEqual(["🎉"]);
    const place = { channel_id: ids.general, message_id, guild_id: ids.guild };
    expect(await newEvents()).toEqual([
      ["MESSAGE_REACTION_REMOVE_EMOJI", { ...place, emoji: { id: null, name: "👍" } }],
    ]);
  });

  test("of a message sends one event, and none if there are no reactions", async () => {
    const { react, clear, below, newEvents, store, message_id } = await aScene(moderating);
    await react("👍");
    await react("🎉", asAlice);
    await newEvents();
    expect((await clear()).status).toBe(204);
    expect(await below()).toBeUndefined();
    const place = { channel_id: ids.general, message_id, guild_id: ids.guild };
    expect(await newEvents()).toEqual([["MESSAGE_REACTION_REMOVE_ALL", place]]);
    expect(await store.read((tx) => tx.count(reactions))).toBe(0);
    expect((await clear()).status).toBe(204);
    expect(await newEvents()).toEqual([]);
  });

  test.each([[undefined], ["👍"]])("requires MANAGE_MESSAGES (%s)", async (name) => {
    const { react, clear } = await aScene();
    await react("👍");
    expect(codeOf(await clear(name))).toBe(50013);
  });
});

describe("the users of a reaction", () => {
  test("are listed in pages by ID", async () => {
    const { react, who } = await aScene();
    for (const each of [asBot, asBob, asAlice]) await react("👍", each);
    expect(await who("👍")).toEqual([ids.alice, ids.bob, ids.bot]);
    expect(await who("👍", { limit: 1, after: ids.alice })).toEqual([ids.bob]);
    expect(await who("👍", { type: 1 })).toEqual([]);
    expect(await who("🎉")).toEqual([]);
    expect(await who("hello")).toBe(10014);
  });

  test("are hidden from bots that may not read the history", async () => {
    const { who } = await aScene(usual.filter((each) => each !== "READ_MESSAGE_HISTORY"));
    expect(await who("👍")).toBe(50001);
  });

  test("include oneself in lists of messages, too", async () => {
    const { react, call } = await aScene();
    await react("👍");
    const params = { channel_id: ids.general };
    const { body } = await call(listMessages, { as: asBob, params });
    expect(body.map((message) => message.reactions?.[0]?.me)).toEqual([true]);
  });
});
