// From the actions of an unmodified discord.js bot to the trace that explains them, over real
// sockets.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, Events, GatewayIntentBits, type ChatInputCommandInteraction } from "discord.js";
import { afterEach, expect, test } from "vitest";
import { anEventStream } from "../../packages/server/src/testing/clients/event-stream.ts";
import {
  aService,
  CONTROL_KEY,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";
import { loggedIn } from "./logged-in.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function started(options: Parameters<typeof aService>[0] = {}): Promise<TestService> {
  const service = await aService(options);
  cleanups.push(() => service.stop());
  return service;
}

async function aBot(
  service: TestService,
  answer: (interaction: ChatInputCommandInteraction) => Promise<unknown>,
): Promise<void> {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages],
    rest: { api: `${service.url}/api` },
  });
  cleanups.push(() => client.destroy());
  await loggedIn(client, demo.botToken);
  await client.application?.commands.create({ name: "ping", description: "Answers pong" });
  client.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isChatInputCommand()) void answer(interaction);
  });
}

interface Entry {
  readonly id: string;
  readonly trace: string;
  readonly cause: string | null;
  readonly kind: string;
  readonly name: string;
  readonly actor: string | null;
  readonly sessions?: number;
}

async function traceOf(service: TestService, id: unknown): Promise<readonly Entry[]> {
  const answer = await service.control(`GET /traces/${String(id)}?limit=1000`);
  expect(answer.status).toBe(200);
  return answer.at("items") as readonly Entry[];
}

const use = { application: "Concierge", channel: demo.generalId, command: "ping" };
const named = ({ kind, name }: Entry) => `${kind} ${name}`;

/** Expects the root first, all entries in one trace, and each cause before its effects. */
function expectOrder(trace: readonly Entry[], id: unknown): void {
  expect(trace.map((entry) => entry.trace)).toEqual(trace.map(() => id));
  expect(trace.map(({ cause }) => cause === null)).toEqual(trace.map((_entry, i) => i === 0));
  const ids = trace.map((entry) => entry.id);
  const late = trace.filter(({ cause }, i) => cause !== null && !ids.slice(0, i).includes(cause));
  expect(late).toEqual([]);
}

test("the trace of an interaction contains all of its effects until its token expires", async () => {
  const service = await started({ frozen: true });
  const done = Promise.withResolvers<void>();
  await aBot(service, async (interaction) => {
    await interaction.deferReply();
    await interaction.editReply("the answer");
    await interaction.followUp("one more");
    done.resolve();
  });
  const outcome = await service.control("POST /users/alice/invoke", use);
  await done.promise;
  await service.control("PATCH /clock", { advance: "PT16M" });
  const id = outcome.at("interaction");
  const trace = await traceOf(service, id);
  expectOrder(trace, id);
  const [root, decision] = trace;
  expect([root, decision].map((entry) => entry && named(entry))).toEqual([
    "request control.invoke",
    "decision ping",
  ]);
  expect(root?.actor).toBe(demo.aliceId);
  const names = trace.map(named);
  const requests = [
    "dispatch INTERACTION_CREATE",
    "request interactions.callback",
    "request webhooks.editOriginal",
    "request webhooks.followUp",
    "job interaction.token",
  ];
  // An event may leave another process after the client has continued.
  const answered = ["request interactions.callback", "dispatch MESSAGE_CREATE"];
  const edited = ["request webhooks.editOriginal", "dispatch MESSAGE_UPDATE"];
  for (const inOrder of [requests, answered, edited]) {
    const places = inOrder.map((name) => names.indexOf(name));
    expect(places.filter((at) => at < 0)).toEqual([]);
    expect(places.toSorted((one, other) => one - other)).toEqual(places);
  }
  const delivered = trace.find(
    ({ name, sessions }) => name === "INTERACTION_CREATE" && sessions === 1,
  );
  const callback = trace.find(({ name }) => name === "interactions.callback");
  expect(callback?.cause).toBe(delivered?.id);
  expect(callback?.actor).toBe(demo.applicationId);
});

test("two concurrent interactions have separate traces", async () => {
  const service = await started();
  await aBot(service, (interaction) => interaction.reply("pong"));
  const [one, two] = await Promise.all([
    service.control("POST /users/alice/invoke", use),
    service.control("POST /users/bob/invoke", use),
  ]);
  for (const outcome of [one, two]) {
    const id = outcome.at("interaction");
    const trace = await traceOf(service, id);
    expectOrder(trace, id);
    expect(trace.filter(({ name }) => name === "interactions.callback")).toHaveLength(1);
  }
});

test("the trace of an unanswered interaction ends with the job of its deadline", async () => {
  const service = await started({ frozen: true });
  await aBot(service, async () => undefined);
  const outcome = await service.control("POST /users/alice/invoke", { ...use, wait: 50 });
  await service.control("PATCH /clock", { advance: "PT4S" });
  const trace = await traceOf(service, outcome.at("interaction"));
  const job = trace.find(({ kind }) => kind === "job");
  expect(job?.name).toBe("interaction.first_answer");
  const failure = trace.find(({ name }) => name === "INTERACTION_FAILURE");
  expect(failure?.cause).toBe(job?.id);
  const moves = await service.control("GET /journal?kind=clock");
  const move = await service.control(`GET /journal/${String(moves.at("items", 0, "id"))}`);
  expect(move.at("payload", "jobs")).toEqual([job?.id]);
});

test("a denied command is explained by the decision and the refusal", async () => {
  const service = await started();
  await aBot(service, (interaction) => interaction.reply("pong"));
  const base = `/applications/${demo.applicationId}/commands`;
  const [command] = (await service.asBot(`GET ${base}`)).body as readonly { readonly id: string }[];
  await service.asBot(`PATCH ${base}/${command?.id}`, { default_member_permissions: "4" });
  const answer = await service.asUser(demo.bobToken, "POST /interactions", {
    type: 2,
    application_id: demo.applicationId,
    guild_id: demo.guildId,
    channel_id: demo.generalId,
    session_id: "s",
    data: { id: command?.id, name: "ping", type: 1 },
  });
  expect(answer.status).toBe(403);
  const page = await service.control("GET /journal?kind=refusal&user=bob");
  expect(page.at("items", 0)).toMatchObject({
    status: 403,
    refusal: {
      step: "handler",
      error: { name: "MissingPermissions", code: 50013 },
      needs: { permission: ["BAN_MEMBERS"] },
    },
  });
  const trace = await traceOf(service, page.at("items", 0, "trace"));
  expect(trace.map(named)).toEqual([
    "request interactions.create",
    "decision ping",
    "refusal interactions.create",
  ]);
  const decision = await service.control(`GET /journal/${trace[1]?.id}`);
  expect(decision.at("decision")).toMatchObject({
    allowed: false,
    outcome: "USER_DENIED",
    needs: { permission: ["BAN_MEMBERS"] },
  });
});

test("a signed POST and its response are in the interaction's trace", async () => {
  const service = await started();
  const endpoint = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { type } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly type: number };
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify(type === 1 ? { type: 1 } : { type: 4, data: { content: "pong" } }),
      );
    });
  });
  await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
  cleanups.push(async () => endpoint.close());
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/a-secret-path`;
  const base = `/applications/${demo.applicationId}/commands`;
  await service.asBot(`POST ${base}`, { name: "ping", description: "Answers pong" });
  // Stored directly: the service refuses an endpoint that accepts any signature.
  await service.store.transaction(async (tx) => {
    const { applications } =
      await import("../../packages/server/src/domains/applications/application.ts");
    const [application] = await tx.find(applications);
    if (application !== undefined)
      tx.put(applications, { ...application, interactions_endpoint_url: url });
  });
  const outcome = await service.control("POST /users/alice/invoke", use);
  expect(outcome.at("outcome")).toBe("replied");
  const trace = await traceOf(service, outcome.at("interaction"));
  expectOrder(trace, outcome.at("interaction"));
  const delivery = trace.find(({ kind }) => kind === "delivery");
  expect(delivery).toMatchObject({ name: "INTERACTION_CREATE", status: 200 });
  const message = trace.find(({ name }) => name === "MESSAGE_CREATE");
  expect(message?.cause).toBe(delivery?.id);
  const whole = await service.control(`GET /journal/${delivery?.id}`);
  expect(whole.body).toMatchObject({
    request: { body: { type: 2, token: "[redacted]" } },
    response: { status: 200, body: { type: 4, data: { content: "pong" } } },
    // The signature of the body as it was sent, including the token that is not shown.
    signature_holds: true,
  });
  expect(whole.text).not.toContain("a-secret-path");
});

test("injected faults, frames and closed connections are in the journal", async () => {
  const service = await started();
  await service.control("POST /faults", { match: {}, http: { status: 503 } });
  expect((await service.asBot("GET /users/@me")).status).toBe(503);
  const faults = await service.control("GET /journal?kind=fault");
  expect(faults.at("items", 0)).toMatchObject({ name: "users.me", status: 503 });
  const trace = await traceOf(service, faults.at("items", 0, "trace"));
  expect(trace.map(named)).toEqual(["request users.me", "fault users.me"]);
  const client = new Client({ intents: [], rest: { api: `${service.url}/api` } });
  cleanups.push(() => client.destroy());
  await loggedIn(client, demo.botToken);
  const frames = await service.control("GET /journal?kind=frame");
  expect(frames.at("items", 0)).toMatchObject({ name: "IDENTIFY" });
  const frame = await service.control(`GET /journal/${String(frames.at("items", 0, "id"))}`);
  expect(frame.at("payload", "token")).toBe("[redacted]");
});

test("a reader that reconnects to the stream misses nothing", async () => {
  const service = await started();
  await aBot(service, (interaction) => interaction.reply("pong"));
  const url = `${service.url}/control/v1/journal?follow=1`;
  const headers = { authorization: `Control ${CONTROL_KEY}` };
  const first = await anEventStream(`${url}&after=0`, headers);
  await first.next();
  const { id = "" } = await first.next();
  await first.stop();
  await service.control("POST /users/alice/invoke", use);
  const all = await service.control("GET /journal?after=0&limit=1000");
  const expected = (all.at("items") as readonly Entry[]).map((each) => each.id);
  const second = await anEventStream(url, { ...headers, "last-event-id": id });
  await second.next();
  const ids = [id];
  while (ids.length < expected.length) ids.push((await second.next()).id ?? "");
  await second.stop();
  expect(ids.toSorted((a, b) => Number(a) - Number(b))).toEqual(expected);
});
