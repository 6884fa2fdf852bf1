// What snapshots take of replies.
import { Client, Events, type ClientOptions } from "discord.js";
import { expect, test } from "../runners/vitest.ts";
import { openTestWorld } from "../test-world.ts";

function createBot(options: Partial<ClientOptions>): Client {
  const client = new Client({ intents: [], ...options });
  client.once(Events.ClientReady, (ready) => {
    void ready.application.commands.set([
      { name: "ping", description: "Answers pong" },
      { name: "ban", description: "Bans", defaultMemberPermissions: 4n },
    ]);
  });
  client.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isChatInputCommand()) void interaction.reply("pong");
  });
  return client;
}

test("a snapshot of a reply is the same in each run of a test", async () => {
  const play = async () => {
    const opened = await openTestWorld("played twice");
    const { world } = opened;
    await world.login(createBot(world.options("discord.js")));
    const reply = await world.user("alice").in("#general").run("/ping");
    await opened.finish();
    return { url: reply.trace.url, json: JSON.stringify(reply) };
  };
  const [first, second] = [await play(), await play()];
  expect(second.url).not.toBe(first.url);
  expect(second.json).toBe(first.json);
  expect(JSON.parse(first.json)).toMatchObject({ messages: [{ content: "pong" }] });
});

test("a snapshot of a denial is its outcome", async ({ world }) => {
  await world.login(createBot(world.options("discord.js")));
  expect(await world.user("bob").in("#general").run("/ban")).toMatchInlineSnapshot(`
    {
      "deferred": false,
      "messages": [],
      "outcome": "denied",
    }
  `);
});
