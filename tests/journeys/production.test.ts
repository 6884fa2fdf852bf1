// The real program in production mode: its secrets, its files, and what it refuses.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import {
  FailedStart,
  startProgram,
  type RunningProgram,
} from "../../packages/server/src/testing/processes/start-program.ts";

const KEY = "k".repeat(32);
const inProduction = ["--mode", "production", "--control-key", KEY];

let directory: string;
let store: string;
const running: RunningProgram[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "antechamber-"));
  store = join(directory, "made", "data.db");
});

afterEach(async () => {
  for (const program of running.splice(0)) await program.stop();
  await rm(directory, { recursive: true, force: true });
});

async function start(flags: readonly string[] = [], prelude = ""): Promise<RunningProgram> {
  const program = await startProgram(
    ["start", "--port", "0", "--log", "pretty", "--store", `sqlite:${store}`, ...flags],
    {},
    { prelude },
  );
  running.push(program);
  return program;
}

async function failureOf(flags: readonly string[] = []): Promise<string> {
  const outcome = await start(flags).catch((error: unknown) => error);
  if (!(outcome instanceof FailedStart)) throw new Error("it started");
  expect([outcome.code, outcome.errors.trim().split("\n").length]).toEqual([1, 1]);
  return outcome.errors;
}

async function stop(program: RunningProgram): Promise<void> {
  expect(await program.stop()).toBe(0);
}

async function statusOf(program: RunningProgram, path: string, authorization?: string) {
  const headers = authorization === undefined ? {} : { authorization };
  return (await fetch(program.url + path, { headers })).status;
}

const me = "/api/v10/users/@me";
const lines = (program: RunningProgram) => program.output().trim().split("\n");
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe("the output of a start", () => {
  test.each<[readonly string[], string]>([
    [[], "development mode, since only this machine can call 127.0.0.1"],
    [
      ["--public-url", "https://id.example", "--control-key", KEY],
      "production mode, since --public-url https://id.example lets other machines call",
    ],
    [inProduction, "production mode, as --mode says"],
  ])(
    "names the mode and its reason before the last line with the flags %j",
    async (flags, line) => {
      const program = await start(flags);
      expect(lines(program).slice(-2)).toEqual([line, `antechamber ready ${program.url}`]);
      expect(program.errors()).toBe("");
    },
  );

  test("warns about development mode that other machines can reach", async () => {
    const flags = ["--public-url", "https://discord.com", "--mode", "development"];
    const program = await start([...flags, "--control-key", "mine"]);
    expect(lines(program).at(-2)).toBe("development mode, as --mode says");
    expect(program.errors()).toContain("--public-url https://discord.com lets other machines call");
    const forwarded = await fetch(program.url + me, {
      headers: { authorization: `Bot ${demo.botToken}`, "x-forwarded-for": "192.0.2.1" },
    });
    expect(forwarded.status).toBe(200);
    expect(program.errors()).toContain("--trusted-proxies");
  });
});

describe("a store from development mode", () => {
  beforeEach(async () => {
    await stop(await start());
  });

  test("is refused in production mode with its secrets", async () => {
    const line = await failureOf(inProduction);
    expect(line).toMatch(/secrets of development mode.*--rotate-secrets/);
  });

  test("is accepted in production mode with new secrets, in a file that only its owner can read", async () => {
    const program = await start([...inProduction, "--rotate-secrets"]);
    const published = [
      `Bot ${demo.botToken}`,
      demo.aliceToken,
      demo.bobToken,
      `Bearer ${demo.accessToken}`,
    ];
    for (const credential of published) expect(await statusOf(program, me, credential)).toBe(401);
    const file = `${store}.secrets`;
    expect(lines(program)).toContain(`new secrets are in ${file}`);
    expect(await modeOf(file)).toBe("600");
    const secrets = await readFile(file, "utf8");
    const secretOf = (place: string) =>
      secrets
        .split("\n")
        .find((line) => line.startsWith(`${place}: `))
        ?.slice(place.length + 2);
    expect(await statusOf(program, me, secretOf("users.alice.token"))).toBe(200);
    const bot = `Bot ${secretOf("applications.Concierge.bot.token")}`;
    expect(await statusOf(program, me, bot)).toBe(200);
    expect(program.output() + program.errors()).not.toContain(secretOf("users.alice.token"));
    await stop(program);

    const again = await start(inProduction);
    expect(await statusOf(again, me, bot)).toBe(200);
    await stop(again);
    expect(await failureOf()).toMatch(/made in production mode.*--mode production/);
    expect(await failureOf(["--reset"])).toMatch(/made in production mode/);
  });
});

test("generated secrets of a production world are not printed", async () => {
  const world = join(directory, "world.json");
  await writeFile(world, JSON.stringify({ users: [{ username: "carol" }] }));
  const program = await start([...inProduction, "--world", world]);
  const secrets = await readFile(`${store}.secrets`, "utf8");
  const [, token = ""] = /^users\[0\]\.token: (\S{70})$/m.exec(secrets) ?? [];
  expect(await statusOf(program, me, token)).toBe(200);
  expect(program.output() + program.errors()).not.toContain(token);
});

describe("the files of a store", () => {
  test("are readable only by their owner, whatever the umask", async () => {
    const program = await start([], "umask 022");
    const files = await readdir(join(directory, "made"));
    expect(files).toEqual(expect.arrayContaining(["data.db", "data.db-shm", "data.db-wal"]));
    expect(await modeOf(join(directory, "made"))).toBe("700");
    for (const file of files) expect(await modeOf(join(directory, "made", file))).toBe("600");
    expect(program.errors()).toBe("");
  });

  test("cause a warning if other users can read them", async () => {
    await stop(await start());
    const loose = await start([], `chmod 644 '${store}'`);
    expect(loose.errors()).toMatch(/other users of this machine.*chmod 600/);
  });
});

test("the control key is read from a file", async () => {
  const file = join(directory, "key");
  await writeFile(file, `${KEY}\n`);
  const program = await start(["--mode", "production", "--control-key-file", file]);
  expect(await statusOf(program, "/control/v1/clock", `Control ${KEY}`)).toBe(200);
  expect(await statusOf(program, "/control/v1/clock", "Control antechamber")).toBe(401);
});
