// The main use case with oceanic.js: its token has a prefix, it reads the message from the response
// to its callback, sends its authorization everywhere, and follows up without requesting the
// message.
import { Client, type AnyInteractionGateway, type CommandInteraction } from "oceanic.js";
import { afterEach, expect, test } from "vitest";
import { limits } from "@antechamber/contract";
import {
  aService,
  demo,
  type TestService,
  type TestServiceOptions,
} from "../../packages/server/src/testing/start-service.ts";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function aRunningService(options: TestServiceOptions = {}): Promise<TestService> {
  const service = await aService(options);
  cleanups.push(() => service.stop());
  return service;
}

/**
 * A bot that is ready because its guilds arrived: the library's timeout for guilds is longer than a
 * test's.
 */
async function aBot(
  service: TestService,
  prepare: (client: Client) => void = () => undefined,
): Promise<Client> {
  const client = new Client({
    auth: `Bot ${demo.botToken}`,
    rest: { baseURL: `${service.url}/api/v10` },
    gateway: {
      intents: ["GUILDS"],
      override: { appendQuery: true },
      guildCreateTimeout: 60_000,
    },
  });
  cleanups.push(() => client.disconnect(false));
  const ready = Promise.withResolvers<void>();
  client.once("ready", () => ready.resolve());
  client.on("error", (error) => ready.reject(error));
  prepare(client);
  await client.connect();
  await ready.promise;
  return client;
}

/** The outcome of responding to the next command. */
function onCommand<T>(
  client: Client,
  answer: (interaction: CommandInteraction) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    client.once("interactionCreate", (interaction: AnyInteractionGateway) => {
      if (interaction.isCommandInteraction()) answer(interaction).then(resolve, reject);
    });
  });
}

const ping = { type: 1, name: "ping", description: "Answers pong" } as const;
const invocation = { application: "Concierge", channel: demo.generalId, command: "ping" };

test("a bot registers its commands, replies, edits its reply and follows up", async () => {
  const service = await aRunningService();
  const client = await aBot(service);
  expect([client.user.id, client.application.id]).toEqual([demo.applicationId, demo.applicationId]);
  expect(client.guilds.get(demo.guildId)?.channels.get(demo.generalId)?.name).toBe("general");
  const registered = await client.application.bulkEditGlobalCommands([ping]);
  expect(registered.map(({ name }) => name)).toEqual(["ping"]);
  const reply = Promise.withResolvers<void>();
  const answered = onCommand(client, async (interaction) => {
    const { callback } = await interaction.createMessage("pong");
    // The user who used the command sees the response before it is edited.
    await reply.promise;
    // The library's own message changes with the edit.
    const created = callback.resource?.message?.content;
    const edited = await interaction.editOriginal("pong, at last");
    const followUp = await interaction.createFollowup("and more");
    return { interaction, created, edited, followUp: followUp.message };
  });

  const outcome = await service.control("POST /users/alice/invoke", invocation);

  reply.resolve();
  expect(outcome.body).toMatchObject({ outcome: "replied", messages: [{ content: "pong" }] });
  const { interaction, created, edited, followUp } = await answered;
  expect([interaction.user.username, interaction.member?.id]).toEqual(["alice", demo.aliceId]);
  expect([created, edited.content]).toEqual(["pong", "pong, at last"]);
  expect(outcome.at("messages", 0, "id")).toBe(edited.id);
  const history = await service.asUser(demo.aliceToken, `GET /channels/${demo.generalId}/messages`);
  expect(history.body).toMatchObject([
    { id: followUp.id, content: "and more" },
    { id: edited.id, content: "pong, at last" },
  ]);
});

test("a bot with a lost connection resumes, and replies to the missed command", async () => {
  const service = await aRunningService();
  const client = await aBot(service);
  await client.application.createGlobalCommand(ping);
  const eventNames: unknown[] = [];
  const resumed = Promise.withResolvers<void>();
  client.on("packet", ({ t }) => eventNames.push(t));
  client.once("shardResume", () => resumed.resolve());
  const answered = onCommand(client, (interaction) => interaction.reply("pong"));

  const lost = new Promise<void>((resolve) => client.once("shardDisconnect", () => resolve()));
  service.dropConnections();
  // The test's own idle connections are cut too, and have time to notice it.
  await lost;
  const outcome = await service.control("POST /users/alice/invoke", {
    ...invocation,
    wait: 10_000,
  });

  expect(outcome.body).toMatchObject({ outcome: "replied", messages: [{ content: "pong" }] });
  await Promise.all([answered, resumed.promise]);
  expect(eventNames).toEqual(["INTERACTION_CREATE", "RESUMED"]);
});

test("a bot that is restarted at once identifies when allowed, without an invalid session", async () => {
  const service = await aRunningService({ limits: "production" });
  const first = await aBot(service);
  first.disconnect(false);
  const invalid: string[] = [];
  const second = await aBot(service, (client) => {
    client.on("debug", (text) => {
      if (/invalid session/i.test(text)) invalid.push(text);
    });
    // It identifies as soon as it receives HELLO, before or after the clock is moved.
    client.once("hello", () => {
      void service.clock.moveTo(service.clock.now() + limits.concurrentIdentifies.windowMs);
    });
  });
  expect(second.ready).toBe(true);
  expect(invalid).toEqual([]);
});

// Proves requirement 4.3 "POST /oauth2/token"
test("its OAuth2 client sends multipart forms for three grants and a revocation", async () => {
  const service = await aRunningService();
  const { oauth } = new Client({ rest: { baseURL: `${service.url}/api/v10` } }).rest;
  const client = { clientID: demo.applicationId, clientSecret: demo.clientSecret };
  const redirectURI = "http://127.0.0.1/callback";
  const query = new URLSearchParams({
    client_id: demo.applicationId,
    redirect_uri: redirectURI,
    response_type: "code",
    scope: "identify guilds",
  });
  const consent = await service.asUser(demo.aliceToken, `POST /oauth2/authorize?${String(query)}`, {
    authorize: true,
  });
  const code = new URL(String(consent.at("location"))).searchParams.get("code") ?? "";

  const first = await oauth.exchangeCode({ ...client, code, redirectURI });
  expect(first.scopes).toEqual(["identify", "guilds"]);
  const next = await oauth.refreshToken({ ...client, refreshToken: first.refreshToken });
  const { username } = await oauth.getHelper(`Bearer ${next.accessToken}`).getCurrentUser();
  expect(username).toBe("alice");
  await oauth.revokeToken({ ...client, token: next.accessToken });
  await expect(oauth.refreshToken({ ...client, refreshToken: next.refreshToken })).rejects.toThrow(
    "400",
  );

  const own = await oauth.clientCredentialsGrant({ ...client, scopes: ["identify"] });
  expect(own.scopes).toEqual(["identify"]);
});
