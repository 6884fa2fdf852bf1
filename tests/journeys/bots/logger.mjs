// Logs edits, deletions, channels and roles through a webhook of its own, under the name of who did it.
import { Client } from "oceanic.js";

const client = new Client({
  auth: `Bot ${process.env.DISCORD_TOKEN}`,
  gateway: {
    intents: ["GUILDS", "GUILD_MEMBERS", "GUILD_MESSAGES", "GUILD_WEBHOOKS", "MESSAGE_CONTENT"],
  },
});
const log = {};

/** A webhook of the channel for logs, which is made where there is none. */
async function logWebhook(guild) {
  const channel = await guild.createChannel(0, { name: "logs" });
  const [known] = await client.rest.webhooks.getForChannel(channel.id);
  return known ?? client.rest.webhooks.create(channel.id, { name: "Log" });
}

async function write(username, content) {
  const options = { wait: true, username, content, embeds: [{ title: content }] };
  const sent = await client.rest.webhooks.execute(log.hook.id, log.hook.token, options);
  await client.rest.webhooks.editMessage(log.hook.id, log.hook.token, sent.id, {
    content: `${content} (logged)`,
  });
  console.log(`logged ${content}`);
}

client.on("messageUpdate", async (message, before) => {
  if (message.author.bot) return;
  await write(message.author.username, `edited ${before?.content} to ${message.content}`);
});
client.on("messageDelete", async (message) => {
  if (message.webhookID || message.author?.bot) return;
  await write(message.author?.username ?? "someone", `deleted ${message.content}`);
});
client.on("messageDeleteBulk", async (messages) => {
  await write("someone", `deleted ${messages.length} messages`);
});
client.on("channelCreate", async (channel) => {
  if (channel.name !== "logs") await write("someone", `created #${channel.name}`);
});
client.on("guildMemberUpdate", async (member, before) => {
  await write(member.username, `nick ${before?.nick} to ${member.nick}`);
});
client.once("ready", async () => {
  log.hook = await logWebhook([...client.guilds.values()][0]);
  console.log(`ready ${log.hook.id} ${log.hook.token} ${log.hook.channelID}`);
});
client.on("error", (error) => console.error(error));
await client.connect();
