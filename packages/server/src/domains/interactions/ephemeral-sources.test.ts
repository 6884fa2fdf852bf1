// What messages show of an ephemeral message that they reply to and that only its user may read.
import { getFollowUp, type Interaction } from "@antechamber/contract/interactions";
import type { Static } from "@antechamber/contract/schema";
import { describe, expect, test } from "vitest";
import { aMessageWith, clicked } from "../../testing/calls/component-calls.ts";
import {
  openInteractionCalls,
  type InteractionCalls,
} from "../../testing/calls/interaction-calls.ts";
import { ids } from "../../testing/worlds/interaction-world.ts";

type Ping = Static<typeof Interaction>;
interface Wire {
  readonly id: string;
}

const EPHEMERAL = 64;
const hidden = { content: "the secret", flags: EPHEMERAL };

/** The ways to reply to a message that only bob may read, each with the function that does it. */
const ways: readonly [string, (calls: InteractionCalls, data: object) => Promise<unknown>][] = [
  [
    "a follow-up",
    async (calls, data) => {
      const ping = await calls.aPing();
      await calls.callback(ping, { type: 4, data: hidden });
      return (await calls.followUp(ping, data)).body;
    },
  ],
  [
    "the answer to a component",
    async (calls, data) => firstAnswer(calls, await clicked(calls, await aMessageOf(calls)), data),
  ],
  [
    "the answer to a message command",
    async (calls, data) => {
      await calls.send({ id: ids.report, type: 3, target_id: await aMessageOf(calls) });
      return firstAnswer(calls, await calls.received(), data);
    },
  ],
];

function aMessageOf(calls: InteractionCalls): Promise<string> {
  return aMessageWith(calls, undefined, hidden);
}

async function firstAnswer(calls: InteractionCalls, to: Ping, data: object): Promise<unknown> {
  await calls.callback(to, { type: 4, data });
  return (await calls.original(to)).body;
}

describe.each(ways)("a %s to an ephemeral message", (_, answer) => {
  test("refers to it, without showing its content to others", async () => {
    const calls = await openInteractionCalls();
    const body = await answer(calls, { content: "for all" });
    expect(body).toMatchObject({
      content: "for all",
      message_reference: { message_id: expect.any(String) as string },
      referenced_message: null,
    });
    const everyones = (await calls.news()).filter(({ scope }) => scope.kind === "channel");
    expect(everyones).toMatchObject([{ payload: { id: (body as Wire).id } }]);
    expect(JSON.stringify(everyones)).not.toContain(hidden.content);
  });

  test("contains it if the answer is ephemeral for the same user", async () => {
    const body = await answer(await openInteractionCalls(), { content: "too", flags: EPHEMERAL });
    expect(body).toMatchObject({ referenced_message: hidden });
  });
});

test("a public follow-up never shows the ephemeral message that it refers to, even if edited", async () => {
  const calls = await openInteractionCalls();
  const ping = await calls.aPing();
  await calls.callback(ping, { type: 4, data: hidden });
  const { body } = await calls.followUp(ping, { content: "for all" });
  await calls.editOriginal(ping, { content: "another secret" });
  const again = await calls.followUp(ping, { content: "for one", flags: EPHEMERAL });
  expect(again.body).toMatchObject({ referenced_message: { content: "another secret" } });
  const message_id = (body as Wire).id;
  const params = { webhook_id: ping.application_id, webhook_token: ping.token, message_id };
  const later = await calls.call(getFollowUp, { as: { kind: "nobody" }, params });
  expect(later.body).toMatchObject({ content: "for all", referenced_message: null });
});
