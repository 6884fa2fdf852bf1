import { expect, test } from "vitest";
import { ApiError } from "../../platform/api-error.ts";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import { aUser } from "../../testing/records.ts";
import { actingUser } from "./acting-user.ts";
import { referencedUser, onlyCandidate } from "./references.ts";
import { users } from "./user.ts";

const ids = { alice: "100000000000000001", twin: "100000000000000002", bot: "200000000000000001" };

async function people() {
  const { work, seed } = await openHandlerCalls([]);
  await seed((tx) => {
    tx.put(users, aUser(ids.alice, { username: "alice" }));
    tx.put(users, aUser(ids.twin, { username: "Botty", isBanned: true }));
    tx.put(users, aUser(ids.bot, { username: "Botty", bot: true }));
    tx.put(users, aUser("100000000000000003", { username: "12" }));
  });
  return work;
}

test.each([
  ["an id", ids.alice, ids.alice],
  ["a name", "alice", ids.alice],
  ["a name with its sign", "@alice", ids.alice],
  ["a name of digits", "12", "100000000000000003"],
])("%s identifies a user", async (_, text, id) => {
  const work = await people();
  const found = await work.read((ctx) => referencedUser(ctx, { text, path: ["user"] }));
  expect(found.id).toBe(id);
});

/** The code and the issues of a refusal. */
async function refusal(call: Promise<unknown>) {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error("it was not refused");
  return { code: error.declaration.code, status: error.declaration.status, ...error.details };
}

test("an unknown name is refused, and an ambiguous one with all candidates", async () => {
  const work = await people();
  const named = (text: string) => work.read((ctx) => referencedUser(ctx, { text, path: ["user"] }));
  expect(await refusal(named("nobody"))).toMatchObject({ code: 10013 });
  const several = await refusal(named("Botty"));
  expect(several).toMatchObject({
    code: 50035,
    errors: { user: { _errors: [{ code: "REFERENCE_AMBIGUOUS" }] } },
  });
  expect(JSON.stringify(several)).toContain(`${ids.twin}, the bot ${ids.bot}`);
});

test("more than ten candidates are refused as ambiguous", () => {
  const found = Array.from({ length: 11 }, (_, i) => i);
  const choose = () => onlyCandidate(found, { text: "x", path: [] }, String);
  expect(choose).toThrow(ApiError);
  expect(onlyCandidate([7], { text: "x", path: [] }, String)).toBe(7);
});

test("users can act, bots and banned users cannot", async () => {
  const work = await people();
  const acting = (text: string) => work.read((ctx) => actingUser(ctx, text));
  expect((await acting("alice")).id).toBe(ids.alice);
  expect(await refusal(acting(ids.bot))).toMatchObject({ code: 20001 });
  expect(await refusal(acting(ids.twin))).toMatchObject({ status: 401, code: 0 });
});
