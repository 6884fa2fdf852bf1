// How many SQLite statements a call runs, besides those that begin and end transactions. The
// numbers may only shrink: reads on a hot path are cached, so that only writes remain.
import { StatementSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "../../packages/server/src/testing/answer.ts";
import type { GatewayClient } from "../../packages/server/src/testing/clients/gateway-client.ts";
import {
  aHall,
  hallIds,
  type HallWorld,
} from "../../packages/server/src/testing/worlds/hall-world.ts";

const ran: string[] = [];
let world: HallWorld;
let bot: GatewayClient;
let lobbyId: string;

beforeAll(() => {
  for (const way of ["run", "get", "all"] as const) {
    const original = StatementSync.prototype[way] as (...parameters: unknown[]) => unknown;
    vi.spyOn(StatementSync.prototype, way).mockImplementation(function (
      this: StatementSync,
      ...parameters: unknown[]
    ) {
      ran.push(this.sourceSQL);
      return original.apply(this, parameters) as never;
    });
  }
});
afterAll(() => vi.restoreAllMocks());

beforeEach(async () => {
  world = await aHall();
  bot = await world.join("watcher", 0);
  lobbyId = (await asBot("POST /lobbies", {})).id;
  await asBot(`POST ${commands}`, { name: "hello", description: "x" });
});

const { watcher, general } = hallIds;
const commands = `/applications/${watcher}/commands`;
let nth = 0;

function asBot(route: string, body: unknown): Promise<Answer> {
  return world.service.call(route, { auth: "Bot watcher", body });
}

/** Uses a command, from the control plane's call to the bot's response. */
async function invoked(): Promise<Answer> {
  const outcome = world.service.control("POST /users/alice/invoke", {
    application: watcher,
    channel: general,
    command: "hello",
  });
  const { d } = await bot.nextEvent("INTERACTION_CREATE");
  const { id, token } = d as { readonly id: string; readonly token: string };
  const body = { type: 4, data: { content: "pong" } };
  await world.service.call(`POST /interactions/${id}/${token}/callback`, { body });
  return outcome;
}

const calls: readonly (readonly [name: string, most: number, call: () => Promise<Answer>])[] = [
  ["create a lobby", 3, () => asBot("POST /lobbies", { metadata: { a: "b" } })],
  [
    "put a member into a lobby",
    1,
    () =>
      asBot(`PUT /lobbies/${lobbyId}/members/${hallIds.alice}`, {
        metadata: { n: `${(nth += 1)}` },
      }),
  ],
  [
    "create a command",
    6,
    () => asBot(`POST ${commands}`, { name: `c-${(nth += 1)}`, description: "x" }),
  ],
  ["send a message", 5, () => asBot(`POST /channels/${general}/messages`, { content: "hello" })],
  // The interaction with its deadline, and both again with the response; the channel; the message,
  // its place in the history, and its search document with four terms. There are no reads.
  ["invoke a command and answer it", 9, invoked],
];

/** The number of measured calls; the first ones may also fill caches. */
const CALLS = 5;

test.each(calls)("to %s takes %i statements", async (_name, most, call) => {
  const taken: (readonly string[])[] = [];
  for (let n = 0; n < CALLS; n += 1) {
    ran.length = 0;
    expect((await call()).status).toBeLessThan(300);
    taken.push(ran.filter((sql) => !/^(?:BEGIN|COMMIT)/.test(sql)));
  }
  const least = taken.reduce((one, other) => (other.length < one.length ? other : one));
  expect(least).not.toEqual([]);
  expect(least).toHaveLength(most);
});
