import { Client } from "eris";

const bot = new Client(`Bot ${process.env.DISCORD_TOKEN}`, {
  intents: ["guilds", "guildMessages", "messageContent"],
});
bot.once("ready", async () => {
  await bot.bulkEditCommands([{ type: 1, name: "ping", description: "Answers pong" }]);
  console.log("ready");
});
bot.on("interactionCreate", (interaction) => interaction.createMessage("pong"));
bot.on("error", (error) => console.error(error));
await bot.connect();
