// Collectors and relative times of discord.js under the clock of a world.
import { expect, test } from "./vitest.ts";
import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  Client,
  Events,
  type ChatInputCommandInteraction,
  type ClientOptions,
} from "discord.js";

import { openTestWorld } from "../test-world.ts";

const MINUTE_MS = 60_000;

async function ask(interaction: ChatInputCommandInteraction, collects: () => void): Promise<void> {
  const yes = new ButtonBuilder().setCustomId("yes").setLabel("Yes").setStyle(ButtonStyle.Primary);
  const components = [new ActionRowBuilder<ButtonBuilder>().addComponents(yes)];
  const response = await interaction.reply({ content: "Sure?", components, withResponse: true });
  try {
    const clicking = response.resource?.message?.awaitMessageComponent({ time: MINUTE_MS });
    collects();
    const clicked = await clicking;
    await clicked?.update({ content: "Done", components: [] });
  } catch {
    await interaction.editReply({ content: "Too late", components: [] });
  }
}

async function silence(interaction: ChatInputCommandInteraction): Promise<void> {
  const members = interaction.guild?.members;
  const [bob] = [...((await members?.fetch({ query: "bob" }))?.values() ?? [])];
  const silenced = await bob?.timeout(10 * MINUTE_MS);
  await interaction.reply(`silent: ${String(silenced?.isCommunicationDisabled())}`);
}

function createBot(options: Partial<ClientOptions>, collects = () => undefined as void): Client {
  const client = new Client({ intents: ["Guilds", "GuildMembers"], ...options });
  client.once(Events.ClientReady, (ready) => {
    void ready.application.commands.set([
      { name: "ask", description: "Asks whether to" },
      { name: "silence", description: "Silences bob for ten minutes" },
    ]);
  });
  client.on(Events.InteractionCreate, (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    const isAsked = interaction.commandName === "ask";
    const answering = isAsked ? ask(interaction, collects) : silence(interaction);
    answering.catch((error: unknown) => client.emit(Events.Error, error as Error));
  });
  return client;
}

test("a collector times out by the world's clock", async ({ world }) => {
  // Users see the message before the bot has the response to its call and starts to collect clicks.
  let collecting = Promise.withResolvers<void>();
  const bot = createBot(world.options("discord.js"), () => collecting.resolve());
  await world.login(bot, { time: world.clock });
  const alice = world.user("alice").in("#general");
  const question = await alice.run("/ask");
  await collecting.promise;
  await world.clock.advance("59s");
  expect(await question.click("Yes")).toHaveReplied("Done");
  collecting = Promise.withResolvers<void>();
  await alice.run("/ask");
  await collecting.promise;
  await world.clock.next();
  await expect(alice).toSee("Too late");
  expect(await world.clock.now()).toEqual(new Date("2026-01-01T00:01:59Z"));
});

test("a member's timeout starts at the world's current time", async ({ world }) => {
  await world.login(createBot(world.options("discord.js")), { time: world.clock });
  const mod = world.user("mod").in("#general");
  const bob = world.user("bob").in("#general");
  expect(await mod.run("/silence")).toHaveReplied("silent: true");
  await expect(bob.message("hello")).rejects.toThrow("bob cannot write in #general");
  await world.clock.advance("10m");
  expect(await bob.message("hello")).toMatchObject({ content: "hello" });
});

test("a bot's timers keep running when another bot signs in with the same clock", async ({
  world,
}) => {
  const ran: string[] = [];
  for (const name of ["first", "second"]) {
    await world.login(createBot(world.options("discord.js")), { time: world.clock });
    setTimeout(() => ran.push(name), MINUTE_MS);
  }
  await world.clock.advance("1m");
  expect(ran).toEqual(["first", "second"]);
});

test("a second world cannot lead the time of the same process", async ({ world }) => {
  const bot = () => ({ login: async () => "", isReady: () => true, destroy: () => undefined });
  const other = await openTestWorld("the time of another world");
  await world.login(bot(), { time: world.clock });
  await expect(other.world.login(bot(), { time: other.world.clock })).rejects.toThrow(
    "tests with `time` cannot run concurrently",
  );
  await world.close();
  await other.world.login(bot(), { time: other.world.clock });
  await other.finish();
});
