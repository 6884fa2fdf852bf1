// A bot that takes files, and opens lobbies for a game.
import {
  ApplicationCommandOptionType,
  Client,
  ComponentType,
  Events,
  type APIModalInteractionResponseCallbackData,
  type Attachment,
  type ChatInputCommandInteraction,
  type ClientOptions,
  type Interaction,
  type Message,
} from "discord.js";

const commands = [
  {
    name: "show",
    description: "Shows a file",
    options: [
      { type: ApplicationCommandOptionType.Attachment, name: "file", description: "Which" },
    ],
  },
  { name: "report", description: "Reports something" },
  { name: "match", description: "Opens a match" },
] as const;

const upload = { type: ComponentType.FileUpload, custom_id: "proof" } as const;
const form: APIModalInteractionResponseCallbackData = {
  title: "A report",
  custom_id: "report",
  components: [{ type: ComponentType.Label, label: "Proof", component: upload }],
};

async function sizeOf({ url, name }: Attachment): Promise<string> {
  return `${name} has ${(await (await fetch(url)).arrayBuffer()).byteLength} bytes`;
}

/** The last opened lobby. */
const lobby = { id: "" };

async function openMatch(interaction: ChatInputCommandInteraction): Promise<unknown> {
  const members = [{ id: interaction.user.id, flags: 1 }];
  const body = { metadata: { map: "harbour" }, members };
  ({ id: lobby.id } = (await interaction.client.rest.post("/lobbies", { body })) as typeof lobby);
  return interaction.reply("The match is open");
}

async function answer(interaction: Interaction): Promise<unknown> {
  if (interaction.isModalSubmit()) {
    const [proof] = interaction.fields.getUploadedFiles("proof", true).values();
    return interaction.reply(proof === undefined ? "Nothing" : `Thanks, ${await sizeOf(proof)}`);
  }
  if (!interaction.isChatInputCommand()) return undefined;
  if (interaction.commandName === "match") return openMatch(interaction);
  if (interaction.commandName === "report") return interaction.showModal(form);
  return interaction.reply(await sizeOf(interaction.options.getAttachment("file", true)));
}

async function hear(message: Message): Promise<void> {
  const [file] = message.attachments.values();
  if (file !== undefined) await message.reply(`In the channel, ${await sizeOf(file)}`);
  if (message.content !== "gg") return;
  const body = { metadata: { map: "harbour", state: "over" } };
  await message.client.rest.patch(`/lobbies/${lobby.id}`, { body });
  await message.reply("Well played");
}

export function createBot(options: Partial<ClientOptions> = {}): Client {
  const intents = ["Guilds", "GuildMessages", "MessageContent"] as const;
  const client = new Client({ intents, ...options });
  client.once(Events.ClientReady, (ready) => {
    void ready.application.commands.set(commands);
  });
  client.on(Events.InteractionCreate, (interaction) => void answer(interaction));
  client.on(Events.MessageCreate, (message) => {
    if (message.author.id !== client.user?.id) void hear(message);
  });
  return client;
}
