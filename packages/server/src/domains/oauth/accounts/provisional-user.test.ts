import { afterEach, expect, test } from "vitest";
import { openHandlerCalls, type HandlerCalls } from "../../../testing/calls/handler-calls.ts";
import { aUser } from "../../../testing/records.ts";
import { users } from "../../users/user.ts";
import { freeUsername, makeProvisionalUser, provisionalUser } from "./provisional-user.ts";

const open: HandlerCalls[] = [];
afterEach(async () => {
  for (const { store } of open.splice(0)) await store.close();
});

async function aStore(): Promise<HandlerCalls> {
  const calls = await openHandlerCalls([]);
  open.push(calls);
  return calls;
}

test.each([
  ["Pixel Queen", /^pixelqueen_[0-9]{6}$/],
  ["Zoë the 3rd!", /^zothe3rd_[0-9]{6}$/],
  ["...", /^\._[0-9]{6}$/],
  ["日本", /^player_[0-9]{6}$/],
  [undefined, /^player_[0-9]{6}$/],
  ["x".repeat(32), /^x{20}_[0-9]{6}$/],
])("the name %j is turned into a username", async (name, pattern) => {
  const { work } = await aStore();
  expect(await work.transaction((ctx) => freeUsername(ctx, name))).toMatch(pattern);
});

test("usernames are unique, and none is found after several failed attempts", async () => {
  const { work, seed } = await aStore();
  const zeros = { bytes: (count: number) => new Uint8Array(count) };
  const name = () =>
    work.transaction((ctx) => freeUsername(Object.assign(ctx, { random: zeros }), "a"));
  expect(await name()).toBe("a_000000");
  await seed((tx) => tx.put(users, aUser("1", { username: "a_000000" })));
  expect(await name()).toBeUndefined();
});

test("a provisional account has no token of its own, and is recognised as provisional", async () => {
  const { work, seed } = await aStore();
  await seed((tx) => tx.put(users, aUser("1")));
  await work.transaction(async (ctx) => {
    const made = makeProvisionalUser(ctx, { username: "a_1", name: "A" });
    expect(made).toMatchObject({ global_name: "A", verified: false });
    expect(made).not.toHaveProperty("tokenDigest");
    expect(await provisionalUser(ctx, made.id)).toEqual(made);
    expect(await provisionalUser(ctx, "1")).toBeUndefined();
    expect(await provisionalUser(ctx, "2")).toBeUndefined();
  });
});
