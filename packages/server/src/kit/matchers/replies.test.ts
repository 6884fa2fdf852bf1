// What the matchers for replies accept and reject.
import { describe, expect, test } from "vitest";
import { Reply, type Actor } from "../actors/reply.ts";
import type { InvocationOutcome, Message } from "../client/wire-types.ts";
import { toBeDenied, toHaveChoices, toHaveModal, toHaveReplied } from "./replies.ts";
import { toBeLimited } from "./world.ts";

const bot = { id: "1", username: "Concierge" };

const message = (content: string, more: object = {}): Message => ({
  id: "2",
  channel_id: "3",
  content,
  author: bot,
  ...more,
});

function aReply(outcome: Partial<InvocationOutcome>, needs: readonly string[] = []): Reply {
  const whole = { interaction: "5", messages: [], decision: [], outcome: "replied", ...outcome };
  const trace = { id: "5", url: undefined, transcript: "what happened" };
  const user = { name: "alice" } as unknown as Actor;
  return new Reply(whole as InvocationOutcome, { trace, user, needs, notes: [] });
}

describe("toHaveReplied", () => {
  const reply = aReply({ messages: [message("first"), message("pong 42", { flags: 64 })] });

  test.each<
    [boolean, ...(Parameters<typeof toHaveReplied> extends [unknown, ...infer A] ? A : never)]
  >([
    [true],
    [true, "pong 42"],
    [true, "first"],
    [false, "pong"],
    [true, /^pong \d+$/],
    [true, /pong/, { ephemeral: true }],
    [false, /pong/, { ephemeral: false }],
    [true, undefined, { author: { username: "Concierge" } }],
    [false, undefined, { author: { username: "Arena" } }],
    [true, { content: /pong/, ephemeral: true }],
    [false, { content: "object" }],
    [false, { ephemeral: true, author: { username: "Arena" } }],
  ])("matches %s, %o %j", (pass, text, wished = {}) => {
    expect(toHaveReplied(reply, text, wished).pass).toBe(pass);
  });

  test.each([null, 42, true])("is not expected by %j", (wrong) => {
    expect(() => toHaveReplied(reply, wrong as never)).toThrow(
      `a message is expected by its text, by a regular expression or by its fields, not by ${wrong}`,
    );
  });

  test("without a text expectation is compared with the nearest message", () => {
    const { message: messageOf } = toHaveReplied(reply, { content: "pong", ephemeral: true });
    expect(messageOf()).toContain('expected an ephemeral reply with {"content":"pong"}');
    expect(messageOf()).toContain('the nearest differs: content is "pong 42", not "pong"');
  });

  test("does not match a deferred reply or a form", () => {
    const messages = [message("pong")];
    expect(toHaveReplied(aReply({ outcome: "deferred", messages }), "pong").pass).toBe(false);
    expect(toHaveReplied(aReply({ outcome: "modal", messages }), "pong").pass).toBe(false);
  });
});

describe("toBeDenied", () => {
  const last = {
    step: 11,
    rule: "default permissions",
    subject: "user 7",
    outcome: "not met",
    decided: "denies",
    denial: "MISSING_PERMISSIONS",
    source: "s",
  } as const;
  const denied = aReply({ outcome: "denied", decision: [{ ...last, step: 3 }, last] }, [
    "BAN_MEMBERS",
  ]);

  test.each([
    [true, {}],
    [true, { by: 11 }],
    [false, { by: 3 }],
    [true, { by: "default_member_permissions" }],
    [true, { by: "MISSING_PERMISSIONS" }],
    [false, { by: "contexts" }],
    [false, { by: "toString" }],
    [true, { needs: "BAN_MEMBERS" }],
    [false, { needs: "KICK_MEMBERS" }],
    [false, { by: 11, needs: "KICK_MEMBERS" }],
  ])("returns %s for %j", (pass, expected) => {
    expect(toBeDenied(denied, expected).pass).toBe(pass);
  });

  test("does not match if the user was allowed", () => {
    expect(toBeDenied(aReply({ decision: [last] }), { by: 11 }).pass).toBe(false);
  });
});

test("toHaveModal requires exactly the given fields in order", () => {
  const field = (label: string) => ({ type: 18, label, component: { type: 4, custom_id: label } });
  const components = [field("Subject"), field("Details")];
  const modal = { title: "Your ticket", custom_id: "form", components };
  const form = aReply({ outcome: "modal", modal });
  const has = (...fields: readonly string[]) => toHaveModal(form, { fields }).pass;
  expect([has("Subject", "Details"), has("Details", "Subject"), has("Subject")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(toHaveModal(form, { title: /ticket/ }).pass).toBe(true);
  expect(toHaveModal(form, { title: "ticket" }).pass).toBe(false);
  expect(toHaveModal(aReply({ modal })).pass).toBe(false);
});

test("toHaveChoices matches the given names in order, or a pattern that fits every choice", () => {
  const offered = (...names: readonly string[]) =>
    aReply({ outcome: "autocomplete", choices: names.map((name) => ({ name, value: name })) });
  expect(toHaveChoices(offered("one", "two"), ["one", "two"]).pass).toBe(true);
  expect(toHaveChoices(offered("one", "two"), ["two", "one"]).pass).toBe(false);
  expect(toHaveChoices(offered("one", "two"), /^[a-z]+$/).pass).toBe(true);
  expect(toHaveChoices(offered("one", "2"), /^[a-z]+$/).pass).toBe(false);
  expect(toHaveChoices(offered(), /x/).pass).toBe(false);
  expect(toHaveChoices(offered(), []).pass).toBe(true);
});

test("toBeLimited matches a 429 with the given retry-after", () => {
  const response = (status: number, wait = "2") =>
    new Response(null, { status, headers: { "retry-after": wait } });
  expect(toBeLimited(response(429)).pass).toBe(true);
  expect(toBeLimited(response(429), { retryAfter: 2 }).pass).toBe(true);
  expect(toBeLimited(response(429), { retryAfter: 3 }).pass).toBe(false);
  expect(toBeLimited(response(503), { retryAfter: 2 }).pass).toBe(false);
  expect(toBeLimited({ status: 429 }, { retryAfter: 2 }).pass).toBe(false);
});
