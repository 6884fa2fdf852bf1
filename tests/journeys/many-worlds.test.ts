// Unmodified discord.js bots in two worlds of one service at the same time: each at its world's own
// port, and both at the shared port.
import { Client, Events, GatewayIntentBits, type ChatInputCommandInteraction } from "discord.js";
import { afterEach, expect, test } from "vitest";
import {
  aWorld,
  tokensOf,
  worldOf,
  type OpenedWorld,
} from "../../packages/server/src/testing/worlds/many-worlds.ts";
import { aService, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { loggedIn } from "./logged-in.ts";

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** A bot that replies with the name of its world. */
async function aBot(api: string, n: number): Promise<Client<true>> {
  const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api } });
  cleanups.push(() => client.destroy());
  const bot = await loggedIn(client, tokensOf(n).bot);
  await bot.application.commands.set([{ name: "where", description: "Says where it is" }]);
  client.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isChatInputCommand()) void answer(interaction, n);
  });
  return bot;
}

async function answer(interaction: ChatInputCommandInteraction, n: number): Promise<void> {
  await interaction.deferReply();
  await interaction.editReply(`in world ${n}`);
}

async function outcomeIn(world: OpenedWorld): Promise<unknown> {
  const outcome = await world.control("POST /users/alice/invoke", {
    application: "Concierge",
    channel: "general",
    command: "where",
  });
  return [outcome.at("outcome"), outcome.at("messages", 0, "content")];
}

async function twoWorlds(service: TestService): Promise<[OpenedWorld, OpenedWorld]> {
  const gateway = { hello_delay_ms: 0 };
  return [
    await aWorld(service, { name: "one", from: { world: worldOf(1) }, gateway }),
    await aWorld(service, { name: "two", from: { world: worldOf(2) }, gateway }),
  ];
}

test.each([
  ["at each world's own port", (_service: TestService, world: OpenedWorld) => world.api],
  ["on the shared port", (service: TestService) => `${service.url}/api`],
])("two bots work in separate worlds %s", async (_, apiOf) => {
  const service = await aService();
  cleanups.push(() => service.stop());
  const [one, two] = await twoWorlds(service);
  const bots = [await aBot(apiOf(service, one), 1), await aBot(apiOf(service, two), 2)];
  expect(bots.map((bot) => bot.user.id)).toEqual([1, 2].map((n) => tokensOf(n).applicationId));
  const answers = await Promise.all([outcomeIn(one), outcomeIn(two), outcomeIn(one)]);
  expect(answers).toEqual([
    ["replied", "in world 1"],
    ["replied", "in world 2"],
    ["replied", "in world 1"],
  ]);
  await two.control("POST /world/reset");
  expect(await outcomeIn(one)).toEqual(["replied", "in world 1"]);
});
