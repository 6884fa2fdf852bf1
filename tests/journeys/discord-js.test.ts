// The main use case, end to end: an unmodified discord.js bot, a simulated user, real sockets.
import { Client, Events, GatewayIntentBits, type ChatInputCommandInteraction } from "discord.js";
import { afterEach, expect, test } from "vitest";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";
import { loggedIn } from "./logged-in.ts";

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function aRunningService(options: Parameters<typeof aService>[0] = {}): Promise<TestService> {
  const service = await aService(options);
  cleanups.push(() => service.stop());
  return service;
}

/** A bot that is ready. */
async function aBot(service: TestService): Promise<Client<true>> {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages],
    rest: { api: `${service.url}/api` },
  });
  cleanups.push(() => client.destroy());
  return loggedIn(client, demo.botToken);
}

function onCommand(
  client: Client,
  answer: (interaction: ChatInputCommandInteraction) => Promise<unknown>,
): void {
  client.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isChatInputCommand()) void answer(interaction);
  });
}

const ping = { name: "ping", description: "Answers pong" };

// Proves requirement 1 "invocation"
test("a bot identifies and registers a command; a user invokes it and receives the reply", async () => {
  const service = await aRunningService();
  const client = await aBot(service);
  expect(client.user.id).toBe(demo.applicationId);
  expect(client.guilds.cache.get(demo.guildId)?.name).toBe("Test Guild");
  const created = await client.application.commands.set([
    ping,
    {
      name: "say",
      description: "Says it again",
      options: [{ type: 3, name: "text", description: "What", required: true }],
    },
  ]);
  expect(created.map((each) => each.name)).toEqual(["ping", "say"]);
  onCommand(client, (interaction) =>
    interaction.reply(`${interaction.user.username} said ${interaction.options.getString("text")}`),
  );

  const outcome = await service.control("POST /users/alice/invoke", {
    application: "Concierge",
    channel: demo.generalId,
    command: "say",
    options: { text: "hello" },
  });

  expect(outcome.status).toBe(200);
  expect(outcome.body).toMatchObject({
    outcome: "replied",
    messages: [{ content: "alice said hello", type: 20 }],
  });
  const history = await service.asUser(demo.bobToken, `GET /channels/${demo.generalId}/messages`);
  expect(history.body).toMatchObject([
    { content: "alice said hello", author: { id: demo.applicationId, bot: true } },
  ]);
});

test("a bot defers, edits its reply, follows up and deletes", async () => {
  const service = await aRunningService();
  const client = await aBot(service);
  await client.application.commands.create(ping);
  const done = new Promise<void>((resolve) => {
    onCommand(client, async (interaction) => {
      await interaction.deferReply();
      await interaction.editReply("the answer");
      const followUp = await interaction.followUp("one more");
      const second = await interaction.followUp({ content: "just for you", flags: 64 });
      expect((await interaction.fetchReply()).content).toBe("the answer");
      await interaction.editReply({ content: "the better answer", embeds: [{ title: "Details" }] });
      await interaction.deleteReply(followUp);
      expect(second.flags.has("Ephemeral")).toBe(true);
      resolve();
    });
  });

  const outcome = await service.control("POST /users/alice/invoke", {
    application: "Concierge",
    channel: demo.generalId,
    command: "ping",
  });

  expect(outcome.body).toMatchObject({
    outcome: "replied",
    deferred: true,
    messages: [{ content: "the answer" }],
  });
  await done;
  const history = await service.asUser(demo.aliceToken, `GET /channels/${demo.generalId}/messages`);
  expect(history.body).toMatchObject([
    { content: "the better answer", embeds: [{ title: "Details" }] },
  ]);
  expect(history.body).toHaveLength(1);
});

test("a bot with a lost connection resumes and receives the missed events", async () => {
  const service = await aRunningService();
  const client = await aBot(service);
  await client.application.commands.create(ping);
  onCommand(client, (interaction) => interaction.reply("pong"));
  const resumed = new Promise<number>((resolve) => {
    client.once(Events.ShardResume, (_shard, replayed) => {
      resolve(replayed);
    });
  });

  service.dropConnections();
  const outcome = await service.control("POST /users/alice/invoke", {
    application: "Concierge",
    channel: demo.generalId,
    command: "ping",
    wait: 10_000,
  });

  expect(outcome.body).toMatchObject({ outcome: "replied", messages: [{ content: "pong" }] });
  expect(await resumed).toBeGreaterThanOrEqual(1);
});

test("a user without permission receives a denial with the decision's steps", async () => {
  const service = await aRunningService();
  const client = await aBot(service);
  await client.application.commands.create({ ...ping, defaultMemberPermissions: "32" });
  const outcome = await service.control("POST /users/bob/invoke", {
    application: "Concierge",
    channel: demo.generalId,
    command: "ping",
  });
  expect(outcome.at("outcome")).toBe("denied");
  expect(outcome.at("decision", 0)).toBeDefined();
});
