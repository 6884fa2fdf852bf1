// Acting as users in the console: what each sees, types, clicks and fills in, against a real bot.
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
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demo, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { barriers, BUILD_MS, openConsole, type OpenConsole } from "./console-page.ts";
import { openStage, says, typed } from "./stage-panes.ts";
import { loggedIn } from "./logged-in.ts";

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
  {
    name: "shop",
    description: "Sells something",
    options: ["shelf", "item"].map((name) => ({
      type: ApplicationCommandOptionType.String,
      name,
      description: `Which ${name}`,
      autocomplete: true,
    })),
  },
  { name: "ask", description: "Opens a modal" },
  { name: "ban", description: "For moderators", default_member_permissions: "4" },
];

/**
 * Autocomplete responses that the bot holds back, by the typed text, with functions to release
 * them.
 */
const waiting = new Map<string, () => void>();

/** The options of /shop for which autocomplete was requested. */
const askedAbout: string[] = [];

async function answer(interaction: Interaction): Promise<void> {
  if (interaction.isAutocomplete() && interaction.commandName === "shop") {
    askedAbout.push(interaction.options.getFocused(true).name);
    const name = `something of shelf ${interaction.options.getString("shelf")}`;
    await interaction.respond([{ name, value: name }]);
  } else if (interaction.isAutocomplete()) {
    const { value } = interaction.options.getFocused(true);
    if (value === "a") await new Promise<void>((resolve) => waiting.set(value, resolve));
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
let context: BrowserContext;
let close: OpenConsole["close"];
let client: Client;

beforeAll(async () => {
  ({ service, context, close } = await openConsole({ limits: "off" }));
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, commands);
  client = new Client({ intents: [], rest: { api: `${service.url}/api` } });
  client.on(Events.InteractionCreate, (interaction) => void answer(interaction));
  await loggedIn(client, demo.botToken);
}, BUILD_MS);

afterAll(async () => {
  await client.destroy();
  await close();
});

test("each pane is a gateway session of its user, and is updated by events without polling", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  await alice.pane.getByText("may: send").waitFor();
  const sessions = await service.control("GET /sessions");
  const users = (sessions.body as { items: { kind: string; user: string }[] }).items
    .filter(({ kind }) => kind === "user")
    .map(({ user }) => user);
  expect(users.toSorted()).toEqual([demo.aliceId, demo.bobId]);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  const { id } = await service.asBot(`POST /channels/${demo.generalId}/messages`, {
    content: "said by the bot",
  });
  await alice.messageList.getByText("said by the bot").waitFor();
  await service.asBot(`PATCH /channels/${demo.generalId}/messages/${id}`, { content: "changed" });
  await bob.messageList.getByText("changed", { exact: true }).waitFor();
  await service.asBot(`DELETE /channels/${demo.generalId}/messages/${id}`);
  await alice.messageList.getByText("changed", { exact: true }).waitFor({ state: "detached" });
  expect(requests.filter((path) => path.includes("view") || path.includes("messages"))).toEqual([]);
  await page.close();
});

test("a message of one user is shown to the other", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  await says(alice, "hello **bob**");
  await bob.messageList.getByText("hello").waitFor();
  expect(await bob.messageList.locator("strong", { hasText: "bob" }).count()).toBe(1);
  await page.close();
});

test("a command is run by keyboard, and the button of its reply is pressed", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  await typed(alice, "/ping");
  await alice.pane.getByRole("button", { name: "Run /ping" }).press("Enter");
  await bob.messageList.getByText("pong").first().waitFor();
  await bob.pane.getByRole("button", { name: "Press" }).last().click();
  await alice.messageList.locator("strong", { hasText: "pressed" }).waitFor();
  expect(await alice.messageList.getByText("alice used").count()).toBeGreaterThan(0);
  await page.close();
});

test("everything works by keyboard, and is announced to screen readers", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  const { keyboard } = page;
  const log = bob.pane.getByRole("log", { name: "New messages" });
  const focused = () => page.locator(":focus");
  const line = () => focused().getAttribute("aria-label");
  await keyboard.press("Alt+1");
  await keyboard.type("good morning");
  await keyboard.press("Enter");
  await log.getByText("alice: good morning").waitFor();

  await keyboard.type("/ping");
  await alice.pane.getByRole("option", { name: /^\/ping/ }).waitFor();
  await keyboard.press("Enter");
  expect(await focused().textContent()).toBe("Run /ping");
  await keyboard.press("Enter");
  await log.getByText("Concierge: pong").waitFor();
  expect(await line()).toBe("Write as alice");
  await alice.messageList.getByRole("button", { name: "Press" }).last().waitFor();
  // Backwards from the text field: the newest message comes first.
  const passed: (string | null)[] = [];
  while (passed.at(-1) !== "Press" && passed.length < 8) {
    await keyboard.press("Shift+Tab");
    passed.push(await focused().textContent());
  }
  expect(passed.at(-1)).toBe("Press");
  await keyboard.press("Enter");
  await alice.messageList.locator("strong", { hasText: "pressed" }).last().waitFor();

  await keyboard.press("Alt+1");
  await keyboard.type("/ask");
  await alice.pane.getByRole("option", { name: /^\/ask/ }).waitFor();
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Tell me" });
  await dialog.waitFor();
  expect(await focused().getAttribute("name")).toBe("what");
  await keyboard.press("Enter");
  expect(await dialog.isVisible()).toBe(true);
  await keyboard.type("by keys");
  await keyboard.press("Enter");
  await log.getByText("Concierge: you said by keys").waitFor();
  await dialog.waitFor({ state: "detached" });
  expect(await line()).toBe("Write as alice");
  await page.close();
});

test("an ephemeral reply is not in the other pane", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  await typed(alice, "/whisper");
  await alice.pane.getByRole("button", { name: "Run /whisper" }).press("Enter");
  await alice.messageList.getByText("only for you").waitFor();
  await alice.messageList.getByText("Only you can see this.").waitFor();
  expect(await bob.pane.innerHTML()).not.toContain("only for you");
  await page.close();
});

test("placeholders mark deleted and invisible messages, except in the honest view", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  await says(alice, "spoken too soon");
  const message = alice.messageList.getByRole("listitem").filter({ hasText: "spoken too soon" });
  await message.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await bob.messageList.getByText("a message of alice was deleted").waitFor();
  await typed(alice, "/whisper");
  await alice.pane.getByRole("button", { name: "Run /whisper" }).press("Enter");
  await alice.messageList.getByText("only for you").last().waitFor();
  const ghost = bob.messageList.getByText("only alice sees a reply");
  await ghost.last().waitFor();
  expect(await alice.messageList.getByText("only alice sees a reply").count()).toBe(0);
  const html = await bob.messageList.innerHTML();
  expect([html.includes("only for you"), html.includes("too soon")]).toEqual([false, false]);
  await page.getByLabel("Honest view").check();
  await ghost.first().waitFor({ state: "detached" });
  expect(await bob.messageList.getByText("a message of alice was deleted").count()).toBe(0);
  expect(new URL(page.url()).searchParams.get("honest")).toBe("1");
  await page.close();
});

test("the application suggests values for an option", async () => {
  const { page, alice } = await openStage(context, service.url);
  await typed(alice, "/find");
  await alice.pane.getByLabel("fruit (required)").fill("ap");
  await alice.pane.getByRole("option", { name: "apricot" }).waitFor();
  const offered = alice.pane
    .getByRole("listbox", { name: "Suggestions for /find" })
    .getByRole("option");
  // The choices for an empty text may still be shown at first.
  await expect.poll(() => offered.allTextContents()).toEqual(["apple ", "apricot "]);
  await alice.pane.getByLabel("fruit (required)").press("Enter");
  await alice.pane.getByRole("button", { name: "Run /find" }).press("Enter");
  await alice.messageList.getByText("found apple").waitFor();
  await page.close();
});

test("late suggestions for an earlier text do not replace newer ones", async () => {
  const { page, alice } = await openStage(context, service.url);
  await typed(alice, "/find");
  const field = alice.pane.getByLabel("fruit (required)");
  await field.fill("a");
  await expect.poll(() => waiting.has("a")).toBe(true);
  await field.fill("b");
  await alice.pane.getByRole("option", { name: "banana" }).waitFor();
  const late = page.waitForResponse(
    (response) =>
      response.url().includes("autocomplete") &&
      response.request().postData()?.includes('"fruit":"a"') === true,
  );
  waiting.get("a")?.();
  await (await late).finished();
  const offered = alice.pane.getByRole("listbox", { name: "Suggestions for /find" });
  expect(await offered.getByRole("option").allTextContents()).toEqual(["banana "]);
  await page.close();
});

test("suggestions for an option are requested on focus, with the other options' values", async () => {
  const { page, alice } = await openStage(context, service.url);
  await typed(alice, "/shop");
  await alice.pane.getByRole("option", { name: "something of shelf" }).waitFor();
  await alice.pane.getByLabel("shelf").fill("top");
  await alice.pane.getByRole("option", { name: "something of shelf top" }).waitFor();
  // The placeholder of an option's field is its description.
  await alice.pane.getByPlaceholder("Which item").waitFor();
  expect(new Set(askedAbout)).toEqual(new Set(["shelf"]));
  await alice.pane.getByLabel("item").focus();
  await alice.pane.getByRole("option", { name: "something of shelf top" }).waitFor();
  expect(askedAbout.at(-1)).toBe("item");
  await alice.pane.getByLabel("shelf").fill("low");
  await alice.pane.getByRole("option", { name: "something of shelf low" }).waitFor();
  await alice.pane.getByLabel("item").focus();
  await alice.pane
    .getByRole("listbox", { name: "Suggestions for /shop" })
    .getByRole("option", { name: "something of shelf low" })
    .waitFor();
  await page.close();
});

test("a modal is submitted only when its required field is filled in", async () => {
  const { page, alice } = await openStage(context, service.url);
  await typed(alice, "/ask");
  await alice.pane.getByRole("button", { name: "Run /ask" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Tell me" });
  await dialog.getByRole("button", { name: "Submit" }).click();
  expect(await dialog.locator("input:invalid").count()).toBe(1);
  // The asterisk of a required field is after its name.
  const label = await dialog.getByText("What *").boundingBox();
  expect(label?.height).toBeLessThan(30);
  await dialog.getByLabel("What").fill("hi");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await alice.messageList.getByText("you said hi").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.close();
});

test("a modal whose submission fails stays open with its values", async () => {
  const { page, alice } = await openStage(context, service.url);
  await typed(alice, "/ask");
  await alice.pane.getByRole("button", { name: "Run /ask" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Tell me" });
  await dialog.getByLabel("What").fill("again");
  const isSubmit = (url: URL) => url.pathname.endsWith("/submit");
  await page.route(isSubmit, (route) => route.abort("connectionreset"));
  await dialog.getByRole("button", { name: "Submit" }).click();
  await dialog.getByRole("alert").waitFor();
  expect(await dialog.getByLabel("What").inputValue()).toBe("again");
  await page.unroute(isSubmit);
  await dialog.getByRole("button", { name: "Submit" }).click();
  await alice.messageList.getByText("you said again").waitFor();
  await dialog.waitFor({ state: "detached" });
  await page.close();
});

test("a command that a user may not use is not suggested", async () => {
  const { page, bob } = await openStage(context, service.url);
  await bob.field.fill("/ban");
  await bob.pane.getByText("No matching command that this user can use here.").waitFor();
  await bob.field.fill("/pi");
  await bob.pane.getByRole("option", { name: /^\/ping/ }).waitFor();
  expect(await bob.pane.getByRole("option", { name: /^\/ban/ }).count()).toBe(0);
  await page.close();
});

test("commands hidden from a user are listed with the step that denies them", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  await bob.field.fill("/");
  // Backwards from the text field, by keyboard only.
  const toggle = bob.pane.getByRole("button", { name: "Show hidden (1)" });
  await toggle.waitFor();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  const hidden = bob.pane.getByRole("list", { name: "Commands hidden from bob" });
  await hidden
    .getByText(/^denied at step 11: the user has the permissions .*: not met \(USER_DENIED\)$/)
    .waitFor();
  expect(await hidden.getByRole("listitem").count()).toBe(1);
  expect(await hidden.getByText("/ban", { exact: true }).count()).toBe(1);
  await alice.field.fill("/ban");
  await alice.pane.getByRole("option", { name: /^\/ban/ }).waitFor();
  expect(await alice.pane.getByRole("button", { name: /hidden/ }).count()).toBe(0);
  await page.close();
});

test("the Stage has no accessibility violations in any theme or width", async () => {
  // In a separate channel, so that messages of other tests do not matter.
  const form = { guild: demo.guildId, name: "quiet" };
  const quiet = (await service.control("POST /channels", form)).body as { readonly id: string };
  const path = `/${demo.guildId}/${quiet.id}`;
  const { page, alice, bob } = await openStage(context, service.url, path);
  await says(alice, "hello");
  await bob.messageList.getByText("hello").waitFor();
  await bob.field.fill("/");
  await bob.pane.getByRole("button", { name: "Show hidden (1)" }).click();
  await bob.pane.getByText(/^denied at step 11/).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.close();
});
