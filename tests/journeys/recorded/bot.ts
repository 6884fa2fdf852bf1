// A bot with everything that a recorded test must be able to repeat.
import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ButtonBuilder,
  ButtonStyle,
  Client,
  Events,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
  type ChatInputCommandInteraction,
  type ClientOptions,
  type Interaction,
  type Message,
  type TextChannel,
} from "discord.js";

const { String: Text, User } = ApplicationCommandOptionType;
const ephemeral = MessageFlags.Ephemeral;

export const commands = [
  {
    name: "ticket",
    description: "Tickets",
    options: [{ type: ApplicationCommandOptionType.Subcommand, name: "open", description: "One" }],
  },
  { name: "slow", description: "Answers later" },
  {
    name: "play",
    description: "Plays a song",
    options: [
      { type: Text, name: "song", description: "Which", autocomplete: true, required: true },
      { type: User, name: "for", description: "Whom" },
    ],
  },
  { name: "ban", description: "Bans", defaultMemberPermissions: 4n },
  { name: "silent", description: "Says nothing" },
  { name: "Report", type: ApplicationCommandType.Message },
] as const;

async function answerCommand(interaction: ChatInputCommandInteraction): Promise<unknown> {
  switch (interaction.commandName) {
    case "slow":
      await interaction.deferReply();
      await interaction.editReply(`Done at ${new Date().toISOString()}`);
      return interaction.followUp({ content: "And one for you", flags: ephemeral });
    case "play": {
      const song = interaction.options.getString("song", true);
      const listener = interaction.options.getUser("for") ?? interaction.user;
      return interaction.reply(`Playing ${song} for ${listener.toString()}`);
    }
    case "ticket": {
      const write = new ButtonBuilder()
        .setCustomId(`write:${interaction.id}`)
        .setLabel("Write")
        .setStyle(ButtonStyle.Primary);
      const kind = new StringSelectMenuBuilder()
        .setCustomId("kind")
        .setPlaceholder("What kind?")
        .addOptions({ label: "Lost", value: "l" }, { label: "Found", value: "f" });
      return interaction.reply({
        content: "What is the matter?",
        flags: ephemeral,
        components: [
          new ActionRowBuilder<ButtonBuilder>().addComponents(write),
          new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(kind),
        ],
      });
    }
    default:
      return undefined;
  }
}

async function answer(interaction: Interaction): Promise<unknown> {
  if (interaction.isAutocomplete()) {
    return interaction.respond([{ name: "Waterloo", value: "waterloo" }]);
  }
  if (interaction.isChatInputCommand()) return answerCommand(interaction);
  if (interaction.isMessageContextMenuCommand()) {
    return interaction.reply({
      content: `Reported ${interaction.targetMessage.content}`,
      flags: ephemeral,
    });
  }
  if (interaction.isButton()) {
    const input = new TextInputBuilder().setCustomId("subject").setStyle(TextInputStyle.Short);
    const field = new LabelBuilder().setLabel("Subject").setTextInputComponent(input);
    return interaction.showModal(
      new ModalBuilder().setCustomId("form").setTitle("Your ticket").addLabelComponents(field),
    );
  }
  if (interaction.isStringSelectMenu()) {
    return interaction.update({ content: `Of the kind ${interaction.values[0]}` });
  }
  if (!interaction.isModalSubmit()) return undefined;
  const channels = await interaction.guild?.channels.fetch();
  const tickets = channels?.find((each) => each?.name === "tickets") as TextChannel;
  await tickets.send({
    embeds: [
      {
        title: interaction.fields.getTextInputValue("subject"),
        description: `By ${interaction.user.username}`,
        timestamp: new Date().toISOString(),
      },
    ],
  });
  return interaction.reply({ content: "Thank you", flags: ephemeral });
}

/** Makes the author of a message a player. */
async function join(message: Message): Promise<void> {
  const role = message.guild?.roles.cache.find(({ name }) => name === "players");
  if (role !== undefined) await message.member?.roles.add(role);
  await message.react("✅");
}

export function createBot(options: Partial<ClientOptions> = {}): Client {
  const intents = ["Guilds", "GuildMessages", "MessageContent"] as const;
  const client = new Client({ intents, ...options });
  client.once(Events.ClientReady, (ready) => {
    void ready.application.commands.set(commands);
  });
  client.on(Events.InteractionCreate, (interaction) => void answer(interaction));
  client.on(Events.MessageCreate, (message) => {
    if (message.content === "!hello" && !message.author.bot) {
      void message.reply(`Hello ${message.author.toString()}`);
    }
    if (message.content === "!join") void join(message);
  });
  return client;
}
