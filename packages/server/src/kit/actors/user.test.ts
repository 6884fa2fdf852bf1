// What users do apart from commands.
import { expect, test } from "../runners/vitest.ts";
import type { Message } from "../client/wire-types.ts";
import type { World } from "../world.ts";

async function askAll(world: World): Promise<Message> {
  const { botToken } = world.application("Concierge");
  const { channel_id: channel } = await world.user("bob").in("#general").message("Ask us!");
  const response = await fetch(`${world.api}/v10/channels/${channel}/messages`, {
    method: "POST",
    headers: { authorization: `Bot ${botToken}`, "content-type": "application/json" },
    body: JSON.stringify({
      poll: {
        question: { text: "Tea?" },
        answers: ["Yes", "No"].map((text) => ({ poll_media: { text } })),
      },
    }),
  });
  return (await response.json()) as Message;
}

test("a user votes in a poll by an answer's text, changes the vote and removes it", async ({
  world,
}) => {
  const poll = await askAll(world);
  const alice = world.user("alice");
  const votes = async (...answers: string[]) => {
    const { poll: voted } = await alice.vote(poll, ...answers);
    const results = (voted?.["results"] ?? {}) as {
      answer_counts?: { id: number; count: number }[];
    };
    const { answer_counts = [] } = results;
    return answer_counts.filter(({ count }) => count > 0).map(({ id }) => id);
  };
  expect(await votes("Yes")).toEqual([1]);
  expect(await votes("No")).toEqual([2]);
  expect(await votes()).toEqual([]);
  await expect(alice.vote(poll, "Yess")).rejects.toThrow(
    'the poll has no answer "Yess"; did you mean Yes, No?',
  );
  const plain = await alice.in("#general").message("hello");
  await expect(alice.vote(plain, "Yes")).rejects.toThrow("there is no poll in this message");
});
