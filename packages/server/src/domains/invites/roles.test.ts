import { expect, test } from "vitest";
import { EVERYONE_PERMISSIONS } from "../../control/world-file/load/roles.ts";
import { anInviteScene, asBot, asUser, ids } from "../../testing/calls/invite-calls.ts";
import { codeOf } from "../../testing/calls/message-calls.ts";
import { aRole } from "../../testing/records.ts";
import { roles } from "../guilds/guild.ts";

const granting = ["CREATE_INSTANT_INVITE", "MANAGE_ROLES"] as const;

// Proves requirement 4.3 "channel invite: role_ids"
test("an invite grants its roles to a user who joins", async () => {
  const { invite, use, memberOf, news } = await anInviteScene(...granting);
  const { body } = await invite({ role_ids: [ids.low] });
  expect(body.roles).toMatchObject([{ id: ids.low, name: `role-${ids.low}`, position: 2 }]);
  expect(body.roles?.[0]).not.toHaveProperty("permissions");
  expect(await news()).toMatchObject([{ payload: { role_ids: [ids.low] } }]);
  await use(body.code);
  expect((await memberOf(ids.carol))?.roles).toEqual([ids.low]);
});

test("a form may contain the roles as one text", async () => {
  const { invite } = await anInviteScene(...granting);
  expect((await invite({ role_ids: `${ids.low}, ` })).body.roles).toHaveLength(1);
});

// Proves requirement 4.3 "channel invite: role_ids"
test("granting roles requires MANAGE_ROLES and a higher role", async () => {
  const poor = await anInviteScene("CREATE_INSTANT_INVITE");
  expect(codeOf(await poor.invite({ role_ids: [ids.low] }))).toBe(50013);
  const { invite } = await anInviteScene(...granting);
  expect(codeOf(await invite({ role_ids: [ids.high] }))).toBe(50013);
  const owner = { as: asUser(ids.alice) };
  expect((await invite({ role_ids: [ids.high] }, owner)).status).toBe(200);
});

test("inviters cannot grant permissions that they do not have", async () => {
  const { invite, seed } = await anInviteScene(...granting);
  const strong = aRole({ guild_id: ids.guild, id: ids.low }, "BAN_MEMBERS");
  await seed((tx) => tx.put(roles, { ...strong, position: 2 }));
  expect(codeOf(await invite({ role_ids: [ids.low] }))).toBe(50013);
});

test("unknown permission bits of a role do not prevent granting it", async () => {
  const { invite, seed } = await anInviteScene("ADMINISTRATOR");
  const permissions = EVERYONE_PERMISSIONS;
  const role = { ...aRole({ guild_id: ids.guild, id: ids.low }), position: 2, permissions };
  await seed((tx) => tx.put(roles, role));
  for (const as of [asBot, asUser(ids.alice)]) {
    expect((await invite({ role_ids: [ids.low] }, { as })).status).toBe(200);
  }
});

test.each([
  ["300000000000000099", 10011],
  [ids.managed, 50028],
  [ids.guild, 50028],
])("role %s is refused with %i", async (id, code) => {
  const { invite } = await anInviteScene(...granting);
  expect(codeOf(await invite({ role_ids: [id] }))).toBe(code);
});

test("a deleted role is not granted", async () => {
  const { invite, use, memberOf, seed } = await anInviteScene(...granting);
  const { code } = (await invite({ role_ids: [ids.low] })).body;
  await seed((tx) => tx.delete(roles, roles.key(aRole({ guild_id: ids.guild, id: ids.low }))));
  await use(code);
  expect((await memberOf(ids.carol))?.roles).toEqual([]);
});
