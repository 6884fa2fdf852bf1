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

describe("the payload of a component interaction", () => {
  test("contains the click and the full message", async () => {
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
    "contains the chosen $what with their resolved data",
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

  test("is sent for a component nested in others", async () => {
    const calls = await openInteractionCalls();
    const accessory = { type: 2, style: 1, label: "In", custom_id: "inner" };
    const section = { type: 9, components: [{ type: 10, content: "text" }], accessory };
    const ping = await calls.aPing();
    const data = { flags: 32_768, components: [{ type: 17, components: [section] }] };
    const answer = await calls.callback(ping, { type: 4, data }, { with_response: true });
    const { id } = (answer.body as { resource: { message: { id: string } } }).resource.message;
    expect((await clicked(calls, id, "inner")).data).toMatchObject({ custom_id: "inner" });
  });

  test("names the guild as owner for a message that the bot sent by itself", async () => {
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

describe("a component interaction is refused", () => {
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
      "a value that is not an option",
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
  ])("for %s", async (_, data, expected) => {
    const calls = await openInteractionCalls();
    const answer = await post(calls, useOf(await aMessageWith(calls), data));
    expect(answer).toMatchObject({ status: 400, body: { code: 50035, ...expected } });
  });

  test("if it contains the same value twice", async () => {
    const calls = await openInteractionCalls();
    const data = { component_type: 3, custom_id: "pick", values: ["red", "red"] };
    const { body } = await post(calls, useOf(await aMessageWith(calls), data));
    expect(body).toMatchObject({ errors: { data: { values: { 1: {} } } } });
  });

  test("if the message is unknown or visible only to another user", async () => {
    const calls = await openInteractionCalls();
    const data = { component_type: 2, custom_id: "go" };
    const secret = await aMessageWith(calls, everyComponent, { flags: 64 });
    const unknown = { status: 404, body: { code: 10008 } };
    expect(await post(calls, useOf("1", data))).toMatchObject(unknown);
    expect(await post(calls, useOf(secret, data), { as: asAlice })).toMatchObject(unknown);
    expect((await post(calls, useOf(secret, data))).status).toBe(204);
  });

  test("without a message, together with other errors", async () => {
    const calls = await openInteractionCalls();
    const { status, body } = await post(calls, { type: 3, data: { component_type: 2 } });
    const required = { _errors: [{ code: "BASE_TYPE_REQUIRED" }] };
    expect([status, body]).toMatchObject([
      400,
      { errors: { message_id: required, data: { custom_id: required } } },
    ]);
  });

  test("for a user who cannot see the channel", async () => {
    const calls = await openInteractionCalls();
    const use = useOf(await aMessageWith(calls), { component_type: 2, custom_id: "go" });
    expect(await post(calls, use, { as: asCarol })).toMatchObject({ status: 403 });
  });
});

describe("the callback for a component", () => {
  test("of type 4 replies to the message and refers to it", async () => {
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

  test("of type 7 edits the message, which becomes @original", async () => {
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

  test("of type 6 defers an edit, and follow-ups are new messages", async () => {
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

  test("of type 5 defers a new message with its own flags", async () => {
    const calls = await openInteractionCalls();
    const messageId = await aMessageWith(calls);
    const payload = await clicked(calls, messageId);
    await calls.callback(payload, { type: 5, data: { flags: 64 } });
    const filled = await calls.followUp(payload, { content: "done" });
    expect(filled.body).toMatchObject({ type: 19, flags: 64, content: "done" });
    expect((filled.body as { id: string }).id).not.toBe(messageId);
  });

  test.each([6, 7])("of type %d is refused if the message was deleted", async (type) => {
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

  test("of type 10 creates no message, but the token stays valid", async () => {
    const calls = await openInteractionCalls();
    const payload = await clicked(calls, await aMessageWith(calls));
    await calls.callback(payload, { type: 10 });
    expect(await calls.original(payload)).toMatchObject({ status: 404, body: { code: 10008 } });
    const further = await calls.followUp(payload, { content: "more" });
    expect(further.body).toMatchObject({ type: 0, content: "more" });
  });
});
