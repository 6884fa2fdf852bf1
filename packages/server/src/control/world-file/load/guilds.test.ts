import { describe, expect, test } from "vitest";
import { all, only, loaded } from "../../../testing/worlds/loaded-worlds.ts";
import { channels, guilds, members, roles } from "../../../domains/guilds/guild.ts";
import { users } from "../../../domains/users/user.ts";

describe("guilds", () => {
  test.each([
    { fileFeatures: ["COMMUNITY"], features: ["COMMUNITY", "NEWS"] },
    { fileFeatures: ["NEWS", "COMMUNITY"], features: ["NEWS", "COMMUNITY"] },
    { fileFeatures: ["BANNER"], features: ["BANNER"] },
    { fileFeatures: undefined, features: [] },
  ])("have the settings of a community guild, from $fileFeatures", ({ fileFeatures, features }) => {
    expect(
      only(guilds, loaded({ users: [{}], guilds: [{ features: fileFeatures }] })),
    ).toMatchObject({
      features,
    });
  });

  test("have the @everyone role with the guild's id, named or not", () => {
    expect(
      only(roles, loaded({ users: [{}], guilds: [{ id: "700000000000000003" }] })),
    ).toMatchObject({
      id: "700000000000000003",
      name: "@everyone",
      permissions: "2248473465835073",
      position: 0,
    });
    for (const entry of [
      { name: "@everyone", permissions: "0" },
      { id: "700000000000000003", permissions: 0 },
    ]) {
      expect(
        only(
          roles,
          loaded({ users: [{}], guilds: [{ id: "700000000000000003", roles: [entry] }] }),
        ),
      ).toMatchObject({
        id: "700000000000000003",
        name: "@everyone",
        permissions: "0",
      });
    }
  });

  test("have roles and channels in the order of the file", () => {
    const world = loaded({
      users: [{}],
      applications: [{ name: "A" }],
      guilds: [
        {
          id: "700000000000000003",
          roles: [
            { id: "700000000000000031", color: 5 },
            { id: "700000000000000032", position: 9 },
            { id: "700000000000000033", colors: { primary_color: 7 } },
          ],
          channels: [
            { id: "700000000000000021" },
            { id: "700000000000000022", position: 5 },
            { id: "700000000000000023" },
          ],
          applications: [{ application: "A" }],
        },
      ],
    });
    const placed = all(roles, world).map(({ id, position, color, colors }) => [
      id,
      position,
      color,
      colors.primary_color,
    ]);
    expect(placed.slice(1)).toEqual([
      ["700000000000000003", 0, 0, 0],
      ["700000000000000031", 1, 5, 5],
      ["700000000000000032", 9, 0, 0],
      ["700000000000000033", 3, 7, 7],
    ]);
    expect(placed[0]?.[1]).toBe(4);
    expect(all(channels, world).map(({ position }) => position)).toEqual([0, 5, 2]);
  });

  test("have channels with the fields of their types, in categories defined before or after", () => {
    const world = loaded({
      users: [{ username: "a" }],
      guilds: [
        {
          id: "700000000000000003",
          roles: [{ id: "700000000000000031", name: "mods" }],
          system_channel_id: "chat",
          channels: [
            {
              id: "700000000000000021",
              name: "chat",
              parent_id: "Rooms",
              permission_overwrites: [
                { id: "mods", allow: ["SEND_MESSAGES"] },
                { id: "a", type: 1, deny: 1024 },
                { id: "@everyone", deny: "1024" },
              ],
            },
            { id: "700000000000000022", name: "Rooms", type: 4 },
            { id: "700000000000000023", name: "voice", type: 2, parent_id: "700000000000000022" },
            { id: "700000000000000024", name: "topic", type: 11, parent_id: "chat", owner_id: "a" },
          ],
        },
      ],
    });
    const [chat, rooms, voice, thread] = all(channels, world);
    const [a] = all(users, world);
    expect(chat).toMatchObject({
      parent_id: "700000000000000022",
      topic: null,
      nsfw: false,
      position: 0,
    });
    expect(chat?.permission_overwrites).toEqual([
      { id: "700000000000000031", type: 0, allow: "2048", deny: "0" },
      { id: a?.id, type: 1, allow: "0", deny: "1024" },
      { id: "700000000000000003", type: 0, allow: "0", deny: "1024" },
    ]);
    expect(rooms).not.toHaveProperty("topic");
    expect(voice).toMatchObject({
      parent_id: "700000000000000022",
      bitrate: 64_000,
      user_limit: 0,
    });
    expect(voice).not.toHaveProperty("topic");
    expect(thread).toMatchObject({ parent_id: "700000000000000021", owner_id: a?.id });
    expect(thread).not.toHaveProperty("position");
    expect(only(guilds, world).system_channel_id).toBe("700000000000000021");
  });

  test("have their owner and installed bots as members, and no other applications", () => {
    const world = loaded({
      users: [{ username: "a" }, { username: "b" }],
      applications: [
        { id: "700000000000000005", name: "A" },
        { id: "700000000000000006", name: "B" },
      ],
      guilds: [
        {
          id: "700000000000000003",
          owner: "b",
          members: [{ user: "a" }],
          applications: [
            { application: "A" },
            { application: "B", scopes: ["applications.commands"] },
          ],
        },
      ],
    });
    const byId = new Map(all(users, world).map((user) => [user.id, user.username]));
    const names = all(members, world).map((member) => byId.get(member.user_id));
    expect(new Set(names)).toEqual(new Set(["A", "a", "b"]));
  });

  test("have bots that keep their managed role when they are listed as members", () => {
    const world = loaded({
      users: [{}],
      applications: [{ id: "700000000000000005", name: "A", bot: { username: "Botty" } }],
      guilds: [
        {
          roles: [{ id: "700000000000000031", name: "mods" }],
          members: [{ user: "Botty", nick: "B", roles: ["mods", "A"] }],
          applications: [{ application: "A" }],
        },
      ],
    });
    const bot = all(members, world).find((member) => member.user_id === "700000000000000005");
    const managed = all(roles, world).find((role) => role.managed);
    expect(bot).toMatchObject({ nick: "B", roles: ["700000000000000031", managed?.id] });
  });

  test("do not create a managed role twice when it is listed", () => {
    const role = {
      id: "700000000000000031",
      name: "Old",
      managed: true,
      tags: { bot_id: "700000000000000005" },
      permissions: "16",
    };
    const world = loaded({
      users: [{}],
      applications: [{ id: "700000000000000005", name: "A" }],
      guilds: [
        {
          id: "700000000000000003",
          roles: [role],
          applications: [{ application: "A", permissions: "8" }],
        },
      ],
    });
    expect(all(roles, world)).toHaveLength(2);
    expect(
      all(members, world).find((each) => each.user_id === "700000000000000005")?.roles,
    ).toEqual(["700000000000000031"]);
  });
});

describe("a channel in a category", () => {
  const locked = [{ id: "@everyone", deny: ["VIEW_CHANNEL"] }];
  const category = { name: "Staff", type: 4, permission_overwrites: locked };
  const inStaff = { parent_id: "Staff" };
  const overwritesIn = (world: unknown): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      all(channels, loaded(world)).map((each): [string, unknown] => [
        each.name ?? "",
        each.permission_overwrites,
      ]),
    );

  test("inherits its category's overwrites unless it has its own, wherever it is in the file", () => {
    const own = { ...inStaff, permission_overwrites: [] };
    const found = overwritesIn({
      guilds: [
        {
          channels: [
            { name: "before", ...inStaff },
            category,
            { name: "after", ...inStaff },
            { name: "apart", ...own },
            { name: "elsewhere" },
            { name: "talk", type: 11, parent_id: "after" },
          ],
        },
      ],
    });
    expect(found["Staff"]).toHaveLength(1);
    expect(found).toMatchObject({ before: found["Staff"], after: found["Staff"] });
    expect(found).toMatchObject({ apart: [], elsewhere: [], talk: undefined });
  });
});
