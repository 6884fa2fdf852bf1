// What becomes of a service when its Redis is killed under load, and comes back empty.
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  aProcess,
  type TestProcess,
  type TestProcessOptions,
} from "../../packages/server/src/testing/processes.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import { gatewayOf, WanderingClient } from "../../packages/server/src/testing/wandering-client.ts";
import { freshDatabase } from "../fresh-database.ts";
import { aKillableRedis, type KillableRedis } from "../redis-servers.ts";
import { faultsOf, writeUntil, writtenIn } from "./acknowledged-writes.ts";

const EVENTUALLY = { timeout: 30_000, interval: 20 };
const LONG = 120_000;
const WRITERS = 4;
/** Of all calls of an application in a second. */
const GLOBAL_LIMIT = 50;
const intents = 1 | (1 << 9);

let redis: KillableRedis;
let database: string;
const processes: TestProcess[] = [];
const bots: WanderingClient[] = [];

beforeEach(async () => {
  [redis, database] = await Promise.all([aKillableRedis(), freshDatabase()]);
});

afterEach(async () => {
  for (const bot of bots.splice(0)) bot.end();
  await Promise.all(processes.splice(0).map((process) => process.end()));
  await redis.close();
});

async function start(options: TestProcessOptions = {}): Promise<[TestProcess, TestProcess]> {
  for (let nth = 0; nth < 2; nth += 1) {
    processes.push(await aProcess(database, { redis: redis.url, ...options }));
  }
  const livesOf = () => processes.map(({ store }) => store.processes.living().length);
  await expect.poll(livesOf, EVENTUALLY).toEqual([2, 2]);
  return processes as unknown as [TestProcess, TestProcess];
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
  "calls are answered and sessions are sent every event, also while Redis is gone",
  async () => {
    const all = await start();
    const [first, second] = all;
    const told = [await aBot(first), await aBot(second)] as const;
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
    const seen = () => Math.min(...told.map((bot) => bot.contents().length));
    const untilMore = (count: number) => {
      const before = seen();
      return expect.poll(seen, EVENTUALLY).toBeGreaterThan(before + count);
    };
    await untilMore(10);
    await redis.kill();
    await reached(false);
    await untilMore(20);
    await redis.restart();
    await reached(true);
    await untilMore(20);
    // What Redis knew of sessions is there anew.
    const [moving] = told;
    moving.leave();
    expect((await moving.resume(gatewayOf(second))).op).toBe(0);
    await untilMore(10);
    writing.abort();
    const written = await Promise.all(writers);
    const contents = written.flatMap((map) => [...map.keys()]).toSorted();
    const [place] = places;
    if (place === undefined) throw new Error("there are two");
    expect(faultsOf(written, await writtenIn(place))).toEqual({ lost: [], doubled: [] });
    for (const bot of told) {
      await expect.poll(() => bot.contents().toSorted(), EVENTUALLY).toEqual(contents);
    }
  },
  LONG,
);

test(
  "limits are shares while Redis is gone, and exact once it is back",
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
