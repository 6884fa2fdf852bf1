// The bus on a cluster of three masters, which the test starts.
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Bus } from "../../packages/server/src/platform/bus.ts";
import { countersConformance } from "../../packages/server/src/platform/rate-limit-counters.conformance.ts";
import { localRateLimitCounters } from "../../packages/server/src/platform/rate-limit-counters.ts";
import { steerableClock } from "../../packages/server/src/platform/time/system-clock.ts";
import { aBus } from "../../packages/server/src/testing/processes/buses.ts";
import { aRedisCluster, type RedisCluster } from "../redis-servers.ts";

const EVENTUALLY = { timeout: 30_000, interval: 20 };
const LONG = 120_000;

let cluster: RedisCluster;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  cluster = await aRedisCluster();
}, LONG);

afterAll(() => cluster.close());

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** The buses of several processes of one service. */
function buses(count: number, clock = steerableClock()): Promise<readonly Bus[]> {
  const service = randomUUID();
  const living = Array.from({ length: count }, (_, id) => ({ id, epoch: `${id}`, version: "" }));
  return Promise.all(
    living.map(async (own) => {
      const processes = { own: () => own, living: () => living };
      const bus = await aBus({ service, url: cluster.url, processes, clock });
      closing.push(() => bus.close());
      return bus;
    }),
  );
}

async function aPair(): Promise<readonly [Bus, Bus]> {
  return (await buses(2)) as unknown as readonly [Bus, Bus];
}

describe("a bus on a Redis cluster", () => {
  countersConformance(async () => {
    const clock = steerableClock();
    const all = await buses(3, clock);
    return {
      counters: all.map((bus) => bus.counters(localRateLimitCounters())),
      moveTo: (at) => clock.restore({ frozen: true, offsetMs: 0, frozenAt: at }),
      remove: async () => undefined,
    };
  });

  test("carries messages, questions and stored events of one process to another", async () => {
    const [one, other] = await aPair();
    const received: unknown[] = [];
    other.subscribe("news", (body) => received.push(body));
    other.answer("who", async () => "me");
    one.publish("news", { what: "é" });
    await expect.poll(() => received, EVENTUALLY).toEqual([{ what: "é" }]);
    const question = { topic: "who", body: 1, isEnough: () => true, timeoutMs: 5_000 };
    expect(await one.ask(question)).toEqual({ answers: ["me"], isComplete: true });
    const write = { epoch: "0", number: 1, oldest: 1, entry: "e", deletedNotes: [] };
    await one.journal?.append({ ...write, notes: [["a", "one"]] });
    expect(await other.journal?.readNote("0", "a")).toBe("one");
    const claim = { epoch: "0", name: "a", claimant: "1", durationMs: 60_000 };
    expect(await other.journal?.claim(claim)).toBe("1");
    await other.journal?.close("0");
    expect(await one.journal?.append({ ...write, number: 2, notes: [] })).toBe(false);
  });

  // This test must be the last: it destroys the cluster.
  test(
    "counts locally when all nodes are down",
    async () => {
      const warnings: string[] = [];
      const service = randomUUID();
      const own = { id: 0, epoch: "0", version: "" };
      const processes = { own: () => own, living: () => [own] };
      const clock = steerableClock();
      const warn = (message: string) => warnings.push(message);
      const bus = await aBus({
        service,
        url: cluster.url,
        processes,
        clock,
        warn,
        timeoutMs: 500,
      });
      closing.push(() => bus.close());
      const counters = bus.counters(localRateLimitCounters());
      const take = async (key: string) =>
        (await counters.take([{ key, max: 1, windowMs: 60_000 }], Date.now())).full;
      expect([await take("a"), await take("a")]).toEqual([undefined, 0]);
      await cluster.killAll();
      await expect.poll(() => bus.isUp(), EVENTUALLY).toBe(false);
      expect([await take("b"), await take("b")]).toEqual([undefined, 0]);
      expect(warnings.at(-1)).toMatch(/does not answer/);
    },
    LONG,
  );
});
