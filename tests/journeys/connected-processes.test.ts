// Processes on one PostgreSQL schema, connected by a bus on Redis: what they share.
import { afterEach, describe, expect, test } from "vitest";
import { bareCall } from "../../packages/server/src/testing/clients/bare-call.ts";
import { aCuttableProxy } from "../../packages/server/src/testing/processes/buses.ts";
import {
  signIn,
  type GatewayClient,
} from "../../packages/server/src/testing/clients/gateway-client.ts";
import type { TestProcess } from "../../packages/server/src/testing/processes/processes.ts";
import { demoWorld } from "../../packages/server/src/control/world-file/demo-world.ts";
import { CONTROL_KEY, demo } from "../../packages/server/src/testing/start-service.ts";
import { EVENTUALLY, LONG, processesOfTests } from "./processes-of-tests.ts";
import { eventDelays } from "./event-delays.ts";

/** The limit for all calls of an application in a second. */
const GLOBAL_LIMIT = 50;

const closing: (() => Promise<void>)[] = [];
// Hooks run in reverse order: proxies are closed after their processes have ended.
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const { processes, startConnected: start } = processesOfTests();
const clients: GatewayClient[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.ws.terminate();
});

async function connect(to: TestProcess, token: string, intents: number): Promise<GatewayClient> {
  const { client } = await signIn(`${to.url.replace("http", "ws")}/gateway/`, { token, intents });
  clients.push(client);
  return client;
}

const GUILD_PRESENCES = 1 << 8;

/** A session that receives presences. */
function aWatcher(at: TestProcess): Promise<GatewayClient> {
  return connect(at, demo.bobToken, 1 | GUILD_PRESENCES);
}

/** The statuses of concurrent calls of one bot, spread over all processes. */
async function hammer(calls: number): Promise<readonly number[]> {
  const answers = await Promise.all(
    processes.flatMap((process) =>
      Array.from({ length: calls }, () => process.asBot("GET /users/@me")),
    ),
  );
  return answers.map(({ status }) => status);
}

function admitted(statuses: readonly number[]): number {
  return statuses.filter((status) => status === 200).length;
}

describe("the rate limits", () => {
  const limited = { limits: "production" } as const;

  /** Freezes the clock, so that no rate limit window ends, however slow the machine is. */
  async function stopTime(): Promise<void> {
    await processes[0]?.control("PATCH /clock", { frozen: true });
    const instants = () => new Set(processes.map(({ clock }) => clock.state().frozenAt)).size;
    await expect.poll(instants, EVENTUALLY).toBe(1);
  }

  test(
    "apply to all processes together, exactly",
    async () => {
      const [first, second] = await start(3, limited);
      await stopTime();
      const statuses = await hammer(40);
      expect(admitted(statuses)).toBe(GLOBAL_LIMIT);
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
      const { body } = await second.control("GET /limits");
      const { buckets } = body as { readonly buckets: readonly unknown[] };
      const used = { owner: `application ${demo.applicationId}`, used: GLOBAL_LIMIT };
      expect(buckets).toContainEqual(expect.objectContaining(used));
      await second.control("POST /limits/reset");
      await expect
        .poll(async () => (await first.asBot("GET /users/@me")).status, EVENTUALLY)
        .toBe(200);
    },
    LONG,
  );

  test(
    "admit at most the limit plus one share per process when Redis fails meanwhile",
    async () => {
      const way = await aCuttableProxy();
      closing.push(() => way.close());
      await start(3, { ...limited, redis: way.url });
      await stopTime();
      const hammering = hammer(40);
      await way.cut();
      const statuses = await hammering;
      expect(admitted(statuses)).toBeGreaterThan(0);
      expect(admitted(statuses)).toBeLessThanOrEqual(
        GLOBAL_LIMIT + 3 * Math.floor(GLOBAL_LIMIT / 3),
      );
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
      const ready = await fetch(`${processes[0]?.url}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([200, { status: "ready", bus: "gone" }]);
    },
    LONG,
  );
});

describe("an event", () => {
  const GUILD_MESSAGES = 1 << 9;

  async function delays(from: TestProcess, to: TestProcess, count: number) {
    const client = await connect(to, demo.botToken, 1 | GUILD_MESSAGES);
    await client.nextEvent("GUILD_CREATE");
    return eventDelays(from, client, count);
  }

  test(
    "reaches sessions at another process with a median delay below 40 ms",
    async () => {
      const [first, second] = await start(2);
      const found = await delays(first, second, 40);
      // Without the bus, processes poll every 100 ms, which gives a median of 50 ms.
      expect(found[20]).toBeLessThan(40);
    },
    LONG,
  );

  test(
    "reaches sessions at another process while Redis is unreachable",
    async () => {
      const way = await aCuttableProxy();
      closing.push(() => way.close());
      const [first, second] = await start(2, { redis: way.url });
      await way.cut();
      await expect.poll(() => first.bus.isUp(), EVENTUALLY).toBe(false);
      expect(await delays(first, second, 5)).toHaveLength(5);
      await way.mend();
      await expect.poll(() => first.bus.isUp(), EVENTUALLY).toBe(true);
    },
    LONG,
  );
});

describe("the presence of a user at one process", () => {
  const offline = { d: { user: { id: demo.aliceId }, status: "offline" } };
  const online = { d: { user: { id: demo.aliceId }, status: "online" } };

  test(
    "is visible to sessions at all processes until that process has stopped",
    async () => {
      const [first, second] = await start(2);
      const early = await aWatcher(second);
      await early.nextEvent("GUILD_CREATE");
      const alice = await connect(first, demo.aliceToken, 1);
      await alice.nextEvent("GUILD_CREATE");
      expect(await early.nextEvent("PRESENCE_UPDATE")).toMatchObject(online);
      const late = await aWatcher(second);
      const guild = await late.nextEvent("GUILD_CREATE");
      const { presences } = guild.d as { readonly presences: readonly unknown[] };
      expect(presences).toContainEqual(expect.objectContaining(online.d));
      alice.send(3, { since: null, activities: [], status: "idle", afk: false });
      expect(await early.nextEvent("PRESENCE_UPDATE")).toMatchObject({ d: { status: "idle" } });
      // The others send the current presences to a new process.
      await start(1);
      const third = processes.at(-1) as TestProcess;
      const newcomer = await aWatcher(third);
      const guildCreate = (await newcomer.nextEvent("GUILD_CREATE")).d as {
        readonly presences: unknown[];
      };
      expect(guildCreate.presences).toContainEqual(expect.objectContaining({ status: "idle" }));
      // Its bus disconnects first, as when a process is killed.
      await first.bus.close();
      processes.splice(processes.indexOf(first), 1);
      await first.end();
      expect(await early.nextEvent("PRESENCE_UPDATE")).toMatchObject(offline);
    },
    LONG,
  );
});

test(
  "a user with sessions at two processes is shown with the newer presence at both",
  async () => {
    const [first, second] = await start(2);
    const watching = [await aWatcher(first), await aWatcher(second)];
    await connect(second, demo.aliceToken, 1);
    for (const each of watching) {
      expect(await each.nextEvent("PRESENCE_UPDATE")).toMatchObject({ d: { status: "online" } });
    }
    const newer = await connect(first, demo.aliceToken, 1);
    newer.send(3, { since: null, activities: [], status: "dnd", afk: false });
    for (const each of watching) {
      expect(await each.nextEvent("PRESENCE_UPDATE")).toMatchObject({ d: { status: "dnd" } });
    }
  },
  LONG,
);

test(
  "a bot is shown at all processes with the presence of the guild's shard",
  async () => {
    const [first, second] = await start(2);
    const watching = [await aWatcher(first), await aWatcher(second)];
    const aShard = async (number: number, status: string) => {
      const presence = { since: null, activities: [], status, afk: false };
      const identify = { token: demo.botToken, intents: 0, shard: [number, 2], presence };
      const { client } = await signIn(`${first.url.replace("http", "ws")}/gateway/`, identify);
      clients.push(client);
      return client;
    };
    const inGuild = await aShard(0, "idle");
    const elsewhere = await aShard(1, "dnd");
    elsewhere.send(3, { since: null, activities: [], status: "online", afk: false });
    const statuses = () => Promise.all(watching.map((each) => each.nextEvent("PRESENCE_UPDATE")));
    expect(await statuses()).toMatchObject([{ d: { status: "idle" } }, { d: { status: "idle" } }]);
    const late = await aWatcher(second);
    const { presences } = (await late.nextEvent("GUILD_CREATE")).d as { presences: unknown[] };
    expect(presences).toContainEqual(
      expect.objectContaining({ user: { id: demo.applicationId }, status: "idle" }),
    );
    inGuild.ws.close(1000);
    const offline = { d: { user: { id: demo.applicationId }, status: "offline" } };
    expect(await statuses()).toMatchObject([offline, offline]);
  },
  LONG,
);

describe("a control plane call at one process", () => {
  test(
    "that changes faults has taken effect at all processes when it returns",
    async () => {
      const [first, second] = await start(2);
      const match = { method: "GET", route: "/users/@me", count: 1 };
      const { id } = await first.control("POST /faults", { match, http: { status: 503 } });
      const faultsAt = async (process: TestProcess) =>
        JSON.stringify((await process.control("GET /faults")).body).match(/"id":"\d+"/g) ?? [];
      expect(await faultsAt(second)).toEqual([`"id":"${id}"`]);
      expect(await second.asBot("GET /users/@me")).toMatchObject({ status: 503 });
      expect(await faultsAt(first)).toEqual([]);
      await second.control("POST /faults", { match, http: { status: 503 } });
      expect(await faultsAt(first)).toHaveLength(1);
      await first.control("DELETE /faults");
      expect(await faultsAt(second)).toEqual([]);
    },
    LONG,
  );

  test(
    "that added a fault applies to a process that starts later, with a shared count",
    async () => {
      const [first, second] = await start(2);
      const match = { method: "GET", route: "/users/@me", count: 3 };
      await first.control("POST /faults", { match, http: { status: 503 } });
      expect(await second.asBot("GET /users/@me")).toMatchObject({ status: 503 });
      const [, , third] = (await start(1)) as unknown as [unknown, unknown, TestProcess];
      const leftAt = async (process: TestProcess) =>
        (await process.control("GET /faults")).at("items", 0, "match", "count");
      expect(await Promise.all(processes.map(leftAt))).toEqual([2, 2, 2]);
      expect(await third.asBot("GET /users/@me")).toMatchObject({ status: 503 });
      expect(await Promise.all(processes.map(leftAt))).toEqual([1, 1, 1]);
      expect(await first.asBot("GET /users/@me")).toMatchObject({ status: 503 });
      expect(await third.asBot("GET /users/@me")).toMatchObject({ status: 200 });
    },
    LONG,
  );

  test(
    "that changes the limits applies to all processes",
    async () => {
      const [first, second] = await start(2);
      await first.control("PATCH /limits", { profile: "production" });
      const profileAt = async (process: TestProcess) =>
        ((await process.control("GET /limits")).body as { readonly profile: string }).profile;
      await expect.poll(() => profileAt(second), EVENTUALLY).toBe("production");
    },
    LONG,
  );

  test(
    "that changed the limits applies to a process that starts later, until a reset",
    async () => {
      const [first] = await start(1, { limits: "production" });
      const profileAt = async (process: TestProcess) =>
        (await process.control("GET /limits")).at("profile");
      await first.control("PATCH /limits", { profile: "unapproved" });
      const [, second] = (await start(1, { limits: "production" })) as [unknown, TestProcess];
      expect(await profileAt(second)).toBe("unapproved");
      await second.control("PATCH /limits", { profile: "off" });
      await expect.poll(() => profileAt(first), EVENTUALLY).toBe("off");
      // Another world has limits of its own.
      expect((await first.control("POST /world/reset")).status).toBe(204);
      await start(1, { limits: "production" });
      expect(await Promise.all(processes.map(profileAt))).toEqual(Array(3).fill("production"));
    },
    LONG,
  );
});

describe("the counters of rate limits and sessions", () => {
  const remaining = async (process: TestProcess) =>
    (await process.asBot("GET /gateway/bot")).at("session_start_limit", "remaining");

  test.each([
    ["a reset of the world", "POST /world/reset", undefined],
    ["another world in its place", "PUT /world", demoWorld],
    ["a reset of limits", "POST /limits/reset", undefined],
  ])(
    "are reset at all processes by the time %s returns",
    async (_what, route, body) => {
      const [first, second] = await start(3, { limits: "production" });
      for (let round = 0; round < 3; round += 1) {
        await connect(first, demo.botToken, 1);
        expect(await remaining(second)).toBe(999);
        // In the current second's windows, too, every process must have learned that the limit is
        // reached.
        await hammer(GLOBAL_LIMIT);
        expect((await second.control(route, body)).status).toBeLessThan(300);
        const answers = await Promise.all(processes.map((each) => each.asBot("GET /users/@me")));
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
        expect(await remaining(first)).toBe(1000);
      }
    },
    LONG,
  );
});

test(
  "sessions of a bot start one at a time and share a daily limit across processes",
  async () => {
    const [first, second] = await start(2, { limits: "production" });
    await first.control("PATCH /clock", { frozen: true });
    await expect.poll(() => second.clock.state().frozen, EVENTUALLY).toBe(true);
    await connect(first, demo.botToken, 1);
    let hasBegun = false;
    const later = connect(second, demo.botToken, 1).then(() => (hasBegun = true));
    const remaining = async (process: TestProcess) =>
      (await process.asBot("GET /gateway/bot")).body as {
        readonly session_start_limit: { readonly remaining: number };
      };
    await expect
      .poll(async () => (await remaining(second)).session_start_limit.remaining, EVENTUALLY)
      .toBe(999);
    expect(hasBegun).toBe(false);
    await first.control("PATCH /clock", { advance: "PT5S" });
    await later;
    await expect
      .poll(async () => (await remaining(first)).session_start_limit.remaining, EVENTUALLY)
      .toBe(998);
  },
  LONG,
);

test(
  "signing out of the console at one process signs out at all of them",
  async () => {
    const [first, second] = await start(2);
    // The headers of our own pages, with the host name that both processes have behind a balancer.
    const own = {
      host: "127.0.0.1:8010",
      "sec-fetch-site": "same-origin",
      "x-antechamber-console": "1",
    };
    const authorization = `Control ${CONTROL_KEY}`;
    const begun = await bareCall(first.url, "POST /console/session", { ...own, authorization });
    const cookie = String(begun.headers["set-cookie"]).split(";")[0] ?? "";
    const listed = async ({ url }: TestProcess) =>
      (await bareCall(url, "GET /control/v1/users", { ...own, cookie })).status;
    expect([await listed(first), await listed(second)]).toEqual([200, 200]);
    const ended = await bareCall(first.url, "DELETE /console/session", { ...own, cookie });
    expect(ended.status).toBe(204);
    await expect.poll(() => listed(second), EVENTUALLY).toBe(401);
    expect(await listed(first)).toBe(401);
  },
  LONG,
);
