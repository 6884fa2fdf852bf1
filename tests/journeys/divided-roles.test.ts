// Processes on one PostgreSQL schema with divided roles: one answers calls, one holds gateway
// sessions, one runs deadlines and jobs and calls applications.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { recordWebhookEvent } from "../../packages/server/src/domains/webhooks/outbox.ts";
import type { ProcessRole } from "../../packages/server/src/platform/processes/process-roles.ts";
import { bareCall, bareUpgrade } from "../../packages/server/src/testing/clients/bare-call.ts";
import { signIn } from "../../packages/server/src/testing/clients/gateway-client.ts";
import {
  aProcess,
  type TestProcess,
} from "../../packages/server/src/testing/processes/processes.ts";
import { CONTROL_KEY, demo } from "../../packages/server/src/testing/start-service.ts";
import { aWebhookReceiver } from "../../packages/server/src/testing/network/webhook-receiver.ts";
import { freshDatabase } from "../fresh-database.ts";

const GUILD_MESSAGES = 1 << 9;
const EVENTUALLY = { timeout: 30_000, interval: 50 };
/** Each test starts several services. */
const LONG = 120_000;

let database: string;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function start(...roles: readonly ProcessRole[]): Promise<TestProcess> {
  const process = await aProcess(database, { settings: { roles } });
  stops.push(() => process.end());
  return process;
}

const asBot = { authorization: `Bot ${demo.botToken}` };
const calls = [
  ["GET /api/v10/users/@me", asBot],
  ["GET /control/v1/clock", { authorization: `Control ${CONTROL_KEY}` }],
  ["GET /oauth2/sign-in", {}],
  ["GET /", {}],
] as const;

/** The statuses of a process for a call, an upgrade, and its health checks. */
async function answersOf({ url }: TestProcess) {
  const called: number[] = [];
  for (const [route, headers] of calls)
    called.push((await bareCall(url, route, headers)).status ?? 0);
  const watched: number[] = [];
  for (const path of ["/healthz", "/readyz", "/metrics"])
    watched.push((await bareCall(url, `GET ${path}`)).status ?? 0);
  return { called, upgraded: (await bareUpgrade(url)).status, watched };
}

test(
  "each process serves its own roles, and names the role that serves a refused call",
  async () => {
    const watched = [200, 200, 200];
    const refused = calls.map(() => 503);
    const api = await start("api");
    expect(await answersOf(api)).toEqual({ called: [200, 200, 200, 200], upgraded: 503, watched });
    const gateway = await start("gateway");
    expect(await answersOf(gateway)).toEqual({ called: refused, upgraded: 101, watched });
    const worker = await start("worker");
    expect(await answersOf(worker)).toEqual({ called: refused, upgraded: 503, watched });
    const { text, headers } = await bareCall(worker.url, "GET /api/v10/users/@me", asBot);
    expect(headers["content-type"]).toBe("application/json");
    expect(JSON.parse(text)).toEqual({
      message: "This process has the role worker. Send this to one that has the role api.",
      code: 0,
    });
  },
  LONG,
);

test(
  "a call at one process reaches the sessions of another",
  async () => {
    const api = await start("api");
    const gateway = await start("gateway", "worker");
    const address = `${gateway.url.replace("http", "ws")}/gateway/`;
    const { client } = await signIn(address, { token: demo.botToken, intents: GUILD_MESSAGES });
    stops.push(async () => client.ws.terminate());
    await api.asBot(`POST /channels/${demo.generalId}/messages`, { content: "From elsewhere." });
    const { d } = await client.nextEvent("MESSAGE_CREATE");
    expect(d).toMatchObject({ content: "From elsewhere." });
  },
  LONG,
);

test(
  "the worker has run all jobs that fell due when the call that moved the clock returns",
  async () => {
    const api = await start("api");
    await start("worker");
    const lobby = await api.asBot("POST /lobbies", { idle_timeout_seconds: 5 });
    expect((await api.asBot(`GET /lobbies/${lobby.id}`)).status).toBe(200);
    expect((await api.control("PATCH /clock", { advance: "PT6S" })).status).toBe(200);
    expect((await api.asBot(`GET /lobbies/${lobby.id}`)).status).toBe(404);
  },
  LONG,
);

test(
  "the worker calls applications, and deliveries wait while there is no worker",
  async () => {
    const api = await start("api", "gateway");
    const { body } = await api.asBot("GET /applications/@me");
    const { verify_key } = body as { readonly verify_key: string };
    const receiver = await aWebhookReceiver(() => verify_key);
    stops.push(() => receiver.stop());
    await api.asBot("PATCH /applications/@me", {
      event_webhooks_url: receiver.url,
      event_webhooks_status: 2,
      event_webhooks_types: ["APPLICATION_DEAUTHORIZED"],
    });
    const record = (n: number) =>
      api.work.transaction((ctx) =>
        recordWebhookEvent(ctx, {
          application_id: demo.applicationId,
          type: "APPLICATION_DEAUTHORIZED",
          data: { n },
          resource: "alice",
        }),
      );
    const numbers = () => receiver.received.flatMap(({ event }) => event?.data ?? []);
    await record(1);
    await start("worker");
    await vi.waitFor(() => expect(numbers()).toEqual([{ n: 1 }]), EVENTUALLY);
    await record(2);
    await vi.waitFor(() => expect(numbers()).toEqual([{ n: 1 }, { n: 2 }]), EVENTUALLY);
  },
  LONG,
);
