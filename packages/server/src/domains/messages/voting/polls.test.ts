import {
  createMessage,
  deleteMessage,
  expirePoll,
  getMessage,
  listAnswerVoters,
  listMessages,
  openChannel,
  voteInPoll,
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
  leavesOf,
} from "../../../testing/calls/message-calls.ts";
import { pollVotes } from "../polls/poll.ts";

const HOUR_MS = 3_600_000;
const tea = { text: "Tea", emoji: { name: "🍵" } };
const lunch = {
  question: { text: "Lunch?" },
  answers: [{ poll_media: tea }, { poll_media: { text: "Soup" } }],
  duration: 2,
};

/** A poll by the bot, and functions to vote in it and to read it. */
async function aScene(more: object = {}) {
  const scene = await aMessageScene();
  const { body } = await scene.send({ poll: { ...lunch, ...more } });
  const at = { channel_id: ids.general, message_id: body.id };
  const vote = (as: Caller, ...answer_ids: unknown[]) =>
    scene.call(voteInPoll, { as, params: at, body: { answer_ids } });
  const results = async (as: Caller = asBot) =>
    (await scene.call(getMessage, { as, params: at })).body.poll?.results;
  const voters = async (answer_id: string, query: object = {}) => {
    const params = { ...at, answer_id };
    const answer = await scene.call(listAnswerVoters, { as: asBot, params, query });
    return codeOf(answer) ?? answer.body.users.map(({ id }) => id);
  };
  const expire = (as: Caller = asBot, message_id: string = at.message_id) =>
    scene.call(expirePoll, { as, params: { ...at, message_id } });
  const newEvents = async () => (await scene.news()).map(({ name, payload }) => [name, payload]);
  const lastSaid = async () => {
    const params = { channel_id: ids.general };
    return (await scene.call(listMessages, { as: asBot, params })).body[0];
  };
  await newEvents();
  return { ...scene, at, vote, results, voters, expire, newEvents, lastSaid };
}

describe("a vote", () => {
  test("is counted, and marked as one's own", async () => {
    const { vote, results } = await aScene();
    expect((await vote(asBob, 2)).status).toBe(204);
    await vote(asAlice, 2);
    const count = { id: 2, count: 2, me_voted: false };
    expect(await results()).toEqual({ answer_counts: [count], is_finalized: false });
    expect((await results(asBob))?.answer_counts).toEqual([{ ...count, me_voted: true }]);
  });

  test("is counted in the poll that a reply refers to, too", async () => {
    const { send, vote, at, advance, lastSaid } = await aScene();
    await send({ content: "Soup!", message_reference: { message_id: at.message_id } });
    await vote(asBob, 2);
    await advance(1);
    const referencedMessage = (await lastSaid())?.referenced_message;
    expect(referencedMessage).toMatchObject({
      poll: { results: { answer_counts: [{ id: 2, count: 1 }] } },
    });
  });

  test("sends an event, also when it replaces an earlier one", async () => {
    const { vote, newEvents, at, results } = await aScene();
    await vote(asBob, 1);
    const event = { ...at, guild_id: ids.guild, user_id: ids.bob };
    expect(await newEvents()).toEqual([["MESSAGE_POLL_VOTE_ADD", { ...event, answer_id: 1 }]]);
    await vote(asBob, 2);
    expect(await newEvents()).toEqual([
      ["MESSAGE_POLL_VOTE_REMOVE", { ...event, answer_id: 1 }],
      ["MESSAGE_POLL_VOTE_ADD", { ...event, answer_id: 2 }],
    ]);
    await vote(asBob, 2);
    expect(await newEvents()).toEqual([]);
    await vote(asBob);
    expect((await results())?.answer_counts).toEqual([]);
  });

  test("in a direct message sends an event without a guild", async () => {
    const { call, newEvents } = await aScene();
    const open = { as: asBob, params: {}, body: { recipient_id: ids.alice } };
    const { id: channel_id } = (await call(openChannel, open)).body;
    const sent = { as: asBob, params: { channel_id }, body: { poll: lunch } };
    const { id: message_id } = (await call(createMessage, sent)).body;
    await newEvents();
    const params = { channel_id, message_id };
    await call(voteInPoll, { as: asAlice, params, body: { answer_ids: [1] } });
    const event = { ...params, user_id: ids.alice, answer_id: 1 };
    expect(await newEvents()).toEqual([["MESSAGE_POLL_VOTE_ADD", event]]);
  });

  test("can have one answer, or several in a poll with multiple choice", async () => {
    const single = await aScene();
    expect(leavesOf(await single.vote(asBob, 1, 2))).toEqual(["answer_ids: BASE_TYPE_MAX_LENGTH"]);
    const { vote, results } = await aScene({ allow_multiselect: true });
    await vote(asBob, 1, 2, 2);
    expect((await results())?.answer_counts.map(({ id, count }) => [id, count])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  test("must be for existing answers", async () => {
    const { vote } = await aScene({ allow_multiselect: true });
    expect(leavesOf(await vote(asBob, 1, 3))).toEqual(["answer_ids.1: BASE_TYPE_CHOICES"]);
  });

  test("must be for a poll", async () => {
    const { send, call } = await aScene();
    const { body } = await send({ content: "hello" });
    const params = { channel_id: ids.general, message_id: body.id };
    const answer = await call(voteInPoll, { as: asBob, params, body: { answer_ids: [1] } });
    expect(codeOf(answer)).toBe(10008);
  });
});

describe("the voters of an answer", () => {
  test("are listed in pages by ID", async () => {
    const { vote, voters } = await aScene();
    for (const each of [asBob, asAlice]) await vote(each, 1);
    expect(await voters("1")).toEqual([ids.alice, ids.bob]);
    expect(await voters("1", { after: ids.alice, limit: 1 })).toEqual([ids.bob]);
    expect(await voters("2")).toEqual([]);
    expect(await voters("nonsense")).toBe(50035);
  });

  test("are unknown for a message without a poll", async () => {
    const { send, call } = await aScene();
    const { body } = await send({ content: "hello" });
    const params = { channel_id: ids.general, message_id: body.id, answer_id: "1" };
    expect(codeOf(await call(listAnswerVoters, { as: asBot, params }))).toBe(10008);
  });
});

describe("a poll", () => {
  test("ends on time, and posts its result in the channel", async () => {
    const { vote, results, advance, newEvents, lastSaid, at } = await aScene();
    await vote(asBob, 1);
    await newEvents();
    await advance(2 * HOUR_MS - 1);
    expect((await results())?.is_finalized).toBe(false);
    await advance(1);
    const counts = [{ id: 1, count: 1, me_voted: false }];
    expect(await results()).toEqual({ answer_counts: counts, is_finalized: true });
    expect((await newEvents()).map(([name]) => name)).toEqual(["MESSAGE_UPDATE", "MESSAGE_CREATE"]);
    expect(await lastSaid()).toMatchObject({
      type: 46,
      author: { id: ids.bot },
      message_reference: { ...at, guild_id: ids.guild },
      embeds: [
        {
          type: "poll_result",
          fields: [
            { name: "poll_question_text", value: "Lunch?", inline: false },
            { name: "victor_answer_votes", value: "1", inline: false },
            { name: "total_votes", value: "1", inline: false },
            { name: "victor_answer_id", value: "1", inline: false },
            { name: "victor_answer_text", value: "Tea", inline: false },
            { name: "victor_answer_emoji_name", value: "🍵", inline: false },
          ],
        },
      ],
    });
    expect(codeOf(await vote(asBob, 2))).toBe(520001);
  });

  test("can be ended once by its author", async () => {
    const { expire, clock, vote, advance, newEvents } = await aScene();
    const { body } = await expire();
    expect(body.poll?.results.is_finalized).toBe(true);
    expect(Date.parse(body.poll?.expiry ?? "")).toBe(clock.now());
    expect(codeOf(await expire())).toBe(520001);
    expect(codeOf(await vote(asBob, 1))).toBe(520001);
    await newEvents();
    await advance(2 * HOUR_MS);
    expect(await newEvents()).toEqual([]);
  });

  test("has no winner if the votes are tied", async () => {
    const { vote, expire, lastSaid } = await aScene();
    await vote(asBob, 1);
    await vote(asAlice, 2);
    await expire();
    const [embed] = ((await lastSaid())?.embeds ?? []) as { fields: { name: string }[] }[];
    expect(embed?.fields.map(({ name }) => name)).toEqual([
      "poll_question_text",
      "victor_answer_votes",
      "total_votes",
    ]);
  });

  test("cannot be ended by others, and must exist", async () => {
    const { expire, send } = await aScene();
    expect(codeOf(await expire(asAlice))).toBe(50005);
    const { body } = await send({ content: "hello" });
    expect(codeOf(await expire(asBot, body.id))).toBe(520006);
    expect(codeOf(await expire(asBot, "1"))).toBe(10008);
  });
});

test("deleting a poll deletes its votes, and posts no result", async () => {
  const { vote, call, at, advance, newEvents, store } = await aScene();
  await vote(asBob, 1);
  await call(deleteMessage, { as: asBot, params: at });
  await newEvents();
  await advance(3 * HOUR_MS);
  expect(await newEvents()).toEqual([]);
  expect(await store.read((tx) => tx.count(pollVotes))).toBe(0);
});
