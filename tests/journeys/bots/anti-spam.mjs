// Times out who writes the same five times within ten seconds, and deletes what they wrote.
import { Client, Events, GatewayIntentBits as Intents, RESTJSONErrorCodes } from "discord.js";

const SAME_MAX = 5;
const WINDOW_MS = 10_000;

const client = new Client({
  intents: [Intents.Guilds, Intents.GuildMembers, Intents.GuildMessages, Intents.MessageContent],
});
const recent = new Map();

client.on(Events.MessageCreate, async (message) => {
  const { author, member, channel, content, createdTimestamp: at } = message;
  if (author.bot) return;
  const known = recent.get(author.id) ?? [];
  const same = known.filter((each) => each.content === content && at - each.at < WINDOW_MS);
  same.push({ content, at, id: message.id });
  recent.set(author.id, same);
  if (same.length < SAME_MAX) return;
  recent.delete(author.id);
  try {
    await member.timeout(60_000, "spam");
    const gone = await channel.bulkDelete(same.map(({ id }) => id));
    await channel.send(`${author.username} is quiet for a minute, ${gone.size} messages are gone`);
  } catch (error) {
    const isTooHigh = error.code === RESTJSONErrorCodes.MissingPermissions;
    await channel.send(isTooHigh ? `${author.username} stands too high` : String(error));
  }
});
client.on(Events.MessageBulkDelete, (messages) => {
  console.log(`forgot ${messages.map(({ content }) => content).join(" ")}`);
});
client.once(Events.ClientReady, () => console.log("ready"));
await client.login();
