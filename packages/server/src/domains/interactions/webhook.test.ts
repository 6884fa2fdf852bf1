import {
  deleteFollowUp,
  editFollowUp,
  getFollowUp,
  type Interaction,
} from "@antechamber/contract/interactions";
import type { Static } from "@antechamber/contract/schema";
import { describe, expect, test } from "vitest";
import { aMessageWith, clicked, opened, submitted } from "../../testing/calls/component-calls.ts";
import {
  openInteractionCalls,
  type InteractionCalls,
} from "../../testing/calls/interaction-calls.ts";
import { aCommand, ids, type Situation } from "../../testing/worlds/interaction-world.ts";
import type { Caller } from "../../platform/context.ts";
import { userInstalls } from "../applications/installs.ts";
import { messages } from "../messages/message.ts";
import { interactions } from "./interaction.ts";

type Ping = Static<typeof Interaction>;
const nobody: Caller = { kind: "nobody" };
const unknownWebhook = { status: 404, body: { code: 10015, message: "Unknown Webhook" } };
const invalidToken = { status: 401, body: { code: 50027, message: "Invalid Webhook Token" } };
const unknownMessage = { status: 404, body: { code: 10008, message: "Unknown Message" } };

/** An interaction that was answered. */
async function answered(answer: object, situation: Situation = {}) {
  const calls = await openInteractionCalls(situation);
  const ping = await calls.aPing();
  const { status } = await calls.callback(ping, answer);
  expect(status).toBe(204);
  return { ...calls, ping };
}

const saidHello = () => answered({ type: 4, data: { content: "hello" } });
const promised = (flags = 0) => answered({ type: 5, data: { flags } });

/** Requests for one message by its id. */
function onMessage({ call }: InteractionCalls, ping: Ping, message_id: string) {
  const at = { webhook_id: ping.application_id, webhook_token: ping.token, message_id };
  return {
    get: () => call(getFollowUp, { as: nobody, params: at }),
    edit: (body: object) => call(editFollowUp, { as: nobody, params: at, body }),
    remove: () => call(deleteFollowUp, { as: nobody, params: at }),
  };
}

const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id;

describe("@original", () => {
  test("is the answer, and can be read, edited and deleted", async () => {
    const { ping, original, editOriginal, deleteOriginal, news } = await saidHello();
    expect(await original(ping)).toMatchObject({ status: 200, body: { content: "hello" } });
    await news();
    const edited = await editOriginal(ping, { content: "hello again" });
    expect(edited).toMatchObject({ status: 200, body: { content: "hello again" } });
    expect(edited.body).toHaveProperty("edited_timestamp", "2027-01-15T08:00:00.000000+00:00");
    expect(await deleteOriginal(ping)).toEqual({ status: 204, body: undefined });
    expect((await news()).map(({ name }) => name)).toEqual(["MESSAGE_UPDATE", "MESSAGE_DELETE"]);
    expect(await original(ping)).toEqual(unknownMessage);
    expect(await editOriginal(ping, { content: "x" })).toEqual(unknownMessage);
    expect(await deleteOriginal(ping)).toEqual(unknownMessage);
  });

  test("is the same message as the one read by its ID", async () => {
    const calls = await saidHello();
    const original = await calls.original(calls.ping);
    expect(await onMessage(calls, calls.ping, idOf(original)).get()).toEqual(original);
  });

  test("cannot be edited to be empty", async () => {
    const { ping, editOriginal, original } = await saidHello();
    expect(await editOriginal(ping, { content: null })).toMatchObject({
      status: 400,
      body: { code: 50006 },
    });
    expect((await original(ping)).body).toHaveProperty("content", "hello");
  });

  test("updates mentions only if the text changes", async () => {
    const { ping, editOriginal } = await saidHello();
    const content = `hi <@${ids.alice}>`;
    const edited = await editOriginal(ping, { content });
    expect(edited.body).toMatchObject({ mentions: [{ id: ids.alice }] });
    const again = await editOriginal(ping, { embeds: [{ title: "x" }] });
    expect(again.body).toMatchObject({ content, mentions: [{ id: ids.alice }] });
  });

  test("updates mentions from text displays, too", async () => {
    const { ping, editOriginal } = await promised();
    const textDisplay = (content: string) => ({
      flags: 1 << 15,
      components: [{ type: 10, content }],
    });
    const first = await editOriginal(ping, textDisplay("hello"));
    expect(first.body).toMatchObject({ mentions: [] });
    const edited = await editOriginal(ping, textDisplay(`hi <@${ids.alice}>`));
    expect(edited.body).toMatchObject({ mentions: [{ id: ids.alice }] });
  });
});

test("an answer with a poll cannot be edited, however it was created", async () => {
  const poll = { question: { text: "?" }, answers: [{ poll_media: { text: "a" } }] };
  const refused = { status: 400, body: { code: 520_003 } };
  const { ping, editOriginal, followUp, ...calls } = await promised();
  expect(await editOriginal(ping, { poll })).toMatchObject({ status: 200 });
  expect(await editOriginal(ping, { content: "x" })).toMatchObject(refused);
  const further = await followUp(ping, { poll });
  const { edit, get } = onMessage({ ...calls, editOriginal, followUp }, ping, idOf(further));
  expect(await edit({ content: "x" })).toMatchObject(refused);
  expect(await get()).toMatchObject({ body: { content: "", poll } });
});

describe("a deferred answer", () => {
  test("is filled by editing @original, without an edited timestamp", async () => {
    const { ping, editOriginal, news } = await promised();
    await news();
    const { body } = await editOriginal(ping, { content: "done" });
    expect(body).toMatchObject({ content: "done", flags: 0, edited_timestamp: null, type: 20 });
    expect(await news()).toMatchObject([{ name: "MESSAGE_UPDATE", scope: { kind: "channel" } }]);
  });

  test.each([
    ["stays for everyone", 0, 64, 0],
    ["stays for the invoker", 64, 0, 64],
  ])(
    "is filled by the first follow-up, and %s",
    async (_, ...[flags, sentFlags, expectedFlags]) => {
      const { ping, original, followUp } = await promised(flags);
      const promise = await original(ping);
      const filled = await followUp(ping, { content: "done", flags: sentFlags });
      expect(filled).toMatchObject({
        status: 200,
        body: { content: "done", flags: expectedFlags },
      });
      expect(idOf(filled)).toBe(idOf(promise));
      const next = await followUp(ping, { content: "more" });
      expect(idOf(next)).not.toBe(idOf(promise));
    },
  );

  test("that was deleted is not filled by a follow-up", async () => {
    const { ping, deleteOriginal, followUp } = await promised();
    await deleteOriginal(ping);
    expect((await followUp(ping, { content: "x" })).body).toMatchObject({ type: 0, flags: 0 });
  });

  test("reports errors of its content at the top of the form", async () => {
    const { ping, followUp, original } = await promised();
    expect(await followUp(ping, { content: "x".repeat(2001) })).toMatchObject({
      status: 400,
      body: { errors: { content: { _errors: [{ code: "BASE_TYPE_MAX_LENGTH" }] } } },
    });
    expect((await original(ping)).body).toHaveProperty("flags", 128);
  });
});

describe("a follow-up", () => {
  test("replies to the answer, and contains the interaction's metadata", async () => {
    const { ping, original, followUp } = await saidHello();
    const first = idOf(await original(ping));
    expect((await followUp(ping, { content: "more" })).body).toMatchObject({
      type: 19,
      content: "more",
      webhook_id: ids.application,
      application_id: ids.application,
      message_reference: { type: 0, message_id: first, channel_id: ids.general },
      referenced_message: { id: first, content: "hello" },
      interaction_metadata: { id: ping.id, original_response_message_id: first },
    });
  });

  test("can be read, edited and deleted by its ID", async () => {
    const calls = await saidHello();
    const created = await calls.followUp(calls.ping, { content: "more" });
    const on = onMessage(calls, calls.ping, idOf(created));
    expect(await on.get()).toEqual(created);
    expect((await on.edit({ content: "less" })).body).toHaveProperty("content", "less");
    expect((await on.remove()).status).toBe(204);
    expect(await on.get()).toEqual(unknownMessage);
  });

  test("can be ephemeral, even if the answer was public", async () => {
    const { ping, followUp, news } = await saidHello();
    await news();
    expect((await followUp(ping, { content: "psst", flags: 64 })).body).toMatchObject({
      flags: 64,
    });
    expect((await news())[0]?.scope).toEqual({ kind: "user", user_id: ids.bob });
  });

  test("of another interaction is unknown, even in the same channel", async () => {
    const calls = await saidHello();
    const other = await calls.aPing();
    await calls.callback(other, { type: 4, data: { content: "other" } });
    const foreign = onMessage(calls, calls.ping, idOf(await calls.original(other)));
    expect(await foreign.get()).toEqual(unknownMessage);
    expect(await foreign.edit({ content: "x" })).toEqual(unknownMessage);
    expect(await foreign.remove()).toEqual(unknownMessage);
  });

  test("is not limited in number if the application is in the guild", async () => {
    const { ping, followUp } = await saidHello();
    for (let i = 0; i < 6; i++)
      expect((await followUp(ping, { content: `${i}` })).status).toBe(200);
  });
});

describe("the message of a component", () => {
  const ofModal = async (calls: InteractionCalls, messageId: string) =>
    submitted(calls, await opened(calls, await clicked(calls, messageId)));

  test.each([
    ["a click", clicked],
    ["a modal that was opened through it", ofModal],
  ])("can be read, edited and deleted by the token of %s after any answer", async (_, use) => {
    for (const answer of [{ type: 4, data: { content: "new" } }, { type: 5 }, { type: 6 }]) {
      const calls = await openInteractionCalls();
      const messageId = await aMessageWith(calls);
      const used = await use(calls, messageId);
      const { get, edit, remove } = onMessage(calls, used, messageId);
      expect(await get()).toMatchObject(unknownWebhook);
      expect((await calls.callback(used, answer)).status).toBe(204);
      expect((await get()).body).toMatchObject({ id: messageId, content: "choose" });
      expect((await edit({ content: "chosen" })).body).toMatchObject({ content: "chosen" });
      const isOriginal = idOf(await calls.original(used)) === messageId;
      expect(isOriginal).toBe(answer.type === 6);
      expect((await remove()).status).toBe(204);
      expect(await get()).toMatchObject(unknownMessage);
    }
  });

  test("cannot be reached with the token of a command", async () => {
    const calls = await openInteractionCalls();
    const messageId = await aMessageWith(calls);
    const ping = await calls.aPing();
    await calls.callback(ping, { type: 4, data: { content: "pong" } });
    expect(await onMessage(calls, ping, messageId).get()).toMatchObject(unknownMessage);
  });
});

describe("an application installed by the user", () => {
  const brought: Situation = {
    isInGuild: false,
    commands: [aCommand(ids.ping, { name: "ping", integration_types: [1] })],
    more: (tx) =>
      tx.put(userInstalls, { user_id: ids.bob, application_id: ids.application, scopes: [] }),
  };

  test("can send five follow-ups, not counting the one that fills a deferred answer", async () => {
    const { ping, followUp } = await answered({ type: 5 }, brought);
    for (let i = 0; i < 6; i++)
      expect((await followUp(ping, { content: `${i}` })).status).toBe(200);
    expect(await followUp(ping, { content: "x" })).toMatchObject({
      status: 400,
      body: { code: 40094 },
    });
  });

  test("answers ephemerally if the user may not use external applications", async () => {
    const { ping, original } = await answered({ type: 4, data: { content: "x" } }, brought);
    expect((await original(ping)).body).toMatchObject({ flags: 64 });
  });

  test("answers publicly if the user may use external applications", async () => {
    const granted = ["VIEW_CHANNEL", "SEND_MESSAGES", "USE_EXTERNAL_APPS"] as const;
    const { ping, original } = await answered(
      { type: 4, data: { content: "x" } },
      { ...brought, granted },
    );
    expect((await original(ping)).body).toMatchObject({ flags: 0 });
  });
});

describe("the token of an interaction", () => {
  test("gives no access before the first answer", async () => {
    const calls = await openInteractionCalls();
    const ping = await calls.aPing();
    expect(await calls.original(ping)).toEqual(unknownWebhook);
    expect(await calls.followUp(ping, { content: "x" })).toEqual(unknownWebhook);
  });

  test("gives no access if there was no answer within three seconds", async () => {
    const { aPing, clock, followUp } = await openInteractionCalls();
    const ping = await aPing();
    await clock.moveTo(clock.now() + 3000);
    expect(await followUp(ping, { content: "x" })).toEqual(unknownWebhook);
  });

  test("gives no access to another application", async () => {
    const { ping, original } = await saidHello();
    expect(await original({ ...ping, application_id: "7" })).toEqual(unknownWebhook);
  });

  test("is refused if it is malformed", async () => {
    const { ping, original } = await saidHello();
    expect(await original({ ...ping, token: "nonsense" })).toEqual(invalidToken);
  });

  test("expires fifteen minutes after the invocation", async () => {
    const { ping, original, followUp, editOriginal, deleteOriginal, clock } = await saidHello();
    await clock.moveTo(clock.now() + 899_999);
    expect((await original(ping)).status).toBe(200);
    await clock.moveTo(clock.now() + 1);
    expect(await original(ping)).toEqual(invalidToken);
    expect(await followUp(ping, { content: "x" })).toEqual(invalidToken);
    expect(await editOriginal(ping, { content: "x" })).toEqual(invalidToken);
    expect(await deleteOriginal(ping)).toEqual(invalidToken);
  });

  test("expires together with its record, while messages are kept", async () => {
    const { clock, store } = await saidHello();
    await clock.moveTo(clock.now() + 900_000);
    expect(await store.read((tx) => tx.count(interactions))).toBe(0);
    expect(await store.read((tx) => tx.count(messages))).toBe(1);
  });
});
