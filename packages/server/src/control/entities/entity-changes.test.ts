import type { EndpointDeclaration } from "@antechamber/contract";
import {
  applicationEntity,
  channelEntity,
  guildEntity,
  installEntity,
  memberEntity,
  roleEntity,
  userEntity,
} from "@antechamber/contract/control";
import { afterEach, describe, expect, test } from "vitest";
import { anEntityWorld } from "../../testing/worlds/entity-world.ts";
import { aMessage } from "../../testing/records.ts";
import { commands } from "../../domains/commands/command.ts";
import { messages } from "../../domains/messages/message.ts";
import { demo, demoWorld } from "../world-file/demo-world.ts";

const open: EntityWorld[] = [];
afterEach(async () => {
  for (const { store } of open.splice(0)) await store.close();
});

type EntityWorld = Awaited<ReturnType<typeof anEntityWorld>>;

async function aWorld(state?: unknown): Promise<EntityWorld> {
  const world = await anEntityWorld(state);
  open.push(world);
  return world;
}

const guild = { guild: demo.guildId };

describe("a change", () => {
  test("replaces the given fields and keeps the others", async () => {
    const { ask } = await aWorld();
    const before = await ask(applicationEntity.get, { application: demo.applicationId });
    const after = await ask(
      applicationEntity.edit,
      { application: demo.applicationId },
      { description: "Helps", bot: { global_name: "C" } },
    );
    expect(after.body).toEqual({
      ...before.body,
      description: "Helps",
      bot: { ...(before.body["bot"] as object), global_name: "C" },
    });
  });

  test("keeps an application's signing key", async () => {
    const { ask, store } = await aWorld();
    const keyOf = async () =>
      (await store.dump()).tables["application"]?.map(
        (each) => (each as { verify_key: string }).verify_key,
      );
    const before = await keyOf();
    await ask(applicationEntity.edit, { application: demo.applicationId }, { name: "New" });
    expect(await keyOf()).toEqual(before);
  });

  test("that enables an Activity creates its launch command, once", async () => {
    const { ask, store } = await aWorld();
    const edit = (flags: readonly string[]) =>
      ask(applicationEntity.edit, { application: demo.applicationId }, { flags });
    const launchers = async () =>
      (await store.read((tx) => tx.find(commands))).filter((each) => each.name === "launch");
    await edit([]);
    expect(await launchers()).toEqual([]);
    await edit(["EMBEDDED"]);
    await edit(["EMBEDDED"]);
    expect(await launchers()).toMatchObject([{ type: 4, handler: 2 }]);
  });

  test("of the @everyone role keeps its identity", async () => {
    const { ask } = await aWorld();
    const everyone = { role: demo.guildId };
    await ask(roleEntity.edit, everyone, { permissions: "0" });
    const { body } = await ask(roleEntity.edit, everyone, { mentionable: true });
    expect(body).toMatchObject({ name: "@everyone", permissions: "0", mentionable: true });
  });

  test("of a colour changes both fields", async () => {
    const { ask } = await aWorld();
    const at = { role: "300000000000000011" };
    expect((await ask(roleEntity.edit, at, { color: 5 })).body).toMatchObject({ color: 5 });
    const colors = { primary_color: 6, secondary_color: 7 };
    const striped = await ask(roleEntity.edit, at, { colors });
    expect(striped.body).toMatchObject({ color: 6, colors });
    const again = await ask(roleEntity.edit, at, { color: 8 });
    expect(again.body).toMatchObject({
      color: 8,
      colors: { primary_color: 8, secondary_color: 7 },
    });
  });

  test("of the owner requires a member", async () => {
    const { ask } = await aWorld();
    await ask(userEntity.create, {}, { username: "eve" });
    expect((await ask(guildEntity.edit, guild, { owner: "eve" })).status).toBe(400);
    expect((await ask(guildEntity.edit, guild, { owner: "bob" })).body["owner"]).toBe(demo.bobId);
  });

  test("of an installation adds or removes the bot", async () => {
    const world = await aWorld();
    const at = { owner: demo.guildId, application: demo.applicationId };
    const bot = { ...guild, member: demo.applicationId };
    await world.ask(installEntity.edit, at, { scopes: ["applications.commands"] });
    expect((await world.ask(memberEntity.get, bot)).status).toBe(404);
    const { body } = await world.ask(guildEntity.get, guild);
    expect((body["roles"] as object[]).length).toBe(1);
    await world.ask(installEntity.edit, at, { scopes: ["bot"], permissions: "8" });
    expect((await world.ask(memberEntity.get, bot)).status).toBe(200);
  });
});

describe("it is refused to remove", () => {
  const refusedRemovals: readonly (readonly [
    string,
    EndpointDeclaration,
    Record<string, string>,
  ])[] = [
    ["an owner", userEntity.remove, { user: "alice" }],
    ["a bot alone", userEntity.remove, { user: "Concierge" }],
    ["a guild's owner from it", memberEntity.remove, { ...guild, member: demo.aliceId }],
    ["everyone's role", roleEntity.remove, { role: demo.guildId }],
  ];
  test.each(refusedRemovals)("%s", async (_what, endpoint, params) => {
    const { ask, named } = await aWorld();
    expect((await ask(endpoint, params)).status).toBe(409);
    expect(await named()).toEqual([]);
  });

  test("a bot from its application while it is in guilds", async () => {
    const { ask } = await aWorld();
    const at = { application: demo.applicationId };
    expect((await ask(applicationEntity.edit, at, { bot: null })).status).toBe(409);
    const place = { owner: demo.guildId, application: demo.applicationId };
    await ask(installEntity.remove, place);
    expect((await ask(applicationEntity.edit, at, { bot: null })).body["bot"]).toBeNull();
  });
});

describe("a deletion", () => {
  const rich = {
    ...demoWorld,
    applications: [
      {
        ...demoWorld.applications?.[0],
        commands: [
          { name: "ping", description: "x" },
          { name: "here", description: "x", guild_id: demo.guildId },
        ],
      },
    ],
    lobbies: [{ application: "Concierge", members: [{ user: "bob" }] }],
  };

  async function rowsAfter(endpoint: EndpointDeclaration, params: Record<string, string>) {
    const world = await aWorld(rich);
    await world.seed((tx) =>
      tx.put(messages, aMessage("500000000000000001", { channel_id: demo.generalId })),
    );
    const removed = await world.ask(endpoint, params);
    expect(removed.status).toBe(204);
    const { tables: rows } = await world.store.dump();
    return Object.fromEntries(Object.entries(rows).map(([name, all]) => [name, all.length]));
  }

  test("of an application deletes its bot, commands, installations, lobbies and tokens", async () => {
    expect(
      await rowsAfter(applicationEntity.remove, { application: demo.applicationId }),
    ).toMatchObject({
      application: 0,
      user: 2,
      command: 0,
      guild_install: 0,
      user_install: 0,
      lobby: 0,
      lobby_member: 0,
      access_token: 0,
      member: 2,
      role: 2,
      message: 1,
    });
  });

  test("of a guild deletes everything in it", async () => {
    expect(await rowsAfter(guildEntity.remove, guild)).toMatchObject({
      guild: 0,
      role: 0,
      channel: 0,
      member: 0,
      guild_install: 0,
      message: 0,
      command: 1,
      user: 3,
      application: 1,
    });
  });

  test("of a channel deletes its messages, of a user their memberships", async () => {
    const at = { channel: demo.generalId };
    expect(await rowsAfter(channelEntity.remove, at)).toMatchObject({ channel: 1, message: 0 });
    expect(await rowsAfter(userEntity.remove, { user: "bob" })).toMatchObject({
      user: 2,
      member: 2,
      lobby: 1,
      lobby_member: 0,
    });
  });

  test("of an installation deletes the bot, its role and the guild's commands", async () => {
    const at = { owner: demo.guildId, application: demo.applicationId };
    expect(await rowsAfter(installEntity.remove, at)).toMatchObject({
      guild_install: 0,
      member: 2,
      role: 2,
      command: 1,
    });
  });
});
