// The real program as a process: what was acknowledged is there after a restart.
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Events, GatewayIntentBits } from "discord.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { answerOf, requestBody, type Answer } from "../../packages/server/src/testing/answer.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import { freshDatabase } from "../fresh-database.ts";
import {
  FailedStart,
  startProgram,
  type RunningProgram,
} from "../../packages/server/src/testing/processes/start-program.ts";
import { loggedIn } from "./logged-in.ts";

let directory: string;
const running: RunningProgram[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "antechamber-"));
});

afterEach(async () => {
  for (const program of running.splice(0)) await program.stop();
  await rm(directory, { recursive: true, force: true });
});

async function start(...flags: readonly string[]): Promise<RunningProgram> {
  const program = await startProgram(["start", "--port", "0", ...flags]);
  running.push(program);
  return program;
}

test("a killed process leaves its compile cache to the next start", async () => {
  const env = { NODE_COMPILE_CACHE: join(directory, "compiled") };
  const flags = ["--port", "0", "--store", "sqlite::memory:"];
  const program = await startProgram(["start", ...flags], env);
  const countCached = async () =>
    (await readdir(env.NODE_COMPILE_CACHE, { recursive: true })).length;
  // More files than the folder has before anything is cached: the packed program has some thirty
  // modules.
  await expect.poll(countCached).toBeGreaterThan(20);
  await program.kill();
});

async function api(program: RunningProgram, route: string, body?: unknown): Promise<Answer> {
  const [method = "GET", path = ""] = route.split(" ");
  const isControl = path.startsWith("/control");
  const { headers, ...sent } = requestBody(body);
  const authorization = isControl ? "Control antechamber" : `Bot ${demo.botToken}`;
  const url = program.url + (isControl ? path : `/api/v10${path}`);
  return answerOf(await fetch(url, { method, headers: { ...headers, authorization }, ...sent }));
}

async function aBot(program: RunningProgram): Promise<Client<true>> {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: `${program.url}/api` },
  });
  client.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isChatInputCommand()) void interaction.reply("pong");
  });
  return loggedIn(client, demo.botToken);
}

describe.each([
  ["a file", async () => `sqlite:${join(directory, "data.db")}`],
  ["PostgreSQL", freshDatabase],
])("on %s", (_kind, storeOf) => {
  test("a bot's commands, its answers and a lobby survive a restart", async () => {
    const store = await storeOf();
    const first = await start("--store", store, "--limits", "off");
    const lobby = await api(first, "POST /lobbies", { members: [{ id: demo.aliceId }] });
    const bot = await aBot(first);
    await bot.application.commands.create({ name: "ping", description: "Answers pong" });
    const invocation = { application: "Concierge", channel: "general", command: "ping" };
    expect(
      (await api(first, "POST /control/v1/users/alice/invoke", invocation)).at("outcome"),
    ).toBe("replied");
    await bot.destroy();
    expect(await first.stop()).toBe(0);

    const second = await start("--store", store, "--limits", "off");
    expect((await api(second, `GET /lobbies/${lobby.id}`)).body).toEqual(lobby.body);
    expect((await api(second, `GET /channels/${demo.generalId}/messages`)).body).toMatchObject([
      { content: "pong" },
    ]);
    const again = await aBot(second);
    expect((await again.application.commands.fetch()).map((each) => each.name)).toEqual(["ping"]);
    expect(
      (await api(second, "POST /control/v1/users/alice/invoke", invocation)).at("outcome"),
    ).toBe("replied");
    await again.destroy();
  });
});

/** Starts a program that must fail. @returns its failure */
async function failureOf(...flags: readonly string[]): Promise<FailedStart> {
  const outcome = await start(...flags).catch((error: unknown) => error);
  if (!(outcome instanceof FailedStart)) throw new Error("it started");
  return outcome;
}

/** The exit code of a wrong usage. Source: product.md, Commands. */
const WRONG_USAGE = 2;

describe("a failing start explains why and exits with 1, or with 2 on wrong usage", () => {
  test.each([
    ["an unreadable world file", 1, ["--world", "/nowhere/world.yaml"], /world/i],
    ["a store that is not one", WRONG_USAGE, ["--store", "mysql://x"], /store/i],
    ["a port that is not a number", WRONG_USAGE, ["--port", "many"], /port/i],
    ["a flag that is unknown", WRONG_USAGE, ["--nonsense"], /nonsense/],
    ["a part of the work beside SQLite", WRONG_USAGE, ["--roles", "api"], /several processes/],
    ["a bus beside SQLite", WRONG_USAGE, ["--bus", "redis://127.0.0.1"], /bus/i],
  ])("for %s", async (_case, expected, flags, says) => {
    const { code, errors } = await failureOf("--store", "sqlite::memory:", ...flags);
    expect([code, errors.trim().split("\n").length]).toEqual([expected, 1]);
    expect(errors).toMatch(says);
  });

  test("for a port in use", async () => {
    const first = await start("--store", "sqlite::memory:");
    const { port } = new URL(first.url);
    const { code, errors } = await failureOf("--store", "sqlite::memory:", "--port", port);
    expect([code, errors.trim().split("\n").length]).toEqual([1, 1]);
    expect(errors).toContain(port);
  });

  test("for a machine whose clock was never set", async () => {
    const script = encodeURIComponent("Date.now = () => 0");
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${script}` };
    const flags = ["--port", "0", "--store", "sqlite::memory:"];
    const starting = startProgram(["start", ...flags], env);
    await expect(starting).rejects.toThrow(
      /ended with 1: antechamber: the clock cannot show 0: [^\n]*\n$/,
    );
  });

  test("for a world file with errors, each with its position", async () => {
    const file = join(directory, "world.json");
    await writeFile(
      file,
      JSON.stringify({ users: [{ usrname: "x" }], guilds: [{ owner: "carl" }] }),
    );
    const { code, errors } = await failureOf("--store", "sqlite::memory:", "--world", file);
    expect(code).toBe(1);
    expect(errors.trim().split("\n")).toEqual([
      "antechamber: world.json:1:12 users[0].usrname: unknown key",
      'antechamber: world.json:1:47 guilds[0].owner: no user "carl"',
    ]);
  });
});

/** Sends bytes to a program over a new connection. */
function opened({ url }: RunningProgram, head: string): Socket {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname, () => socket.write(head));
  socket.on("error", () => undefined);
  return socket;
}

/** A client that upgrades and then answers nothing, so that a stop waits for it. */
async function aSilentClient(program: RunningProgram): Promise<Socket> {
  const { host } = new URL(program.url);
  const silent = opened(
    program,
    `GET /gateway/ HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  await once(silent, "data");
  return silent;
}

test("further Ctrl-C ends the program without waiting for clients, with the code 130", async () => {
  const program = await start("--store", "sqlite::memory:");
  const silent = await aSilentClient(program);
  const press = () => {
    try {
      return process.kill(program.pid, "SIGINT");
    } catch {
      return false;
    }
  };
  // Signals within the same moment count as one press.
  while (press()) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await program.stop()).toBe(130);
  silent.destroy();
});

test("a stop completes within ten seconds, whatever clients do", async () => {
  const program = await start("--store", "sqlite::memory:");
  const { host } = new URL(program.url);
  const silent = await aSilentClient(program);
  // One client never completes its request, and one never reads.
  const halfSent = opened(
    program,
    `PATCH /api/v10/users/@me HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bot ${demo.botToken}\r\n` +
      "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
  );
  const deaf = opened(program, `GET /openapi.json HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  await once(deaf, "data");
  deaf.pause();

  const since = performance.now();
  expect(await program.stop()).toBe(0);
  expect(performance.now() - since).toBeLessThan(10_000);
  for (const socket of [silent, halfSent, deaf]) socket.destroy();
});
