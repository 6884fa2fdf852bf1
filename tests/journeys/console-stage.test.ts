// Being users in the console: what each sees, types, clicks and fills in, against a real bot.
import axe, { type AxeResults } from "axe-core";
import {
  ApplicationCommandOptionType,
  ButtonStyle,
  Client,
  ComponentType,
  Events,
  MessageFlags,
  TextInputStyle,
  type Interaction,
} from "discord.js";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  aService,
  CONTROL_KEY,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";
import { buildConsole, isConsoleFresh } from "../../scripts/console-build.ts";
import { startBrowser } from "./browser.ts";

const BUILD_MS = 120_000;

const commands = [
  { name: "ping", description: "Says pong", options: [] },
  { name: "whisper", description: "Says something to one user alone" },
  {
    name: "find",
    description: "Finds a fruit",
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: "fruit",
        description: "Which",
        required: true,
        autocomplete: true,
      },
    ],
  },
  { name: "ask", description: "Opens a modal" },
  { name: "ban", description: "For moderators", default_member_permissions: "4" },
];

async function answer(interaction: Interaction): Promise<void> {
  if (interaction.isAutocomplete()) {
    const { value } = interaction.options.getFocused(true);
    const fruits = ["apple", "apricot", "banana"].filter((each) => each.startsWith(value));
    await interaction.respond(fruits.map((name) => ({ name, value: name })));
  } else if (interaction.isButton()) {
    await interaction.update({ content: "**pressed**", components: [] });
  } else if (interaction.isModalSubmit()) {
    await interaction.reply(`you said ${interaction.fields.getTextInputValue("what")}`);
  } else if (interaction.isChatInputCommand()) {
    await run(interaction.commandName, interaction);
  }
}

async function run(
  name: string,
  interaction: Extract<Interaction, { commandName: string; reply: unknown }>,
): Promise<void> {
  if (name === "whisper") {
    await interaction.reply({ content: "only for you", flags: MessageFlags.Ephemeral });
  } else if (name === "find" && interaction.isChatInputCommand()) {
    await interaction.reply(`found ${interaction.options.getString("fruit", true)}`);
  } else if (name === "ask") {
    await interaction.showModal({
      customId: "form",
      title: "Tell me",
      components: [
        {
          type: ComponentType.ActionRow,
          components: [
            {
              type: ComponentType.TextInput,
              customId: "what",
              label: "What",
              style: TextInputStyle.Short,
              required: true,
            },
          ],
        },
      ],
    });
  } else {
    await interaction.reply({
      content: "pong",
      components: [
        {
          type: ComponentType.ActionRow,
          components: [
            {
              type: ComponentType.Button,
              customId: "press",
              label: "Press",
              style: ButtonStyle.Primary,
            },
          ],
        },
      ],
    });
  }
}

let service: TestService;
let browser: Browser;
let context: BrowserContext;
let client: Client;

beforeAll(async () => {
  if (!isConsoleFresh()) await buildConsole();
  [service, browser] = await Promise.all([aService({ limits: "off" }), startBrowser()]);
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, commands);
  client = new Client({ intents: [], rest: { api: `${service.url}/api` } });
  const ready = new Promise((resolve) => {
    client.once(Events.ClientReady, resolve);
  });
  client.on(Events.InteractionCreate, (interaction) => void answer(interaction));
  await client.login(demo.botToken);
  await ready;
  context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(`${service.url}/console/`);
  await page.getByLabel("Key of the control plane").fill(CONTROL_KEY);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Overview of main" }).waitFor();
  await page.close();
}, BUILD_MS);

afterAll(async () => {
  await client.destroy();
  await browser.close();
  await service.stop();
});

async function openStage(): Promise<{ page: Page; alice: Locator; bob: Locator }> {
  const page = await context.newPage();
  await page.goto(`${service.url}/console/stage?as=alice,bob`);
  const pane = (name: string) => page.getByRole("region", { name, exact: true });
  await pane("alice").getByRole("combobox").waitFor();
  return { page, alice: pane("alice"), bob: pane("bob") };
}

/** Runs a command by keys alone. */
async function typed(pane: Locator, command: string): Promise<void> {
  await pane.getByRole("combobox").fill(command);
  await pane
    .getByRole("option", { name: new RegExp(`^${command}\\b`) })
    .first()
    .waitFor();
  await pane.getByRole("combobox").press("Enter");
}

test("a message of one is seen by the other", async () => {
  const { page, alice, bob } = await openStage();
  await alice.getByRole("combobox").fill("hello **bob**");
  await alice.getByRole("combobox").press("Enter");
  await bob.getByText("hello").waitFor();
  expect(await bob.locator("strong", { hasText: "bob" }).count()).toBe(1);
  await page.close();
});

test("a command runs by keys alone, and its button is pressed", async () => {
  const { page, alice, bob } = await openStage();
  await typed(alice, "/ping");
  await alice.getByRole("button", { name: "Run /ping" }).press("Enter");
  await bob.getByText("pong").first().waitFor();
  await bob.getByRole("button", { name: "Press" }).last().click();
  await alice.locator("strong", { hasText: "pressed" }).waitFor();
  expect(await alice.getByText("alice used").count()).toBeGreaterThan(0);
  await page.close();
});

test("an ephemeral answer is nowhere in the other pane", async () => {
  const { page, alice, bob } = await openStage();
  await typed(alice, "/whisper");
  await alice.getByRole("button", { name: "Run /whisper" }).press("Enter");
  await alice.getByText("only for you").waitFor();
  await alice.getByText("Only you can see this.").waitFor();
  expect(await bob.innerHTML()).not.toContain("only for you");
  await page.close();
});

test("an option is completed by the application", async () => {
  const { page, alice } = await openStage();
  await typed(alice, "/find");
  await alice.getByLabel("fruit (required)").fill("ap");
  await alice.locator("datalist option").nth(1).waitFor({ state: "attached" });
  const offered = await alice.locator("datalist option").allInnerTexts();
  expect(offered).toEqual(["apple", "apricot"]);
  await alice.getByLabel("fruit (required)").fill("apple");
  await alice.getByRole("button", { name: "Run /find" }).click();
  await alice.getByText("found apple").waitFor();
  await page.close();
});

test("a modal is filled in, and sends nothing while a required field is empty", async () => {
  const { page, alice } = await openStage();
  await typed(alice, "/ask");
  await alice.getByRole("button", { name: "Run /ask" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Tell me" });
  await dialog.getByRole("button", { name: "Submit" }).click();
  expect(await dialog.locator("input:invalid").count()).toBe(1);
  await dialog.getByLabel("What").fill("hi");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await alice.getByText("you said hi").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.close();
});

test("a command that a user may not use is not offered to them", async () => {
  const { page, bob } = await openStage();
  await bob.getByRole("combobox").fill("/ban");
  await bob.getByText("No command of this name that this user may use here.").waitFor();
  await bob.getByRole("combobox").fill("/pi");
  await bob.getByRole("option", { name: /^\/ping/ }).waitFor();
  expect(await bob.getByRole("option", { name: /^\/ban/ }).count()).toBe(0);
  await page.close();
});

test("it is open to everybody, in every theme and width", async () => {
  const { page } = await openStage();
  await page.evaluate(axe.source);
  for (const [colorScheme, forcedColors] of [
    ["light", "none"],
    ["dark", "none"],
    ["light", "active"],
  ] as const) {
    for (const width of [360, 1440]) {
      await page.emulateMedia({ colorScheme, forcedColors });
      await page.setViewportSize({ width, height: 900 });
      const { violations } = (await page.evaluate("axe.run()")) as AxeResults;
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    }
  }
  await page.close();
});
