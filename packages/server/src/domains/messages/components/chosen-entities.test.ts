import { getMessage } from "@antechamber/contract/messages";
import { beforeEach, describe, expect, test } from "vitest";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { asAlice, asBot, aMessageScene, ids } from "../../../testing/calls/message-calls.ts";
import { aChannel, aRole, aUser } from "../../../testing/records.ts";
import { specificationFaults } from "../../../testing/specification/machine-specification.ts";
import { channels, members, roles } from "../../guilds/guild.ts";
import { users } from "../../users/user.ts";

const role = "300000000000000011";
const menu = (
  type: number,
  custom_id: string,
  ...chosen: readonly (readonly [string, string])[]
) => ({
  type: 1,
  components: [
    {
      type,
      custom_id,
      max_values: 5,
      default_values: chosen.map(([of, id]) => ({ type: of, id })),
    },
  ],
});

let scene: Awaited<ReturnType<typeof aMessageScene>>;

beforeEach(async () => {
  scene = await aMessageScene();
  await scene.seed((tx) => tx.put(roles, aRole({ guild_id: ids.guild, id: role })));
});

const read = async (message_id: string, channel_id: string = ids.general) =>
  (await scene.call(getMessage, { as: asAlice, params: { channel_id, message_id } })).body;

describe("the resolved default values of select menus", () => {
  test("are in the response, the event and every later read", async () => {
    const components = [
      menu(5, "people", ["user", ids.bob], ["user", ids.carol]),
      menu(7, "both", ["user", ids.bob], ["role", role]),
      menu(8, "places", ["channel", ids.hidden]),
    ];
    const sent = await scene.send({ content: "x", components });
    const resolved = {
      users: { [ids.bob]: { id: ids.bob }, [ids.carol]: { id: ids.carol } },
      members: { [ids.bob]: { nick: null, roles: [] } },
      roles: { [role]: { id: role } },
      channels: { [ids.hidden]: { id: ids.hidden, guild_id: ids.guild } },
    };
    expect(sent.body.resolved).toMatchObject(resolved);
    expect(Object.keys(sent.body.resolved?.members ?? {})).toEqual([ids.bob]);
    expect(sent.body.resolved?.members?.[ids.bob]).not.toHaveProperty("deaf");
    expect(await scene.news()).toMatchObject([{ name: "MESSAGE_CREATE", payload: { resolved } }]);
    const again = await read(sent.body.id);
    expect(again.resolved).toEqual(sent.body.resolved);
    expect(specificationFaults("channels.message", 200, again)).toEqual([]);
  });

  test("never show a private thread, which not all readers of the message can see", async () => {
    const thread = "300000000000000041";
    const place = { guild_id: ids.guild, type: 12, parent_id: ids.general, owner_id: ids.bob };
    await scene.seed((tx) => tx.put(channels, aChannel(thread, place)));
    const components = [menu(8, "places", ["channel", thread])];
    expect((await scene.send({ content: "x", components })).body).not.toHaveProperty("resolved");
  });

  test("are included for nested menus, with the current data", async () => {
    const components = [{ type: 17, components: [menu(5, "who", ["user", ids.bob])] }];
    const { body } = await scene.send({ flags: 1 << 15, components });
    await scene.seed((tx) => {
      tx.put(users, aUser(ids.bob, { username: "robert" }));
      tx.delete(members, compoundKey(ids.guild, ids.bob));
    });
    const { resolved } = await read(body.id);
    expect(Object.keys(resolved ?? {})).toEqual(["users"]);
    expect(resolved?.users?.[ids.bob]?.username).toBe("robert");
  });

  test("are omitted if there are none, or they are unknown", async () => {
    const none = [menu(5, "who"), { type: 1, components: [{ type: 6, custom_id: "role" }] }];
    expect((await scene.send({ content: "x", components: none })).body).not.toHaveProperty(
      "resolved",
    );
    const gone = [menu(6, "role", ["role", "5"]), menu(8, "place", ["channel", "5"])];
    expect((await scene.send({ content: "x", components: gone })).body).not.toHaveProperty(
      "resolved",
    );
    expect((await scene.send({ content: "x" })).body).not.toHaveProperty("resolved");
  });
});

test("an application without access to a message's components does not see resolved data", async () => {
  const components = [menu(5, "who", ["user", ids.bob])];
  const other = { kind: "bot", application_id: ids.otherBot } as const;
  const { body } = await scene.send({ content: "x", components }, { as: asBot });
  const params = { channel_id: ids.general, message_id: body.id };
  expect((await scene.call(getMessage, { as: asBot, params })).body).toHaveProperty("resolved");
  expect((await scene.call(getMessage, { as: other, params })).body).not.toHaveProperty("resolved");
});
