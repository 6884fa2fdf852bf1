import { getUser } from "@antechamber/contract/users";
import { expect, test } from "vitest";
import type { Caller } from "../../platform/context.ts";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import { aUser } from "../../testing/records.ts";
import { userHandlers } from "./handlers.ts";
import { users } from "./user.ts";

const alice = "100000000000000001";
const bot = "200000000000000001";

async function aService() {
  const calls = await openHandlerCalls(userHandlers);
  await calls.seed((tx) => {
    tx.put(users, aUser(alice, { email: "alice@example.com", premium_type: 2 }));
    tx.put(users, aUser(bot, { bot: true }));
  });
  return calls;
}

test("any user can be read by ID, without private fields", async () => {
  const { call } = await aService();
  const as: Caller = { kind: "bot", application_id: bot };
  const { status, body } = await call(getUser, { as, params: { user_id: alice } });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: alice, username: `user-${alice}`, discriminator: "0" });
  for (const secret of ["email", "locale", "tokenDigest", "isBanned", "connections"]) {
    expect(body).not.toHaveProperty(secret);
  }
});

test("an unknown user is refused", async () => {
  const { call } = await aService();
  const as: Caller = { kind: "user", user_id: alice };
  const refused = await call(getUser, { as, params: { user_id: "100000000000000099" } });
  expect(refused).toEqual({ status: 404, body: { code: 10013, message: "Unknown User" } });
});
