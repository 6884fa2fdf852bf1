// One script that makes every endpoint answer well at least once. The service that it runs against holds
// each answer against its declaration and against the machine specification.
import { endpoints } from "@antechamber/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

interface Interaction {
  readonly id: string;
  readonly token: string;
}

let service: TestService;
let bot: WebSocket;
const arrivals: Interaction[] = [];
let arrived: () => void = () => undefined;

/** A bot that only listens: the script answers for it. */
async function connectBot(): Promise<WebSocket> {
  const socket = new WebSocket(`${service.url.replace("http", "ws")}/gateway/?v=10`);
  const ready = Promise.withResolvers<void>();
  socket.on("message", (frame: Buffer) => {
    const { op, t, d } = JSON.parse(frame.toString()) as {
      op: number;
      t: string | null;
      d: Interaction;
    };
    if (op === 10)
      socket.send(
        JSON.stringify({ op: 2, d: { token: demo.botToken, intents: 1, properties: {} } }),
      );
    if (t === "READY") ready.resolve();
    if (t !== "INTERACTION_CREATE") return;
    arrivals.push(d);
    arrived();
  });
  await ready.promise;
  return socket;
}

async function nextInteraction(): Promise<Interaction> {
  while (arrivals.length === 0) {
    const { promise, resolve } = Promise.withResolvers<void>();
    arrived = resolve;
    await promise;
  }
  const next = arrivals.shift();
  if (next === undefined) throw new Error("no interaction came");
  return next;
}

beforeAll(async () => {
  service = await aService();
  bot = await connectBot();
});

afterAll(async () => {
  bot.close();
  await service.stop();
});

async function readEverything(): Promise<void> {
  const guild = `/guilds/${demo.guildId}`;
  const general = `/channels/${demo.generalId}`;
  for (const path of [
    "/gateway",
    "/gateway/bot",
    "/users/@me",
    `/users/${demo.aliceId}`,
    "/users/@me/guilds",
    "/applications/@me",
    "/oauth2/applications/@me",
    guild,
    `${guild}?with_counts=true`,
    `${guild}/channels`,
    `${guild}/roles`,
    `${guild}/members?limit=10`,
    `${guild}/members/${demo.bobId}`,
    general,
    `${general}/messages`,
  ]) {
    expect([path, (await service.asBot(`GET ${path}`)).status]).toEqual([path, 200]);
  }
  expect((await service.asUser(demo.aliceToken, "GET /users/@me")).at("email")).toBeNull();
  expect(
    (await service.call("GET /users/@me", { auth: `Bearer ${demo.accessToken}` })).body,
  ).not.toHaveProperty("email");
}

async function useCommands(): Promise<string> {
  const draft = { name: "ping", description: "Answers pong" };
  let id = "";
  for (const base of [
    `/applications/${demo.applicationId}/guilds/${demo.guildId}/commands`,
    `/applications/${demo.applicationId}/commands`,
  ]) {
    expect(
      (await service.asBot(`PUT ${base}`, [{ name: "old", description: "Goes" }])).status,
    ).toBe(200);
    const created = await service.asBot(`POST ${base}`, draft);
    expect([created.status, (await service.asBot(`POST ${base}`, draft)).status]).toEqual([
      201, 200,
    ]);
    id = created.id;
    expect((await service.asBot(`GET ${base}/${id}`)).body).toEqual(created.body);
    expect(
      (await service.asBot(`PATCH ${base}/${id}`, { description: "Still" })).at("description"),
    ).toBe("Still");
    expect((await service.asBot(`GET ${base}`)).body).toHaveLength(2);
    const old = (await service.asBot(`GET ${base}?with_localizations=true`)).at(0, "id");
    expect((await service.asBot(`DELETE ${base}/${String(old)}`)).status).toBe(204);
  }
  return id;
}

async function useInteractions(commandId: string): Promise<void> {
  const sent = await service.asUser(demo.aliceToken, "POST /interactions", {
    type: 2,
    application_id: demo.applicationId,
    guild_id: demo.guildId,
    channel_id: demo.generalId,
    nonce: "1",
    session_id: "x",
    data: { id: commandId, name: "ping", type: 1 },
  });
  expect([sent.status, sent.text]).toEqual([204, ""]);
  const { id, token } = await nextInteraction();
  const answered = await service.call(
    `POST /interactions/${id}/${token}/callback?with_response=true`,
    {
      body: { type: 4, data: { content: "pong", embeds: [{ title: "a", description: "b" }] } },
    },
  );
  expect(answered.status).toBe(200);
  const hook = `/webhooks/${demo.applicationId}/${token}`;
  const followUp = await service.call(`POST ${hook}`, {
    body: { content: "and more <@100000000000000002>" },
  });
  expect(followUp.status).toBe(200);
  for (const message of [`${hook}/messages/%40original`, `${hook}/messages/${followUp.id}`]) {
    expect((await service.call(`GET ${message}`)).status).toBe(200);
    expect(
      (await service.call(`PATCH ${message}`, { body: { content: "edited" } })).at("content"),
    ).toBe("edited");
  }
  const history = `/channels/${demo.generalId}/messages`;
  expect((await service.asUser(demo.bobToken, `GET ${history}`)).body).toHaveLength(2);
  expect((await service.asBot(`GET ${history}/${followUp.id}`)).status).toBe(200);
  for (const message of ["@original", followUp.id]) {
    expect((await service.call(`DELETE ${hook}/messages/${message}`)).status).toBe(204);
  }
}

async function beAUser(): Promise<void> {
  const outcome = service.control("POST /users/alice/invoke", {
    application: "Concierge",
    channel: "@Concierge",
    command: "ping",
  });
  const { id, token } = await nextInteraction();
  expect(
    (
      await service.call(`POST /interactions/${id}/${token}/callback`, {
        body: { type: 5, data: { flags: 64 } },
      })
    ).status,
  ).toBe(204);
  await service.call(`PATCH /webhooks/${demo.applicationId}/${token}/messages/@original`, {
    body: { content: "done" },
  });
  expect((await outcome).body).toMatchObject({
    outcome: "replied",
    deferred: true,
    messages: [{ content: "done", flags: 64 }],
  });
}

async function useLobbies(): Promise<void> {
  const lobby = await service.asBot("POST /lobbies", {
    metadata: { a: "b" },
    members: [{ id: demo.aliceId }],
  });
  const path = `/lobbies/${lobby.id}`;
  const statuses = [
    await service.asBot(`GET ${path}`),
    await service.asBot(`PATCH ${path}`, { flags: 1 }),
    await service.asBot(`PUT ${path}/members/${demo.bobId}`, { additional_name: "Vex" }),
    await service.asBot(`DELETE ${path}/members/${demo.bobId}`),
    await service.asBot(`DELETE ${path}`),
  ].map((each) => each.status);
  expect(statuses).toEqual([200, 200, 200, 204, 204]);
}

async function steer(): Promise<void> {
  expect((await service.control("GET /clock")).status).toBe(200);
  expect(
    (await service.control("PATCH /clock", { frozen: true, advance: "PT1M" })).at("frozen"),
  ).toBe(true);
  expect((await service.control("GET /world")).at("users", 1)).toBeDefined();
  expect((await service.control("POST /world/reset")).status).toBe(204);
}

test("every endpoint answers as it declares and as the machine specification says", async () => {
  await readEverything();
  const commandId = await useCommands();
  await useInteractions(commandId);
  await beAUser();
  await useLobbies();
  await steer();
  const untried = endpoints.map((each) => each.id).filter((id) => !service.answered.has(id));
  expect(untried).toEqual([]);
});
