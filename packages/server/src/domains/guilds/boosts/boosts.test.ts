import { limits } from "@antechamber/contract";
import { timestamp } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { openHandlerCalls } from "../../../testing/calls/handler-calls.ts";
import { aGuild, aMember, aRole, aUser } from "../../../testing/records.ts";
import { users } from "../../users/user.ts";
import { guilds, members, roles, type GuildRecord, type MemberRecord } from "../guild.ts";
import { dropMember } from "../members/joining.ts";
import { boostsOf, changeBoosts } from "./boosts.ts";

const [alice, bob] = ["100000000000000001", "100000000000000002"];
const guild_id = "300000000000000001";
const role = "300000000000000031";

/** A guild that Alice owns, with Bob as a member who has a role. */
async function aScene(fields: Partial<GuildRecord> = {}, boosting: Partial<MemberRecord> = {}) {
  const calls = await openHandlerCalls([]);
  const memberKey = compoundKey(guild_id, bob);
  await calls.seed((tx) => {
    for (const id of [alice, bob]) tx.put(users, aUser(id));
    tx.put(guilds, aGuild(guild_id, { owner_id: alice, ...fields }));
    tx.put(roles, aRole({ guild_id, id: guild_id }));
    tx.put(roles, { ...aRole({ guild_id, id: role }), position: 1 });
    tx.put(members, aMember({ guild_id, user_id: alice }));
    tx.put(members, aMember({ guild_id, user_id: bob }, { roles: [role], ...boosting }));
  });
  await calls.news();
  const stored = () =>
    calls.store.read(async (tx) => ({
      guild: (await tx.get(guilds, guilds.key(aGuild(guild_id, { owner_id: alice })))) ?? never(),
      member: await tx.get(members, memberKey),
    }));
  const change = async (by: number) => {
    const { guild, member = never() } = await stored();
    return calls.work.transaction((ctx) => changeBoosts(ctx, { guild, member, by }));
  };
  const leave = () =>
    calls.work.transaction(async (ctx) =>
      dropMember(ctx, (await ctx.tx.get(members, memberKey)) ?? never()),
    );
  const events = async () => (await calls.news()).map(({ name }) => name);
  return { ...calls, stored, change, leave, events };
}

function never(): never {
  throw new Error("it is gone");
}

test.each([
  [1, 0, undefined],
  [2, 1, 1],
  [6, 1, 1],
  [7, 2, 2],
  [13, 2, 2],
  [14, 3, 3],
])("%d boosts give a guild level %d", async (by, tier, reached) => {
  const { change, stored } = await aScene();
  expect((await change(by)).reached).toBe(reached);
  expect((await stored()).guild).toMatchObject({
    premium_subscription_count: by,
    premium_tier: tier,
  });
});

test("a level that is kept or lost does not count as reached", async () => {
  const { change } = await aScene();
  expect([(await change(3)).reached, (await change(1)).reached]).toEqual([1, undefined]);
  expect((await change(-3)).reached).toBeUndefined();
});

test("a level given without boosts remains until boosts cross another level", async () => {
  const guild = { premium_tier: 2, features: ["BANNER"] };
  const { change, stored } = await aScene(guild);
  await change(1);
  expect((await stored()).guild).toMatchObject(guild);
  await change(1);
  expect((await stored()).guild).toMatchObject({ premium_tier: 1, features: [] });
});

test("features change with the levels, except those of partners", async () => {
  const { change, stored } = await aScene({ features: ["COMMUNITY"] });
  await change(7);
  const ofTwo = ["COMMUNITY", "ANIMATED_ICON", "INVITE_SPLASH", "BANNER", "ROLE_ICONS"];
  expect((await stored()).guild.features).toEqual(ofTwo);
  await change(-5);
  expect((await stored()).guild.features).toEqual(ofTwo.slice(0, 3));
  const partner = await aScene({ features: ["VERIFIED"] });
  await partner.change(2);
  await partner.change(-2);
  const features = (await partner.stored()).guild.features;
  expect(features).toEqual(["VERIFIED", "ANIMATED_ICON", "INVITE_SPLASH"]);
});

test("a booster has the date of their first boost, and the booster role until they stop", async () => {
  const { change, stored, clock, store } = await aScene();
  const since = timestamp(clock.now());
  await change(1);
  const made = (await store.read((tx) => tx.find(roles))).filter(({ managed }) => managed);
  expect(made).toMatchObject([{ name: "Server Booster", permissions: "0" }]);
  const [{ id } = never()] = made;
  await clock.moveTo(clock.now() + 60_000);
  await change(1);
  expect((await stored()).member).toMatchObject({
    boosts: 2,
    premium_since: since,
    roles: [role, id],
  });
  await change(-5);
  const { guild, member = never() } = await stored();
  expect([guild.premium_subscription_count, boostsOf(member)]).toEqual([0, 0]);
  expect(member).toMatchObject({ premium_since: null, roles: [role] });
  await change(1);
  expect((await stored()).member?.roles).toEqual([role, id]);
  expect((await store.read((tx) => tx.find(roles))).filter(({ managed }) => managed)).toEqual(made);
});

test("boosts stay between zero and the limit per member, without an event", async () => {
  const { change, stored, events } = await aScene();
  await change(-1);
  expect(await events()).toEqual([]);
  await change(limits.boostsPerMember.value);
  await events();
  await change(1);
  expect([(await stored()).member?.boosts, await events()]).toEqual([
    limits.boostsPerMember.value,
    [],
  ]);
});

test.each([
  [{ boosts: 3, premium_since: timestamp(1_700_000_000_000) }, 3],
  // Members of world files may lack `boosts`.
  [{ premium_since: timestamp(1_700_000_000_000) }, 1],
  [{}, 0],
])("a member who leaves with %j removes %d boosts", async (boosting, lost) => {
  const before = { premium_subscription_count: 4, premium_tier: 1 };
  const { leave, stored, events } = await aScene(before, boosting);
  await leave();
  const { guild, member } = await stored();
  expect([member, guild.premium_subscription_count]).toEqual([undefined, 4 - lost]);
  expect((await events()).includes("GUILD_UPDATE")).toBe(lost > 0);
});
