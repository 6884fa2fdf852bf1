import { voteAsUser } from "@antechamber/contract/control";
import { expect, test } from "vitest";
import type { Caller } from "../../platform/context.ts";
import { aMessageScene, codeOf, ids, leavesOf } from "../../testing/calls/message-calls.ts";
import { simulatedVoteHandlers } from "./vote.ts";

const operator: Caller = { kind: "control" };
const answers = [{ poll_media: { text: "Tea" } }, { poll_media: { text: "7" } }];

/** The scene with a poll, and a function to vote as one of its users. */
async function aScene() {
  const scene = await aMessageScene({ handlers: simulatedVoteHandlers });
  const { body } = await scene.send({ poll: { question: { text: "?" }, answers } });
  const vote = (user: string, act: object) =>
    scene.call(voteAsUser, {
      as: operator,
      params: { user },
      body: { channel: ids.general, message: body.id, ...act },
    });
  return { ...scene, vote };
}

test.each<[string, unknown, number]>([
  ["by its number", 1, 1],
  ["by its number as a text", "2", 2],
  ["by what it says", "Tea", 1],
  ["by what it says, also where that is a number", "7", 2],
])("a user votes for an answer %s", async (_, answer, id) => {
  const { vote, news } = await aScene();
  await news();
  const { body } = await vote(ids.bob, { answers: [answer] });
  expect(body.poll?.results.answer_counts).toEqual([{ id, count: 1, me_voted: true }]);
  expect(await news()).toMatchObject([
    { name: "MESSAGE_POLL_VOTE_ADD", payload: { answer_id: id, user_id: ids.bob } },
  ]);
});

test("a vote is removed", async () => {
  const { vote } = await aScene();
  await vote(ids.bob, { answers: [1] });
  const { body } = await vote(ids.bob, { answers: [] });
  expect(body.poll?.results.answer_counts).toEqual([]);
});

test.each<[string, string, object, number]>([
  ["nobody", "nobody", {}, 10013],
  ["a bot", ids.bot, {}, 20001],
  ["a person on nothing", ids.bob, { message: "1" }, 10008],
  ["a person in a hidden channel", ids.bob, { channel: ids.hidden }, 50001],
])("%s cannot vote", async (_, ...[user, act, code]) => {
  const { vote } = await aScene();
  expect(codeOf(await vote(user, { answers: [1], ...act }))).toBe(code);
});

test("an unknown answer is reported at its place", async () => {
  const { vote } = await aScene();
  expect(leavesOf(await vote(ids.bob, { answers: ["Cake"] }))).toEqual([
    "answers.0: BASE_TYPE_CHOICES",
  ]);
});
