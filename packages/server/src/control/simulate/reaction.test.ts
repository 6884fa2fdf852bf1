import { reactAsUser } from "@antechamber/contract/control";
import { createMessage, getMessage, openChannel } from "@antechamber/contract/messages";
import { expect, test } from "vitest";
import type { Caller } from "../../platform/context.ts";
import { asBob, asBot, aMessageScene, codeOf, ids } from "../../testing/calls/message-calls.ts";
import { aGuild } from "../../testing/records.ts";
import { guilds } from "../../domains/guilds/guild.ts";
import { simulatedReactionHandlers } from "./reaction.ts";

const operator: Caller = { kind: "control" };
const wave = "700000000000000001";

/** The scene with a message, and a function to react to it as one of its users. */
async function aScene() {
  const scene = await aMessageScene({
    granted: ["VIEW_CHANNEL", "SEND_MESSAGES", "READ_MESSAGE_HISTORY", "ADD_REACTIONS"],
    handlers: simulatedReactionHandlers,
  });
  await scene.seed((tx) => {
    const plain = { roles: [], require_colons: true, managed: false, available: true };
    const emojis = [{ id: wave, name: "wave", animated: false, ...plain }];
    tx.put(guilds, aGuild(ids.guild, { owner_id: ids.alice, emojis }));
  });
  const { body } = await scene.send({ content: "react" });
  const react = (user: string, act: object) =>
    scene.call(reactAsUser, {
      as: operator,
      params: { user },
      body: { channel: ids.general, message: body.id, ...act },
    });
  return { ...scene, react, message: body.id };
}

test("a user adds and removes a reaction, and gets the message as it is then", async () => {
  const { react, news } = await aScene();
  await news();
  const { body } = await react(ids.bob, { emoji: "👍" });
  expect(body.reactions).toMatchObject([{ emoji: { name: "👍" }, count: 1, me: true }]);
  const gone = await react(ids.bob, { emoji: "👍", remove: true });
  expect(gone.body.reactions).toBeUndefined();
  expect((await news()).map(({ name }) => name)).toEqual([
    "MESSAGE_REACTION_ADD",
    "MESSAGE_REACTION_REMOVE",
  ]);
});

test.each(["wave", ":wave:", `wave:${wave}`])(
  "a guild's emoji is accepted as %s",
  async (emoji) => {
    const { react } = await aScene();
    const { body } = await react(ids.bob, { emoji });
    expect(body.reactions?.[0]?.emoji).toEqual({ id: wave, name: "wave" });
  },
);

test("a super reaction is counted separately", async () => {
  const { react, call, message, news } = await aScene();
  await react(ids.alice, { emoji: "👍" });
  await news();
  const { body } = await react(ids.bob, { emoji: "👍", burst: true });
  expect(body.reactions).toMatchObject([
    { count: 2, count_details: { burst: 1, normal: 1 }, me: false, me_burst: true },
  ]);
  const params = { channel_id: ids.general, message_id: message };
  const answer = await call(getMessage, { as: asBot, params });
  expect(answer.body.reactions).toMatchObject([{ me: false, me_burst: false }]);
  const [added] = await news();
  expect(added?.payload).toMatchObject({ burst: true, type: 1, burst_colors: [] });
});

test("a reaction in a direct message is dispatched without a member", async () => {
  const { call, react, news } = await aScene();
  const open = { as: asBob, params: {}, body: { recipient_id: ids.alice } };
  const { body: direct } = await call(openChannel, open);
  const params = { channel_id: direct.id };
  const { body } = await call(createMessage, { as: asBob, params, body: { content: "psst" } });
  await news();
  await react(ids.alice, { channel: direct.id, message: body.id, emoji: "👍" });
  expect((await news()).map(({ scope, payload }) => [scope, payload])).toEqual([
    [
      { kind: "channel", channel_id: direct.id },
      {
        user_id: ids.alice,
        channel_id: direct.id,
        message_id: body.id,
        emoji: { id: null, name: "👍" },
        burst: false,
        type: 0,
        message_author_id: ids.bob,
      },
    ],
  ]);
});

test.each<[string, string, object, number]>([
  ["nobody", "nobody", { emoji: "👍" }, 10013],
  ["a bot", ids.bot, { emoji: "👍" }, 20001],
  ["a person to nothing", ids.bob, { emoji: "👍", message: "1" }, 10008],
  ["a person in a hidden channel", ids.bob, { emoji: "👍", channel: ids.hidden }, 50001],
  ["a person with a word", ids.bob, { emoji: "hello" }, 10014],
])("%s cannot react", async (_, ...[user, act, code]) => {
  const { react } = await aScene();
  expect(codeOf(await react(user, act))).toBe(code);
});
