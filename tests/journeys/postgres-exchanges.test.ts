// How many round trips to PostgreSQL a call takes, including authentication. The numbers may only
// shrink: across a network each one adds its latency.
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Answer } from "../../packages/server/src/testing/answer.ts";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";
import { openPostgresStore } from "../../packages/server/src/platform/postgres/store.ts";
import type { Store } from "../../packages/server/src/platform/store.ts";
import { tables } from "../../packages/server/src/tables.ts";
import { freshDatabase } from "../fresh-database.ts";

let store: Store;
let service: TestService;
let lobbyId: string;

beforeAll(async () => {
  store = await openPostgresStore({ url: await freshDatabase(), tables, secret: "exchanges" });
  service = await aService({ store });
  lobbyId = (await service.asBot("POST /lobbies", {})).id;
  await service.asBot(`POST ${commands}`, { name: "hello", description: "x" });
});
afterAll(async () => {
  await service.stop();
  await store.close();
});

const commands = `/applications/${demo.applicationId}/commands`;
let nth = 0;

const calls: readonly (readonly [name: string, most: number, call: () => Promise<Answer>])[] = [
  ["create a lobby", 1, () => service.asBot("POST /lobbies", { metadata: { a: "b" } })],
  [
    "create a lobby of two",
    2,
    () => service.asBot("POST /lobbies", { members: [{ id: demo.aliceId }, { id: demo.bobId }] }),
  ],
  [
    "put a member into a lobby",
    2,
    () =>
      service.asBot(`PUT /lobbies/${lobbyId}/members/${demo.aliceId}`, {
        metadata: { n: `${(nth += 1)}` },
      }),
  ],
  [
    "create a command",
    2,
    () => service.asBot(`POST ${commands}`, { name: `c-${(nth += 1)}`, description: "x" }),
  ],
  [
    "send a message",
    3,
    () => service.asBot(`POST /channels/${demo.generalId}/messages`, { content: "hello" }),
  ],
  [
    // The last of them reads the outcome.
    "have a user invoke a command",
    7,
    () =>
      service.control("POST /users/alice/invoke", {
        application: demo.applicationId,
        channel: demo.generalId,
        command: "hello",
        wait: 0,
      }),
  ],
  ["get a lobby", 1, () => service.asBot(`GET /lobbies/${lobbyId}`)],
  ["list commands", 1, () => service.asBot(`GET ${commands}`)],
  ["get a channel", 1, () => service.asBot(`GET /channels/${demo.generalId}`)],
];

/** The number of measured calls; the first ones may also fill caches. */
const CALLS = 5;
/** The number of concurrent callers. */
const CALLERS = 32;

test.each(calls)("to %s takes at most %i round trips", async (_name, most, call) => {
  const taken: number[] = [];
  for (let n = 0; n < CALLS; n += 1) {
    const before = store.effort?.exchanges ?? 0;
    expect((await call()).status).toBeLessThan(300);
    taken.push((store.effort?.exchanges ?? 0) - before);
  }
  expect(Math.min(...taken)).toBeGreaterThan(0);
  expect(Math.min(...taken)).toBeLessThanOrEqual(most);
});

/** Counts messages to the database on the connections for calls, whether awaited or not. */
function messagesOfCalls(): { count(): number; end(): void } {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  const isOfCalls = (client: unknown) => {
    const { connectionParameters: own } = client as { connectionParameters: pg.ClientConfig };
    return own.application_name === "antechamber requests";
  };
  return {
    count: () => sent.mock.contexts.filter(isOfCalls).length,
    end: () => sent.mockRestore(),
  };
}

test("looking up an unknown user sends one message, without a transaction", async () => {
  const messages = messagesOfCalls();
  const taken: number[] = [];
  for (let n = 0; n < CALLS; n += 1) {
    const before = messages.count();
    expect((await service.asBot(`GET /users/${990_000_000_000_000_000n + BigInt(n)}`)).status).toBe(
      404,
    );
    taken.push(messages.count() - before);
  }
  messages.end();
  expect(Math.min(...taken)).toBe(1);
});

test("concurrent calls that create lobbies share round trips", async () => {
  const before = store.effort?.exchanges ?? 0;
  const callers = Array.from({ length: CALLERS }, async () => {
    for (let n = 0; n < CALLS; n += 1) {
      expect((await service.asBot("POST /lobbies", { metadata: { a: "b" } })).status).toBe(201);
    }
  });
  await Promise.all(callers);
  const taken = (store.effort?.exchanges ?? 0) - before;
  expect(taken).toBeLessThanOrEqual((CALLERS * CALLS) / 2);
});
