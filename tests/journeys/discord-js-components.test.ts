// Components, modals and autocomplete end to end: an unmodified discord.js bot, a simulated user,
// real sockets.
import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ButtonBuilder,
  ButtonStyle,
  Client,
  Events,
  GatewayIntentBits,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
  UserSelectMenuBuilder,
  type Interaction,
} from "discord.js";
import { afterEach, expect, test } from "vitest";
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

/** A bot that is ready, and the errors of its handlers. */
async function aBot(answer: (interaction: Interaction) => Promise<unknown>) {
  const service = await aService();
  cleanups.push(() => service.stop());
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: `${service.url}/api` },
  });
  cleanups.push(() => client.destroy());
  const failures: unknown[] = [];
  client.on(Events.InteractionCreate, (interaction) => {
    answer(interaction).catch((error: unknown) => failures.push(error));
  });
  return { service, client: await loggedIn(client, demo.botToken), failures };
}

const at = { application: "Concierge", channel: "general" };
const act = (service: TestService, what: string, body: object) =>
  service.control(`POST /users/alice/${what}`, body);

const button = new ButtonBuilder()
  .setCustomId("more")
  .setLabel("More")
  .setStyle(ButtonStyle.Primary);
const colors = new StringSelectMenuBuilder()
  .setCustomId("color")
  .addOptions({ label: "Red", value: "red" }, { label: "Blue", value: "blue" });
const people = new UserSelectMenuBuilder().setCustomId("people").setMaxValues(2);

async function answerMenu(interaction: Interaction): Promise<unknown> {
  if (interaction.isChatInputCommand()) {
    return interaction.reply({
      content: "menu",
      components: [
        new ActionRowBuilder<ButtonBuilder>().addComponents(button),
        new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(colors),
        new ActionRowBuilder<UserSelectMenuBuilder>().addComponents(people),
      ],
    });
  }
  if (interaction.isButton()) {
    await interaction.deferUpdate();
    return interaction.editReply({ content: `more for ${interaction.user.username}` });
  }
  if (interaction.isStringSelectMenu()) {
    return interaction.update({ content: `chose ${interaction.values.join()}`, components: [] });
  }
  if (interaction.isUserSelectMenu()) {
    const names = interaction.users.map((user) => user.username);
    return interaction.reply({ content: names.join(), flags: MessageFlags.Ephemeral });
  }
  return undefined;
}

test("buttons and select menus are answered by deferring, updating and ephemeral replies", async () => {
  const { service, client, failures } = await aBot(answerMenu);
  await client.application.commands.create({ name: "menu", description: "Shows a menu" });
  const answer = await act(service, "invoke", { ...at, command: "menu" });
  const message = String(answer.at("messages", 0, "id"));

  const clicked = await act(service, "click", { message, custom_id: "more" });
  expect(clicked.body).toMatchObject({
    outcome: "replied",
    deferred: true,
    messages: [{ id: message, content: "more for alice" }],
  });
  const chosen = await act(service, "select", {
    message,
    custom_id: "people",
    values: ["alice", "@bob"],
  });
  expect(chosen.body).toMatchObject({
    outcome: "replied",
    messages: [{ content: "alice,bob", flags: 64, type: 19 }],
  });
  const updated = await act(service, "select", { message, custom_id: "color", values: ["blue"] });
  expect(updated.body).toMatchObject({
    outcome: "replied",
    messages: [{ id: message, content: "chose blue", components: [] }],
  });
  expect(failures).toEqual([]);
});

async function answerForm(interaction: Interaction): Promise<unknown> {
  if (interaction.isChatInputCommand()) {
    const name = new TextInputBuilder()
      .setCustomId("name")
      .setStyle(TextInputStyle.Short)
      .setMaxLength(10);
    const label = new LabelBuilder().setLabel("Name").setTextInputComponent(name);
    const modal = new ModalBuilder().setCustomId("form").setTitle("A form");
    return interaction.showModal(modal.addLabelComponents(label));
  }
  if (interaction.isModalSubmit()) {
    return interaction.reply(`Hello, ${interaction.fields.getTextInputValue("name")}`);
  }
  return undefined;
}

test("a modal is shown, filled in and answered", async () => {
  const { service, client, failures } = await aBot(answerForm);
  await client.application.commands.create({ name: "form", description: "Shows a form" });
  const answer = await act(service, "invoke", { ...at, command: "form" });
  expect(answer.body).toMatchObject({
    outcome: "modal",
    modal: { custom_id: "form", components: [{ component: { custom_id: "name" } }] },
  });
  const interaction = answer.at("interaction");
  const tooLong = await act(service, "submit", { interaction, fields: { name: "x".repeat(11) } });
  expect(tooLong.status).toBe(400);
  const filled = await act(service, "submit", { interaction, fields: { name: "Alice" } });
  expect(filled.body).toMatchObject({
    outcome: "replied",
    messages: [{ content: "Hello, Alice" }],
  });
  expect(failures).toEqual([]);
});

test("suggestions arrive while an option is typed", async () => {
  const { service, client, failures } = await aBot(async (interaction) => {
    if (!interaction.isAutocomplete()) return undefined;
    const { name, value } = interaction.options.getFocused(true);
    return interaction.respond([{ name: `${name} ${value}?`, value: "apple" }]);
  });
  await client.application.commands.create({
    name: "find",
    description: "Finds fruit",
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: "what",
        description: "Which",
        autocomplete: true,
        required: true,
      },
    ],
  });
  const typed = { ...at, command: "find", focused: "what", options: { what: "ap" } };
  const suggested = await act(service, "autocomplete", typed);
  expect(suggested.body).toMatchObject({
    outcome: "autocomplete",
    choices: [{ name: "what ap?", value: "apple" }],
  });
  expect(failures).toEqual([]);
});

test("user and message commands receive their resolved targets", async () => {
  const { service, client, failures } = await aBot(async (interaction) => {
    if (interaction.isUserContextMenuCommand()) {
      return interaction.reply(`high five, ${interaction.targetUser.username}`);
    }
    if (interaction.isMessageContextMenuCommand()) {
      return interaction.reply({
        content: `reported: ${interaction.targetMessage.content}`,
        flags: MessageFlags.Ephemeral,
      });
    }
    return undefined;
  });
  await client.application.commands.set([
    { name: "High Five", type: ApplicationCommandType.User },
    { name: "Report", type: ApplicationCommandType.Message },
  ]);
  const five = await act(service, "invoke", { ...at, command: "High Five", target: "bob" });
  expect(five.body).toMatchObject({
    outcome: "replied",
    messages: [{ content: "high five, bob", type: 23 }],
  });
  const target = String(five.at("messages", 0, "id"));
  const reported = await act(service, "invoke", { ...at, command: "Report", target });
  expect(reported.body).toMatchObject({
    messages: [{ content: "reported: high five, bob", flags: 64 }],
  });
  expect(failures).toEqual([]);
});
