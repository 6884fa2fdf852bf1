// A bot with twelve commands on discord.js: autocomplete, modals, buttons, menus, permissions,
// cooldowns.
import {
  ActionRowBuilder,
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
  type AutocompleteInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type ClientOptions,
  type Interaction,
  type ModalSubmitInteraction,
  type StringSelectMenuInteraction,
} from "discord.js";
import { manifest } from "./manifest.ts";

const DAY_MS = 86_400_000;
const cities = ["Oslo", "Osaka", "Lima", "Lisbon", "Rome"];

function button(id: string, label: string, isDisabled = false): ButtonBuilder {
  const made = new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(ButtonStyle.Primary);
  return made.setDisabled(isDisabled);
}

function row(...buttons: readonly ButtonBuilder[]): ActionRowBuilder<ButtonBuilder> {
  return new ActionRowBuilder<ButtonBuilder>().addComponents(...buttons);
}

function form(id: string, title: string, label: string): ModalBuilder {
  const input = new TextInputBuilder().setCustomId("text").setStyle(TextInputStyle.Short);
  const field = new LabelBuilder().setLabel(label).setTextInputComponent(input.setMaxLength(50));
  return new ModalBuilder().setCustomId(id).setTitle(title).addLabelComponents(field);
}

const ephemeral = { flags: MessageFlags.Ephemeral } as const;

/** The state of one running bot. */
class Bot {
  readonly #claimed = new Map<string, number>();
  readonly #mottos = new Map<string, string>();
  readonly #votes = new Map<string, Set<string>>();

  readonly #commands: Readonly<
    Record<string, (use: ChatInputCommandInteraction) => Promise<unknown>>
  > = {
    ping: (use) => use.reply("pong"),
    echo: (use) => {
      const text = use.options.getString("text", true);
      return use.reply(use.options.getBoolean("loud") === true ? text.toUpperCase() : text);
    },
    roll: (use) => {
      const sides = use.options.getInteger("sides") ?? 6;
      const times = use.options.getInteger("times") ?? 1;
      return use.reply(`${times} dice with ${sides} sides`);
    },
    weather: async (use) => {
      await use.deferReply();
      return use.editReply(`${use.options.getString("city", true)}: 7 °C`);
    },
    ticket: (use) =>
      use.reply({
        content: "What is it?",
        ...ephemeral,
        components: [row(button("write", "Write"), button("call", "Call", true))],
      }),
    poll: (use) =>
      use.reply({
        content: use.options.getString("question", true),
        components: [row(button("yes", "Yes (0)"), button("close", "Close"))],
      }),
    color: (use) => {
      const menu = new StringSelectMenuBuilder().setCustomId("color").setPlaceholder("Color");
      menu.addOptions({ label: "Red", value: "r" }, { label: "Blue", value: "b" });
      return use.reply({
        content: "Which?",
        components: [new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(menu)],
      });
    },
    ban: (use) => use.reply(`Banned ${use.options.getUser("user", true).username}`),
    purge: (use) => use.reply({ content: "Gone", ...ephemeral }),
    daily: (use) => this.#daily(use),
    remind: async (use) => {
      const minutes = use.options.getInteger("minutes", true);
      await use.reply({ content: `In ${minutes} minutes`, ...ephemeral });
      setTimeout(() => {
        void use.followUp({ content: "It is time", ...ephemeral });
      }, minutes * 60_000);
    },
    profile: (use) => {
      if (use.options.getSubcommand() === "edit")
        return use.showModal(form("motto", "Your profile", "Motto"));
      const of = use.options.getUser("of") ?? use.user;
      return use.reply(`${of.username}: ${this.#mottos.get(of.id) ?? "no motto"}`);
    },
  };

  async answer(interaction: Interaction): Promise<void> {
    if (interaction.isChatInputCommand())
      await this.#commands[interaction.commandName]?.(interaction);
    else if (interaction.isAutocomplete()) await suggest(interaction);
    else if (interaction.isButton()) await this.#click(interaction);
    else if (interaction.isStringSelectMenu()) await choose(interaction);
    else if (interaction.isModalSubmit()) await this.#submit(interaction);
  }

  async #daily(use: ChatInputCommandInteraction): Promise<unknown> {
    const last = this.#claimed.get(use.user.id);
    if (last !== undefined && Date.now() < last + DAY_MS) {
      const hours = Math.ceil((last + DAY_MS - Date.now()) / 3_600_000);
      return use.reply({ content: `Come back in ${hours} hours`, ...ephemeral });
    }
    this.#claimed.set(use.user.id, Date.now());
    return use.reply("You claimed 100 coins");
  }

  async #click(click: ButtonInteraction): Promise<unknown> {
    if (click.customId === "write")
      return click.showModal(form("ticket", "Your ticket", "Subject"));
    if (click.customId === "close") return click.update({ components: [] });
    const votes = this.#votes.get(click.message.id) ?? new Set();
    this.#votes.set(click.message.id, votes.add(click.user.id));
    return click.update({
      components: [row(button("yes", `Yes (${votes.size})`), button("close", "Close"))],
    });
  }

  async #submit(filled: ModalSubmitInteraction): Promise<unknown> {
    const text = filled.fields.getTextInputValue("text");
    if (filled.customId === "motto") this.#mottos.set(filled.user.id, text);
    return filled.reply({
      content: filled.customId === "motto" ? "Saved" : `Thank you for "${text}"`,
      ...ephemeral,
    });
  }
}

async function suggest(typing: AutocompleteInteraction): Promise<void> {
  const typed = typing.options.getFocused().toLowerCase();
  const found = cities.filter((city) => city.toLowerCase().startsWith(typed));
  await typing.respond(found.map((name) => ({ name, value: name })));
}

async function choose(menu: StringSelectMenuInteraction): Promise<void> {
  await menu.update({ content: `You chose ${menu.values.join()}`, components: [] });
}

export function createBot(options: Partial<ClientOptions> = {}): Client {
  const client = new Client({ intents: [], ...options });
  const bot = new Bot();
  client.once(Events.ClientReady, (ready) => {
    ready.application.commands
      .set(manifest)
      .catch((error: unknown) => client.emit(Events.Error, error as Error));
  });
  client.on(Events.InteractionCreate, (interaction) => {
    bot.answer(interaction).catch((error: unknown) => client.emit(Events.Error, error as Error));
  });
  return client;
}
