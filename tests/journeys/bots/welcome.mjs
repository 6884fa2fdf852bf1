// Welcomes who joins with a role, a nickname and by which invite they came, and says goodbye.
import { Client } from "eris";

const bot = new Client(`Bot ${process.env.DISCORD_TOKEN}`, {
  intents: ["guilds", "guildMembers", "guildInvites"],
});
const uses = new Map();

async function usedInvite(guild) {
  const invites = await guild.getInvites();
  const used = invites.find((invite) => invite.uses > (uses.get(invite.code) ?? 0));
  for (const invite of invites) uses.set(invite.code, invite.uses);
  return used?.inviter?.username ?? "nobody";
}

const channelOf = (guild, name) => guild.channels.find((channel) => channel.name === name);

bot.on("guildMemberAdd", async (guild, member) => {
  const role = guild.roles.find(({ name }) => name === "newcomers");
  await member.addRole(role.id, "welcome");
  await member.edit({ nick: `new ${member.username}` });
  const by = await usedInvite(guild);
  await channelOf(guild, "general").createMessage({
    content: `Welcome ${member.mention}, you are number ${guild.memberCount}, invited by ${by}`,
    allowedMentions: { users: [member.id] },
  });
  const direct = await bot.getDMChannel(member.id);
  await direct.createMessage("The rules are short.");
  console.log("welcomed");
});
bot.on("guildMemberRemove", async (guild, member) => {
  await channelOf(guild, "general").createMessage(`Goodbye ${member.username}`);
  console.log("said goodbye");
});
bot.once("ready", async () => {
  const guild = bot.guilds.random();
  await guild.createRole({ name: "newcomers" });
  const invite = await channelOf(guild, "general").createInvite({ maxAge: 0, maxUses: 5 });
  await usedInvite(guild);
  console.log(`ready ${invite.code}`);
});
bot.on("error", (error) => console.error(error));
await bot.connect();
