// Responses are cached on PostgreSQL too, where other processes write: a call waits until the
// process has read what they committed, so that no response is stale. Source: docs/decisions,
// "Answers are remembered".
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Store } from "../../packages/server/src/platform/store.ts";
import { freshStores } from "../../packages/server/src/testing/processes/fresh-stores.ts";
import {
  countingReads,
  prepareCacheable,
  cacheableEndpoints,
} from "../../packages/server/src/testing/calls/cacheable-calls.ts";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";

/** The number of changes; each begins when the previous one was answered. */
const CHANGES = 40;
/** The number of concurrent readers while another process writes. */
const READERS = 6;
const EVENTUALLY = { timeout: 30_000, interval: 10 };

let stores: readonly Store[];
let reads: () => number;
let here: TestService;
let there: TestService;
let callOf: Awaited<ReturnType<typeof prepareCacheable>>;

beforeAll(async () => {
  const [first, second] = (await freshStores(2)) as [Store, Store];
  const counted = countingReads(first);
  ({ reads } = counted);
  stores = [counted.store, second];
  here = await aService({ store: counted.store });
  there = await aService({ store: second });
  callOf = await prepareCacheable(there);
});
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()]);
  for (const store of stores) await store.close();
});

test.each(cacheableEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  "a repeated call of %s is answered without reading records",
  async (_id, endpoint) => {
    const { route, auth } = callOf(endpoint);
    // A job of the other process may change something between two reads.
    await expect
      .poll(async () => {
        const first = await here.call(route, { auth });
        expect([route, first.status]).toEqual([route, 200]);
        const before = reads();
        const second = await here.call(route, { auth });
        return second.text === first.text && reads() === before;
      }, EVENTUALLY)
      .toBe(true);
  },
);

const changes: readonly (readonly [what: string, make: () => Promise<Changed>])[] = [
  ["a lobby", changedLobby],
  ["a member of a lobby", changedMember],
  ["a command", changedCommand],
  ["a role", changedRole],
];

interface Changed {
  readonly read: string;
  readonly change: (nth: number) => Promise<unknown>;
  readonly expectedText: (nth: number) => string;
}

async function changedLobby(): Promise<Changed> {
  const { id } = await there.asBot("POST /lobbies", {});
  return {
    read: `GET /lobbies/${id}`,
    change: (nth) => there.asBot(`PATCH /lobbies/${id}`, { metadata: { nth: `${nth}` } }),
    expectedText: (nth) => `"metadata":{"nth":"${nth}"}`,
  };
}

async function changedMember(): Promise<Changed> {
  const { id } = await there.asBot("POST /lobbies", {});
  return {
    read: `GET /lobbies/${id}`,
    change: (nth) =>
      there.asBot(`PUT /lobbies/${id}/members/${demo.bobId}`, { metadata: { nth: `${nth}` } }),
    expectedText: (nth) => `"nth":"${nth}"`,
  };
}

async function changedCommand(): Promise<Changed> {
  const commands = `/applications/${demo.applicationId}/commands`;
  return {
    read: `GET ${commands}`,
    change: (nth) => there.asBot(`POST ${commands}`, { name: "nth", description: `it is ${nth}.` }),
    expectedText: (nth) => `it is ${nth}.`,
  };
}

async function changedRole(): Promise<Changed> {
  const roles = `/guilds/${demo.guildId}/roles`;
  const { id } = await there.asBot(`POST ${roles}`, { name: "new" });
  return {
    read: `GET ${roles}`,
    change: (nth) => there.asBot(`PATCH ${roles}/${id}`, { name: `role ${nth}.` }),
    expectedText: (nth) => `role ${nth}.`,
  };
}

test.each(changes)(
  "the next response contains %s that another process changed",
  async (_, make) => {
    const { read, change, expectedText } = await make();
    for (let nth = 0; nth < CHANGES; nth += 1) {
      // Some responses are cached when the change comes, and some are being read.
      const meanwhile = Array.from({ length: READERS }, () => here.asBot(read));
      await change(nth);
      const next = await Promise.all(Array.from({ length: READERS }, () => here.asBot(read)));
      for (const { text } of next) expect(text).toContain(expectedText(nth));
      await Promise.all(meanwhile);
    }
  },
);

test("a token revoked at another process receives no cached response", async () => {
  const read = `GET /guilds/${demo.guildId}/roles`;
  const withToken = () => here.call(read, { auth: `Bot ${demo.botToken}` });
  expect([(await withToken()).status, (await withToken()).status]).toEqual([200, 200]);
  const [first, second] = demo.botToken.split(".");
  const bot = { token: `${first}.${second}.renewed` };
  const changed = await there.control(`PATCH /applications/${demo.applicationId}`, { bot });
  expect([changed.status, (await withToken()).status]).toEqual([200, 401]);
});
