// What callers are shown about themselves.
import { getCurrentUser } from "@antechamber/contract/users";
import { expect, test } from "vitest";
import type { Caller } from "../../platform/context.ts";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import { anApplication, aUser } from "../../testing/records.ts";
import { applications } from "../applications/application.ts";
import { users } from "../users/user.ts";
import { identityHandlers } from "./identity-handlers.ts";

const alice = "100000000000000001";
const bot = "200000000000000001";

async function aService() {
  const calls = await openHandlerCalls(identityHandlers);
  await calls.seed((tx) => {
    tx.put(users, aUser(alice, { email: "alice@example.com", premium_type: 2 }));
    tx.put(users, aUser(bot, { bot: true }));
    tx.put(applications, anApplication(bot, { owner_id: alice }));
  });
  return calls;
}

const bearer = (user_id: string | undefined, ...scopes: string[]): Caller => ({
  kind: "bearer",
  application_id: bot,
  user_id,
  scopes: new Set(scopes),
});

const address = { email: "alice@example.com", verified: true };

test.each<readonly [string, Caller, object]>([
  [
    "a bot",
    { kind: "bot", application_id: bot },
    { id: bot, bot: true, email: null, verified: true },
  ],
  ["a signed-in user", { kind: "user", user_id: alice }, { id: alice, ...address }],
  ["a token with `email`", bearer(alice, "identify", "email"), { id: alice, ...address }],
])("%s sees its own user with the email address", async (_, as, expected) => {
  const { call } = await aService();
  expect(await call(getCurrentUser, { as })).toMatchObject({ status: 200, body: expected });
});

test("a token without `email` sees its user without the email address", async () => {
  const { call } = await aService();
  const { body } = await call(getCurrentUser, { as: bearer(alice, "identify") });
  expect(body).toMatchObject({ id: alice, locale: "en-US", mfa_enabled: false, premium_type: 0 });
  expect(body).not.toHaveProperty("email");
  expect(body).not.toHaveProperty("verified");
});

test("a token without a user cannot read the current user", async () => {
  const { call } = await aService();
  const refused = await call(getCurrentUser, { as: bearer(undefined, "identify") });
  expect(refused).toEqual({ status: 401, body: { code: 0, message: "401: Unauthorized" } });
});
