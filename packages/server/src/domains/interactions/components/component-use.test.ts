import { describe, expect, test } from "vitest";
import {
  aMessageWith,
  clicked,
  everyComponent,
  post,
  useOf,
} from "../../../testing/calls/component-calls.ts";
import { openInteractionCalls } from "../../../testing/calls/interaction-calls.ts";
import { asCarol, ids } from "../../../testing/worlds/interaction-world.ts";
import { aMessage } from "../../../testing/records.ts";
import { messages } from "../../messages/message.ts";

const asAlice = { kind: "user", user_id: ids.alice } as const;

describe("the application is sent", () => {
  test("a click with the whole message, as the message has the component", async () => {
    const calls = await openInteractionCalls();
    const messageId = await aMessageWith(calls);
    const payload = await clicked(calls, messageId);
    expect(payload).toMatchObject({
      type: 3,
      data: { component_type: 2, custom_id: "go", id: 2 },
      message: { id: messageId, content: "choose", author: { id: ids.application }, type: 20 },
      member: { user: { id: ids.bob } },
      authorizing_integration_owners: { 0: ids.guild },
      context: 0,
    });
    expect(payload.data).not.toHaveProperty("values");
    expect(Object.keys(payload)).toEqual(Object.keys(payload).toSorted());
  });

  const { alice, bob, mods, general } = ids;
  test.each([
    { what: "options", component_type: 3, custom_id: "pick", values: ["red", "blue"] },
    { what: "nobody", component_type: 7, custom_id: "mentionables", values: [] },
    {
      what: "users",
      component_type: 5,
      custom_id: "users",
      values: [alice],
      resolved: { users: { [alice]: {} }, members: { [alice]: {} } },
    },
    {
      what: "users and roles",
      component_type: 7,
      custom_id: "mentionables",
      values: [mods, bob],
      resolved: { roles: { [mods]: {} }, users: { [bob]: {} } },
    },
    {
      what: "channels",
      component_type: 8,
      custom_id: "channels",
      values: [general],
      resolved: { channels: { [general]: {} } },
    },
  ])(
    "$what chosen, with what they stand for",
    async ({ resolved, component_type, custom_id, values }) => {
      const calls = await openInteractionCalls();
      const use = { component_type, custom_id, values };
      const answer = await post(calls, useOf(await aMessageWith(calls), use));
      expect(answer.status).toBe(204);
      const { data } = await calls.received();
      expect(data).toMatchObject(use);
      expect([data.resolved]).toMatchObject([resolved]);
    },
  );

  test("a component inside the newer ones", async () => {
    const calls = await openInteractionCalls();
    const accessory = { type: 2, style: 1, label: "In", custom_id: "inner" };
    const section = { type: 9, components: [{ type: 10, content: "text" }], accessory };
    const ping = await calls.aPing();
    const data = { flags: 32_768, components: [{ type: 17, components: [section] }] };
    const answer = await calls.callback(ping, { type: 4, data }, { with_response: true });
    const { id } = (answer.body as { resource: { message: { id: string } } }).resource.message;
    expect((await clicked(calls, id, "inner")).data).toMatchObject({ custom_id: "inner" });
  });

  test("a click on a message that its bot sent by itself, in the guild's name", async () => {
    const id = "500000000000000009";
    const author = { ...aMessage("1", { channel_id: "1" }).author, id: ids.application };
    const sent = { channel_id: ids.general, guild_id: ids.guild, author };
    const components = [{ type: 1, id: 1, components: [{ type: 2, id: 2, custom_id: "go" }] }];
    const calls = await openInteractionCalls({
      more: (tx) => tx.put(messages, aMessage(id, { ...sent, components })),
    });
    const payload = await clicked(calls, id);
    expect(payload.authorizing_integration_owners).toEqual({ 0: ids.guild });
  });
});

describe("refused is", () => {
  const invalid = { errors: { data: { _errors: [{ code: "COMPONENT_VALIDATION_FAILED" }] } } };
  const atValues = (code: string) => ({ errors: { data: { values: { _errors: [{ code }] } } } });
  const atFirst = (code: string) => ({
    errors: { data: { values: { 0: { _errors: [{ code }] } } } },
  });

  test.each<[string, object, object]>([
    ["a component that is not there", { component_type: 2, custom_id: "gone" }, invalid],
    ["one that is disabled", { component_type: 2, custom_id: "off" }, invalid],
    ["one of another kind", { component_type: 3, custom_id: "go" }, invalid],
    [
      "too few values",
      { component_type: 3, custom_id: "pick", values: [] },
      atValues("BASE_TYPE_BAD_LENGTH"),
    ],
    [
      "too many values",
      { component_type: 3, custom_id: "pick", values: ["red", "green", "blue"] },
      atValues("BASE_TYPE_BAD_LENGTH"),
    ],
    [
      "a value that is no option",
      { component_type: 3, custom_id: "pick", values: ["pink"] },
      atFirst("BASE_TYPE_CHOICES"),
    ],
    [
      "a user who is unknown",
      { component_type: 5, custom_id: "users", values: ["1"] },
      atFirst("COMPONENT_VALIDATION_FAILED"),
    ],
    [
      "a user who is no id",
      { component_type: 5, custom_id: "users", values: ["alice"] },
      atFirst("NUMBER_TYPE_COERCE"),
    ],
    [
      "a channel of a type that is not offered",
      { component_type: 8, custom_id: "channels", values: [ids.direct] },
      atFirst("COMPONENT_VALIDATION_FAILED"),
    ],
  ])("%s", async (_, data, expected) => {
    const calls = await openInteractionCalls();
    const answer = await post(calls, useOf(await aMessageWith(calls), data));
    expect(answer).toMatchObject({ status: 400, body: { code: 50035, ...expected } });
  });

  test("the same value twice", async () => {
    const calls = await openInteractionCalls();
    const data = { component_type: 3, custom_id: "pick", values: ["red", "red"] };
    const { body } = await post(calls, useOf(await aMessageWith(calls), data));
    expect(body).toMatchObject({ errors: { data: { values: { 1: {} } } } });
  });

  test("a message that is unknown, or that somebody else alone sees", async () => {
    const calls = await openInteractionCalls();
    const data = { component_type: 2, custom_id: "go" };
    const secret = await aMessageWith(calls, everyComponent, { flags: 64 });
    const unknown = { status: 404, body: { code: 10008 } };
    expect(await post(calls, useOf("1", data))).toMatchObject(unknown);
    expect(await post(calls, useOf(secret, data), { as: asAlice })).toMatchObject(unknown);
    expect((await post(calls, useOf(secret, data))).status).toBe(204);
  });

  test("no message, beside what else is wrong", async () => {
    const calls = await openInteractionCalls();
    const { status, body } = await post(calls, { type: 3, data: { component_type: 2 } });
    const required = { _errors: [{ code: "BASE_TYPE_REQUIRED" }] };
    expect([status, body]).toMatchObject([
      400,
      { errors: { message_id: required, data: { custom_id: required } } },
    ]);
  });

  test("somebody who does not see the channel", async () => {
    const calls = await openInteractionCalls();
    const use = useOf(await aMessageWith(calls), { component_type: 2, custom_id: "go" });
    expect(await post(calls, use, { as: asCarol })).toMatchObject({ status: 403 });
  });
});

describe("the answer", () => {
  test("4 is a reply to the message, and says which message was used", async () => {
    const calls = await openInteractionCalls();
    const messageId = await aMessageWith(calls);
    const payload = await clicked(calls, messageId);
    await calls.callback(payload, { type: 4, data: { content: "new" } });
    expect((await calls.original(payload)).body).toMatchObject({
      type: 19,
      content: "new",
      message_reference: { message_id: messageId },
      interaction_metadata: { id: payload.id, type: 3, interacted_message_id: messageId },
    });
  });

  test("7 changes the message, which @original then names", async () => {
    const calls = await openInteractionCalls();
    const messageId = await aMessageWith(calls);
    const payload = await clicked(calls, messageId);
    await calls.callback(payload, { type: 7, data: { content: "changed", components: [] } });
    expect((await calls.original(payload)).body).toMatchObject({
      id: messageId,
      content: "changed",
      components: [],
    });
    await calls.editOriginal(payload, { content: "again" });
    expect((await calls.original(payload)).body).toMatchObject({ content: "again" });
  });

  test("6 promises a change: follow-ups are new messages, and the change may come", async () => {
    const calls = await openInteractionCalls();
    const messageId = await aMessageWith(calls);
    const payload = await clicked(calls, messageId);
    await calls.callback(payload, { type: 6 });
    expect((await calls.original(payload)).body).toMatchObject({
      id: messageId,
      content: "choose",
    });
    const further = await calls.followUp(payload, { content: "more" });
    expect(further.body).toMatchObject({
      type: 19,
      interaction_metadata: { original_response_message_id: messageId },
    });
    await calls.editOriginal(payload, { content: "changed" });
    expect((await calls.original(payload)).body).toMatchObject({ content: "changed" });
  });

  test("5 promises a message of its own, with its own eyes", async () => {
    const calls = await openInteractionCalls();
    const messageId = await aMessageWith(calls);
    const payload = await clicked(calls, messageId);
    await calls.callback(payload, { type: 5, data: { flags: 64 } });
    const filled = await calls.followUp(payload, { content: "done" });
    expect(filled.body).toMatchObject({ type: 19, flags: 64, content: "done" });
    expect((filled.body as { id: string }).id).not.toBe(messageId);
  });

  test.each([6, 7])("%d is refused when the message is gone", async (type) => {
    const calls = await openInteractionCalls();
    const ping = await calls.aPing();
    const data = { content: "choose", components: everyComponent };
    const answer = await calls.callback(ping, { type: 4, data }, { with_response: true });
    const { id } = (answer.body as { resource: { message: { id: string } } }).resource.message;
    const payload = await clicked(calls, id);
    await calls.deleteOriginal(ping);
    const late = await calls.callback(payload, { type, data: { content: "x" } });
    expect(late).toMatchObject({ status: 404, body: { code: 10008 } });
    expect((await calls.callback(payload, { type: 4, data: { content: "x" } })).status).toBe(204);
  });

  test("10 and 12 leave no message, but the token goes on", async () => {
    const calls = await openInteractionCalls();
    const payload = await clicked(calls, await aMessageWith(calls));
    await calls.callback(payload, { type: 10 });
    expect(await calls.original(payload)).toMatchObject({ status: 404, body: { code: 10008 } });
    const further = await calls.followUp(payload, { content: "more" });
    expect(further.body).toMatchObject({ type: 0, content: "more" });
  });
});
