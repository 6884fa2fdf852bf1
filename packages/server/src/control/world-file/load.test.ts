import type { WorldFile } from "@antechamber/contract/control";
import { describe, expect, test } from "vitest";
import { verifyKeyOf, secretDigest } from "../../platform/crypto.ts";
import { seededRandom } from "../../testing/seeded-random.ts";
import { all, only, loaded, issuesOf, LOADED_AT } from "../../testing/worlds/loaded-worlds.ts";
import { applications } from "../../domains/applications/application.ts";
import { accessTokens } from "../../domains/applications/tokens.ts";
import { channels, guilds, members, roles } from "../../domains/guilds/guild.ts";
import { searchBackfills } from "../../domains/search/search.ts";
import { users } from "../../domains/users/user.ts";
import { clockStates, worlds, worldSettings } from "./stored-world.ts";
import type { LoadedWorld } from "./load.ts";
import { demo, demoWorld } from "./demo-world.ts";

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

describe("omitted values", () => {
  test("an empty world has only the world record, the clock and a complete index", () => {
    const world = loaded(undefined);
    expect(Object.keys(world.dump.tables)).toEqual([
      worlds.name,
      worldSettings.name,
      searchBackfills.name,
      clockStates.name,
    ]);
    expect(world.clock).toEqual({ frozen: false, offsetMs: 0 });
  });

  test("the same file creates the same records", () => {
    const file = {
      users: [{}, {}],
      applications: [{}],
      guilds: [{ channels: [{}] }],
      lobbies: [{ application: "Application 1" }],
    };
    expect(loaded(file)).toEqual(loaded(structuredClone(file)));
  });

  test("ids are numbered in the order of the file, without those that it uses", () => {
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

  test("names are numbered", () => {
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

  test("secrets are predictable", () => {
    const world = loaded({
      users: [{ username: "alice" }, { id: "700000000000000007", username: "Zoë" }],
      applications: [
        { id: "200000000000000001", name: "My  Cool App!" },
        { id: "700000000000000009", name: "日本" },
      ],
      access_tokens: [{ user: "alice", application: "My  Cool App!" }],
    });
    const digests = [
      "user-token-alice",
      "user-token-700000000000000007",
      "my-cool-app-secret",
      "MjAwMDAwMDAwMDAwMDAwMDAx.demo.my-cool-app",
      "700000000000000009-secret",
      "NzAwMDAwMDAwMDAwMDAwMDA5.demo.700000000000000009",
      "access-token-my-cool-app-alice",
    ];
    expect(world.issued.map(({ secret }) => secret)).toEqual(digests);
    const [cool, nine] = all(applications, world);
    expect(cool?.botTokenDigest).toBe(secretDigest("MjAwMDAwMDAwMDAwMDAwMDAx.demo.my-cool-app"));
    expect(nine?.clientSecretDigest).toBe(secretDigest("700000000000000009-secret"));
  });

  test("the signing key is derived from the application's id", () => {
    const [first, second] = all(
      applications,
      loaded({ applications: [{ id: "700000000000000001" }, { id: "700000000000000002" }] }),
    );
    expect(first?.signingSeed).toMatch(/^[0-9a-f]{64}$/);
    expect(first?.verify_key).toBe(verifyKeyOf(first?.signingSeed ?? ""));
    expect(second?.verify_key).not.toBe(first?.verify_key);
    expect(
      only(applications, loaded({ applications: [{ id: "700000000000000001" }] })).verify_key,
    ).toBe(first?.verify_key);
  });

  test("in production mode secrets are random and returned", () => {
    const file = {
      users: [{ username: "a" }],
      applications: [{ id: "700000000000000001", name: "A" }],
    };
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

  test("the owner is the first user, or an additional user who cannot sign in", () => {
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

  test("a guild without an owner belongs to its first member", () => {
    const world = loaded({
      users: [{ username: "a" }, { username: "b" }],
      guilds: [{ members: [{ user: "b" }] }],
    });
    const owner = all(users, world).find((user) => user.id === only(guilds, world).owner_id);
    expect(owner?.username).toBe("b");
  });
});

describe("secrets", () => {
  test("that are hashed already are stored unchanged", () => {
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

  test("may be null for none", () => {
    const world = loaded({
      users: [{ token: null }],
      applications: [{ client_secret: null, bot: { token: null } }],
    });
    expect(all(users, world)[0]).not.toHaveProperty("tokenDigest");
    expect(only(applications, world)).not.toHaveProperty("botTokenDigest");
    expect(only(applications, world)).not.toHaveProperty("clientSecretDigest");
    expect(world.issued).toEqual([]);
  });

  test("are stored only as hashes", () => {
    const text = JSON.stringify(loaded(demoWorld).dump);
    for (const secret of [demo.aliceToken, demo.botToken, demo.clientSecret, demo.accessToken]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe("the stored world of the start", () => {
  test("loads the same records again, generated secrets included", () => {
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

  test("is JSON, however the file wrote ids", () => {
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
    [undefined, { frozen: false, offsetMs: 0 }, LOADED_AT],
    [{}, { frozen: false, offsetMs: 0 }, LOADED_AT],
    [{ frozen: true }, { frozen: true, offsetMs: 0, frozenAt: LOADED_AT }, LOADED_AT],
    [{ now: at }, { frozen: false, offsetMs: instant - LOADED_AT }, instant],
    [{ now: at, frozen: true }, { frozen: true, offsetMs: 0, frozenAt: instant }, instant],
  ])("is set by %j, at which the world begins", (...row) => {
    const [clock, state, begins] = row;
    const world = loaded({ clock, users: [{}], guilds: [{}] });
    expect(world.clock).toEqual(state);
    expect(only(clockStates, world)).toEqual({ name: "clock", ...state });
    expect(Date.parse(only(members, world).joined_at)).toBe(begins);
  });

  test("of a service in production mode cannot be set", () => {
    expect(issuesOf({ clock: { frozen: true } }, { production: true })).toEqual([
      "clock: the clock of a service in production mode cannot be set",
    ]);
  });

  test("cannot be set before ids have 17 digits, even if the system's is", () => {
    expect(issuesOf({}, { systemNow: 0 })).toEqual([
      "clock: The clock cannot be set before 2015-02-01.",
    ]);
  });
});

test("a reference is tried as an id before it is tried as a name", () => {
  const world = loaded({
    users: [
      { id: "700000000000000001", username: "700000000000000002" },
      { id: "700000000000000002", username: "b" },
    ],
    applications: [{ owner: "700000000000000002" }],
  });
  expect(only(applications, world).owner_id).toBe("700000000000000002");
});
