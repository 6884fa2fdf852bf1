// Injects every kind of failure in turn under load: processes are killed and paused, masters of
// Redis are killed and paused, PostgreSQL ends its connections and stalls, clients lose theirs, and
// clocks differ. The suite injects each once. In a manual run, CHAOS_SECONDS sets the duration,
// CHAOS_SEED repeats an order, and CHAOS_HISTORIES names a directory for the histories of lobbies.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { seededRandom } from "../../packages/server/src/testing/seeded-random.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import { freshDatabase } from "../fresh-database.ts";
import { aKillableRedis, aRedisCluster } from "../redis-servers.ts";
import { faultsOf, writeUntil, writtenIn } from "./acknowledged-writes.ts";
import { Crowd } from "./chaos-crowd.ts";
import { Fleet, type Depth } from "./chaos-fleet.ts";
import { lobbiesUntil, stillThere } from "./chaos-lobbies.ts";
import { LobbyClients } from "./lobby-clients.ts";
import { historyKeeper, type History } from "./membership-history.ts";

const SECONDS = Number(process.env["CHAOS_SECONDS"] ?? 0);
const isByHand = SECONDS > 0;
const SEED = process.env["CHAOS_SEED"] ?? `${Date.now()}`;
const HISTORIES = process.env["CHAOS_HISTORIES"];
const PROCESSES = Number(process.env["CHAOS_PROCESSES"] ?? 3);
/** A cluster with replicas, or a single server, which loses all data when it is killed. */
const REDIS = process.env["CHAOS_REDIS"] ?? "cluster";
const WRITERS = isByHand ? 3 : 2;
/** The pause between two calls of a client, which leaves time for other tests of the suite. */
const PAUSE_MS = isByHand ? 0 : 20;
const BOTS = 3;
const EVENTUALLY = { timeout: 60_000, interval: 100 };
/** The sum of all timeouts of one round; their messages are more useful than the test's own timeout. */
const TEST_MS = 600_000;
/** The limit for all calls of an application in a second. */
const GLOBAL_LIMIT = 50;

/** A single server or a cluster, which can be killed or paused for a while. */
interface FailingRedis {
  readonly url: string;
  /** Kills a server. @returns a function that starts it again */
  fail(): Promise<() => Promise<void>>;
  /**
   * Pauses a server.
   *
   * @returns a function that resumes it; absent: only connections can be stalled
   */
  silence?(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

async function aFailingRedis(): Promise<FailingRedis> {
  if (REDIS === "cluster") {
    const cluster = await aRedisCluster({ hasReplicas: true });
    return {
      url: cluster.url,
      fail: () => cluster.killMaster(),
      silence: () => cluster.pauseMaster(),
      close: () => cluster.close(),
    };
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
let over: AbortController;
/** The background loops, which must end however the test ends: other tests share this thread. */
let loops: Promise<unknown>[];

function goesOn<T>(loop: Promise<T>): Promise<T> {
  loops.push(loop);
  // The error is handled where the loop is awaited.
  loop.catch(() => undefined);
  return loop;
}

describe("a service under injected failures", () => {
  beforeEach(async () => {
    over = new AbortController();
    loops = [];
    const [server, database] = await Promise.all([aFailingRedis(), freshDatabase()]);
    redis = server;
    fleet = await Fleet.open({ database, redis: redis.url, count: PROCESSES });
    crowd = await Crowd.open(fleet, BOTS);
  }, 120_000);

  /** Shows in a failure how to repeat it. */
  beforeEach(({ annotate }) => annotate(`CHAOS_SEED=${SEED}`));

  afterEach(async () => {
    over.abort();
    await Promise.allSettled(loops);
    crowd.end();
    await fleet.end();
    await redis.close();
  }, 60_000);

  const random = seededRandom(SEED);
  const dice = (sides: number): number => (random.bytes(1)[0] ?? 0) % sides;
  const aDepth = (): Depth => (isByHand && dice(2) === 0 ? "dead" : "noticed");

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
      await crowd.receives(`without Redis ${outages}`);
      await restart();
      await fleet.untilConnected();
      await crowd.moveOn();
    },
    async "PostgreSQL ends every connection"() {
      await fleet.endConnections();
    },
    async "PostgreSQL says nothing to one of them"() {
      await fleet.stall(dice(PROCESSES), "database", aDepth());
    },
    async "Redis says nothing"() {
      if (redis.silence === undefined) await fleet.stall(dice(PROCESSES), "redis", "noticed");
      else await (await redis.silence())();
      await fleet.untilConnected();
      await crowd.moveOn();
    },
    async "clients come elsewhere, whose old connections nobody has seen end"() {
      await crowd.wander(dice);
    },
  } as const;

  type Turn = keyof typeof turns;

  /** All failures in a random order. */
  function shuffled(): readonly Turn[] {
    const names = Object.keys(turns) as Turn[];
    return names
      .map((name) => [dice(256), name] as const)
      .toSorted(([one], [other]) => one - other)
      .map(([, name]) => name);
  }

  /** How many calls of one bot at all processes are admitted, in how many seconds. */
  async function hammered(): Promise<{ readonly admitted: number; readonly seconds: number }> {
    const from = performance.now();
    const statuses = await Promise.all(
      fleet.urls().flatMap((url) => Array.from({ length: 2 * GLOBAL_LIMIT }, () => fleet.ask(url))),
    );
    const admitted = statuses.filter((status) => status === 200).length;
    return { admitted, seconds: (performance.now() - from) / 1000 };
  }

  /** Clients of lobbies, and the file that keeps their impossible histories. */
  function lobbyClients() {
    const keeper = historyKeeper(HISTORIES ?? join(tmpdir(), "antechamber-chaos"), SEED);
    const place = {
      urls: () => fleet.urls(),
      botToken: demo.botToken,
      users: [demo.aliceId, demo.bobId],
      pauseMs: PAUSE_MS,
      keep: (history: History) => {
        if (HISTORIES !== undefined || !history.isPossible) keeper.keep(history);
      },
    };
    return { clients: new LobbyClients(place, seededRandom(`${SEED} members`)), path: keeper.path };
  }

  test(
    "loses and repeats no acknowledged write, and keeps its sessions",
    async () => {
      const isOver = () => over.signal.aborted;
      const writers = Array.from({ length: WRITERS }, (_, nth) =>
        goesOn(writeUntil(fleet.place, nth, isOver, PAUSE_MS)),
      );
      const made = goesOn(lobbiesUntil(fleet.place, isOver));
      const { clients: members, path } = lobbyClients();
      const changed = goesOn(members.until(isOver));
      const until = performance.now() + SECONDS * 1000;
      let count = 0;
      do {
        for (const name of shuffled()) {
          const from = performance.now();
          await turns[name]();
          count += 1;
          await crowd.receives(`turn ${count}: ${name}`);
          report(`${count}: ${name}, ${Math.round(performance.now() - from)} ms`);
        }
      } while (performance.now() < until);
      over.abort();
      const written = await Promise.all(writers);
      // The bots of the last failure must be back too.
      await crowd.receives("the end");
      const found = await writtenIn(fleet.place);
      expect(faultsOf(written, found), `CHAOS_SEED=${SEED}`).toEqual({ lost: [], doubled: [] });
      // Each client must have received every message of all writers once.
      const contents = [...found.keys()].toSorted();
      for (const bot of crowd.bots) {
        await expect.poll(() => bot.contents().toSorted(), EVENTUALLY).toEqual(contents);
      }
      expect(crowd.lost, `CHAOS_SEED=${SEED}`).toBe(0);
      await changed;
      expect(members.impossible, `CHAOS_SEED=${SEED} ${path}`).toEqual([]);
      expect(members.calls).toBeGreaterThan(0);
      // Deadlines run at whichever process.
      const lobbies = await made;
      expect(lobbies.length).toBeGreaterThan(0);
      await expect.poll(() => stillThere(fleet.place, lobbies), EVENTUALLY).toEqual([]);
      await fleet.limit();
      const { admitted, seconds } = await hammered();
      expect(admitted).toBeGreaterThan(0);
      expect(admitted).toBeLessThanOrEqual(GLOBAL_LIMIT * (Math.ceil(seconds) + 1));
      report(
        `CHAOS_SEED=${SEED}: ${count} turns, ${contents.length} messages, ${lobbies.length} ` +
          `lobbies gone, ${members.calls} calls on members of ${members.lobbies} lobbies`,
      );
    },
    TEST_MS + SECONDS * 1000,
  );
});

/** Prints progress in a manual or repeated run. */
function report(words: string): void {
  if (isByHand || process.env["CHAOS_SEED"] !== undefined) process.stderr.write(`${words}\n`);
}
