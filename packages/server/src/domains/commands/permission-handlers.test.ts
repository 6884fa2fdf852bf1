import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  botAuth,
  ids,
  openPermissionWorld,
  type PermissionCalls,
} from "../../testing/worlds/permission-world.ts";
import { auditLogEntries } from "../guilds/audit-log/entry.ts";
import { definedFields } from "../../platform/defined-fields.ts";

let world: PermissionCalls;

beforeEach(async () => {
  world = await openPermissionWorld();
});

afterEach(() => world.service.stop());

const guildBase = `/applications/${ids.application}/guilds/${ids.guild}/commands`;
const globalBase = `/applications/${ids.application}/commands`;
const role = (id: string, permission = true) => ({ id, type: 1, permission });
const user = (id: string, permission = true) => ({ id, type: 2, permission });
const channel = (id: string, permission = true) => ({ id, type: 3, permission });

function setOf(id: string, permissions: readonly object[]) {
  return { id, application_id: ids.application, guild_id: ids.guild, permissions };
}

describe("the permission entries of a command", () => {
  // Proves requirement 2.4 "set: application_id"
  // Proves requirement 2.4 "set: guild_id"
  // Proves requirement 4.2 "Get command permissions"
  // Proves requirement 4.2 "Edit command permissions"
  test("are replaced as a whole, and returned as they were given", async () => {
    const first = [role(ids.mods), user(ids.carol, false), channel(ids.general)];
    const answer = await world.put(ids.ping, first);
    expect([answer.status, answer.body]).toEqual([200, setOf(ids.ping, first)]);
    expect((await world.get(ids.ping)).body).toEqual(setOf(ids.ping, first));
    const second = [role(ids.guild, false), channel(ids.everyChannel, false)];
    await world.put(ids.ping, second);
    expect((await world.get(ids.ping)).body).toEqual(setOf(ids.ping, second));
  });

  test("are logged in the audit log by their subject", async () => {
    const { service } = world;
    await world.put(ids.ping, [role(ids.mods), user(ids.carol, false)]);
    await world.put(ids.ping, [role(ids.mods, false)]);
    const log = await service.store.read((tx) => tx.find(auditLogEntries));
    const about = {
      action_type: 121,
      target_id: ids.ping,
      options: { application_id: ids.application },
    };
    expect(log).toMatchObject([
      {
        ...about,
        changes: [
          { key: ids.mods, new_value: role(ids.mods) },
          { key: ids.carol, new_value: user(ids.carol, false) },
        ],
      },
      {
        ...about,
        changes: [
          { key: ids.mods, old_value: role(ids.mods), new_value: role(ids.mods, false) },
          { key: ids.carol, old_value: user(ids.carol, false) },
        ],
      },
    ]);
  });

  // Proves requirement 2.4 "set: id"
  // Proves requirement 4.2 "Get all permissions in guild"
  test("exist for global commands, guild commands and, under its ID, the application", async () => {
    for (const id of [ids.guildPing, ids.application, ids.ping])
      await world.put(id, [role(ids.mods)]);
    const { status, body } = await world.all("Bearer bearer-carol");
    const found = [ids.application, ids.ping, ids.guildPing].map((id) =>
      setOf(id, [role(ids.mods)]),
    );
    expect([status, body]).toEqual([200, found]);
  });

  test.each([[[]], [null], [undefined]])("are deleted by %j", async (nothing) => {
    await world.put(ids.ping, [role(ids.mods)]);
    const answer = await world.put(ids.ping, nothing);
    expect([answer.status, answer.body]).toEqual([200, setOf(ids.ping, [])]);
    const gone = await world.get(ids.ping);
    expect([gone.status, gone.at("code")]).toEqual([404, 10066]);
    expect((await world.all()).body).toEqual([]);
  });

  // Proves requirement 4.2 "Get command permissions"
  test("are unknown if none were ever set", async () => {
    for (const id of [ids.ping, ids.application]) {
      const { status, body } = await world.get(id);
      const message = "Unknown application command permissions";
      expect([status, body]).toEqual([404, { message, code: 10066 }]);
    }
  });

  test("are refused with 10063 for an unknown command", async () => {
    const unknown = "499999999999999999";
    for (const answer of [await world.get(unknown), await world.put(unknown, [])]) {
      expect([answer.status, answer.at("code")]).toEqual([404, 10063]);
    }
  });

  // Proves requirement 2.4 "entry: type"
  test("are kept once for the same type and ID, with the last value", async () => {
    const entries = [role(ids.mods), user(ids.mods), role(ids.vips), role(ids.mods, false)];
    const { body } = await world.put(ids.ping, entries);
    expect(body).toEqual(setOf(ids.ping, [user(ids.mods), role(ids.vips), role(ids.mods, false)]));
  });
});

// Proves requirement 4.2 "Batch edit permissions"
test("the removed batch edit answers 405", async () => {
  for (const auth of [botAuth, "Bearer bearer-alice"]) {
    const body = [{ id: ids.ping, permissions: [] }];
    const answer = await world.service.call(`PUT ${guildBase}/permissions`, { auth, body });
    const gone = { message: "405: Method Not Allowed", code: 0 };
    expect([answer.status, answer.body]).toEqual([405, gone]);
  }
});

describe("the access to permission entries", () => {
  test.each([
    // Proves requirement 4.2 "writes of permissions"
    // Proves requirement 5 "3: bots"
    // Proves requirement 7 "bot token on permissions"
    ["a bot", botAuth, 403, 20001],
    // Proves requirement 5 "3: permissions of commands"
    ["a token without the scope", "Bearer bearer-narrow", 403, 50026],
    ["the application's own token", "Bearer bearer-update", 403, 50026],
    ["another application's user", "Bearer bearer-other", 403, 20012],
    ["a user outside the guild", "Bearer bearer-dave", 403, 50001],
    // Proves requirement 5 "3: permissions of commands"
    ["a member who may not manage the guild", "Bearer bearer-carol", 403, 50013],
    ["nobody", "Bearer nonsense", 401, 0],
  ])("is refused to %s", async (_who, auth, ...refusal) => {
    // The refusal takes precedence over a faulty body.
    const answer = await world.put(ids.ping, "nonsense", auth);
    expect([answer.status, answer.at("code")]).toEqual(refusal);
  });

  test("is granted for reading to the bot and to users with the scope", async () => {
    await world.put(ids.ping, [role(ids.mods)]);
    const statuses = async (auth: string) => [
      (await world.get(ids.ping, auth)).status,
      (await world.all(auth)).status,
    ];
    expect(await statuses(botAuth)).toEqual([200, 200]);
    expect(await statuses("Bearer bearer-carol")).toEqual([200, 200]);
    expect(await statuses("Bearer bearer-update")).toEqual([403, 403]);
    expect(await statuses("Bearer bearer-other")).toEqual([403, 403]);
    expect(await statuses("Bot MjAwMDAwMDAwMDAwMDAwMDAy.a.b")).toEqual([403, 403]);
  });

  test.each([ids.closedGuild, "399999999999999999"])(
    "is refused with 50001 in guild %s, where the application is not",
    async (guild) => {
      const path = `/applications/${ids.application}/guilds/${guild}/commands`;
      for (const [route, auth] of [
        [`GET ${path}/permissions`, botAuth],
        [`GET ${path}/${ids.ping}/permissions`, botAuth],
        [`PUT ${path}/${ids.ping}/permissions`, "Bearer bearer-alice"],
      ] as const) {
        const body = route.startsWith("PUT") ? { body: {} } : {};
        const answer = await world.service.call(route, { auth, ...body });
        expect([answer.status, answer.at("code")]).toEqual([403, 50001]);
      }
    },
  );

  // Proves requirement 5 "3: permissions of commands"
  test.each<[string, object[], number]>([
    ["a role below their own", [role(ids.vips)], 200],
    // Proves requirement 2.4 "constant: everyone"
    ["everyone", [role(ids.guild, false)], 200],
    // Proves requirement 2.4 "constant: all channels"
    ["all channels", [channel(ids.everyChannel, false)], 200],
    ["a member below them", [user(ids.carol, false)], 200],
    ["themselves", [user(ids.bob)], 200],
    ["who is not in the guild", [user(ids.dave)], 200],
    ["their own highest role", [role(ids.mods)], 403],
    ["a role above their own", [role(ids.admins)], 403],
    ["a member above them", [user(ids.erin, false)], 403],
    ["the owner", [user(ids.alice, false)], 403],
    ["a channel whose permissions they may set", [channel(ids.general)], 200],
    ["a channel whose permissions they may not set", [channel(ids.locked)], 403],
  ])("is checked for a manager who changes the entry of %s", async (_whom, entries, status) => {
    expect((await world.put(ids.ping, entries, "Bearer bearer-bob")).status).toBe(status);
  });

  test("is not checked for entries that stay the same", async () => {
    await world.put(ids.ping, [role(ids.admins)]);
    const bob = "Bearer bearer-bob";
    expect((await world.put(ids.ping, [role(ids.admins), role(ids.vips)], bob)).status).toBe(200);
    expect((await world.put(ids.ping, [role(ids.vips)], bob)).status).toBe(403);
  });

  test("requires that a manager may use the command", async () => {
    const bob = "Bearer bearer-bob";
    expect((await world.put(ids.secret, [], bob)).status).toBe(403);
    await world.put(ids.ping, [role(ids.mods, false)]);
    expect((await world.put(ids.ping, [], bob)).status).toBe(403);
    await world.put(ids.ping, [role(ids.mods, false), user(ids.bob)]);
    expect(
      (await world.put(ids.ping, [role(ids.vips), user(ids.bob), role(ids.mods, false)], bob))
        .status,
    ).toBe(200);
    await world.put(ids.application, [user(ids.bob, false)]);
    expect((await world.put(ids.application, [], bob)).status).toBe(403);
  });
});

describe("the form of permission entries", () => {
  const codes = (
    answer: { at(...path: (string | number)[]): unknown },
    ...path: (string | number)[]
  ) => answer.at("errors", "permissions", ...path, "_errors", 0, "code");

  // Proves requirement 2.4 "set: permissions"
  // Proves requirement 8 "permission overwrites"
  test("may contain at most 100 entries", async () => {
    const many = Array.from({ length: 101 }, (_, i) =>
      user(String(500_000_000_000_000_000n + BigInt(i))),
    );
    const answer = await world.put(ids.ping, many);
    expect([answer.status, answer.at("code"), codes(answer)]).toEqual([
      400,
      50035,
      "BASE_TYPE_MAX_LENGTH",
    ]);
    expect((await world.put(ids.ping, many.slice(1))).status).toBe(200);
  });

  // Proves requirement 2.4 "entry: type"
  test("requires all fields of an entry, and a known type", async () => {
    const answer = await world.put(ids.ping, [{}, { ...role(ids.mods), type: 4 }]);
    expect([
      codes(answer, 0, "id"),
      codes(answer, 0, "type"),
      codes(answer, 0, "permission"),
    ]).toEqual(Array.from({ length: 3 }, () => "BASE_TYPE_REQUIRED"));
    expect(answer.at("errors", "permissions", 1, "type", "_errors", 0)).toEqual({
      code: "BASE_TYPE_CHOICES",
      message: "Value must be one of {1, 2, 3}.",
    });
  });

  // Proves requirement 2.4 "entry: id"
  test("refuses unknown roles and channels, each at its path", async () => {
    const unknown = "599999999999999999";
    const entries = [
      user(unknown),
      role(unknown),
      channel(unknown),
      channel(ids.thread),
      role(ids.general),
    ];
    const answer = await world.put(ids.ping, entries);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.at("errors", "permissions") as object)).toEqual(["1", "2", "3", "4"]);
    expect((await world.get(ids.ping)).status).toBe(404);
  });
});

describe("permissions of a command", () => {
  const entries = [role(ids.mods)];
  const isThere = async (id: string) => (await world.get(id)).status;
  const call = (route: string, body?: unknown) =>
    world.service.call(route, { auth: botAuth, ...definedFields({ body }) });
  const item = (name: string, id?: string) => ({
    name,
    description: "A command",
    ...definedFields({ id }),
  });

  test.each<[string, string, () => Promise<unknown>, number]>([
    // Proves requirement 2.4 "end"
    [
      "a global command is deleted",
      ids.ping,
      () => call(`DELETE ${globalBase}/${ids.ping}`),
      10063,
    ],
    [
      "a guild command is deleted",
      ids.guildPing,
      () => call(`DELETE ${guildBase}/${ids.guildPing}`),
      10063,
    ],
    // Proves requirement 2.4 "end"
    [
      "a command is renamed",
      ids.ping,
      () => call(`PATCH ${globalBase}/${ids.ping}`, { name: "pong" }),
      10066,
    ],
    ["an overwrite drops it", ids.ping, () => call(`PUT ${globalBase}`, [item("other")]), 10063],
    [
      "an overwrite renames it",
      ids.guildPing,
      () => call(`PUT ${guildBase}`, [item("pong", ids.guildPing)]),
      10066,
    ],
  ])("are deleted when %s", async (_when, id, ...[act, code]) => {
    await world.put(id, entries);
    await world.put(ids.application, entries);
    await act();
    expect((await world.get(id)).at("code")).toBe(code);
    expect(await isThere(ids.application)).toBe(200);
  });

  test("are kept when the command changes in other ways", async () => {
    await world.put(ids.ping, entries);
    await world.put(ids.guildPing, entries);
    await call(`PATCH ${globalBase}/${ids.ping}`, { description: "Better" });
    await call(`POST ${globalBase}`, item("ping"));
    await call(`PUT ${guildBase}`, [{ ...item("guild-ping"), description: "Better" }]);
    expect([await isThere(ids.ping), await isThere(ids.guildPing)]).toEqual([200, 200]);
    await call(`PUT ${globalBase}`, [item("pong"), item("ping")]);
    expect(await isThere(ids.ping)).toBe(200);
  });

  // Proves requirement 2.4 "end"
  test("are not restored when the command gets its old name back", async () => {
    await world.put(ids.ping, entries);
    await call(`PATCH ${globalBase}/${ids.ping}`, { name: "pong" });
    await call(`PATCH ${globalBase}/${ids.ping}`, { name: "ping" });
    expect(await isThere(ids.ping)).toBe(404);
  });
});
