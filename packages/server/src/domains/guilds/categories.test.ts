import { afterEach, expect, test } from "vitest";
import { aService, type TestService } from "../../testing/start-service.ts";

const everyone = "300000000000000001";
const mods = "300000000000000011";
const category = "300000000000000021";
const hidden = [{ id: everyone, type: 0, deny: ["VIEW_CHANNEL"] }];
const forMods = [{ id: mods, type: 0, allow: ["VIEW_CHANNEL"] }];

let service: TestService | undefined;
afterEach(() => service?.stop());

async function aGuild(): Promise<TestService> {
  service = await aService({
    world: {
      users: [{ id: "100000000000000001", username: "alice" }],
      guilds: [
        {
          id: everyone,
          name: "Hall",
          owner: "alice",
          roles: [{ id: mods, name: "mods" }],
          channels: [
            {
              id: category,
              name: "rooms",
              type: 4,
              permission_overwrites: [...hidden, ...forMods],
            },
          ],
        },
      ],
    },
  });
  return service;
}

test("a new channel copies its category's overwrites unless it has its own", async () => {
  const world = await aGuild();
  const inCategory = { guild: "Hall", parent_id: "rooms" };
  const synced = await world.control("POST /channels", { ...inCategory, name: "synced" });
  const own = await world.control("POST /channels", {
    ...inCategory,
    name: "own",
    permission_overwrites: [],
  });
  const parent = await world.control(`GET /channels/${category}`);
  expect(synced.at("permission_overwrites")).toHaveLength(2);
  expect(synced.at("permission_overwrites")).toEqual(parent.at("permission_overwrites"));
  expect(own.at("permission_overwrites") ?? []).toEqual([]);
});

test("channels with their category's overwrites follow its changes, others stay the same", async () => {
  const world = await aGuild();
  const inCategory = { guild: "Hall", parent_id: "rooms" };
  const post = async (name: string, overwrites: object) =>
    (await world.control("POST /channels", { ...inCategory, name, ...overwrites })).id;
  const [synced, swapped, apart] = [
    await post("synced", {}),
    await post("swapped", { permission_overwrites: [...forMods, ...hidden] }),
    await post("apart", { permission_overwrites: hidden }),
  ];
  const overwritesOf = async (id: string) =>
    (await world.control(`GET /channels/${id}`)).at("permission_overwrites");
  const before = await overwritesOf(apart);

  await world.control(`PATCH /channels/${category}`, { permission_overwrites: forMods });

  const now = await overwritesOf(category);
  expect(now).toHaveLength(1);
  expect(await overwritesOf(synced)).toEqual(now);
  expect(await overwritesOf(swapped)).toEqual(now);
  expect(await overwritesOf(apart)).toEqual(before);
});
