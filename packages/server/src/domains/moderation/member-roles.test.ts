import { addMemberRole, removeMemberRole } from "@antechamber/contract/guilds";
import { expect, test } from "vitest";
import { codeOf } from "../../testing/calls/message-calls.ts";
import {
  aModerationScene,
  asBot,
  asUser,
  ids,
  inGuild,
} from "../../testing/calls/moderation-calls.ts";

const at = (user_id: string, role_id: string) => ({
  as: asBot,
  params: { ...inGuild, user_id, role_id },
});

test("a role is added to a member and removed again", async () => {
  const { call, news, logged } = await aModerationScene(["MANAGE_ROLES"]);
  expect((await call(addMemberRole, at(ids.bob, ids.middle))).status).toBe(204);
  expect((await call(removeMemberRole, at(ids.bob, ids.middle))).status).toBe(204);
  expect(await news()).toMatchObject([
    { name: "GUILD_MEMBER_UPDATE", payload: { user: { id: ids.bob }, roles: [ids.middle] } },
    { name: "GUILD_MEMBER_UPDATE", payload: { user: { id: ids.bob }, roles: [] } },
  ]);
  const about = { action_type: 25, user_id: ids.bot, target_id: ids.bob };
  const named = [{ id: ids.middle, name: "role 2" }];
  expect(await logged()).toMatchObject([
    { ...about, changes: [{ key: "$add", new_value: named }] },
    { ...about, changes: [{ key: "$remove", new_value: named }] },
  ]);
});

test("a role that is already added or removed causes no event", async () => {
  const { call, news, logged } = await aModerationScene(["MANAGE_ROLES"]);
  expect((await call(addMemberRole, at(ids.erin, ids.low))).status).toBe(204);
  expect((await call(removeMemberRole, at(ids.bob, ids.low))).status).toBe(204);
  expect([await news(), await logged()]).toEqual([[], []]);
});

test.each([
  ["a higher role", ids.bob, ids.high, 50013],
  ["the role of an application", ids.bob, ids.own, 50028],
  ["everyone's role", ids.bob, ids.guild, 50028],
  ["a role that is not there", ids.bob, "1", 10011],
  ["somebody else's", ids.carol, ids.low, 10007],
  ["nobody's", "5", ids.low, 10013],
])("%s cannot be added or removed", async (_, user, role, code) => {
  const { call } = await aModerationScene(["MANAGE_ROLES"]);
  expect(codeOf(await call(addMemberRole, at(user, role)))).toBe(code);
  expect(codeOf(await call(removeMemberRole, at(user, role)))).toBe(code);
});

test("the owner can add every role, others require the permission", async () => {
  const { call } = await aModerationScene();
  const { params } = at(ids.bob, ids.high);
  expect((await call(addMemberRole, { as: asUser(ids.alice), params })).status).toBe(204);
  expect(codeOf(await call(addMemberRole, at(ids.bob, ids.low)))).toBe(50013);
});
