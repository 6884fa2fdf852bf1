import { describe, expect, test } from "vitest";
import { openInteractionCalls } from "../../testing/calls/interaction-calls.ts";
import { aCommand, asBob, asCarol, ids } from "../../testing/worlds/interaction-world.ts";
import { aMessage } from "../../testing/records.ts";
import { jobs } from "../../platform/schedule/jobs.ts";
import { messages } from "../messages/message.ts";
import { interactions } from "./interaction.ts";

const atData = (code: string) => ({ code: 50035, errors: { data: { _errors: [{ code }] } } });
const invalid = atData("INTERACTION_APPLICATION_COMMAND_INVALID");

describe("POST /interactions by a user", () => {
  // Proves requirement 6 "Interaction, type 2"
  test("answers 204 after an event to the user and one to the application", async () => {
    const { send, news } = await openInteractionCalls();
    await news();
    expect(await send({}, { body: { nonce: "n-1" } })).toEqual({ status: 204, body: undefined });
    const facts = await news();
    expect(facts.map(({ name, scope }) => ({ name, scope }))).toEqual([
      { name: "INTERACTION_CREATE", scope: { kind: "user", user_id: ids.bob } },
      {
        name: "INTERACTION_CREATE",
        scope: { kind: "application", application_id: ids.application, guild_id: ids.guild },
      },
    ]);
    const [own, delivered] = facts.map((fact) => fact.payload as { id: string });
    expect(own).toEqual({ id: delivered?.id, nonce: "n-1" });
  });

  test.each([
    ["text", "abc", "abc"],
    ["a number", 5, 5],
    ["an integer that a double would round", 12345678901234567890n, "12345678901234567890"],
  ])("returns its nonce as %s", async (_, nonce, expected) => {
    const { send, news } = await openInteractionCalls();
    await send({}, { body: { nonce } });
    expect((await news())[0]?.payload).toMatchObject({ nonce: expected });
  });

  test.each([
    ["an invalid nonce", { nonce: {} }, { nonce: "NONCE_TYPE_INVALID_TYPE" }],
    ["a nonce that is too long", { nonce: "x".repeat(26) }, { nonce: "NONCE_TYPE_TOO_LONG" }],
    ["a type that users do not send", { type: 1 }, { type: "BASE_TYPE_CHOICES" }],
    ["no data", { data: undefined }, { data: "BASE_TYPE_REQUIRED" }],
    ["data that is not an object", { data: 5 }, { data: "MODEL_TYPE_CONVERT" }],
  ])("refuses %s", async (_, body, issues) => {
    const { send } = await openInteractionCalls();
    const errors = Object.fromEntries(
      Object.entries(issues).map(([field, code]) => [field, { _errors: [{ code }] }]),
    );
    expect(await send({}, { body })).toMatchObject({ status: 400, body: { code: 50035, errors } });
  });

  test("reports an error of an option at its path in the request", async () => {
    const { send } = await openInteractionCalls();
    const options = [
      { name: "user", options: [{ name: "add", options: [{ name: "user", value: "x" }] }] },
    ];
    const { body } = await send({ id: ids.permissions, options });
    const value = { _errors: [{ code: "NUMBER_TYPE_COERCE" }] };
    const inner = { options: { 0: { options: { 0: { value } } } } };
    expect(body).toMatchObject({ errors: { data: { options: { 0: inner } } } });
  });

  test.each([
    ["an unknown application", { application_id: "2" }, { status: 404, body: { code: 10002 } }],
    ["an unknown channel", { channel_id: "2" }, { status: 404, body: { code: 10003 } }],
    [
      "a channel that is hidden",
      { channel_id: ids.hidden },
      { status: 403, body: { code: 50001 } },
    ],
    ["a channel of another place", { guild_id: "7" }, { status: 404, body: { code: 10003 } }],
  ])("is refused for %s", async (_, body, expected) => {
    const { send } = await openInteractionCalls();
    expect(await send({}, { body })).toMatchObject(expected);
  });

  test.each([
    ["that is gone", { id: "499999999999999999" }, invalid],
    ["under another name", { name: "pong" }, invalid],
    ["under another type", { type: 2 }, invalid],
    [
      "of an older version",
      { version: "1" },
      atData("INTERACTION_APPLICATION_COMMAND_INVALID_VERSION"),
    ],
    [
      "that had another name in an older version",
      { name: "pong", version: "1" },
      atData("INTERACTION_APPLICATION_COMMAND_INVALID_VERSION"),
    ],
  ])("is refused for a command %s", async (_, data, body) => {
    const { send } = await openInteractionCalls();
    expect(await send(data)).toMatchObject({ status: 400, body });
  });

  test("accepts the current version of a command", async () => {
    const { send } = await openInteractionCalls();
    const { id, version, name, type } = aCommand(ids.ping, { name: "ping" });
    expect((await send({ id, version, name, type })).status).toBe(204);
  });

  test("refuses a command that the user may not use, and stores nothing", async () => {
    const { send, store } = await openInteractionCalls({
      commands: [aCommand(ids.ping, { name: "ping", default_member_permissions: "0" })],
    });
    expect(await send()).toMatchObject({ status: 403, body: { code: 50013 } });
    expect(await store.read((tx) => tx.count(interactions))).toBe(0);
    expect(await store.read((tx) => tx.count(jobs))).toBe(0);
  });

  // Proves requirement 6 "user command without the right to send"
  test("refuses a user command with its own error if the user may not send messages", async () => {
    const { send } = await openInteractionCalls({
      granted: ["VIEW_CHANNEL", "USE_APPLICATION_COMMANDS"],
    });
    const answer = await send({ id: ids.highFive, type: 2, target_id: ids.alice });
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 50013, message: "Permission Denied" },
    });
  });

  test("refuses an unknown target user or message", async () => {
    const { send } = await openInteractionCalls();
    const onUser = await send({ id: ids.highFive, type: 2, target_id: "9" });
    expect(onUser).toMatchObject({ status: 404, body: { code: 10013 } });
    const onMessage = await send({ id: ids.report, type: 3, target_id: "9" });
    expect(onMessage).toMatchObject({ status: 404, body: { code: 10008 } });
  });

  test("refuses a missing target at its path", async () => {
    const { send } = await openInteractionCalls();
    for (const [id, type] of [
      [ids.highFive, 2],
      [ids.report, 3],
    ]) {
      expect(await send({ id, type })).toMatchObject({
        status: 400,
        body: { errors: { data: { target_id: { _errors: [{ code: "BASE_TYPE_REQUIRED" }] } } } },
      });
    }
  });

  test("refuses a target message that is visible only to another user", async () => {
    const secret = { channel_id: ids.general, visibleTo: ids.alice, flags: 64 };
    const { send } = await openInteractionCalls({
      more: (tx) => tx.put(messages, aMessage("500000000000000001", secret)),
    });
    const answer = await send({ id: ids.report, type: 3, target_id: "500000000000000001" });
    expect(answer).toMatchObject({ status: 404, body: { code: 10008 } });
  });

  test("refuses a user who is not in the guild", async () => {
    const { send } = await openInteractionCalls();
    expect(await send({}, { as: asCarol })).toMatchObject({ status: 403, body: { code: 50001 } });
  });

  test("reports an error if the application cannot be reached", async () => {
    const { send, store } = await openInteractionCalls({ application: { hasBot: false } });
    expect(await send({}, { as: asBob })).toMatchObject({ status: 400, body: { code: 40043 } });
    expect(await store.read((tx) => tx.count(interactions))).toBe(0);
  });
});

// Proves requirement 6 "payload: token"
test("only a digest of the token is stored", async () => {
  const { aPing, store } = await openInteractionCalls();
  const { token } = await aPing();
  const stored = await store.read((tx) => tx.find(interactions));
  expect(JSON.stringify(stored)).not.toContain(token);
});
