// Bans, unbans, kicks, times out and prunes by prefix commands, and reads the audit log.
import { AuditLogEvent, Client, Events, GatewayIntentBits as Intents } from "discord.js";

const client = new Client({
  intents: [
    Intents.Guilds,
    Intents.GuildMembers,
    Intents.GuildMessages,
    Intents.GuildModeration,
    Intents.MessageContent,
  ],
});

const verbs = {
  async ban(message, member, reason) {
    if (!member.bannable) return `${member.displayName} stands too high`;
    await member.ban({ reason, deleteMessageSeconds: 3600 });
    const ban = await message.guild.bans.fetch(member.id);
    return `banned ${ban.user.username}: ${ban.reason}`;
  },
  async unban(message, _member, name) {
    const bans = await message.guild.bans.fetch();
    const ban = bans.find(({ user }) => user.username === name);
    await message.guild.members.unban(ban.user, "forgiven");
    return `unbanned ${name}, ${(await message.guild.bans.fetch()).size} left`;
  },
  async kick(_message, member, reason) {
    await member.kick(reason);
    return `kicked ${member.user.username}`;
  },
  async mute(_message, member, reason) {
    const after = await member.timeout(600_000, reason);
    return `muted ${member.user.username}: ${after.isCommunicationDisabled()}`;
  },
  async unmute(_message, member) {
    const after = await member.timeout(null);
    return `unmuted ${member.user.username}: ${after.isCommunicationDisabled()}`;
  },
  async prune(message) {
    const count = await message.guild.members.prune({ days: 7, dry: true });
    return `would prune ${count}`;
  },
  async clear(message, _member, count) {
    const gone = await message.channel.bulkDelete(Number(count) + 1);
    return `deleted ${gone.size}`;
  },
  async slow(message, _member, seconds) {
    await message.channel.setRateLimitPerUser(Number(seconds), "too fast");
    return `slow: ${message.channel.rateLimitPerUser}`;
  },
  async log(message) {
    const { entries } = await message.guild.fetchAuditLogs({ limit: 5 });
    const lines = entries.map(({ action, target, executor, reason }) => {
      const whom = target?.username ?? target?.name ?? "-";
      return `${AuditLogEvent[action]} ${whom} by ${executor.username}: ${reason}`;
    });
    return lines.join("\n");
  },
};

client.on(Events.MessageCreate, async (message) => {
  const [, verb = "", whom, rest] =
    /^!(\w+)(?: <@!?(\d+)>)?(?: (.+))?$/.exec(message.content) ?? [];
  if (message.author.bot || !(verb in verbs)) return;
  try {
    const member = whom === undefined ? undefined : await message.guild.members.fetch(whom);
    await message.channel.send(await verbs[verb](message, member, rest));
  } catch (error) {
    await message.channel.send(`failed: ${error.code} ${error.message}`);
  }
});
client.on(Events.GuildAuditLogEntryCreate, ({ action, reason }) => {
  console.log(`entry ${AuditLogEvent[action]} ${reason}`);
});
client.once(Events.ClientReady, () => console.log("ready"));
await client.login();
