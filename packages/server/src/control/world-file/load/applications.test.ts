import { describe, expect, test } from "vitest";
import { secretDigest } from "../../../platform/crypto.ts";
import { all, only, loaded, LOADED_AT } from "../../../testing/worlds/loaded-worlds.ts";
import { applications } from "../../../domains/applications/application.ts";
import { guildInstalls, userInstalls } from "../../../domains/applications/installs.ts";
import { accessTokens } from "../../../domains/applications/tokens.ts";
import { users } from "../../../domains/users/user.ts";

describe("applications", () => {
  test("have the named flags and those that other keys imply", () => {
    const flagsOf = (entry: object) =>
      BigInt(only(applications, loaded({ applications: [entry] })).flags_new);
    expect(flagsOf({})).toBe(0n);
    const game = { flags: ["EMBEDDED"], public_client: true, commands: [] };
    expect(flagsOf(game)).toBe((1n << 17n) | (1n << 8n));
    expect(flagsOf({ flags: "8589934592" })).toBe(1n << 33n);
    expect(flagsOf({ bot: { intents: ["GUILD_MEMBERS", "MESSAGE_CONTENT", "GUILDS"] } })).toBe(
      (1n << 15n) | (1n << 19n),
    );
    expect(flagsOf({ bot: { intents: 256 } })).toBe(1n << 13n);
  });

  test("have a bot with their id and name unless it is null", () => {
    const world = loaded({
      users: [{}],
      applications: [
        { id: "700000000000000005", name: "A" },
        { id: "700000000000000006", bot: null },
      ],
    });
    const bots = all(users, world).filter((user) => user.bot === true);
    expect(bots).toMatchObject([{ id: "700000000000000005", username: "A" }]);
    expect(all(applications, world).map((each) => each.hasBot)).toEqual([true, false]);
  });

  test("are installed in guilds and for users", () => {
    const world = loaded({
      users: [{ username: "a" }],
      applications: [
        { id: "700000000000000005", name: "A" },
        { id: "700000000000000006", name: "B", bot: null },
      ],
      guilds: [
        {
          id: "700000000000000003",
          applications: [{ application: "A", permissions: ["BAN_MEMBERS"] }, { application: "B" }],
        },
      ],
      user_installs: [{ user: "a", application: "B" }],
    });
    const [a] = all(users, world).filter((user) => user.username === "a");
    expect(all(guildInstalls, world)).toEqual([
      {
        guild_id: "700000000000000003",
        application_id: "700000000000000005",
        scopes: ["bot", "applications.commands"],
        permissions: "4",
        installed_by: a?.id,
      },
      {
        guild_id: "700000000000000003",
        application_id: "700000000000000006",
        scopes: ["applications.commands"],
        permissions: "0",
        installed_by: a?.id,
      },
    ]);
    expect(only(userInstalls, world)).toEqual({
      user_id: a?.id,
      application_id: "700000000000000006",
      scopes: ["applications.commands"],
    });
  });

  test("have access tokens that live seven days, or as long as given", () => {
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
    expect(ends[secretDigest("one")]).toBe(LOADED_AT + 604_800_000);
    expect(ends[secretDigest("two")]).toBe(Date.UTC(2030, 0, 1));
  });
});
