// Searches for members by name, over the wire.
import { limits } from "@antechamber/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";

const guild = "300000000000000077";
const bot = "200000000000000077";

const names = [
  { username: "bruno", nick: "Captain" },
  { username: "brünhild", global_name: "BRUnhild" },
  { username: "carla", nick: "bruce" },
  { username: "zoe", global_name: "Brunette" },
  { username: "dora" },
];

const world = {
  users: [
    { username: "owner", token: "owner" },
    ...names.map(({ username, global_name = null }) => ({ username, global_name })),
    { username: "brutus" },
  ],
  applications: [{ id: bot, name: "Seeker", bot: { token: "seeker" } }],
  guilds: [
    {
      id: guild,
      name: "Hall",
      owner: "owner",
      members: names.map(({ username, nick }) => ({ user: username, ...(nick && { nick }) })),
      applications: [{ application: "Seeker" }],
    },
    { id: "300000000000000078", name: "Elsewhere", owner: "brutus" },
  ],
};

let service: TestService;
beforeAll(async () => {
  service = await aService({ world });
});
afterAll(() => service.stop());

const search = (query: string, of = guild) =>
  service.call(`GET /guilds/${of}/members/search?${query}`, { auth: "Bot seeker" });

async function found(prefix: string, limit = 100): Promise<string[]> {
  const answer = await search(`query=${encodeURIComponent(prefix)}&limit=${limit}`);
  expect(answer.status).toBe(200);
  return (answer.body as { user: { username: string } }[])
    .map(({ user }) => user.username)
    .toSorted();
}

describe("searching members", () => {
  test.each([
    ["bru", ["bruno", "brünhild", "carla", "zoe"]],
    ["BRUN", ["bruno", "brünhild", "zoe"]],
    ["brün", ["brünhild"]],
    ["capt", ["bruno"]],
    ["carla", ["carla"]],
    ["see", ["Seeker"]],
    ["runo", []],
    ["brutus", []],
    ["%", []],
    ["\u0000", []],
  ])("finds names that begin with %j, ignoring case", async (prefix, expected) => {
    expect(await found(prefix)).toEqual(expected);
  });

  test("returns one member by default, and as many as requested", async () => {
    expect((await search("query=bru")).at("length")).toBe(1);
    expect(await found("bru", 3)).toHaveLength(3);
  });

  test("uses the current names of members", async () => {
    await service.control("PATCH /users/dora", { global_name: "Octavia" });
    expect(await found("octav")).toEqual(["dora"]);
    await service.control(`PATCH /members/${guild}/${await idOf("dora")}`, { nick: "Livia" });
    expect(await found("liv")).toEqual(["dora"]);
    await service.control("PATCH /users/dora", { global_name: null });
    expect(await found("octav")).toEqual([]);
    await service.control(`DELETE /members/${guild}/${await idOf("dora")}`);
    expect([await found("liv"), await found("dora")]).toEqual([[], []]);
  });
});

async function idOf(username: string): Promise<string> {
  return (await service.control(`GET /users/${username}`)).id;
}

describe("searching members is refused", () => {
  test.each([
    ["", "query", "BASE_TYPE_REQUIRED"],
    ["query=", "query", "BASE_TYPE_BAD_LENGTH"],
    [`query=${"x".repeat(101)}`, "query", "BASE_TYPE_BAD_LENGTH"],
    ["query=a&limit=0", "limit", "NUMBER_TYPE_MIN"],
    ["query=a&limit=1001", "limit", "NUMBER_TYPE_MAX"],
  ])("with %j", async (query, place, code) => {
    const answer = await search(query);
    expect([answer.status, answer.at("code")]).toEqual([400, 50035]);
    expect(answer.at("errors", place, "_errors", 0, "code")).toBe(code);
  });

  test("in a guild without the bot, or an unknown guild", async () => {
    expect((await search("query=a", "300000000000000078")).at("code")).toBe(50001);
    expect((await search("query=a", "999")).at("code")).toBe(10004);
  });

  test("when the guild's bucket is empty, while other requests succeed", async () => {
    const limited = await aService({ limits: "production" });
    try {
      const path = `GET /guilds/${demo.guildId}/members/search?query=a`;
      const statuses: number[] = [];
      for (let i = 0; i <= limits.memberSearches.value; i += 1) {
        statuses.push((await limited.asBot(path)).status);
      }
      expect(new Set(statuses.slice(0, -1))).toEqual(new Set([200]));
      expect(statuses.at(-1)).toBe(429);
      expect((await limited.asBot(`GET /guilds/${demo.guildId}`)).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});
