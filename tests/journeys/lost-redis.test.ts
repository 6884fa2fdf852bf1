// What happens to a service when its Redis is killed under load, and comes back empty.
import { Opcode } from "@antechamber/contract/gateway";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  aProcess,
  type TestProcess,
  type TestProcessOptions,
} from "../../packages/server/src/testing/processes/processes.ts";
import { leaseTimes } from "../../packages/server/src/platform/processes.ts";
import {
  aStallingProxy,
  type StallingProxy,
} from "../../packages/server/src/testing/network/stalling-proxy.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import type { ServerFrame } from "../../packages/server/src/testing/clients/gateway-client.ts";
import {
  gatewayOf,
  WanderingClient,
} from "../../packages/server/src/testing/clients/wandering-client.ts";
import { freshDatabase } from "../fresh-database.ts";
import { aKillableRedis, type KillableRedis } from "../redis-servers.ts";
import { faultsOf, write, writeUntil, writtenIn } from "./acknowledged-writes.ts";

const EVENTUALLY = { timeout: 30_000, interval: 20 };
const LONG = 120_000;
const WRITERS = 4;
/** The limit for all calls of an application in a second. */
const GLOBAL_LIMIT = 50;
const intents = 1 | (1 << 9);

let redis: KillableRedis;
let database: string;
const processes: TestProcess[] = [];
const bots: WanderingClient[] = [];
const ways: StallingProxy[] = [];

beforeEach(async () => {
  [redis, database] = await Promise.all([aKillableRedis(), freshDatabase()]);
});

afterEach(async () => {
  for (const bot of bots.splice(0)) bot.end();
  await Promise.all(processes.splice(0).map((process) => process.end()));
  await Promise.all(ways.splice(0).map((way) => way.close()));
  await redis.close();
});

function isEnding({ op }: ServerFrame): boolean {
  return op === Opcode.InvalidSession;
}

async function start(options: TestProcessOptions = {}): Promise<[TestProcess, TestProcess]> {
  while (processes.length < 2) {
    processes.push(await aProcess(database, { redis: redis.url, ...options }));
  }
  const livesOf = () => processes.map(({ store }) => store.processes.living().length);
  await expect.poll(livesOf, EVENTUALLY).toEqual([2, 2]);
  return processes as unknown as [TestProcess, TestProcess];
}

/** A proxy to the database that can be stalled, and the database's address through it. */
async function aWay(): Promise<{ way: StallingProxy; address: string }> {
  const address = new URL(database);
  const way = await aStallingProxy({ host: address.hostname, port: Number(address.port) });
  ways.push(way);
  address.host = `127.0.0.1:${way.port}`;
  return { way, address: address.href };
}

function reached(isUp: boolean): Promise<void> {
  const areUp = () => processes.map(({ bus }) => bus.isUp());
  return expect.poll(areUp, EVENTUALLY).toEqual([isUp, isUp]);
}

async function aBot(at: TestProcess): Promise<WanderingClient> {
  const bot = new WanderingClient({ token: demo.botToken, intents });
  bots.push(bot);
  await bot.begin(gatewayOf(at));
  return bot;
}

test(
  "calls are answered and sessions receive every event, even while Redis is down",
  async () => {
    const all = await start();
    const [first, second] = all;
    const connectedBots = [await aBot(first), await aBot(second)] as const;
    const writing = new AbortController();
    const places = all.map(({ url }) => ({
      url,
      botToken: demo.botToken,
      channelId: demo.generalId,
    }));
    const writers = Array.from({ length: WRITERS }, (_, nth) => {
      const place = places[nth % 2];
      if (place === undefined) throw new Error("there are two");
      return writeUntil(place, nth, () => writing.signal.aborted);
    });
    const leastReceived = () => Math.min(...connectedBots.map((bot) => bot.contents().length));
    const untilMore = (count: number) => {
      const before = leastReceived();
      return expect.poll(leastReceived, EVENTUALLY).toBeGreaterThan(before + count);
    };
    await untilMore(10);
    await redis.kill();
    await reached(false);
    await untilMore(20);
    await redis.restart();
    await reached(true);
    await untilMore(20);
    // The state of sessions in Redis has been restored.
    const [moving] = connectedBots;
    moving.leave();
    expect((await moving.goOn(gatewayOf(second))).op).toBe(Opcode.Dispatch);
    await untilMore(10);
    writing.abort();
    const written = await Promise.all(writers);
    const contents = written.flatMap((map) => [...map.keys()]).toSorted();
    const [place] = places;
    if (place === undefined) throw new Error("there are two");
    expect(faultsOf(written, await writtenIn(place))).toEqual({ lost: [], doubled: [] });
    for (const bot of connectedBots) {
      await expect.poll(() => bot.contents().toSorted(), EVENTUALLY).toEqual(contents);
    }
  },
  LONG,
);

test(
  "a process unsure of its lease while Redis is down checks it, and keeps its sessions",
  async () => {
    // The process is unsure whether it still has its place soon after each renewal of its lease.
    const lease = { ...leaseTimes, fenceMs: 300, renewMs: 3_000 };
    processes.push(await aProcess(database, { redis: redis.url, lease }));
    const [first, second] = await start();
    const bot = await aBot(first);
    await redis.kill();
    await expect.poll(() => first.bus.isUp(), EVENTUALLY).toBe(false);
    const place = { url: second.url, botToken: demo.botToken, channelId: demo.generalId };
    const contents = ["1", "2", "3"];
    for (const content of contents) {
      await expect.poll(() => first.store.processes.isFenced(), EVENTUALLY).toBe(true);
      expect(await write(place, content)).toBeDefined();
      await expect.poll(() => bot.contents().at(-1), EVENTUALLY).toBe(content);
    }
    expect(bot.contents()).toEqual(contents);
    expect(bot.client.frames.map(({ op }) => op)).not.toContain(Opcode.InvalidSession);
  },
  LONG,
);

test(
  "a session continues although PostgreSQL stalls for its process and then Redis is lost",
  async () => {
    const { way, address } = await aWay();
    // No other process considers it dead, and it renews its lease late.
    const lease = { lifeMs: 600_000, fenceMs: 1_000, renewMs: 15_000 };
    const connected = { redis: redis.url, service: database, lease };
    const second = await aProcess(database, connected);
    processes.push(second);
    const first = await aProcess(address, connected);
    processes.push(first);
    await second.store.processes.refresh();
    const bot = await aBot(first);
    const place = { url: second.url, botToken: demo.botToken, channelId: demo.generalId };
    // From now on the channel's viewers are cached, and its events need no read of the store.
    expect(await write(place, "1")).toBeDefined();
    await expect.poll(() => bot.contents(), EVENTUALLY).toEqual(["1"]);
    way.stall();
    await expect.poll(() => first.store.processes.isFenced(), EVENTUALLY).toBe(true);
    await redis.kill();
    await reached(false);
    way.mend();
    expect(first.store.processes.isFenced()).toBe(true);
    expect(await write(place, "2")).toBeDefined();
    const hasNewsOrEnded = () => bot.contents().length > 1 || bot.client.frames.some(isEnding);
    await expect.poll(hasNewsOrEnded, EVENTUALLY).toBe(true);
    await redis.restart();
    await reached(true);
    // Behind a load balancer, clients may reconnect to the same process.
    expect(await bot.goOn(gatewayOf(first))).toMatchObject({ t: "RESUMED" });
    expect(await bot.goOn(gatewayOf(second))).toMatchObject({ t: "RESUMED" });
    expect(await write(place, "3")).toBeDefined();
    await expect.poll(() => bot.contents(), EVENTUALLY).toEqual(["1", "2", "3"]);
  },
  LONG,
);

test(
  "rate limits are split between processes while Redis is down, and exact afterwards",
  async () => {
    const [first, second] = await start({ limits: "production" });
    await first.control("PATCH /clock", { frozen: true });
    await expect.poll(() => second.clock.state().frozen, EVENTUALLY).toBe(true);
    const admitted = async () => {
      const calls = processes.flatMap((process) =>
        Array.from({ length: GLOBAL_LIMIT }, () => process.asBot("GET /users/@me")),
      );
      return (await Promise.all(calls)).filter(({ status }) => status === 200).length;
    };
    await redis.kill();
    await reached(false);
    expect(await admitted()).toBe(2 * Math.floor(GLOBAL_LIMIT / 2));
    await redis.restart();
    await reached(true);
    await first.control("POST /limits/reset");
    await expect
      .poll(async () => (await second.asBot("GET /users/@me")).status, EVENTUALLY)
      .toBe(200);
    expect(await admitted()).toBe(GLOBAL_LIMIT - 1);
  },
  LONG,
);
