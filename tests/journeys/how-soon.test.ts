// How long the operations take that tests of users wait for: worlds, sign-ins, responses, guilds,
// copies, clocks. Each limit in milliseconds is scaled by a bare HTTP call measured at the same
// time; the fastest of several runs counts.
import { readFileSync } from "node:fs";
import { Client, Events, type ClientOptions } from "discord.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTestWorld, SharedWorld } from "../../packages/server/src/kit/test-world.ts";
import type { World } from "../../packages/server/src/kit/kit.ts";
import { blankLobby, lobbies } from "../../packages/server/src/domains/lobbies/lobby.ts";
import { messages } from "../../packages/server/src/domains/messages/message.ts";
import { aService, demo } from "../../packages/server/src/testing/start-service.ts";
import { timeOf } from "../../packages/server/src/testing/processes/processor-time.ts";
import { startProgram } from "../../packages/server/src/testing/processes/start-program.ts";
import { at, slowness, times, took } from "./pace.ts";

const MIB = 1024 * 1024;
/** The result of an operation, and how long it took. */
async function timed<T>(
  act: () => Promise<T>,
): Promise<{ readonly value: T; readonly ms: number }> {
  const since = performance.now();
  const value = await act();
  return { value, ms: performance.now() - since };
}

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

let slower = 1;
beforeEach(async () => {
  slower = await slowness();
});

/** Scales a limit in milliseconds to this machine at this moment. */
const within = (ms: number) => ms * slower;

function createBot(options: Partial<ClientOptions> = {}): Client {
  const client = new Client({ intents: [], ...options });
  client.once(Events.ClientReady, (ready) => {
    void ready.application.commands.set(
      ["ping", "silent"].map((name) => ({ name, description: `To ${name}` })),
    );
  });
  client.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isChatInputCommand() && interaction.commandName === "ping")
      void interaction.reply("pong");
  });
  return client;
}

async function aWorld(name: string): Promise<World> {
  const opened = await openTestWorld(name, { strict: false });
  cleanups.push(() => opened.finish());
  return opened.world;
}

/** Resident memory of a process, in bytes. Source: proc(5). */
function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const [, kilobytes = ""] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? [];
  return Number(kilobytes) * 1024;
}

/** Processor time of a process in milliseconds, with a resolution of ten. Source: proc(5). */
function processorMs(pid: number): number {
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
  return (user + system) * 10;
}

describe("a world", () => {
  test("opens in 3 ms, and uses at most 3 MiB", async () => {
    const program = await startProgram(["start", "--port", "0", "--store", "sqlite::memory:"]);
    cleanups.push(() => program.stop());
    const headers = { authorization: "Control antechamber", "content-type": "application/json" };
    const url = `${program.url}/control/v1`;
    const world: unknown = await (await fetch(`${url}/world`, { headers })).json();
    const open = async (name: string) => {
      const body = JSON.stringify({ name, from: { world } });
      const answer = await fetch(`${url}/worlds`, { method: "POST", headers, body });
      await answer.text();
      expect(answer.status).toBe(201);
    };
    // Warm-up: the engine compiles, and the file becomes a template.
    await times(50, (nth) => open(`warm-${nth}`));
    const before = { bytes: residentBytes(program.pid), ms: processorMs(program.pid) };
    const opened = await times(200, (nth) => open(`world-${nth}`));
    const bytesEach = (residentBytes(program.pid) - before.bytes) / 200;
    const worked = (processorMs(program.pid) - before.ms) / 200;
    expect(at(0, opened)).toBeLessThan(within(3));
    // The average processor time, which other load does not affect.
    expect(worked).toBeLessThan(within(3));
    expect(bytesEach).toBeLessThan(3 * MIB);
  }, 60_000);

  test("signs in a discord.js bot in 60 ms, and answers a command in 25 ms", async () => {
    const signIns: number[] = [];
    const answers: number[] = [];
    for (let nth = 0; nth < 5; nth += 1) {
      const opened = await openTestWorld(`soon ${nth}`);
      const { world } = opened;
      const bot = createBot(world.options("discord.js"));
      const ready = new Promise((resolve) => bot.once(Events.ClientReady, resolve));
      const login = world.login(bot);
      signIns.push(await took(() => ready));
      await login;
      const alice = world.user("alice").in("#general");
      const ping = async () => expect((await alice.run("/ping")).text).toBe("pong");
      answers.push(...(await times(5, ping)));
      await opened.finish();
    }
    expect(Math.min(...signIns)).toBeLessThan(within(60));
    expect(Math.min(...answers)).toBeLessThan(within(25));
  }, 60_000);

  test("with signed-in bots gets another guild in 5 ms", async () => {
    const prepare = (world: World) => world.login(createBot(world.options("discord.js")));
    const shared = new SharedWorld("guilds soon", { prepare });
    cleanups.push(() => shared.close());
    const opened: number[] = [];
    for (let nth = 0; nth < 50; nth += 1) {
      const opening = () => shared.openGuild({ name: `guild ${nth}` });
      const guild = await timed(opening);
      opened.push(guild.ms);
      await guild.value.finish();
    }
    expect(Math.min(...opened)).toBeLessThan(within(5));
  }, 60_000);
});

describe("a copy of a world", () => {
  test("with ten thousand messages takes 10 ms", async () => {
    const service = await aService();
    cleanups.push(() => service.stop());
    await service.control("POST /users/alice/message", { channel: "general", content: "one" });
    await service.work.transaction(async (ctx) => {
      const [like] = await ctx.tx.find(messages, { limit: 1 });
      if (like === undefined) throw new Error("nothing was said");
      for (let nth = 1; nth < 10_000; nth += 1) ctx.tx.put(messages, { ...like, id: ctx.id() });
    });
    const names: string[] = [];
    const fork = async () => {
      const { body } = await service.control("POST /worlds", { from: { fork: "main" } });
      names.push((body as { readonly name: string }).name);
    };
    const copied: number[] = [];
    for (let nth = 0; nth < 40; nth += 1) {
      copied.push(await took(fork));
      await service.control(`DELETE /worlds/${names.at(-1)}`);
    }
    expect(new Set(names).size).toBe(40);
    expect(Math.min(...copied)).toBeLessThan(within(10));
  }, 60_000);
});

describe("the clock", () => {
  test("runs ten thousand jobs within two seconds, in time order", async () => {
    const service = await aService({ frozen: true });
    cleanups.push(() => service.stop());
    await service.work.transaction(async (ctx) => {
      for (let nth = 0; nth < 10_000; nth += 1) {
        const blank = blankLobby({
          id: ctx.id(),
          application_id: demo.applicationId,
          createdAt: ctx.now,
        });
        const idle_timeout_seconds = 60 + ((nth * 7919) % 3000);
        ctx.tx.put(lobbies, { ...blank, idleSince: ctx.now, idle_timeout_seconds });
      }
    });
    // Measured as processor time: the operation takes long enough for other load to interfere.
    const ms = await timeOf(() => service.control("PATCH /clock", { advance: "PT2H" }));
    expect(ms).toBeLessThan(within(2000));
    expect((await service.control("GET /lobbies")).at("items")).toEqual([]);
    const { body } = await service.control("GET /journal?kind=job&name=lobby.idle&limit=1000");
    const instants = (body as { items: { at: string }[] }).items.map((entry) => entry.at);
    expect(instants).toHaveLength(1000);
    expect(instants).toEqual(instants.toSorted());
  }, 180_000);

  test("advances a bot by a day in 100 ms, with its timers in order", async () => {
    const world = await aWorld("a day");
    const ran: string[] = [];
    await world.login(createBot(world.options("discord.js")), { time: world.clock });
    const begun = Date.now();
    setTimeout(() => ran.push(`day ${Date.now() - begun}`), 86_400_000);
    setTimeout(() => ran.push(`hour ${Date.now() - begun}`), 3_600_000);
    const ms = await took(() => world.clock.advance("24h"));
    expect(ran).toEqual(["hour 3600000", "day 86400000"]);
    expect(ms).toBeLessThan(within(100));
  });
});

test("waiting for a silent bot takes at most 1.2 s", async () => {
  const world = await aWorld("silence");
  await world.login(createBot(world.options("discord.js")));
  const ms = await took(async () => {
    const reply = await world.user("alice").in("#general").run("/silent");
    expect(reply).toMatchObject({ outcome: "timed_out" });
  });
  expect(ms).toBeGreaterThan(1000);
  expect(ms - 1000).toBeLessThan(within(200));
});
