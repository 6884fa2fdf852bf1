// What becomes of a service when a master of its cluster of Redis is killed under load, and a replica
// takes its place.
import { afterEach, beforeEach, expect, test } from "vitest";
import { aProcess, type TestProcess } from "../../packages/server/src/testing/processes.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import { gatewayOf, WanderingClient } from "../../packages/server/src/testing/wandering-client.ts";
import { freshDatabase } from "../fresh-database.ts";
import { aRedisCluster, type RedisCluster } from "../redis-servers.ts";
import { faultsOf, writeUntil, writtenIn } from "./acknowledged-writes.ts";

const EVENTUALLY = { timeout: 30_000, interval: 20 };
const LONG = 120_000;
const WRITERS = 2;
const intents = 1 | (1 << 9);

let cluster: RedisCluster;
const processes: TestProcess[] = [];
const bots: WanderingClient[] = [];

beforeEach(async () => {
  cluster = await aRedisCluster({ hasReplicas: true });
}, LONG);

afterEach(async () => {
  for (const bot of bots.splice(0)) bot.end();
  await Promise.all(processes.splice(0).map((process) => process.end()));
  await cluster.close();
});

function placeAt({ url }: TestProcess) {
  return { url, botToken: demo.botToken, channelId: demo.generalId };
}

async function aBot(at: TestProcess): Promise<WanderingClient> {
  const bot = new WanderingClient({ token: demo.botToken, intents });
  bots.push(bot);
  await bot.begin(gatewayOf(at));
  return bot;
}

test(
  "calls are answered and sessions go on, at whatever process, while a replica takes its place",
  async () => {
    const database = await freshDatabase();
    for (let nth = 0; nth < 2; nth += 1) {
      processes.push(await aProcess(database, { redis: cluster.url }));
    }
    const [first, second] = processes as [TestProcess, TestProcess];
    const livesOf = () => processes.map(({ store }) => store.processes.living().length);
    await expect.poll(livesOf, EVENTUALLY).toEqual([2, 2]);
    const [staying, moving] = [await aBot(first), await aBot(first)];
    const writing = new AbortController();
    const writers = Array.from({ length: WRITERS }, (_, nth) =>
      writeUntil(placeAt(nth % 2 === 0 ? first : second), nth, () => writing.signal.aborted),
    );
    const seen = () => Math.min(...bots.map((bot) => bot.contents().length));
    const untilMore = async (count: number) => {
      const before = seen();
      await expect.poll(seen, EVENTUALLY).toBeGreaterThan(before + count);
    };
    const move = async (to: TestProcess) => {
      moving.leave();
      expect(await moving.resume(gatewayOf(to))).toMatchObject({ op: 0 });
    };
    await untilMore(10);
    await move(second);
    const restart = await cluster.killMaster();
    await untilMore(10);
    await expect
      .poll(() => processes.map(({ bus }) => bus.isUp()), EVENTUALLY)
      .toEqual([true, true]);
    await move(first);
    await untilMore(10);
    await restart();
    await move(second);
    await untilMore(10);
    writing.abort();
    const written = await Promise.all(writers);
    expect(faultsOf(written, await writtenIn(placeAt(first)))).toEqual({ lost: [], doubled: [] });
    const contents = written.flatMap((map) => [...map.keys()]).toSorted();
    for (const bot of [staying, moving]) {
      await expect.poll(() => bot.contents().toSorted(), EVENTUALLY).toEqual(contents);
    }
  },
  LONG,
);
