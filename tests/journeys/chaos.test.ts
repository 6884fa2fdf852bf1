// Everything that fails, by turns and under load: processes are killed and stand still, Redis is
// killed, PostgreSQL ends its connections, it and Redis go silent, clients lose theirs, and clocks
// differ. It is run by hand: CHAOS_SECONDS says for how long, one turn of each at least, and
// CHAOS_SEED repeats an order. With CHAOS_REPLICAS, Redis is a cluster whose masters are killed.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { seededRandom } from "../../packages/server/src/testing/seeded-random.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import { freshDatabase } from "../fresh-database.ts";
import { aKillableRedis, aRedisCluster } from "../redis-servers.ts";
import { faultsOf, writeUntil, writtenIn } from "./acknowledged-writes.ts";
import { Crowd } from "./chaos-crowd.ts";
import { Fleet } from "./chaos-fleet.ts";
import { lobbiesUntil, stillThere } from "./chaos-lobbies.ts";
import { LobbyClients } from "./lobby-clients.ts";

const SECONDS = Number(process.env["CHAOS_SECONDS"] ?? 0);
const SEED = process.env["CHAOS_SEED"] ?? `${Date.now()}`;
const HAS_REPLICAS = process.env["CHAOS_REPLICAS"] !== undefined;
const PROCESSES = 2;
/** For how long PostgreSQL says nothing to one process: less than it lives without a sign, or more. */
const SILENT_MS = [2_000, 5_000, 9_000];
const WRITERS = 3;
const BOTS = 3;
const EVENTUALLY = { timeout: 60_000, interval: 100 };
/** Of all calls of an application in a second. */
const GLOBAL_LIMIT = 50;

/** One server or a cluster, which can be killed for a while. */
interface FailingRedis {
  readonly url: string;
  /** @returns brings back what was killed */
  fail(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

async function aFailingRedis(): Promise<FailingRedis> {
  if (HAS_REPLICAS) {
    const cluster = await aRedisCluster({ hasReplicas: true });
    return { url: cluster.url, fail: () => cluster.killMaster(), close: () => cluster.close() };
  }
  const server = await aKillableRedis();
  return {
    url: server.url,
    async fail() {
      await server.kill();
      return () => server.restart();
    },
    close: () => server.close(),
  };
}

let redis: FailingRedis;
let fleet: Fleet;
let crowd: Crowd;

describe.runIf(SECONDS > 0)("under everything that fails", () => {
  beforeEach(async () => {
    const [server, database] = await Promise.all([aFailingRedis(), freshDatabase()]);
    redis = server;
    fleet = await Fleet.open({ database, redis: redis.url, count: PROCESSES });
    crowd = await Crowd.open(fleet, BOTS);
  }, 120_000);

  /** A failure says how it is repeated. */
  beforeEach(({ annotate }) => annotate(`CHAOS_SEED=${SEED}`));

  afterEach(async () => {
    crowd.end();
    await fleet.end();
    await redis.close();
  }, 60_000);

  const random = seededRandom(SEED);
  const dice = (sides: number): number => (random.bytes(1)[0] ?? 0) % sides;

  let outages = 0;

  const turns = {
    async "a process is killed"() {
      await fleet.kill(dice(PROCESSES));
    },
    async "a process stands still for longer than it is waited for"() {
      const stopped = fleet.pause(dice(PROCESSES));
      await crowd.leaveAll(stopped);
      await fleet.untilDead();
      fleet.goOn(stopped);
    },
    async "Redis is killed, and comes back empty or as a replica"() {
      const restart = await redis.fail();
      outages += 1;
      await crowd.hearsOf(`without Redis ${outages}`);
      await restart();
      await fleet.untilConnected();
    },
    async "PostgreSQL ends every connection"() {
      await fleet.endConnections();
    },
    async "PostgreSQL says nothing to one of them"() {
      await fleet.stall(dice(PROCESSES), "database", SILENT_MS[dice(SILENT_MS.length)] ?? 0);
    },
    async "Redis says nothing to one of them"() {
      await fleet.stall(dice(PROCESSES), "redis", SILENT_MS[dice(SILENT_MS.length)] ?? 0);
      await fleet.untilConnected();
    },
    async "clients come elsewhere, whose old connections nobody has seen end"() {
      await crowd.wander(dice);
    },
  } as const;

  type Turn = keyof typeof turns;

  /** All of them in an order by chance. */
  function shuffled(): readonly Turn[] {
    const names = Object.keys(turns) as Turn[];
    return names
      .map((name) => [dice(256), name] as const)
      .toSorted(([one], [other]) => one - other)
      .map(([, name]) => name);
  }

  /** How many calls of one bot at all processes get through in how many seconds. */
  async function hammered(): Promise<{ readonly admitted: number; readonly seconds: number }> {
    const from = performance.now();
    const statuses = await Promise.all(
      fleet.urls().flatMap((url) => Array.from({ length: 2 * GLOBAL_LIMIT }, () => fleet.ask(url))),
    );
    const admitted = statuses.filter((status) => status === 200).length;
    return { admitted, seconds: (performance.now() - from) / 1000 };
  }

  test(
    "nothing that was acknowledged is lost or done twice, and sessions go on",
    async () => {
      const over = new AbortController();
      const isOver = () => over.signal.aborted;
      const writers = Array.from({ length: WRITERS }, (_, nth) =>
        writeUntil(fleet.place, nth, isOver),
      );
      const made = lobbiesUntil(fleet.place, isOver);
      const lobbyPlace = {
        urls: () => fleet.urls(),
        botToken: demo.botToken,
        users: [demo.aliceId, demo.bobId],
      };
      const members = new LobbyClients(lobbyPlace, seededRandom(`${SEED} members`));
      const changed = members.until(isOver);
      const until = performance.now() + SECONDS * 1000;
      let count = 0;
      do {
        for (const name of shuffled()) {
          await turns[name]();
          count += 1;
          await crowd.hearsOf(`turn ${count}: ${name}`);
        }
      } while (performance.now() < until);
      over.abort();
      const written = await Promise.all(writers);
      const found = await writtenIn(fleet.place);
      expect(faultsOf(written, found), `CHAOS_SEED=${SEED}`).toEqual({ lost: [], doubled: [] });
      // Each client has every message of all writers once.
      const contents = [...found.keys()].toSorted();
      for (const bot of crowd.bots) {
        await expect.poll(() => bot.contents().toSorted(), EVENTUALLY).toEqual(contents);
      }
      expect(crowd.lost, `CHAOS_SEED=${SEED}`).toBe(0);
      await changed;
      expect(members.impossible, `CHAOS_SEED=${SEED}`).toEqual([]);
      expect(members.calls).toBeGreaterThan(0);
      // Deadlines come, whichever process had them.
      const lobbies = await made;
      expect(lobbies.length).toBeGreaterThan(0);
      await expect.poll(() => stillThere(fleet.place, lobbies), EVENTUALLY).toEqual([]);
      await fleet.limit();
      const { admitted, seconds } = await hammered();
      expect(admitted).toBeGreaterThan(0);
      expect(admitted).toBeLessThanOrEqual(GLOBAL_LIMIT * (Math.ceil(seconds) + 1));
    },
    180_000 + SECONDS * 1000,
  );
});
