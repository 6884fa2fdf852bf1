import {
  deleteRoleConnection,
  getRoleConnection,
  setRoleConnection,
} from "@antechamber/contract/applications";
import { claimLinkedRole, NotALinkedRole, RequirementsNotMet } from "@antechamber/contract/control";
import { describe, expect, test } from "vitest";
import { linkedRoleHandlers } from "../../../control/simulate/linked-role.ts";
import { openHandlerCalls } from "../../../testing/calls/handler-calls.ts";
import { leavesOf } from "../../../testing/calls/message-calls.ts";
import { aGuild, aMember, anApplication, aRole, aUser } from "../../../testing/records.ts";
import { applications } from "../../applications/application.ts";
import { users } from "../../users/user.ts";
import { guilds, members, roles } from "../guild.ts";
import { roleConnectionHandlers } from "./handlers.ts";
import { linkedRoles, meets } from "./linked-role.ts";

const ids = {
  alice: "100000000000000001",
  bob: "100000000000000002",
  application: "200000000000000001",
  guild: "300000000000000001",
  crew: "300000000000000011",
  plain: "300000000000000012",
} as const;

const scopes = new Set(["role_connections.write"]);
const asAlice = {
  kind: "bearer",
  application_id: ids.application,
  user_id: ids.alice,
  scopes,
} as const;
const item = (type: number, key: string) =>
  ({ type: type as 2, key, name: key, description: key }) as const;

/** A guild with a linked role that requires level 10 in the application's metadata. */
async function aScene() {
  const calls = await openHandlerCalls([...roleConnectionHandlers, ...linkedRoleHandlers]);
  const guild_id = ids.guild;
  await calls.seed((tx) => {
    for (const id of [ids.alice, ids.bob]) tx.put(users, aUser(id));
    const role_connections_metadata = [item(2, "level"), item(7, "friend"), item(6, "since")];
    tx.put(
      applications,
      anApplication(ids.application, { owner_id: ids.alice, role_connections_metadata }),
    );
    tx.put(guilds, aGuild(guild_id, { owner_id: ids.bob }));
    for (const id of [ids.guild, ids.crew, ids.plain]) tx.put(roles, aRole({ guild_id, id }));
    tx.put(members, aMember({ guild_id, user_id: ids.alice }));
    tx.put(linkedRoles, {
      guild_id,
      role_id: ids.crew,
      application_id: ids.application,
      requirements: { level: 10 },
    });
  });
  const at = { as: asAlice, params: { application_id: ids.application } };
  const say = (body: object) => calls.call(setRoleConnection, { ...at, body });
  const claim = (role: string = ids.crew, user: string = ids.alice) =>
    calls.call(claimLinkedRole, { as: { kind: "control" }, params: { user }, body: { role } });
  return { ...calls, at, say, claim };
}

describe("the role connection of a user", () => {
  test("is replaced as a whole, read and deleted", async () => {
    const { say, call, at } = await aScene();
    const read = async () => (await call(getRoleConnection, at)).body;
    expect(await read()).toEqual({ metadata: {} });
    const whole = { platform_name: "Sea", platform_username: "al", metadata: { level: "3" } };
    expect(await say(whole)).toEqual({ status: 200, body: whole });
    expect(await read()).toEqual(whole);
    await say({ platform_name: null });
    expect(await read()).toEqual({ metadata: {} });
    expect((await call(deleteRoleConnection, at)).status).toBe(204);
    expect(await read()).toEqual({ metadata: {} });
  });

  test("accepts numbers as values, and stores them as text", async () => {
    const { say } = await aScene();
    const since = "2026-01-01";
    expect(await say({ metadata: { level: 1483, friend: 0, since } })).toEqual({
      status: 200,
      body: { metadata: { level: "1483", friend: "0", since } },
    });
  });

  test.each([
    ["a key that it has not", { rank: "3" }, "rank: ROLE_CONNECTION_UNKNOWN_KEY"],
    ["a word for a number", { level: "three" }, "level: ROLE_CONNECTION_INVALID_VALUE"],
    ["a number for a yes or no", { friend: "2" }, "friend: ROLE_CONNECTION_INVALID_VALUE"],
    ["a word for a moment", { since: "yesterday" }, "since: ROLE_CONNECTION_INVALID_VALUE"],
    ["nothing for a value", { level: "" }, "level: BASE_TYPE_BAD_LENGTH"],
  ])("is refused with %s", async (_, metadata, leaf) => {
    const { say } = await aScene();
    expect(leavesOf(await say({ metadata }))).toEqual([`metadata.${leaf}`]);
  });

  test("requires a token of the application", async () => {
    const { call, at } = await aScene();
    const foreign = { ...at, as: { ...asAlice, application_id: "7" } };
    expect((await call(getRoleConnection, foreign)).body).toMatchObject({ code: 20012 });
  });
});

describe("a linked role", () => {
  test("is granted to users who meet its requirements, and removed once they do not", async () => {
    const { say, claim, news, logged, call, at } = await aScene();
    const notMet = { status: 403, body: { message: RequirementsNotMet.message } };
    expect(await claim()).toMatchObject(notMet);
    await say({ metadata: { level: "9" } });
    expect(await claim()).toMatchObject(notMet);
    await say({ metadata: { level: "10" } });
    await news();
    expect((await claim()).body).toMatchObject({ roles: [ids.crew] });
    expect((await claim()).body).toMatchObject({ roles: [ids.crew] });
    expect(await news()).toMatchObject([
      { name: "GUILD_MEMBER_UPDATE", payload: { roles: [ids.crew] } },
    ]);
    expect(await logged()).toMatchObject([
      { action_type: 25, changes: [{ key: "$add", new_value: [{ id: ids.crew }] }] },
    ]);
    await say({ metadata: { level: "11" } });
    expect(await news()).toEqual([]);
    await say({ metadata: { level: "2" } });
    expect(await news()).toMatchObject([{ payload: { roles: [] } }]);
    await say({ metadata: { level: "10" } });
    await claim();
    await news();
    await call(deleteRoleConnection, at);
    expect(await news()).toMatchObject([{ payload: { roles: [] } }]);
  });

  test("requires membership in its guild, and other roles cannot be claimed", async () => {
    const { claim } = await aScene();
    expect(await claim(ids.crew, ids.bob)).toMatchObject({ status: 404, body: { code: 10007 } });
    expect(await claim(ids.plain)).toMatchObject({
      status: 400,
      body: { message: NotALinkedRole.message },
    });
  });
});

const DAY = 86_400_000;
const now = 1_800_000_000_000;
const ago = (days: number) => new Date(now - days * DAY).toISOString();

test.each([
  [1, "5", 5, true],
  [1, "6", 5, false],
  [2, "5", 5, true],
  [2, "4", 5, false],
  [3, "5", 5, true],
  [3, "4", 5, false],
  [4, "4", 5, true],
  [4, "5", 5, false],
  [5, ago(8), 7, true],
  [5, ago(6), 7, false],
  [6, ago(6), 7, true],
  [6, ago(8), 7, false],
  [7, "1", 1, true],
  [7, "0", 1, false],
  [8, "0", 1, true],
  [8, "1", 1, false],
])("of type %i the value %s is compared with %i", (type, value, required, expected) => {
  const connection = { user_id: "1", application_id: "2", metadata: { key: value } };
  const claim = { items: [item(type, "key")], connection, now };
  expect(meets({ requirements: { key: required } }, claim)).toBe(expected);
  expect(meets({ requirements: {} }, claim)).toBe(true);
  expect(meets({ requirements: {} }, { ...claim, connection: undefined })).toBe(false);
  expect(meets({ requirements: { other: 1 } }, claim)).toBe(false);
});
