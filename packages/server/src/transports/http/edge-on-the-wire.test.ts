// Ten thousand refused calls over real sockets, and how the ban of the address ends.
import { limits } from "@antechamber/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signIn } from "../../testing/clients/gateway-client.ts";
import { closed, headOf, openSocket, sendRaw } from "../../testing/clients/raw-http.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { definedFields } from "../../platform/defined-fields.ts";

interface Refusal {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Interaction {
  readonly id: string;
  readonly token: string;
}

const most = limits.invalidCalls.value;
/** Pipelined calls on one connection. */
const CALLS_PER_CONNECTION = 500;
/** This many calls take seconds, and more on a busy machine. */
const many = { timeout: 180_000 };
const path = "/api/v10/users/@me";
const BAD = "Bot not.a.token";

let service: TestService;

beforeAll(async () => {
  service = await aService({ limits: "production", frozen: true });
});
beforeEach(async () => {
  await service.control("POST /limits/reset");
});
afterAll(() => service.stop());

async function callWith(authorization: string | undefined, route = path): Promise<Refusal> {
  const response = await fetch(service.url + route, { headers: definedFields({ authorization }) });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const badly = () => callWith(BAD);

/** Pipelines calls on one connection, and returns their statuses. */
async function statusesOf(calls: number, authorization: string, route: string): Promise<string[]> {
  const socket = await openSocket(service.url);
  let text = "";
  socket.setEncoding("latin1").on("data", (part: string) => (text += part));
  const call = headOf(`GET ${route}`, { authorization });
  const last = headOf(`GET ${route}`, { authorization, connection: "close" });
  socket.write(call.repeat(calls - 1) + last);
  await closed(socket);
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = ""]) => status);
}

/** Makes refused calls on several connections at once, and returns each status. */
async function refused(times: number, authorization = BAD, route = path): Promise<string[]> {
  const connections = Math.ceil(times / CALLS_PER_CONNECTION);
  const shares = Array.from({ length: connections }, (_, nth) =>
    Math.min(CALLS_PER_CONNECTION, times - nth * CALLS_PER_CONNECTION),
  );
  const answered = shares.map((calls) => statusesOf(calls, authorization, route));
  const statuses = (await Promise.all(answered)).flat();
  expect(statuses).toHaveLength(times);
  return [...new Set(statuses)].toSorted();
}

const windowOf = async (bucket: string): Promise<unknown> => {
  const answer = await service.control("GET /limits");
  expect(answer.status).toBe(200);
  const buckets = answer.at("buckets") as readonly { readonly bucket: string }[];
  return buckets.find((each) => each.bucket === bucket);
};

/** Expects the refusal of a banned address, with the remaining time. */
function expectShutOut({ status, headers, text }: Refusal, seconds = 600): void {
  expect(status).toBe(429);
  expect(headers.get("content-type")).toMatch(/^text\/plain/);
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  const names = [...headers.keys()].filter((name) => /^(via|retry-after|x-ratelimit)/.test(name));
  expect(names).toEqual(["retry-after"]);
  expect(headers.get("retry-after")).toBe(String(seconds));
}

/** An interaction that a bot received, and can respond to. */
async function anInteraction(): Promise<Interaction> {
  await service.asBot(`POST /applications/${demo.applicationId}/commands`, {
    name: "ping",
    description: "Answers pong",
  });
  const identify = { token: demo.botToken, intents: 0, properties: {} };
  const url = `${service.url.replace("http", "ws")}/gateway/`;
  const { client } = await signIn(url, identify);
  const invocation = { application: "Concierge", channel: demo.generalId, command: "ping" };
  const [{ d }] = await Promise.all([
    client.nextEvent("INTERACTION_CREATE"),
    service.control("POST /users/alice/invoke", { ...invocation, wait: 0 }),
  ]);
  await client.leave(1000);
  return d as Interaction;
}

/** Expects that callers with a valid credential are served. */
async function expectGoodServed(interaction: Interaction): Promise<void> {
  expect((await callWith(`Bot ${demo.botToken}`)).status).toBe(200);
  const answered = await service.call(
    `POST /interactions/${interaction.id}/${interaction.token}/callback`,
    { body: { type: 4, data: { content: "pong" } } },
  );
  expect(answered.status).toBe(204);
  const secret = { client_id: demo.applicationId, client_secret: demo.clientSecret };
  const own = { grant_type: "client_credentials", scope: "identify" };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams({ ...secret, ...own }).toString();
  const granted = await fetch(`${service.url}/api/v10/oauth2/token`, {
    method: "POST",
    headers: form,
    body,
  });
  expect(granted.status).toBe(200);
  const { access_token } = (await granted.json()) as { access_token: string };
  expect((await callWith(`Bearer ${access_token}`)).status).toBe(200);
  const preflight = await fetch(service.url + path, {
    method: "OPTIONS",
    headers: { origin: "http://localhost:3000", "access-control-request-method": "GET" },
  });
  expect(preflight.status).toBe(204);
}

/** Expects that all other callers are refused, whatever they call. */
async function expectStrangersShutOut(): Promise<void> {
  const strange = [
    undefined,
    `Bot ${"x".repeat(70)}`,
    `Bearer ${"x".repeat(43)}`,
    "y".repeat(70),
    // Short enough to be guessed.
    demo.aliceToken,
  ];
  for (const each of strange) expectShutOut(await callWith(each));
  for (const written of ["/%61pi/v10/gateway", "http://127.0.0.1/api/v10/gateway"]) {
    expect((await sendRaw(service.url, headOf(`GET ${written}`))).status).toBe(429);
  }
  expectShutOut(await callWith(undefined, "/api/v10/gateway"));
  const entries = (await service.control("GET /journal?limit=2")).at("items");
  const refusal = { step: "guards", error: { name: "RateLimited" } };
  expect(entries).toMatchObject([{ name: "gateway.get", status: 429, refusal }, { refusal }]);
  expectShutOut(await callWith(undefined, `/api/v10/webhooks/1/${"z".repeat(200)}/messages/1`));
}

test(
  "unauthenticated callers of an address are blocked for ten minutes after 10,000 refusals",
  many,
  async () => {
    const interaction = await anInteraction();
    expect(await refused(most - 1)).toEqual(["401"]);
    expect(await windowOf("invalid")).toMatchObject({ used: most - 1, limit: most });
    expect(await windowOf("blocked")).toBeUndefined();
    expect((await callWith(`Bot ${demo.botToken}`)).status).toBe(200);
    expect((await badly()).status).toBe(401);

    expect(await windowOf("blocked")).toMatchObject({ owner: "address 127.0.0.1", resource: "" });
    expectShutOut(await badly());
    await expectGoodServed(interaction);
    await expectStrangersShutOut();
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    await service.control("PATCH /clock", { advance: "PT9M58.5S" });
    expectShutOut(await badly(), 2);
    await service.control("PATCH /clock", { advance: "PT1.5S" });
    expect(await windowOf("blocked")).toBeUndefined();
    expect((await callWith(`Bot ${demo.botToken}`)).status).toBe(200);
    expect((await badly()).status).toBe(401);
  },
);

test.each(["/%61pi/v10/users/@me", "http://127.0.0.1/api/v10/users/@me", "/api/v%31%30/users/@me"])(
  "a refused call counts, however its path is written: %s",
  async (written) => {
    const head = headOf(`GET ${written}`, { authorization: "Bot not.a.token" });
    expect((await sendRaw(service.url, head)).status).toBe(401);
    expect(await windowOf("invalid")).toMatchObject({ used: 1 });
  },
);

test(
  "only a caller with too many refusals is blocked, until the limits are reset",
  many,
  async () => {
    const hidden = `/api/v10/applications/${demo.aliceId}/commands`;
    const bot = `Bot ${demo.botToken}`;
    const forbidden = () => callWith(bot, hidden);
    // Most of them are refused by the rate limit.
    expect(await refused(most, bot, hidden)).toEqual(["403", "429"]);
    expectShutOut(await forbidden());
    expect(await windowOf("blocked")).toMatchObject({
      owner: "address 127.0.0.1",
      resource: `application ${demo.applicationId}`,
    });
    expect((await callWith(demo.aliceToken)).status).toBe(200);
    expect((await badly()).status).toBe(401);

    const reset = await service.control("POST /limits/reset");
    expect([reset.status, reset.text]).toEqual([204, ""]);
    expect((await forbidden()).status).toBe(403);
    expect(await windowOf("invalid")).toMatchObject({ used: 1 });
    expect(await windowOf("blocked")).toBeUndefined();
  },
);
