// `antechamber world pull`, with a service instead of the platform.
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { clientCommand, type CommandOptions } from "../../../testing/clients/client-command.ts";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";
import { fullWorld } from "../../../testing/worlds/full-world.ts";
import { issuesOf } from "../../../testing/worlds/loaded-worlds.ts";

const guild = `/guilds/${demo.guildId}`;
const own = `/applications/${demo.applicationId}`;
const token = { env: { DISCORD_TOKEN: demo.botToken } };

let platform: TestService;
let copy: TestService | undefined;

beforeAll(async () => {
  platform = await aService({ world: fullWorld, frozen: true });
});

afterAll(() => platform.stop());

afterEach(async () => {
  await platform.control("DELETE /faults");
  await copy?.stop();
  copy = undefined;
});

/** The URL of a service that is not running, since the command does not call it. */
const nobody = { url: "http://127.0.0.1:1" };

function pull(words: readonly string[] = [], options: CommandOptions = token) {
  const from = ["--from", `${platform.url}/api/v10`];
  return clientCommand(nobody, ["world", "pull", demo.guildId, ...from, ...words], options);
}

interface Pulled {
  readonly users: readonly { readonly username: string }[];
  readonly applications: readonly { readonly id: string; readonly bot: object }[];
  readonly guilds: readonly { readonly members: readonly { readonly user: string }[] }[];
}

async function pulled(): Promise<Pulled> {
  const { code, out, err } = await pull(["--format", "json"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as Pulled;
}

/** A service with the pulled world, where the bot's token is `own`. */
async function aCopy(): Promise<TestService> {
  const world = await pulled();
  const applications = world.applications.map((each) =>
    each.id === demo.applicationId ? { ...each, bot: { ...each.bot, token: "own" } } : each,
  );
  copy = await aService({ world: { ...world, applications }, frozen: true });
  return copy;
}

async function read(service: TestService, path: string, auth: string): Promise<unknown> {
  const { status, text } = await service.call(`GET ${path}`, { auth: `Bot ${auth}` });
  expect([path, status]).toEqual([path, 200]);
  // The lobby linked to a channel is not pulled.
  return JSON.parse(text, (key, value: unknown) => (key === "linked_lobby" ? undefined : value));
}

describe("a pulled world", () => {
  test("returns the same objects to the bot as the platform", async () => {
    const service = await aCopy();
    const paths = [
      guild,
      `${guild}/channels`,
      `${guild}/roles`,
      `${guild}/members?limit=100`,
      `${guild}/emojis`,
      `${guild}/stickers`,
      `${guild}/auto-moderation/rules`,
      `${own}/commands?with_localizations=true`,
      `${own}${guild}/commands?with_localizations=true`,
      `${own}${guild}/commands/permissions`,
      "/users/@me",
    ];
    for (const path of paths) {
      const theirs = await read(platform, path, demo.botToken);
      expect([path, await read(service, path, "own")]).toEqual([path, theirs]);
    }
  });

  test("makes the same permission decisions as the platform", async () => {
    const service = await aCopy();
    const channels = (await read(platform, `${guild}/channels`, demo.botToken)) as readonly {
      readonly id: string;
      readonly type: number;
    }[];
    const cells = channels
      .filter(({ type }) => type === 0)
      .flatMap(({ id: channel }) =>
        [demo.aliceId, demo.bobId].map((user) => ({
          user,
          channel,
          application: demo.applicationId,
          command: "ping",
        })),
      );
    const theirs = await platform.control("POST /decisions", { cells });
    expect([theirs.status, theirs.text]).toEqual([200, expect.stringContaining("allowed")]);
    expect((await service.control("POST /decisions", { cells })).body).toEqual(theirs.body);
  });

  test("contains no secrets or tokens", async () => {
    const { out } = await pull();
    expect(out).toMatch(/^# yaml-language-server: \$schema=http/);
    expect(out).not.toMatch(/token:|secret:|sha256:/);
    expect(out).not.toContain(demo.botToken);
    expect(issuesOf(parse(out))).toEqual([]);
  });

  test("contains only the owner and the bot with --without members", async () => {
    const { code, out, err } = await pull(["--format", "json", "--without", "members"]);
    expect({ code, err }).toEqual({
      code: 0,
      err: `left out: guilds[].channels[].permission_overwrites[].id: no user "${demo.bobId}"\n`,
    });
    const { users, guilds } = JSON.parse(out) as Pulled;
    expect(users.map(({ username }) => username)).toEqual(["alice"]);
    expect(guilds[0]?.members.map(({ user }) => user)).toEqual(["alice", "Concierge"]);
  });
});

test("pull reads the token from a file or stdin, with or without its scheme", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "antechamber-")), "token");
  await writeFile(file, `Bot ${demo.botToken}\n`);
  expect(await pull(["--token-file", file], {})).toMatchObject({ code: 0, err: "" });
  const input = `${demo.botToken}\n`;
  expect(await pull(["--token-file", "-"], { input })).toMatchObject({ code: 0, err: "" });
});

test("pull reports what it omits because the bot may not read it", async () => {
  const forbidden = { status: 403, body: { message: "Missing Access", code: 50_001 } };
  for (const route of ["guilds.members", "guilds.autoModerationRules"]) {
    const match = { route, count: 1 };
    const { status } = await platform.control("POST /faults", { match, http: forbidden });
    expect([route, status]).toEqual([route, 201]);
  }
  const { code, err } = await pull();
  expect(code).toBe(0);
  expect(err.split("\n").slice(0, 2)).toEqual([
    "only the owner and the bot are read: listing members needs the intent GUILD_MEMBERS",
    `left out, since it needs MANAGE_GUILD: GET ${guild}/auto-moderation/rules`,
  ]);
});

test("pull waits for rate limits and reports them", async () => {
  await platform.control("POST /faults", {
    match: { route: "guilds.channels", count: 2 },
    http: { rate_limit: { retry_after: 0.01 } },
  });
  const { code, err } = await pull();
  const line = `rate limited: waiting 1 s for GET ${guild}/channels\n`;
  expect({ code, err }).toEqual({ code: 0, err: line.repeat(2) });
});

describe("pull writes nothing", () => {
  test("if the platform refuses, and reports its error", async () => {
    const wrong = await pull([], { env: { DISCORD_TOKEN: "wrong" } });
    expect(wrong).toMatchObject({ code: 4, out: "" });
    expect(wrong.err).toMatch(/refused \(401\): 401: Unauthorized: is that the token of a bot\?/);
    const from = ["--from", `${platform.url}/api/v10/`];
    const words = ["world", "pull", "300000000000099999", ...from];
    const unknown = await clientCommand(nobody, words, token);
    expect(unknown).toMatchObject({ code: 4, out: "" });
    expect(unknown.err).toMatch(/refused \(404, code 10004\): Unknown Guild/);
  });

  test("if no API answers", async () => {
    const gone = await pull(["--from", "http://127.0.0.1:1/api/v10"]);
    expect(gone).toMatchObject({ code: 3, out: "" });
    expect(gone.err).toContain("no answer from http://127.0.0.1:1/api/v10/applications/@me");
    const page = await pull(["--from", `${platform.url}/guides`]);
    expect(page).toMatchObject({ code: 4, out: "" });
  });

  test.each([
    [["world", "pull", "general"], {}, '"general" is not the id of a guild'],
    [["world", "pull", demo.guildId], {}, "DISCORD_TOKEN: this needs the token of a bot"],
    [
      ["world", "pull", demo.guildId],
      { DISCORD_TOKEN: "a b" },
      "DISCORD_TOKEN: this is not a token",
    ],
    [
      ["world", "pull", demo.guildId, "--from", "here"],
      token.env,
      '--from: "here" is not an address',
    ],
    [
      ["world", "pull", demo.guildId, "--without", "roles"],
      token.env,
      "Allowed choices are members",
    ],
    [["world", "pull", demo.guildId, "--token-file", "/none"], {}, "--token-file: cannot read it"],
  ])("on a usage error: %j", async (words, env, says) => {
    const { code, out, err } = await clientCommand(nobody, words, { env });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(says);
  });
});
