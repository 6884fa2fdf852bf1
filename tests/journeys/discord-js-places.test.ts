// All contexts in which a user can use an application, and files: an unmodified discord.js bot,
// real sockets.
import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  ChannelType,
  Client,
  EntryPointCommandHandlerType,
  Events,
  FileUploadBuilder,
  GatewayIntentBits,
  InteractionContextType,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  Partials,
  type Interaction,
} from "discord.js";
import { afterEach, expect, test } from "vitest";
import { demoWorld } from "../../packages/server/src/control/world-file/demo-world.ts";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";
import { loggedIn } from "./logged-in.ts";

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const thread = { id: "300000000000000029", name: "a thread", type: 11, parent_id: "general" };
const [guild] = demoWorld.guilds ?? [];
const [concierge] = demoWorld.applications ?? [];
const world = {
  ...demoWorld,
  applications: [{ ...concierge, flags: ["EMBEDDED"], commands: [] }],
  guilds: [{ ...guild, channels: [...(guild?.channels ?? []), thread] }],
};

/** A bot that is ready, and the errors of its handlers. */
async function aBot(answer: (interaction: Interaction) => Promise<unknown>) {
  const service = await aService({ world });
  cleanups.push(() => service.stop());
  const client = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.DirectMessages],
    partials: [Partials.Channel],
    rest: { api: `${service.url}/api` },
  });
  cleanups.push(() => client.destroy());
  const failures: unknown[] = [];
  client.on(Events.InteractionCreate, (interaction) => {
    answer(interaction).catch((error: unknown) => failures.push(error));
  });
  return { service, client: await loggedIn(client, demo.botToken), failures };
}

const act = (service: TestService, what: string, body: object) =>
  service.control(`POST /users/alice/${what}`, { application: "Concierge", ...body });

/** Replies with the context of an interaction. */
async function sayWhere(interaction: Interaction): Promise<unknown> {
  if (!interaction.isChatInputCommand()) return undefined;
  const { context, channel, guild: within, authorizingIntegrationOwners: owners } = interaction;
  const installed = `${owners.guildId ?? "-"} ${owners.userId ?? "-"}`;
  return interaction.reply(`${context} ${channel?.type} ${within?.name ?? "-"} ${installed}`);
}

// Proves requirement 2.3 "contexts"
test("a command is used in a guild, a thread, the bot's DM and another DM", async () => {
  const { service, client, failures } = await aBot(sayWhere);
  await client.application.commands.create({
    name: "where",
    description: "Says where",
    integrationTypes: [
      ApplicationIntegrationType.GuildInstall,
      ApplicationIntegrationType.UserInstall,
    ],
    contexts: [
      InteractionContextType.Guild,
      InteractionContextType.BotDM,
      InteractionContextType.PrivateChannel,
    ],
  });
  const where = async (channel: string) => {
    const outcome = await act(service, "invoke", { channel, command: "where" });
    return outcome.at("messages", 0, "content") ?? outcome.body;
  };

  expect(await where("general")).toBe(`0 0 Test Guild ${demo.guildId} ${demo.aliceId}`);
  expect(await where("a thread")).toBe(`0 11 Test Guild ${demo.guildId} ${demo.aliceId}`);
  expect(await where("@Concierge")).toBe(`1 1 - 0 ${demo.aliceId}`);
  expect(await where("@bob")).toBe(`2 1 - - ${demo.aliceId}`);
  expect(failures).toEqual([]);
});

test("a user-installed command replies in a group DM without its bot", async () => {
  const { service, client, failures } = await aBot(async (interaction) => {
    if (interaction.isButton()) return interaction.update({ content: "pressed", components: [] });
    if (!interaction.isChatInputCommand()) return undefined;
    const button = new ButtonBuilder().setCustomId("b").setLabel("B").setStyle(ButtonStyle.Primary);
    await interaction.deferReply();
    const { context, channel, authorizingIntegrationOwners: owners } = interaction;
    const people = channel?.type === ChannelType.GroupDM ? channel.recipients : [];
    const names = people.map(({ username }) => username).toSorted();
    const content = `${context} ${names.join(" ")} ${owners.guildId ?? "-"} ${owners.userId ?? "-"}`;
    await interaction.editReply({
      content,
      components: [new ActionRowBuilder<ButtonBuilder>().addComponents(button)],
    });
    return interaction.followUp({ content: "for you", flags: MessageFlags.Ephemeral });
  });
  await client.application.commands.create({
    name: "where",
    description: "Says where",
    integrationTypes: [ApplicationIntegrationType.UserInstall],
    contexts: [InteractionContextType.PrivateChannel],
  });
  const { id: carol } = await service.control("POST /users", { username: "carol" });
  const recipients = [demo.bobId, carol];
  const group = await service.asUser(demo.aliceToken, "POST /users/@me/channels", { recipients });
  expect(group.body).toMatchObject({ type: 3, owner_id: demo.aliceId });

  const channel = group.id;
  const answer = await act(service, "invoke", { channel, command: "where" });
  expect(answer.body).toMatchObject({ outcome: "replied", deferred: true });
  expect(answer.at("messages", 0, "content")).toBe(`2 alice bob carol - ${demo.aliceId}`);
  const message = answer.at("messages", 0, "id");
  const clicked = await service.control("POST /users/bob/click", { message, custom_id: "b" });
  expect(clicked.at("messages", 0, "content")).toBe("pressed");
  const history = await service.asUser(demo.bobToken, `GET /channels/${channel}/messages`);
  expect(history.body).toMatchObject([{ content: "pressed" }]);
  // Bob has not installed the application, so the command does not exist for him.
  const refused = await service.control("POST /users/bob/invoke", {
    application: "Concierge",
    channel,
    command: "where",
  });
  expect(refused.body).toMatchObject({ outcome: "denied" });
  expect(failures).toEqual([]);
});

// Proves requirement 2.3 "type 11: attachment"
test("files are received in options and modals, and sent with replies", async () => {
  const { service, client, failures } = await aBot(async (interaction) => {
    if (interaction.isChatInputCommand()) {
      const upload = new FileUploadBuilder().setCustomId("papers").setMaxValues(2);
      const label = new LabelBuilder().setLabel("Papers").setFileUploadComponent(upload);
      return interaction.showModal(
        new ModalBuilder().setCustomId("form").setTitle("A form").addLabelComponents(label),
      );
    }
    if (!interaction.isModalSubmit()) return undefined;
    const [paper] = interaction.fields.getUploadedFiles("papers", true).values();
    const content = paper === undefined ? "" : await (await fetch(paper.url)).text();
    const copy = new AttachmentBuilder(Buffer.from(content.toUpperCase()), { name: "copy.txt" });
    return interaction.reply({ content: paper?.name ?? "none", files: [copy] });
  });
  await client.application.commands.create({
    name: "hand-in",
    description: "Takes papers",
    type: ApplicationCommandType.ChatInput,
    options: [
      {
        name: "note",
        description: "A note",
        type: ApplicationCommandOptionType.String,
      },
    ],
  });
  const answer = await act(service, "invoke", { channel: "general", command: "hand-in" });
  expect(answer.body).toMatchObject({ outcome: "modal" });
  const form = new FormData();
  const payload = {
    type: 5,
    application_id: demo.applicationId,
    guild_id: demo.guildId,
    channel_id: demo.generalId,
    session_id: "s",
    nonce: "2",
    data: {
      id: answer.at("interaction"),
      custom_id: "form",
      components: [{ type: 18, component: { type: 19, custom_id: "papers", values: ["0"] } }],
      attachments: [{ id: "0", filename: "thesis.txt" }],
    },
  };
  form.set("payload_json", JSON.stringify(payload));
  form.set("files[0]", new Blob(["so it is"], { type: "text/plain" }), "thesis.txt");
  const sent = await service.asUser(demo.aliceToken, "POST /interactions", form);
  expect([sent.status, sent.text]).toEqual([204, ""]);
  await expect
    .poll(async () => {
      const path = `GET /channels/${demo.generalId}/messages`;
      return (await service.asUser(demo.aliceToken, path)).at(0, "content");
    })
    .toBe("thesis.txt");
  const history = await service.asUser(demo.aliceToken, `GET /channels/${demo.generalId}/messages`);
  const url = String(history.at(0, "attachments", 0, "url"));
  expect(await (await fetch(url)).text()).toBe("SO IT IS");
  expect(failures).toEqual([]);
});

test("an application launches its Activity", async () => {
  const { service, client, failures } = await aBot(async (interaction) =>
    interaction.isPrimaryEntryPointCommand() ? interaction.launchActivity() : undefined,
  );
  await client.application.commands.create({
    name: "play",
    type: ApplicationCommandType.PrimaryEntryPoint,
    handler: EntryPointCommandHandlerType.AppHandler,
  });
  const launched = await act(service, "invoke", { channel: "voice", command: "play" });
  expect(launched.body).toMatchObject({
    outcome: "launched",
    activity_instance_id: expect.stringContaining(demo.voiceId) as unknown,
  });
  expect(failures).toEqual([]);
});
