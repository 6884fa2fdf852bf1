// A button opens a ticket: a channel for its author and the staff, a thread for the staff, and a log of
// what was written when it is closed.
import {
  ActionRowBuilder,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  ChannelType,
  Client,
  Events,
  GatewayIntentBits as Intents,
  PermissionFlagsBits as May,
} from "discord.js";

const client = new Client({
  intents: [Intents.Guilds, Intents.GuildMessages, Intents.MessageContent],
});

const row = (id, label, style = ButtonStyle.Primary) =>
  new ActionRowBuilder().addComponents(
    new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(style),
  );

async function open(interaction) {
  await interaction.deferReply({ flags: 64 });
  const { guild, user } = interaction;
  const staff = guild.roles.cache.find(({ name }) => name === "mods");
  const category =
    guild.channels.cache.find(({ name }) => name === "tickets") ??
    (await guild.channels.create({ name: "tickets", type: ChannelType.GuildCategory }));
  const channel = await guild.channels.create({
    name: `ticket-${user.username}`,
    parent: category,
    topic: user.id,
    permissionOverwrites: [
      { id: guild.roles.everyone, deny: [May.ViewChannel] },
      { id: user, allow: [May.ViewChannel, May.SendMessages] },
      { id: staff, allow: [May.ViewChannel] },
    ],
  });
  const greeting = await channel.send({
    content: `${user}, what is it?`,
    components: [row("close", "Close", ButtonStyle.Danger)],
  });
  await greeting.pin();
  const thread = await channel.threads.create({
    name: "staff",
    type: ChannelType.PrivateThread,
    invitable: false,
  });
  await thread.members.add(guild.ownerId);
  await thread.send("For the staff alone");
  await interaction.editReply(`opened ${channel}`);
}

async function close(interaction) {
  await interaction.deferUpdate();
  const { channel, guild } = interaction;
  const messages = await channel.messages.fetch({ limit: 50 });
  const lines = messages
    .filter(({ content }) => content !== "")
    .map(({ author, content }) => `${author.username}: ${content}`);
  const transcript = new AttachmentBuilder(Buffer.from(lines.toReversed().join("\n")), {
    name: "transcript.txt",
  });
  await channel.permissionOverwrites.edit(channel.topic, { SendMessages: false });
  const { threads } = await channel.threads.fetchActive();
  for (const thread of threads.values()) await thread.setArchived(true, "closed");
  await channel.setName(`closed-${channel.name}`);
  await channel.setParent(null, { lockPermissions: false });
  const general = guild.channels.cache.find(({ name }) => name === "general");
  await general.send({
    content: `closed with ${messages.size} messages`,
    files: [transcript],
    components: [row(`delete:${channel.id}`, "Delete")],
  });
}

client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isChatInputCommand()) {
    await interaction.reply({ content: "Need help?", components: [row("open", "Open a ticket")] });
  }
  if (!interaction.isButton()) return;
  const [verb, id] = interaction.customId.split(":");
  if (verb === "open") await open(interaction);
  if (verb === "close") await close(interaction);
  if (verb === "delete") {
    await interaction.guild.channels.delete(id, "done with");
    await interaction.update({ content: "deleted", components: [] });
  }
});
client.once(Events.ClientReady, async () => {
  await client.application.commands.set([{ name: "tickets", description: "Shows the button" }]);
  console.log("ready");
});
await client.login();
