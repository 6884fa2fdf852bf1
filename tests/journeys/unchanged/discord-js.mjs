import { Client, Events, GatewayIntentBits, REST, Routes } from "discord.js";

const client = new Client({ intents: [GatewayIntentBits.Guilds] });
client.once(Events.ClientReady, async ({ application }) => {
  // A script that deploys commands is a client of its own.
  const rest = new REST().setToken(client.token);
  const ping = { name: "ping", description: "Answers pong" };
  await rest.put(Routes.applicationCommands(application.id), { body: [ping] });
  console.log("ready");
});
client.on(Events.InteractionCreate, (interaction) => interaction.reply("pong"));
await client.login();
