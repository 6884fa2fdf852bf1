import type { Interaction } from "@antechamber/contract/interactions";
import type { Static } from "@antechamber/contract/schema";
import { describe, expect, test } from "vitest";
import {
  aMessageWith,
  aModal,
  aName,
  clicked,
  opened,
  post,
  submissionOf,
  submitted,
} from "../../../testing/calls/component-calls.ts";
import { openInteractionCalls } from "../../../testing/calls/interaction-calls.ts";
import { ids } from "../../../testing/worlds/interaction-world.ts";

type Payload = Static<typeof Interaction>;
const aFile = {
  field: "files[0]",
  filename: "a.txt",
  contentType: "text/plain",
  bytes: Buffer.from("hello"),
};

describe("a modal", () => {
  test("is sent to the user who invoked the application, with IDs for its components", async () => {
    const calls = await openInteractionCalls();
    const ping = await calls.aPing({ body: { nonce: "n" } });
    await calls.news();
    await opened(calls, ping);
    const [event, ...others] = await calls.news();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      name: "INTERACTION_MODAL_CREATE",
      scope: { kind: "user", user_id: ids.bob },
      payload: {
        id: ping.id,
        nonce: "n",
        channel_id: ids.general,
        custom_id: "form",
        title: "A form",
        application: { id: ids.application, name: "Concierge" },
        components: [
          { type: 10, id: 1 },
          { type: 18, id: 2, component: { type: 4, id: 3 } },
          {},
          {},
          {},
        ],
      },
    });
  });

  test.each<[string, object, object]>([
    ["no title", { title: undefined }, { title: {} }],
    ["a title that is too long", { title: "x".repeat(46) }, { title: {} }],
    ["no custom id", { custom_id: undefined }, { custom_id: {} }],
    ["a button", { components: [{ type: 2 }] }, { components: { 0: {} } }],
    [
      "two fields of one name",
      { components: [aModal.components[1], aModal.components[1]] },
      { components: { 1: { component: { custom_id: {} } } } },
    ],
    [
      "a field that is disabled",
      {
        components: [
          {
            ...aModal.components[2],
            component: { ...aModal.components[2]?.component, disabled: true },
          },
        ],
      },
      { components: { 0: { component: { disabled: {} } } } },
    ],
  ])("with %s is refused at its path", async (_, change, errors) => {
    const calls = await openInteractionCalls();
    const data = { ...aModal, ...change };
    const answer = await calls.callback(await calls.aPing(), { type: 9, data });
    expect(answer).toMatchObject({ status: 400, body: { code: 50035, errors: { data: errors } } });
  });
});

describe("the payload of a modal submission", () => {
  test("contains the fields as a tree, with their resolved data", async () => {
    const calls = await openInteractionCalls();
    const ping = await opened(calls, await calls.aPing());
    const fields = [
      aName,
      { type: 3, custom_id: "color", values: ["red"] },
      { type: 5, custom_id: "who", values: [ids.alice] },
    ];
    expect((await post(calls, submissionOf(ping, fields))).status).toBe(204);
    const payload = await calls.received();
    expect(payload).toMatchObject({
      type: 5,
      data: {
        custom_id: "form",
        components: [
          { type: 10, id: 1 },
          { type: 18, id: 2, component: { type: 4, id: 3, custom_id: "name", value: "Alice" } },
          { type: 18, id: 4, component: { type: 3, id: 5, custom_id: "color", values: ["red"] } },
          { type: 18, component: { type: 5, custom_id: "who", values: [ids.alice] } },
          { type: 18, component: { type: 19, custom_id: "file", values: [] } },
        ],
        resolved: { users: { [ids.alice]: { username: "alice" } } },
      },
      authorizing_integration_owners: { 0: ids.guild },
    });
    expect(payload).not.toHaveProperty("message");
  });

  test("contains uploaded files under their own IDs", async () => {
    const calls = await openInteractionCalls();
    const ping = await opened(calls, await calls.aPing());
    const file = { type: 19, custom_id: "file", values: ["0"] };
    const body = submissionOf(ping, [aName, file]) as { data: object };
    const data = { ...body.data, attachments: [{ id: "0", filename: "a.txt" }] };
    const answer = await post(calls, { ...body, data }, { files: [aFile] });
    expect(answer).toMatchObject({ status: 204 });
    const { components, resolved } = (await calls.received()).data;
    const last = components?.at(-1) as { component: { values: string[] } };
    const [id = ""] = last.component.values;
    expect(resolved?.attachments?.[id]).toMatchObject({ id, filename: "a.txt", ephemeral: true });
  });

  test("contains the message if the modal was opened from its component", async () => {
    const calls = await openInteractionCalls();
    const messageId = await aMessageWith(calls);
    const click = await opened(calls, await clicked(calls, messageId));
    expect(await submitted(calls, click)).toMatchObject({ message: { id: messageId } });
  });

  test("contains action rows as older applications use them", async () => {
    const calls = await openInteractionCalls();
    const input = { type: 4, custom_id: "old", style: 1, label: "Old" };
    const modal = { custom_id: "form", title: "t", components: [{ type: 1, components: [input] }] };
    const ping = await calls.aPing();
    await calls.callback(ping, { type: 9, data: modal });
    const components = [{ type: 1, components: [{ type: 4, custom_id: "old", value: "x" }] }];
    const data = { id: ping.id, custom_id: "form", components };
    expect((await post(calls, { type: 5, data })).status).toBe(204);
    const sent = (await calls.received()).data.components;
    expect(sent).toEqual([
      { type: 1, id: 1, components: [{ type: 4, id: 2, custom_id: "old", value: "x" }] },
    ]);
  });
});

describe("a modal submission is refused for", () => {
  const at = (place: string, code: string, i = 0) => ({
    data: { components: { [i]: { component: { [place]: { _errors: [{ code }] } } } } },
  });

  test.each<[string, readonly object[], object]>([
    ["a required field left empty", [{ ...aName, value: "" }], at("value", "BASE_TYPE_REQUIRED")],
    ["a text that is too short", [{ ...aName, value: "A" }], at("value", "BASE_TYPE_BAD_LENGTH")],
    [
      "a text that is too long",
      [{ ...aName, value: "x".repeat(11) }],
      at("value", "BASE_TYPE_BAD_LENGTH"),
    ],
    ["a text that is none", [{ ...aName, value: 1 }], at("value", "STRING_TYPE_CONVERT")],
    ["a field of another kind", [{ ...aName, type: 3 }], at("type", "BASE_TYPE_CHOICES")],
    [
      "a value that is not an option",
      [aName, { type: 3, custom_id: "color", values: ["pink"] }],
      { data: { components: { 1: { component: { values: { 0: {} } } } } } },
    ],
    [
      "too many values",
      [aName, { type: 3, custom_id: "color", values: ["red", "blue"] }],
      at("values", "BASE_TYPE_BAD_LENGTH", 1),
    ],
    [
      "values that are no list",
      [aName, { type: 3, custom_id: "color", values: "red" }],
      at("values", "LIST_TYPE_CONVERT", 1),
    ],
    [
      "a value in a list that is not a text",
      [aName, { type: 3, custom_id: "color", values: ["red", null] }],
      {
        data: {
          components: {
            1: { component: { values: { 1: { _errors: [{ code: "STRING_TYPE_CONVERT" }] } } } },
          },
        },
      },
    ],
    [
      "a file that did not come",
      [aName, { type: 19, custom_id: "file", values: ["0"] }],
      { data: { components: { 1: { component: { values: { 0: {} } } } } } },
    ],
    [
      "a field that the modal does not have",
      [aName, { type: 4, custom_id: "more", value: "x" }],
      { data: { components: { 1: { component: { _errors: [{}] } } } } },
    ],
  ])("%s", async (_, fields, errors) => {
    const calls = await openInteractionCalls();
    const ping = await opened(calls, await calls.aPing());
    const answer = await post(calls, submissionOf(ping, fields));
    expect(answer).toMatchObject({ status: 400, body: { code: 50035, errors } });
  });

  // Proves requirement 8 "file upload in a modal"
  test("a file that is referred to twice, even if the upload allows several", async () => {
    const calls = await openInteractionCalls();
    const upload = { type: 19, custom_id: "file", min_values: 2, max_values: 10 };
    const components = [{ type: 18, label: "Files", component: upload }];
    const ping = await calls.aPing();
    await calls.callback(ping, { type: 9, data: { custom_id: "form", title: "t", components } });
    const body = submissionOf(ping, [{ type: 19, custom_id: "file", values: ["0", "0"] }]);
    const data = { ...(body as { data: object }).data, attachments: [{ id: "0" }] };
    const answer = await post(calls, { ...body, data }, { files: [aFile] });
    const faults = { 1: { _errors: [{ code: "BASE_TYPE_CHOICES" }] } };
    const errors = { data: { components: { 0: { component: { values: faults } } } } };
    expect(answer).toMatchObject({ status: 400, body: { code: 50035, errors } });
  });

  test("a text beyond the maximum length, even if the field sets no limit", async () => {
    const calls = await openInteractionCalls();
    const tooLong = async (bounds: object) => {
      const input = { type: 4, custom_id: "name", style: 1, ...bounds };
      const components = [{ type: 18, label: "Name", component: input }];
      const ping = await calls.aPing();
      await calls.callback(ping, { type: 9, data: { custom_id: "form", title: "t", components } });
      const { body } = await post(
        calls,
        submissionOf(ping, [{ ...aName, value: "x".repeat(4001) }]),
      );
      return JSON.stringify(body);
    };
    expect(await tooLong({})).toContain('"Must be 4000 or fewer in length."');
    expect(await tooLong({ max_length: 3 })).toContain('"Must be 3 or fewer in length."');
    expect(await tooLong({ min_length: 0 })).toContain('"Must be between 0 and 4000 in length."');
  });

  test("a radio group's value that is a number instead of text", async () => {
    const calls = await openInteractionCalls();
    const options = ["1", "2"].map((value) => ({ label: value, value }));
    const group = { type: 21, custom_id: "size", options };
    const components = [{ type: 18, label: "Size", component: group }];
    const ping = await calls.aPing();
    await calls.callback(ping, { type: 9, data: { custom_id: "form", title: "t", components } });
    const answer = await post(calls, submissionOf(ping, [{ ...group, value: 1 }]));
    const fault = { code: "STRING_TYPE_CONVERT", message: 'Could not interpret "1" as string.' };
    const errors = { data: { components: { 0: { component: { value: { _errors: [fault] } } } } } };
    expect(answer).toMatchObject({ status: 400, body: { code: 50035, errors } });
  });

  const named = ["a", "b"].map((value) => ({ label: value, value }));
  const radio = { type: 21, custom_id: "f", options: named };
  const checkbox = { type: 23, custom_id: "f" };
  const notText = { code: "STRING_TYPE_CONVERT" };
  test.each<[string, object, unknown, object]>([
    ["a choice that a radio group does not have", radio, "c", { code: "BASE_TYPE_CHOICES" }],
    ["a radio group without a choice", radio, null, { code: "BASE_TYPE_REQUIRED" }],
    ["several choices of a radio group", radio, ["a"], notText],
    ["a checkbox that holds no boolean", checkbox, "true", { code: "BOOLEAN_TYPE_CONVERT" }],
    ["a checkbox that holds null", checkbox, null, { code: "BOOLEAN_TYPE_CONVERT" }],
  ])("%s", async (_, field, value, fault) => {
    const calls = await openInteractionCalls();
    const components = [{ type: 18, label: "Field", component: field }];
    const ping = await calls.aPing();
    await calls.callback(ping, { type: 9, data: { custom_id: "form", title: "t", components } });
    const answer = await post(calls, submissionOf(ping, [{ ...field, value }]));
    const errors = { data: { components: { 0: { component: { value: { _errors: [fault] } } } } } };
    expect(answer).toMatchObject({ status: 400, body: { code: 50035, errors } });
  });

  test("two fields with the same custom ID", async () => {
    const calls = await openInteractionCalls();
    const ping = await opened(calls, await calls.aPing());
    const answer = await post(calls, submissionOf(ping, [aName, { ...aName, value: "Bob" }]));
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: { data: { components: { 1: { component: { custom_id: {} } } } } } },
    });
  });

  test("a missing required field", async () => {
    const calls = await openInteractionCalls();
    const ping = await opened(calls, await calls.aPing());
    const { status } = await post(calls, submissionOf(ping, []));
    expect(status).toBe(400);
  });
});

describe("a modal submission is not accepted", () => {
  const unknown = { status: 404, body: { code: 10062 } };

  test("if the interaction was answered otherwise, or not at all", async () => {
    const calls = await openInteractionCalls();
    const ping = await calls.aPing();
    expect(await post(calls, submissionOf(ping, [aName]))).toMatchObject(unknown);
    await calls.callback(ping, { type: 5 });
    expect(await post(calls, submissionOf(ping, [aName]))).toMatchObject(unknown);
  });

  test("for a user who was not shown the modal", async () => {
    const calls = await openInteractionCalls();
    const ping = await opened(calls, await calls.aPing());
    const as = { kind: "user", user_id: ids.alice } as const;
    expect(await post(calls, submissionOf(ping, [aName]), { as })).toMatchObject(unknown);
  });

  test("after the token has expired", async () => {
    const calls = await openInteractionCalls();
    const ping = await opened(calls, await calls.aPing());
    await calls.clock.moveTo(calls.clock.now() + 900_000);
    expect(await post(calls, submissionOf(ping, [aName]))).toMatchObject(unknown);
  });

  test("after it was submitted", async () => {
    const calls = await openInteractionCalls();
    const ping = await opened(calls, await calls.aPing());
    const payload = await submitted(calls, ping);
    expect(await post(calls, submissionOf(ping, [aName]))).toMatchObject(unknown);
    await calls.callback(payload, { type: 4, data: { content: "thanks" } });
    expect(await post(calls, submissionOf(ping, [aName]))).toMatchObject(unknown);
  });

  test("with another custom ID", async () => {
    const calls = await openInteractionCalls();
    const ping = await opened(calls, await calls.aPing());
    const data = { id: ping.id, custom_id: "other", components: [] };
    const answer = await post(calls, { type: 5, data });
    expect(answer).toMatchObject({ status: 400, body: { errors: { data: { custom_id: {} } } } });
  });
});

test("a modal stays open while its submissions are refused or fail", async () => {
  const calls = await openInteractionCalls();
  const ping = await opened(calls, await calls.aPing());
  expect((await post(calls, submissionOf(ping, []))).status).toBe(400);
  await submitted(calls, ping);
  await calls.clock.moveTo(calls.clock.now() + 3000);
  const again = await submitted(calls, ping);
  expect((await calls.callback(again, { type: 4, data: { content: "now" } })).status).toBe(204);
});

describe("the answer to a submission", () => {
  const messageOfAnswer = async (
    open: (calls: Awaited<ReturnType<typeof openInteractionCalls>>) => Promise<Payload>,
  ) => {
    const calls = await openInteractionCalls();
    const opening = await opened(calls, await open(calls));
    const payload = await submitted(calls, opening);
    await calls.callback(payload, { type: 4, data: { content: "thanks" } });
    return { opening, payload, message: (await calls.original(payload)).body };
  };

  test("contains the command that opened the modal", async () => {
    const { opening, payload, message } = await messageOfAnswer((calls) => calls.aPing());
    expect(message).toMatchObject({
      type: 0,
      interaction_metadata: {
        id: payload.id,
        type: 5,
        triggering_interaction_metadata: { id: opening.id, type: 2 },
      },
    });
    expect(message).not.toHaveProperty("interaction");
  });

  test("replies to the message of the component that opened the modal", async () => {
    const { opening, message } = await messageOfAnswer(async (calls) =>
      clicked(calls, await aMessageWith(calls)),
    );
    const source = opening.message?.id;
    expect(message).toMatchObject({
      type: 19,
      message_reference: { message_id: source },
      interaction_metadata: {
        triggering_interaction_metadata: { type: 3, interacted_message_id: source },
      },
    });
  });

  test("of type 7 edits the message of the component that opened the modal", async () => {
    const calls = await openInteractionCalls();
    const messageId = await aMessageWith(calls);
    const payload = await submitted(calls, await opened(calls, await clicked(calls, messageId)));
    await calls.callback(payload, { type: 7, data: { content: "filled" } });
    expect((await calls.original(payload)).body).toMatchObject({
      id: messageId,
      content: "filled",
    });
  });
});
