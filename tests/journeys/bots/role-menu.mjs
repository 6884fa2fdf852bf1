// A message whose reactions give roles and take them away.
import { Client } from "eris";

const bot = new Client(`Bot ${process.env.DISCORD_TOKEN}`, {
  intents: ["guilds", "guildMembers", "guildMessages", "guildMessageReactions", "messageContent"],
});
const roles = new Map();
const menu = {};

async function offer(guild, channel) {
  for (const [emoji, name] of [
    ["🎨", "artists"],
    ["🎸", "musicians"],
  ]) {
    const role = await guild.createRole({ name, mentionable: true, color: 0x33_66_99 }, "menu");
    roles.set(emoji, role.id);
  }
  const lines = [...roles].map(([emoji, id]) => `${emoji} <@&${id}>`);
  const { id } = await channel.createMessage({
    embed: { title: "Roles", description: lines.join("\n") },
  });
  for (const emoji of roles.keys()) await bot.addMessageReaction(channel.id, id, emoji);
  menu.id = id;
  console.log("offered");
}

bot.on("messageReactionAdd", async (message, emoji, reactor) => {
  const role = roles.get(emoji.name);
  if (message.id !== menu.id || reactor.id === bot.user.id) return;
  if (role === undefined) {
    await bot.removeMessageReaction(message.channel.id, message.id, emoji.name, reactor.id);
    return console.log("refused");
  }
  await bot.addGuildMemberRole(message.guildID, reactor.id, role, "chosen");
  console.log("given");
});
bot.on("messageReactionRemove", async (message, emoji, userId) => {
  if (message.id !== menu.id || !roles.has(emoji.name)) return;
  await bot.removeGuildMemberRole(message.guildID, userId, roles.get(emoji.name), "changed");
  console.log("taken");
});
bot.on("messageCreate", async (message) => {
  if (message.content === "!menu") await offer(message.channel.guild, message.channel);
  if (message.content !== "!who") return;
  const reactors = await bot.getMessageReaction(message.channel.id, menu.id, "🎨");
  const names = reactors.map(({ username }) => username).toSorted();
  await bot.createMessage(message.channel.id, `artists: ${names.join(", ")}`);
});
bot.once("ready", () => console.log("ready"));
bot.on("error", (error) => console.error(error));
await bot.connect();
