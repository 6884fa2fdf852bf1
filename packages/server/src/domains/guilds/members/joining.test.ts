import { timestamp } from "@antechamber/contract/schema";
import { afterEach, expect, test } from "vitest";
import { openHandlerCalls, type HandlerCalls } from "../../../testing/calls/handler-calls.ts";
import { aChannel, aGuild, aMember, aRole, aUser } from "../../../testing/records.ts";
import { users } from "../../users/user.ts";
import { channels, guilds, members, roles } from "../guild.ts";
import { grantBotRole, joinGuild, dropMember, dropRole } from "./joining.ts";
import { memberOf, rolesOf } from "../operations.ts";
import { emitUserChange } from "./user-changes.ts";

const guild_id = "300000000000000001";
const user_id = "100000000000000002";
const roleId = "300000000000000011";
const bot = { id: "200000000000000001", name: "Helper" };

const open: HandlerCalls[] = [];
afterEach(async () => {
  for (const { store } of open.splice(0)) await store.close();
});

async function aGuildOfTwo(): Promise<HandlerCalls> {
  const calls = await openHandlerCalls([]);
  open.push(calls);
  const overwrite = (id: string, type: 0 | 1) => ({ id, type, allow: "0", deny: "1" });
  await calls.seed((tx) => {
    for (const id of ["100000000000000001", user_id]) tx.put(users, aUser(id));
    tx.put(users, aUser(bot.id, { bot: true }));
    tx.put(guilds, aGuild(guild_id, { owner_id: "100000000000000001" }));
    tx.put(roles, aRole({ guild_id, id: guild_id }));
    tx.put(roles, { ...aRole({ guild_id, id: roleId }), position: 4 });
    tx.put(members, aMember({ guild_id, user_id: "100000000000000001" }, { roles: [roleId] }));
    const permission_overwrites = [overwrite(roleId, 0), overwrite(user_id, 1)];
    tx.put(channels, aChannel("4", { guild_id, permission_overwrites }));
  });
  await calls.news();
  return calls;
}

const named = async ({ news }: HandlerCalls) => (await news()).map(({ name }) => name);

test("joining makes a user a member, and changes nothing for an existing one", async () => {
  const calls = await aGuildOfTwo();
  const join = (roleIds: string[]) =>
    calls.work.transaction((ctx) => joinGuild(ctx, { guild_id, user_id, roles: roleIds }));
  expect(await join([roleId])).toMatchObject({ user_id, roles: [roleId], nick: null });
  expect(await join([])).toMatchObject({ roles: [roleId] });
  expect(await named(calls)).toEqual(["GUILD_MEMBER_ADD"]);
});

test("a bot's role has the highest position, is assigned and follows its permissions", async () => {
  const calls = await aGuildOfTwo();
  const grant = (permissions: string) =>
    calls.work.transaction((ctx) =>
      grantBotRole(ctx, { guild_id, bot, permissions, place: "highest" }),
    );
  await calls.work.transaction((ctx) => joinGuild(ctx, { guild_id, user_id: bot.id, roles: [] }));
  const role = await grant("8");
  expect(role).toMatchObject({ position: 5, managed: true, tags: { bot_id: bot.id } });
  expect((await calls.work.read((ctx) => memberOf(ctx, guild_id, bot.id)))?.roles).toEqual([
    role.id,
  ]);
  expect(await grant("16")).toEqual({ ...role, permissions: "16" });
  expect(await grant("16")).toEqual({ ...role, permissions: "16" });
  expect(await named(calls)).toEqual([
    "GUILD_MEMBER_ADD",
    "GUILD_ROLE_CREATE",
    "GUILD_MEMBER_UPDATE",
    "GUILD_ROLE_UPDATE",
  ]);
});

test("leaving removes a member's overwrites", async () => {
  const calls = await aGuildOfTwo();
  await calls.work.transaction((ctx) => joinGuild(ctx, { guild_id, user_id, roles: [] }));
  await calls.work.transaction((ctx) => dropMember(ctx, { guild_id, user_id }));
  expect(await calls.work.read((ctx) => memberOf(ctx, guild_id, user_id))).toBeUndefined();
  const [channel] = await calls.store.read((tx) => tx.find(channels));
  expect(channel?.permission_overwrites?.map(({ id }) => id)).toEqual([roleId]);
  expect(await named(calls)).toEqual(["GUILD_MEMBER_ADD", "GUILD_MEMBER_REMOVE", "CHANNEL_UPDATE"]);
});

test("a member who rejoins has the flag DID_REJOIN in addition to those given", async () => {
  const calls = await aGuildOfTwo();
  const join = (flags?: number) =>
    calls.work.transaction((ctx) => {
      const profile = flags === undefined ? {} : { profile: { flags } };
      return joinGuild(ctx, { guild_id, user_id, roles: [], ...profile });
    });
  const leave = () => calls.work.transaction((ctx) => dropMember(ctx, { guild_id, user_id }));
  expect((await join()).flags).toBe(0);
  await leave();
  expect((await join()).flags).toBe(1);
  await leave();
  expect((await join(4)).flags).toBe(5);
});

test("a time-out still applies when a member leaves and rejoins, until it expires", async () => {
  const calls = await aGuildOfTwo();
  const until = timestamp(calls.clock.now() + 60_000);
  const profile = { communication_disabled_until: until };
  const join = (more: object = {}) =>
    calls.work.transaction((ctx) => joinGuild(ctx, { guild_id, user_id, roles: [], ...more }));
  const leave = () => calls.work.transaction((ctx) => dropMember(ctx, { guild_id, user_id }));
  await join({ profile });
  await leave();
  expect(await join()).toMatchObject(profile);
  await leave();
  await calls.clock.moveTo(calls.clock.now() + 60_000);
  expect(await join()).toMatchObject({ communication_disabled_until: null });
});

test("a deleted role is removed from members and overwrites", async () => {
  const calls = await aGuildOfTwo();
  await calls.work.transaction((ctx) =>
    dropRole(ctx, { ...aRole({ guild_id, id: roleId }), position: 4 }),
  );
  const remaining = await calls.work.read((ctx) => rolesOf(ctx, guild_id));
  expect(remaining.map(({ id }) => id)).toEqual([guild_id]);
  const [member] = await calls.store.read((tx) => tx.find(members));
  expect(member?.roles).toEqual([]);
  expect(await named(calls)).toEqual([
    "GUILD_MEMBER_UPDATE",
    "CHANNEL_UPDATE",
    "GUILD_ROLE_DELETE",
  ]);
});

test("a user's change of name is sent to the user and to their guilds", async () => {
  const calls = await aGuildOfTwo();
  const owner = aUser("100000000000000001");
  const change = (after: typeof owner) =>
    calls.work.transaction((ctx) => emitUserChange(ctx, owner, after));
  await change(owner);
  await change({ ...owner, locale: "de" });
  await change({ ...owner, global_name: "Al" });
  expect(await named(calls)).toEqual(["USER_UPDATE", "USER_UPDATE", "GUILD_MEMBER_UPDATE"]);
});
