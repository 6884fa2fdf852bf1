import { ageKey, faultLines, type WorldFile } from "@antechamber/contract";
import { describe, expect, test } from "vitest";
import { seededRandom } from "../../platform/random.ts";
import type { Table } from "../../platform/store.ts";
import { secretDigest, verifyKeyOf } from "../../platform/crypto.ts";
import { applications } from "../applications/application.ts";
import { guildInstalls, userInstalls } from "../applications/installs.ts";
import { accessTokens } from "../applications/tokens.ts";
import { commands } from "../commands/command.ts";
import { channels, guilds, members, roles } from "../guilds/guild.ts";
import { lobbies, lobbyMembers } from "../lobbies/lobby.ts";
import { users } from "../users/user.ts";
import { demo, demoWorld } from "./demo-world.ts";
import { loadWorld, type LoadedWorld } from "./load.ts";
import type { LoadMeans } from "./draft.ts";
import { clockStates, worlds } from "./world.ts";

const NOW = Date.UTC(2026, 10, 21);

function means(more: Partial<LoadMeans> = {}): LoadMeans {
  return { systemNow: NOW, production: false, random: seededRandom("load"), ...more };
}

function loaded(world: unknown, more: Partial<LoadMeans> = {}): LoadedWorld {
  const loading = loadWorld(world, means(more));
  if (!loading.ok) throw new Error(faultLines(loading.faults).join("\n"));
  return loading.world;
}

/** The records of one kind, in order of key. */
function all<R extends object>(table: Table<R>, { dump }: LoadedWorld): R[] {
  const records = (dump.tables[table.name] ?? []) as R[];
  return records.toSorted((a, b) => (table.key(a) < table.key(b) ? -1 : 1));
}

/** The only record of a kind that a world of one has. */
function only<R extends object>(table: Table<R>, world: LoadedWorld): R {
  const [first, ...others] = all(table, world);
  if (first === undefined || others.length > 0) throw new Error(`${table.name}: not one`);
  return first;
}

function faults(world: unknown, more: Partial<LoadMeans> = {}): string[] {
  const loading = loadWorld(world, means(more));
  return loading.ok ? [] : faultLines(loading.faults);
}

describe("the demo world", () => {
  const world = loaded(demoWorld);

  test("has the credentials that the start prints", () => {
    const tokens = all(users, world).map((user) => user.tokenDigest);
    expect(tokens).toEqual([secretDigest(demo.aliceToken), secretDigest(demo.bobToken), undefined]);
    expect(only(applications, world)).toMatchObject({
      id: demo.applicationId,
      botTokenDigest: secretDigest(demo.botToken),
      clientSecretDigest: secretDigest(demo.clientSecret),
    });
    expect(only(accessTokens, world)).toMatchObject({ digest: secretDigest(demo.accessToken) });
    expect(world.issued).toEqual([]);
  });

  test("has the bot in the guild, with a managed role", () => {
    const bot = all(members, world).find((member) => member.user_id === demo.applicationId);
    const role = all(roles, world).find((each) => each.managed);
    expect(role).toMatchObject({
      name: "Concierge",
      permissions: "8",
      tags: { bot_id: demo.applicationId },
    });
    expect(bot?.roles).toEqual([role?.id]);
  });
});

describe("what is left out", () => {
  test("an empty world is one: nothing but the world itself and the clock", () => {
    const world = loaded(undefined);
    expect(Object.keys(world.dump.tables)).toEqual([worlds.name, clockStates.name]);
    expect(world.clock).toEqual({ frozen: false, offsetMs: 0 });
    expect(world.dump.events).toEqual([]);
  });

  test("the same file gives the same records", () => {
    const file = {
      users: [{}, {}],
      applications: [{}],
      guilds: [{ channels: [{}] }],
      lobbies: [{ application: "Application 1" }],
    };
    expect(loaded(file)).toEqual(loaded(structuredClone(file)));
  });

  test("ids are counted in the order of the file, past those that it uses", () => {
    const world = loaded({
      users: [{}, { id: "150000000000000002" }, {}],
      guilds: [{ id: "150000000000000003" }],
    });
    expect(all(users, world).map((user) => user.id)).toEqual([
      "150000000000000001",
      "150000000000000002",
      "150000000000000004",
    ]);
  });

  test("names are counted", () => {
    const world = loaded({
      users: [{}, {}],
      applications: [{}],
      guilds: [{ roles: [{}], channels: [{}] }],
    });
    expect(all(users, world).map((user) => user.username)).toEqual([
      "user-1",
      "user-2",
      "Application 1",
    ]);
    expect(only(guilds, world).name).toBe("Guild 1");
    expect(only(channels, world)).toMatchObject({ name: "channel-1", type: 0, position: 0 });
    expect(
      all(roles, world)
        .map((role) => role.name)
        .toSorted(),
    ).toEqual(["@everyone", "new role"]);
  });

  test("secrets can be told in advance", () => {
    const world = loaded({
      users: [{ username: "alice" }, { id: "7", username: "Zoë" }],
      applications: [
        { id: "200000000000000001", name: "My  Cool App!" },
        { id: "9", name: "日本" },
      ],
      access_tokens: [{ user: "alice", application: "My  Cool App!" }],
    });
    const digests = [
      "user-token-alice",
      "user-token-7",
      "my-cool-app-secret",
      "MjAwMDAwMDAwMDAwMDAwMDAx.demo.my-cool-app",
      "9-secret",
      "OQ.demo.9",
      "access-token-my-cool-app-alice",
    ];
    expect(world.issued.map(({ secret }) => secret)).toEqual(digests);
    const [nine, cool] = all(applications, world);
    expect(cool?.botTokenDigest).toBe(secretDigest("MjAwMDAwMDAwMDAwMDAwMDAx.demo.my-cool-app"));
    expect(nine?.clientSecretDigest).toBe(secretDigest("9-secret"));
  });

  test("the signing key follows from the id, and each application has its own", () => {
    const [first, second] = all(applications, loaded({ applications: [{ id: "1" }, { id: "2" }] }));
    expect(first?.signingSeed).toMatch(/^[0-9a-f]{64}$/);
    expect(first?.verify_key).toBe(verifyKeyOf(first?.signingSeed ?? ""));
    expect(second?.verify_key).not.toBe(first?.verify_key);
    expect(only(applications, loaded({ applications: [{ id: "1" }] })).verify_key).toBe(
      first?.verify_key,
    );
  });

  test("in production mode secrets are random, and told", () => {
    const file = { users: [{ username: "a" }], applications: [{ id: "1", name: "A" }] };
    const random = seededRandom("production");
    const one = loaded(file, { production: true, random });
    const other = loaded(file, { production: true, random });
    for (const [i, { place, secret }] of one.issued.entries()) {
      expect(other.issued[i]?.place).toEqual(place);
      expect(other.issued[i]?.secret).not.toBe(secret);
      expect(secret.length).toBeGreaterThan(30);
    }
    expect(one.issued.map(({ place }) => place.join("."))).toEqual([
      "users.0.token",
      "applications.0.client_secret",
      "applications.0.bot.token",
    ]);
    expect(only(applications, one).botTokenDigest).toBe(secretDigest(one.issued[2]?.secret ?? ""));
    expect(only(applications, one).signingSeed).not.toBe(only(applications, other).signingSeed);
  });

  test("who owns something is the first user, or one who is added and cannot sign in", () => {
    const owned = loaded({
      users: [{ username: "a" }, { username: "b" }],
      applications: [{}],
      guilds: [{}],
    });
    const [a] = all(users, owned);
    expect(only(applications, owned).owner_id).toBe(a?.id);
    expect(only(guilds, owned).owner_id).toBe(a?.id);
    const unowned = loaded({ applications: [{ bot: null }], guilds: [{}] });
    expect(only(users, unowned)).toMatchObject({ username: "owner" });
    expect(only(users, unowned).tokenDigest).toBeUndefined();
  });

  test("without a word of an owner, a guild belongs to its first member", () => {
    const world = loaded({
      users: [{ username: "a" }, { username: "b" }],
      guilds: [{ members: [{ user: "b" }] }],
    });
    const owner = all(users, world).find((user) => user.id === only(guilds, world).owner_id);
    expect(owner?.username).toBe("b");
  });
});

describe("secrets", () => {
  test("that are hashed already are kept as they are", () => {
    const digest = secretDigest("hidden");
    const world = loaded({
      users: [{ token: digest }],
      applications: [{ client_secret: digest, bot: { token: digest } }],
    });
    expect(all(users, world)[0]?.tokenDigest).toBe(digest);
    expect(only(applications, world)).toMatchObject({
      clientSecretDigest: digest,
      botTokenDigest: digest,
    });
  });

  test("of null are none", () => {
    const world = loaded({
      users: [{ token: null }],
      applications: [{ client_secret: null, bot: { token: null } }],
    });
    expect(all(users, world)[0]).not.toHaveProperty("tokenDigest");
    expect(only(applications, world)).not.toHaveProperty("botTokenDigest");
    expect(only(applications, world)).not.toHaveProperty("clientSecretDigest");
    expect(world.issued).toEqual([]);
  });

  test("are nowhere in the records but hashed", () => {
    const text = JSON.stringify(loaded(demoWorld).dump);
    for (const secret of [demo.aliceToken, demo.botToken, demo.clientSecret, demo.accessToken]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe("the remembered world", () => {
  test("loads the same records again, made-up secrets included", () => {
    const file: WorldFile = {
      users: [{ username: "a" }],
      applications: [{ name: "A" }, { name: "B", bot: null }],
    };
    const first = loaded(file, { production: true });
    const again = loaded(only(worlds, first).value, { production: true });
    const tokens = (world: LoadedWorld) =>
      [all(users, world), all(applications, world)].flat().map((each) => ({
        ...each,
        signingSeed: undefined,
        verify_key: undefined,
      }));
    expect(tokens(again)).toEqual(tokens(first));
    expect(again.issued).toEqual([]);
  });

  test("is JSON, whatever the file wrote ids as", () => {
    const world = loaded({
      users: [{ id: 100_000_000_000_000_001n }],
      applications: [{ owner: 100_000_000_000_000_001n }],
    });
    expect(JSON.parse(JSON.stringify(world.dump))).toEqual(world.dump);
  });
});

describe("the clock", () => {
  const at = "2026-01-02T03:04:05Z";
  const instant = Date.UTC(2026, 0, 2, 3, 4, 5);

  test.each([
    [undefined, { frozen: false, offsetMs: 0 }, NOW],
    [{}, { frozen: false, offsetMs: 0 }, NOW],
    [{ frozen: true }, { frozen: true, offsetMs: 0, frozenAt: NOW }, NOW],
    [{ now: at }, { frozen: false, offsetMs: instant - NOW }, instant],
    [{ now: at, frozen: true }, { frozen: true, offsetMs: 0, frozenAt: instant }, instant],
  ])("%j stands so, and the world begins then", (...row) => {
    const [clock, state, begins] = row;
    const world = loaded({ clock, users: [{}], guilds: [{}] });
    expect(world.clock).toEqual(state);
    expect(only(clockStates, world)).toEqual({ name: "clock", ...state });
    expect(Date.parse(only(members, world).joined_at)).toBe(begins);
  });

  test("of a service in production mode cannot be set", () => {
    expect(faults({ clock: { frozen: true } }, { production: true })).toEqual([
      "clock: the clock of a service in production mode cannot be set",
    ]);
  });

  test("cannot stand before ids have 17 digits, even when the system's does", () => {
    expect(faults({}, { systemNow: 0 })).toEqual([
      "clock: The clock cannot stand before 2015-02-01.",
    ]);
  });
});

describe("applications", () => {
  test("have the flags named and those that other keys stand for", () => {
    const flagsOf = (entry: object) =>
      BigInt(only(applications, loaded({ applications: [entry] })).flags_new);
    expect(flagsOf({})).toBe(0n);
    expect(flagsOf({ flags: ["EMBEDDED"], public_client: true })).toBe((1n << 17n) | (1n << 8n));
    expect(flagsOf({ flags: "8589934592" })).toBe(1n << 33n);
    expect(flagsOf({ bot: { intents: ["GUILD_MEMBERS", "MESSAGE_CONTENT", "GUILDS"] } })).toBe(
      (1n << 15n) | (1n << 19n),
    );
    expect(flagsOf({ bot: { intents: 256 } })).toBe(1n << 13n);
  });

  test("have a bot of their own id and name, unless they want none", () => {
    const world = loaded({
      users: [{}],
      applications: [
        { id: "5", name: "A" },
        { id: "6", bot: null },
      ],
    });
    const bots = all(users, world).filter((user) => user.bot === true);
    expect(bots).toMatchObject([{ id: "5", username: "A" }]);
    expect(all(applications, world).map((each) => each.hasBot)).toEqual([true, false]);
  });

  test("live in guilds and with users as they are installed", () => {
    const world = loaded({
      users: [{ username: "a" }],
      applications: [
        { id: "5", name: "A" },
        { id: "6", name: "B", bot: null },
      ],
      guilds: [
        {
          id: "3",
          applications: [{ application: "A", permissions: ["BAN_MEMBERS"] }, { application: "B" }],
        },
      ],
      user_installs: [{ user: "a", application: "B" }],
    });
    const [a] = all(users, world).filter((user) => user.username === "a");
    expect(all(guildInstalls, world)).toEqual([
      {
        guild_id: "3",
        application_id: "5",
        scopes: ["bot", "applications.commands"],
        permissions: "4",
        installed_by: a?.id,
      },
      {
        guild_id: "3",
        application_id: "6",
        scopes: ["applications.commands"],
        permissions: "0",
        installed_by: a?.id,
      },
    ]);
    expect(only(userInstalls, world)).toEqual({
      user_id: a?.id,
      application_id: "6",
      scopes: ["applications.commands"],
    });
  });

  test("an access token lives seven days, or as long as it says", () => {
    const world = loaded({
      applications: [{ name: "A" }],
      access_tokens: [
        { token: "one", application: "A" },
        { token: "two", application: "A", expires_at: "2030-01-01" },
      ],
    });
    const ends = Object.fromEntries(
      all(accessTokens, world).map((each) => [each.digest, each.expiresAt]),
    );
    expect(ends[secretDigest("one")]).toBe(NOW + 604_800_000);
    expect(ends[secretDigest("two")]).toBe(Date.UTC(2030, 0, 1));
  });
});

describe("guilds", () => {
  test("have the role of everyone with the guild's id, named or not", () => {
    expect(only(roles, loaded({ users: [{}], guilds: [{ id: "3" }] }))).toMatchObject({
      id: "3",
      name: "@everyone",
      permissions: "2248473465835073",
      position: 0,
    });
    for (const entry of [
      { name: "@everyone", permissions: "0" },
      { id: "3", permissions: 0 },
    ]) {
      expect(
        only(roles, loaded({ users: [{}], guilds: [{ id: "3", roles: [entry] }] })),
      ).toMatchObject({
        id: "3",
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
          id: "3",
          roles: [
            { id: "31", color: 5 },
            { id: "32", position: 9 },
            { id: "33", colors: { primary_color: 7 } },
          ],
          channels: [{ id: "21" }, { id: "22", position: 5 }, { id: "23" }],
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
    expect(placed.slice(0, 4)).toEqual([
      ["3", 0, 0, 0],
      ["31", 1, 5, 5],
      ["32", 9, 0, 0],
      ["33", 3, 7, 7],
    ]);
    expect(placed[4]?.[1]).toBe(4);
    expect(all(channels, world).map(({ position }) => position)).toEqual([0, 5, 2]);
  });

  test("have channels with the fields of their types, in categories named before or after", () => {
    const world = loaded({
      users: [{ username: "a" }],
      guilds: [
        {
          id: "3",
          roles: [{ id: "31", name: "mods" }],
          system_channel_id: "chat",
          channels: [
            {
              id: "21",
              name: "chat",
              parent_id: "Rooms",
              permission_overwrites: [
                { id: "mods", allow: ["SEND_MESSAGES"] },
                { id: "a", type: 1, deny: 1024 },
                { id: "@everyone", deny: "1024" },
              ],
            },
            { id: "22", name: "Rooms", type: 4 },
            { id: "23", name: "voice", type: 2, parent_id: "22" },
            { id: "24", name: "topic", type: 11, parent_id: "chat", owner_id: "a" },
          ],
        },
      ],
    });
    const [chat, rooms, voice, thread] = all(channels, world);
    const [a] = all(users, world);
    expect(chat).toMatchObject({ parent_id: "22", topic: null, nsfw: false, position: 0 });
    expect(chat?.permission_overwrites).toEqual([
      { id: "31", type: 0, allow: "2048", deny: "0" },
      { id: a?.id, type: 1, allow: "0", deny: "1024" },
      { id: "3", type: 0, allow: "0", deny: "1024" },
    ]);
    expect(rooms).not.toHaveProperty("topic");
    expect(voice).toMatchObject({ parent_id: "22", bitrate: 64_000, user_limit: 0 });
    expect(voice).not.toHaveProperty("topic");
    expect(thread).toMatchObject({ parent_id: "21", owner_id: a?.id });
    expect(thread).not.toHaveProperty("position");
    expect(only(guilds, world).system_channel_id).toBe("21");
  });

  test("have their owner and their bots as members, and other applications not", () => {
    const world = loaded({
      users: [{ username: "a" }, { username: "b" }],
      applications: [
        { id: "5", name: "A" },
        { id: "6", name: "B" },
      ],
      guilds: [
        {
          id: "3",
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
    expect(
      all(members, world)
        .map((member) => byId.get(member.user_id))
        .toSorted(),
    ).toEqual(["A", "a", "b"]);
  });

  test("a bot that is named as a member keeps its managed role beside the others", () => {
    const world = loaded({
      users: [{}],
      applications: [{ id: "5", name: "A", bot: { username: "Botty" } }],
      guilds: [
        {
          roles: [{ id: "31", name: "mods" }],
          members: [{ user: "Botty", nick: "B", roles: ["mods", "A"] }],
          applications: [{ application: "A" }],
        },
      ],
    });
    const bot = all(members, world).find((member) => member.user_id === "5");
    const managed = all(roles, world).find((role) => role.managed);
    expect(bot).toMatchObject({ nick: "B", roles: ["31", managed?.id] });
  });

  test("a managed role that is named is not made a second time", () => {
    const role = { id: "31", name: "Old", managed: true, tags: { bot_id: "5" }, permissions: "16" };
    const world = loaded({
      users: [{}],
      applications: [{ id: "5", name: "A" }],
      guilds: [{ id: "3", roles: [role], applications: [{ application: "A", permissions: "8" }] }],
    });
    expect(all(roles, world)).toHaveLength(2);
    expect(all(members, world).find((each) => each.user_id === "5")?.roles).toEqual(["31"]);
  });
});

describe("commands and lobbies", () => {
  const file = {
    users: [{ id: "1", username: "a" }],
    applications: [{ id: "5", name: "A", integration_types: [0], commands: [] as object[] }],
    guilds: [{ id: "3", name: "G", applications: [{ application: "A" }] }],
  };
  const withCommands = (...commandsOfA: readonly object[]) => ({
    ...file,
    applications: [{ ...file.applications[0], commands: commandsOfA }],
  });

  test("commands are stored as a request would store them", () => {
    const world = loaded(
      withCommands(
        {
          id: "70",
          name: "ping",
          description: "Pings",
          options: [{ type: 3, name: "text", description: "Text", required: false }],
        },
        { name: "Report", type: 3, guild_id: "G" },
      ),
    );
    const [global, ofGuild] = all(commands, world);
    expect(global).toEqual({
      id: "70",
      application_id: "5",
      version: "71",
      type: 1,
      name: "ping",
      name_localizations: null,
      description: "Pings",
      description_localizations: null,
      default_member_permissions: null,
      nsfw: false,
      options: [
        {
          type: 3,
          name: "text",
          name_localizations: null,
          description: "Text",
          description_localizations: null,
        },
      ],
      dm_permission: true,
      contexts: null,
      integration_types: [0],
    });
    expect(ofGuild).toMatchObject({ guild_id: "3", type: 3, name: "Report", description: "" });
    expect(ofGuild).not.toHaveProperty("contexts");
  });

  test.each([
    [
      { name: "UPPER", description: "x" },
      "applications[0].commands[0].name: Command name is invalid",
    ],
    [{ name: "x" }, "applications[0].commands[0].description: This field is required"],
    [
      { name: "x", description: "x", options: [{ type: 99 }] },
      /^applications\[0\]\.commands\[0\]\.options\[0\]: Value of field "type"/,
    ],
    [
      { name: "x", description: "x", guild_id: "H" },
      'applications[0].commands[0].guild_id: no guild "H"',
    ],
    [
      { name: "x", description: "x", integration_types: [1] },
      "applications[0].commands[0].integration_types[0]: Application does not support this integration type",
    ],
    [{ name: "x", type: 4 }, "applications[0].commands[0].type: Value must be one of {1, 2, 3}."],
    [
      { name: "x", description: "x", descripton: "y" },
      "applications[0].commands[0].descripton: unknown key",
    ],
  ])("the command %j is refused at its place", (command, line) => {
    expect(faults(withCommands(command))).toEqual([
      typeof line === "string" ? line : (expect.stringMatching(line) as string),
    ]);
  });

  test("two commands of one name and type cannot live in one place", () => {
    const ping = { name: "ping", description: "Pings" };
    expect(
      faults(withCommands(ping, { ...ping, guild_id: "G" }, { name: "ping", type: 2 })),
    ).toEqual([]);
    expect(faults(withCommands(ping, ping))).toEqual([
      "applications[0].commands[1].name: another command of this type has this name here",
    ]);
  });

  test("a type has no more commands in a place than requests could make", () => {
    const many = Array.from({ length: 16 }, (_, i) => ({ name: `Do ${i}`, type: 2 }));
    expect(faults(withCommands(...many))).toEqual([
      "applications[0].commands[15]: there are more than 15 commands of this type here",
    ]);
  });

  test("a guild's command needs the application there", () => {
    const world = {
      ...withCommands({ name: "x", description: "x", guild_id: "G" }),
      guilds: [{ name: "G" }],
    };
    expect(faults(world)).toEqual([
      "applications[0].commands[0].guild_id: the application is not installed there with the scope applications.commands",
    ]);
  });

  test("lobbies have their members and defaults", () => {
    const world = loaded({
      ...file,
      lobbies: [
        {
          application: "A",
          metadata: { map: "hall" },
          members: [{ user: "a", flags: 1, additional_name: "Vex" }],
        },
      ],
    });
    const lobby = only(lobbies, world);
    expect(lobby).toMatchObject({
      application_id: "5",
      metadata: { map: "hall" },
      flags: 0,
      idle_timeout_seconds: 300,
      createdAt: NOW,
    });
    expect(only(lobbyMembers, world)).toEqual({
      lobby_id: lobby.id,
      application_id: "5",
      user_id: "1",
      metadata: null,
      flags: 1,
      additional_name: "Vex",
    });
  });
});

describe("faults", () => {
  const base = {
    users: [
      { id: "1", username: "a", token: "t" },
      { id: "2", username: "b" },
    ],
    applications: [{ id: "5", name: "A" }],
  };

  const cases: readonly (readonly [string, object, readonly string[]])[] = [
    [
      "a user's id twice",
      { users: [{ id: "1" }, { id: "1" }] },
      ["users[1].id: another user has this id"],
    ],
    [
      "a username twice",
      { users: [{ username: "x" }, { username: "x" }] },
      ["users[1].username: another user has this name"],
    ],
    [
      "a token twice",
      { users: [{ token: "x" }, { token: "x" }] },
      ["users[1].token: another user has this token"],
    ],
    [
      "a token that another user gets",
      { users: [{ token: "user-token-x" }, { username: "x" }] },
      ["users[1].token: another user has this token"],
    ],
    [
      "an application's name twice",
      { applications: [{ name: "X" }, { name: "X" }] },
      ["applications[1].name: another application has this name"],
    ],
    [
      "a bot token twice",
      { applications: [{ bot: { token: "x" } }, { bot: { token: "x" } }] },
      ["applications[1].bot.token: another bot has this token"],
    ],
    [
      "a bot with a user's id",
      { users: [{ id: "5" }], applications: [{ id: "5" }] },
      ["applications[0].id: a user has this id, which the application's bot would have"],
    ],
    [
      "an owner who is not there",
      { ...base, applications: [{ owner: "zed" }] },
      ['applications[0].owner: no user "zed"'],
    ],
    [
      "a guild's id twice",
      { ...base, guilds: [{ id: "3" }, { id: "3" }] },
      ["guilds[1].id: another guild has this id"],
    ],
    [
      "a channel's id twice, in any guild",
      { ...base, guilds: [{ channels: [{ id: "4" }] }, { channels: [{ id: "4" }] }] },
      ["guilds[1].channels[0].id: another channel has this id"],
    ],
    [
      "a role's id twice",
      { ...base, guilds: [{ roles: [{ id: "4" }, { id: "4" }] }] },
      ["guilds[0].roles[1].id: another role has this id"],
    ],
    [
      "the role of everyone twice",
      { ...base, guilds: [{ id: "3", roles: [{ id: "3" }, { name: "@everyone" }] }] },
      ["guilds[0].roles[1].id: another role has this id"],
    ],
    [
      "the role of everyone under another id",
      { ...base, guilds: [{ id: "3", roles: [{ id: "4", name: "@everyone" }] }] },
      ["guilds[0].roles[0].id: the role @everyone has the guild's id, 3"],
    ],
    [
      "a member who is not there",
      { ...base, guilds: [{ members: [{ user: "a" }, { user: "carl" }] }] },
      ['guilds[0].members[1].user: no user "carl"'],
    ],
    [
      "a member twice",
      { ...base, guilds: [{ members: [{ user: "a" }, { user: "1" }] }] },
      ["guilds[0].members[1].user: this user is a member already"],
    ],
    [
      "a bot that is no member",
      { ...base, guilds: [{ members: [{ user: "A" }] }] },
      ["guilds[0].members[0].user: this bot is not installed here with the scope bot"],
    ],
    [
      "a role that is not there",
      { ...base, guilds: [{ members: [{ user: "a", roles: ["mods"] }] }] },
      ['guilds[0].members[0].roles[0]: no role "mods"'],
    ],
    [
      "a role of two by that name",
      {
        ...base,
        guilds: [{ roles: [{ name: "r" }, { name: "r" }], members: [{ user: "a", roles: ["r"] }] }],
      },
      ['guilds[0].members[0].roles[0]: "r" is the name of 2 roles; write the id'],
    ],
    [
      "a role twice",
      {
        ...base,
        guilds: [{ roles: [{ name: "r" }], members: [{ user: "a", roles: ["r", "r"] }] }],
      },
      ["guilds[0].members[0].roles[1]: the member has this role already"],
    ],
    [
      "the role of everyone, given",
      { ...base, guilds: [{ members: [{ user: "a", roles: ["@everyone"] }] }] },
      ["guilds[0].members[0].roles[0]: every member has this role without being given it"],
    ],
    [
      "a parent that is no category",
      { ...base, guilds: [{ channels: [{ name: "x" }, { parent_id: "x" }] }] },
      ['guilds[0].channels[1].parent_id: no category "x"'],
    ],
    [
      "a thread in no channel",
      { ...base, guilds: [{ channels: [{ type: 11 }] }] },
      ["guilds[0].channels[0].parent_id: a thread stands in a channel"],
    ],
    [
      "an overwrite of nobody",
      { ...base, guilds: [{ channels: [{ permission_overwrites: [{ id: "zed", type: 1 }] }] }] },
      ['guilds[0].channels[0].permission_overwrites[0].id: no user "zed"'],
    ],
    [
      "an overwrite twice",
      {
        ...base,
        guilds: [
          { channels: [{ permission_overwrites: [{ id: "@everyone" }, { id: "@everyone" }] }] },
        ],
      },
      [
        "guilds[0].channels[0].permission_overwrites[1].id: the channel has an overwrite for this one already",
      ],
    ],
    [
      "a channel that is not there",
      { ...base, guilds: [{ system_channel_id: "x" }] },
      ['guilds[0].system_channel_id: no channel "x"'],
    ],
    [
      "an application that is not there",
      { ...base, guilds: [{ applications: [{ application: "B" }] }] },
      ['guilds[0].applications[0].application: no application "B"'],
    ],
    [
      "an application twice",
      { ...base, guilds: [{ applications: [{ application: "A" }, { application: "5" }] }] },
      ["guilds[0].applications[1]: this application is installed here already"],
    ],
    [
      "a scope bot without a bot",
      {
        applications: [{ name: "A", bot: null }],
        guilds: [{ applications: [{ application: "A", scopes: ["bot"] }] }],
      },
      ["guilds[0].applications[0].scopes: the application has no bot"],
    ],
    [
      "a user's installation twice",
      {
        ...base,
        user_installs: [
          { user: "a", application: "A" },
          { user: "a", application: "A" },
        ],
      },
      ["user_installs[1]: the user has installed this application already"],
    ],
    [
      "an access token twice",
      {
        ...base,
        access_tokens: [
          { token: "x", application: "A" },
          { token: "x", application: "A" },
        ],
      },
      ["access_tokens[1].token: another access token is the same"],
    ],
    [
      "an access token of nobody",
      { ...base, access_tokens: [{ token: "x", user: "zed", application: "B" }] },
      ['access_tokens[0].user: no user "zed"', 'access_tokens[0].application: no application "B"'],
    ],
    [
      "a lobby of nobody",
      { ...base, lobbies: [{ application: "B" }] },
      ['lobbies[0].application: no application "B"'],
    ],
    [
      "a lobby's member twice",
      { ...base, lobbies: [{ application: "A", members: [{ user: "a" }, { user: "a" }] }] },
      ["lobbies[0].members[1].user: this user is a member already"],
    ],
  ];

  test.each(cases)("%s", (...row) => {
    const [, world, lines] = row;
    expect(faults(world)).toEqual(lines);
  });

  test("of form and of meaning are reported together", () => {
    const world = { users: [{ usrname: "a" }], applications: [{ owner: "zed", name: 5 }] };
    expect(faults(world)).toEqual([
      "users[0].usrname: unknown key",
      'applications[0].name: Could not interpret "5" as string.',
      'applications[0].owner: no user "zed"',
    ]);
  });

  test("a reference to something with a bad id is no second fault", () => {
    const world = { users: [{ id: "1x", username: "a" }], applications: [{ owner: "1x" }] };
    expect(faults(world)).toEqual(['users[0].id: Value "1x" is not snowflake.']);
  });
});

test("a reference is an id before it is a name", () => {
  const world = loaded({
    users: [
      { id: "1", username: "2" },
      { id: "2", username: "b" },
    ],
    applications: [{ owner: "2" }],
  });
  expect(only(applications, world).owner_id).toBe("2");
  expect(ageKey("2")).toHaveLength(20);
});
