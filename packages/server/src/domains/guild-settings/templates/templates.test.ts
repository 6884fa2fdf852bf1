import {
  createTemplate,
  deleteTemplate,
  editTemplate,
  getTemplate,
  listTemplates,
  syncTemplate,
} from "@antechamber/contract/guilds";
import { timestamp } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import { aSettingsScene } from "../../../testing/calls/guild-settings-calls.ts";
import { codeOf, leavesOf } from "../../../testing/calls/message-calls.ts";
import { asBot, asUser, ids, inGuild } from "../../../testing/calls/moderation-calls.ts";
import { aChannel, aGuild } from "../../../testing/records.ts";
import { channels, guilds } from "../../guilds/guild.ts";

const nobody = { kind: "nobody" } as const;

async function aTemplateScene() {
  const scene = await aSettingsScene({ name: "Harbor" }, "MANAGE_GUILD");
  const { call } = scene;
  const make = (body: object = { name: "Harbors", description: "Ships" }, as = asBot) =>
    call(createTemplate, { as, params: inGuild, body });
  const at = (code: string) => ({ as: asBot, params: { ...inGuild, code } });
  const read = (code: string) => call(getTemplate, { as: nobody, params: { code } });
  const rename = (name: string) =>
    scene.seed((tx) => tx.put(guilds, aGuild(ids.guild, { owner_id: ids.alice, name })));
  return { ...scene, make, at, read, rename };
}

test("a template stores the structure of the guild, with numbers as IDs", async () => {
  const { make, read, seed, clock } = await aTemplateScene();
  await seed((tx) => {
    const only = { id: ids.low, type: 0, allow: "1024", deny: "0" } as const;
    const someone = { id: ids.bob, type: 1, allow: "1024", deny: "0" } as const;
    const category = "300000000000000041";
    tx.put(channels, aChannel(category, { ...inGuild, type: 4, position: 9, name: "Docks" }));
    tx.put(
      channels,
      aChannel("300000000000000042", {
        ...inGuild,
        type: 5,
        name: "news",
        parent_id: category,
        permission_overwrites: [only, someone],
      }),
    );
    tx.put(
      channels,
      aChannel("300000000000000043", { ...inGuild, type: 11, parent_id: ids.general }),
    );
  });
  const { status, body } = await make();
  expect([status, body]).toMatchObject([
    200,
    {
      name: "Harbors",
      description: "Ships",
      usage_count: 0,
      creator_id: ids.bot,
      creator: { id: ids.bot },
      created_at: timestamp(clock.now()),
      source_guild_id: ids.guild,
      is_dirty: null,
    },
  ]);
  const { roles, channels: rooms, name } = body.serialized_source_guild;
  expect(name).toBe("Harbor");
  expect(roles.map((role) => role.id)).toEqual([0, 1, 2, 3]);
  expect(roles.map((role) => role.name)).not.toContain("own");
  const docks = rooms.find((each) => each.name === "Docks");
  const news = rooms.find((each) => each.name === "news");
  expect([docks?.type, docks?.parent_id]).toEqual([4, null]);
  expect(news).toMatchObject({
    type: 0,
    parent_id: docks?.id,
    permission_overwrites: [{ id: 1, type: 0, allow: "1024" }],
    available_tags: null,
    bitrate: 64_000,
    template: "",
  });
  expect(rooms.map((each) => each.id)).toEqual([1, 2, 3, 4, 5]);
  expect((await read(body.code)).body).toEqual(body);
});

test.each([
  [0, 0],
  [2, 2],
  [4, 4],
  [5, 0],
  [13, 2],
  [14, undefined],
  [15, 15],
  [16, 15],
])("a channel of type %i has type %s in a template", async (type, there) => {
  const { make, seed } = await aTemplateScene();
  await seed((tx) =>
    tx.put(channels, aChannel("300000000000000041", { ...inGuild, type, name: "it" })),
  );
  const { channels: rooms } = (await make()).body.serialized_source_guild;
  expect(rooms.find((each) => each.name === "it")?.type).toBe(there);
});

test("a guild can have one template, which requires a name", async () => {
  const { make } = await aTemplateScene();
  expect(leavesOf(await make({ name: "" }))).toEqual(["name: BASE_TYPE_BAD_LENGTH"]);
  expect((await make({ name: "Harbors" })).body.description).toBeNull();
  expect((await make()).body).toEqual({
    code: 30031,
    message: "A server can only have a single template.",
  });
});

test("a template is dirty after the guild has changed, until it is synced", async () => {
  const { call, make, at, read, rename, clock } = await aTemplateScene();
  const { code } = (await make()).body;
  await rename("Port");
  expect((await read(code)).body).toMatchObject({
    is_dirty: true,
    serialized_source_guild: { name: "Harbor" },
  });
  await clock.moveTo(clock.now() + 1000);
  const { body } = await call(syncTemplate, at(code));
  expect(body).toMatchObject({ is_dirty: null, serialized_source_guild: { name: "Port" } });
  expect(body.updated_at).toBe(timestamp(clock.now()));
  expect(body.created_at).not.toBe(body.updated_at);
});

test("a template can be edited, listed and deleted", async () => {
  const { call, make, at, read } = await aTemplateScene();
  const { code } = (await make()).body;
  const change = { name: "Ports", description: null };
  expect((await call(editTemplate, { ...at(code), body: change })).body).toMatchObject(change);
  expect((await call(editTemplate, { ...at(code), body: {} })).body).toMatchObject(change);
  const list = () => call(listTemplates, { as: asBot, params: inGuild });
  expect((await list()).body.map((each) => each.name)).toEqual(["Ports"]);
  expect((await call(deleteTemplate, at(code))).body.name).toBe("Ports");
  expect((await list()).body).toEqual([]);
  expect(codeOf(await read(code))).toBe(10057);
});

test("unknown templates are refused, as are callers without MANAGE_GUILD", async () => {
  const { call, make, at } = await aTemplateScene();
  for (const endpoint of [syncTemplate, deleteTemplate]) {
    expect(codeOf(await call(endpoint, at("nothing")))).toBe(10057);
  }
  expect(codeOf(await call(editTemplate, { ...at("nothing"), body: {} }))).toBe(10057);
  expect(codeOf(await make({ name: "Mine" }, asUser(ids.bob)))).toBe(50013);
  const bob = { as: asUser(ids.bob), params: inGuild };
  expect(codeOf(await call(listTemplates, bob))).toBe(50013);
});
