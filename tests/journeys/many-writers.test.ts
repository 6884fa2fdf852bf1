// Independent calls must not cause one another to be retried, however many run concurrently:
// PostgreSQL may report conflicts between transactions that touch different records.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "../../packages/server/src/testing/answer.ts";
import { aService, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { openPostgresStore } from "../../packages/server/src/platform/postgres/store.ts";
import type { Store, StoreCosts } from "../../packages/server/src/platform/store.ts";
import { tables } from "../../packages/server/src/tables.ts";
import { freshDatabase } from "../fresh-database.ts";

const CLIENTS = 64;
const ROUNDS = 5;

const all = Array.from({ length: CLIENTS }, (_, client) => client);
const id = (kind: number, n: number) => `${kind}${String(n + 1).padStart(17, "0")}`;
const userId = (client: number, which = 0) => id(1, client * 2 + which);
const applicationId = (client: number) => id(2, client);
const channelId = (client: number) => id(4, client);
const bot = (client: number) => ({ auth: `Bot token-${client}` });

const world = {
  users: all.flatMap((client) =>
    [0, 1].map((which) => ({ id: userId(client, which), username: `user_${client}_${which}` })),
  ),
  applications: all.map((client) => ({
    id: applicationId(client),
    name: `App ${client}`,
    owner: "user_0_0",
    bot: { token: `token-${client}` },
  })),
  guilds: [
    {
      id: id(3, 0),
      name: "Guild",
      owner: "user_0_0",
      channels: all.map((client) => ({ id: channelId(client), name: `c-${client}`, type: 0 })),
      members: [{ user: "user_0_0" }],
      applications: all.map((client) => ({
        application: applicationId(client),
        scopes: ["bot", "applications.commands"],
        permissions: "8",
      })),
    },
  ],
};

/** Several services in this process; separate processes would run in parallel and conflict no less. */
const SERVICES = 3;

const stores: Store[] = [];
const services: TestService[] = [];

beforeAll(async () => {
  const url = await freshDatabase();
  for (let nth = 0; nth < SERVICES; nth += 1) {
    const store = await openPostgresStore({ url, tables, secret: "writers" });
    stores.push(store);
    services.push(await aService({ store, world }));
  }
});
afterAll(async () => {
  for (const service of services) await service.stop();
  for (const store of stores) await store.close();
});

function serviceOf(nth: number): TestService {
  const service = services[nth % SERVICES];
  if (service === undefined) throw new Error("no service was started");
  return service;
}

type Act = (service: TestService, client: number, round: number) => Promise<Answer>;

function effortOfAll(): Pick<StoreCosts, "transactions" | "attempts"> {
  const efforts = stores.flatMap(({ effort }) => (effort === undefined ? [] : [effort]));
  return {
    transactions: efforts.reduce((sum, { transactions }) => sum + transactions, 0),
    attempts: efforts.reduce((sum, { attempts }) => sum + attempts, 0),
  };
}

/** How often each transaction of all clients' calls was started, and the slowest responses. */
async function measured(act: Act): Promise<{ attempts: number; answers: readonly Answer[] }> {
  const before = effortOfAll();
  const answers = await Promise.all(
    all.map(async (client) => {
      const own: Answer[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        own.push(await act(serviceOf(client + round), client, round));
      }
      return own;
    }),
  );
  const after = effortOfAll();
  const transactions = after.transactions - before.transactions;
  expect(transactions).toBeGreaterThanOrEqual(CLIENTS * ROUNDS);
  return {
    attempts: (after.attempts - before.attempts) / transactions,
    answers: answers.flat(),
  };
}

const unrelated: Record<string, Act> = {
  "lobbies of one application": (service) => service.call("POST /lobbies", { ...bot(0), body: {} }),
  "lobbies of two players each": (service, client) =>
    service.call("POST /lobbies", {
      ...bot(0),
      body: { members: [{ id: userId(client) }, { id: userId(client, 1) }] },
    }),
  "messages in channels of one guild": (service, client, round) =>
    service.call(`POST /channels/${channelId(client)}/messages`, {
      ...bot(client),
      body: { content: `message ${round}` },
    }),
  "commands of many applications": (service, client, round) =>
    service.call(`POST /applications/${applicationId(client)}/commands`, {
      ...bot(client),
      body: { name: `command-${round}`, description: "x" },
    }),
};

test.each(Object.entries(unrelated))(
  "%s do not cause retries of one another",
  async (_name, act) => {
    const { attempts, answers } = await measured(act);
    expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
    expect(attempts).toBeLessThanOrEqual(1.05);
  },
);

test("member updates in lobbies of one application do not cause retries of one another", async () => {
  const lobbies = await Promise.all(
    all.map((client) => serviceOf(client).call("POST /lobbies", { ...bot(0), body: {} })),
  );
  const { attempts, answers } = await measured((service, client, round) =>
    service.call(
      `PUT /lobbies/${lobbies[client]?.id}/members/${userId((client + round) % CLIENTS)}`,
      { ...bot(0), body: {} },
    ),
  );
  expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
  expect(attempts).toBeLessThanOrEqual(1.05);
});

test("concurrent joins of one lobby all succeed, and its member list is complete", async () => {
  const lobby = await serviceOf(0).call("POST /lobbies", { ...bot(0), body: {} });
  const { answers } = await measured((service, client, round) =>
    service.call(`PUT /lobbies/${lobby.id}/members/${userId(client)}`, {
      ...bot(0),
      body: { metadata: { round: `${round}` } },
    }),
  );
  expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
  const answer = await serviceOf(1).call(`GET /lobbies/${lobby.id}`, bot(0));
  const { members } = answer.body as { readonly members: readonly { readonly id: string }[] };
  expect(members.map((member) => member.id)).toEqual(all.map((client) => userId(client)));
});
