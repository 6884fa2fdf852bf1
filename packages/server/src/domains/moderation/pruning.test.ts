import { countPrune, prune } from "@antechamber/contract/guilds";
import { snowflakeAt, timestamp } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import { codeOf } from "../../testing/calls/message-calls.ts";
import { aModerationScene, asBot, ids, inGuild } from "../../testing/calls/moderation-calls.ts";
import { aMember, aMessage } from "../../testing/records.ts";
import { members } from "../guilds/guild.ts";
import { storeMessage } from "../messages/message-store.ts";
import { userView, users } from "../users/user.ts";

const DAY = 24 * 3_600_000;

/** Bob joined five days ago; erin and all others joined long before. */
async function aQuietScene() {
  const scene = await aModerationScene(["KICK_MEMBERS", "MANAGE_GUILD"]);
  await scene.seed((tx) => {
    const joined_at = timestamp(scene.clock.now() - 5 * DAY);
    tx.put(members, aMember({ ...inGuild, user_id: ids.bob }, { joined_at }));
  });
  const count = async (query: object = {}) =>
    (await scene.call(countPrune, { as: asBot, params: inGuild, query })).body.pruned;
  return { ...scene, count };
}

test("members who recently joined or wrote, have a role or rank higher are not pruned", async () => {
  const { count, seed, clock, store } = await aQuietScene();
  expect(await count()).toBe(0);
  expect(await count({ days: 4 })).toBe(1);
  expect(await count({ include_roles: ids.low })).toBe(1);
  expect(await count({ days: 4, include_roles: `${ids.low},${ids.high}` })).toBe(2);
  const bob = await store.read((tx) => tx.get(users, ids.bob.padStart(20, "0")));
  const id = snowflakeAt(clock.now() - DAY - 1);
  await seed((tx) => {
    if (bob === undefined) throw new Error("bob is missing");
    const message = aMessage(id, { channel_id: ids.general });
    storeMessage(tx, { ...message, guild_id: ids.guild, author: userView(bob) });
  });
  expect(await count({ days: 4 })).toBe(0);
  expect(await count({ days: 1 })).toBe(1);
});

test("a prune removes the members, and is logged with their number", async () => {
  const { call, news, logged } = await aQuietScene();
  const body = { days: 3, include_roles: [ids.low] };
  expect((await call(prune, { as: asBot, params: inGuild, body })).body).toEqual({ pruned: 2 });
  expect(await news()).toMatchObject([
    { name: "GUILD_MEMBER_REMOVE", payload: { user: { id: ids.bob } } },
    { name: "GUILD_MEMBER_REMOVE", payload: { user: { id: ids.erin } } },
  ]);
  const options = { delete_member_days: "3", members_removed: "2" };
  expect(await logged()).toMatchObject([{ action_type: 21, target_id: null, options }]);
  const uncounted = { as: asBot, params: inGuild, body: { compute_prune_count: false } };
  expect((await call(prune, uncounted)).body).toEqual({ pruned: null });
});

test.each([
  ["true", { pruned: 2 }],
  ["false", { pruned: null }],
])(
  "a prune accepts the count option as text %j, and the roles as one text",
  async (word, answer) => {
    const { call } = await aQuietScene();
    const body = { days: 3, compute_prune_count: word, include_roles: `${ids.low}, ${ids.high}` };
    const { status, body: pruned } = await call(prune, { as: asBot, params: inGuild, body });
    expect([status, pruned]).toEqual([200, answer]);
  },
);

test("pruning requires two permissions", async () => {
  for (const granted of [["KICK_MEMBERS"], ["MANAGE_GUILD"]] as const) {
    const { call } = await aModerationScene(granted);
    expect(codeOf(await call(countPrune, { as: asBot, params: inGuild }))).toBe(50013);
    expect(codeOf(await call(prune, { as: asBot, params: inGuild, body: {} }))).toBe(50013);
  }
});
