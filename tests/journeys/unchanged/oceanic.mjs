import { Client } from "oceanic.js";

const client = new Client({
  auth: `Bot ${process.env.DISCORD_TOKEN}`,
  gateway: { intents: ["GUILDS"] },
});
client.once("ready", async () => {
  const ping = { type: 1, name: "ping", description: "Answers pong" };
  await client.application.bulkEditGlobalCommands([ping]);
  console.log("ready");
});
client.on("interactionCreate", (interaction) => interaction.reply({ content: "pong" }));
client.on("error", (error) => console.error(error));
await client.connect();
