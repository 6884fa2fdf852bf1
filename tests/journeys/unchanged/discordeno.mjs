import { createBot, Intents } from "@discordeno/bot";

const bot = createBot({
  token: process.env.DISCORD_TOKEN,
  intents: Intents.Guilds,
  desiredProperties: {
    interaction: { id: true, token: true, type: true, data: true },
  },
  events: {
    ready: async () => {
      const ping = { name: "ping", description: "Answers pong" };
      await bot.helpers.upsertGlobalApplicationCommands([ping]);
      console.log("ready");
    },
    interactionCreate: (interaction) => interaction.respond("pong"),
  },
});
await bot.start();
