// The console's Stage in practice: where the focus and the scroll position stay, how multiline text
// works, and where a refused text goes.
import { Client, Events, MessageFlags, type Interaction } from "discord.js";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demo, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { BUILD_MS, openConsole, scrolled, scrollTo, type OpenConsole } from "./console-page.ts";
import { chooses, expectSeen, openStage, says } from "./stage-panes.ts";
import { loggedIn } from "./logged-in.ts";

/** More commands than are visible without scrolling. */
const COMMANDS = 20;
/** More messages than one page of a channel. */
const EARLIER = 120;

let service: TestService;
let context: BrowserContext;
let close: OpenConsole["close"];
let client: Client;
/** A channel with a long history. */
let old: string;

async function answer(interaction: Interaction): Promise<void> {
  if (interaction.isButton() && interaction.customId === "stay") await interaction.deferUpdate();
  if (interaction.isStringSelectMenu())
    await interaction.reply(`took ${interaction.values.join()}`);
}

const controls = {
  content: "controls",
  components: [
    {
      type: 1,
      components: [
        { type: 2, style: 1, label: "Stay", custom_id: "stay" },
        { type: 2, style: 4, label: "Silent", custom_id: "silent" },
      ],
    },
    {
      type: 1,
      components: [
        {
          type: 3,
          custom_id: "menu",
          placeholder: "Which",
          options: ["red", "green", "blue"].map((value) => ({ label: value, value })),
        },
      ],
    },
    { type: 1, components: [{ type: 5, custom_id: "whom", placeholder: "Whom" }] },
  ],
};

beforeAll(async () => {
  ({ service, context, close } = await openConsole({ limits: "off" }));
  const commands = Array.from({ length: COMMANDS }, (_, i) => ({
    name: `command-${i}`,
    description: "One of many",
  }));
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, commands);
  const channel = await service.control("POST /channels", { guild: demo.guildId, name: "old" });
  old = String(channel.at("id"));
  for (let i = 0; i < EARLIER; i += 1) {
    await service.asBot(`POST /channels/${old}/messages`, { content: `message ${i}` });
  }
  await service.asBot(`POST /channels/${demo.generalId}/messages`, controls);
  client = new Client({ intents: [], rest: { api: `${service.url}/api` } });
  client.on(Events.InteractionCreate, (interaction) => void answer(interaction));
  await loggedIn(client, demo.botToken);
}, BUILD_MS);

afterAll(async () => {
  await client.destroy();
  await close();
});

test("a button pressed by keyboard keeps the focus, answered or not", async () => {
  const { page, alice } = await openStage(context, service.url);
  const focused = () => page.locator(":focus").textContent();
  for (const name of ["Stay", "Silent"]) {
    await alice.messageList.getByRole("button", { name }).press("Enter");
    expect(await focused()).toBe(name);
    await expectSeen(alice.pane.getByRole("link", { name: name === "Stay" ? "trace" : "why" }));
    expect(await focused()).toBe(name);
  }
  await page.close();
});

test("the focus follows what is opened, closed or removed by keyboard", async () => {
  const { page, alice } = await openStage(context, service.url, `/${demo.guildId}/${old}`);
  const focused = () => page.locator(":focus");
  const chosen = async (text: string, item: string) => {
    const row = alice.messageList.getByRole("listitem").filter({ hasText: text }).last();
    await row.getByRole("button", { name: /^Actions for the message/ }).press("Enter");
    await page.getByRole("menuitem", { name: item, exact: true }).press("Enter");
    return row;
  };
  const row = await chosen("message 118", "Add reaction");
  expect(await focused().textContent()).toBe("👍");
  await page.keyboard.press("Escape");
  await expect.poll(() => focused().getAttribute("data-message")).toMatch(/^\d+$/);
  await chosen("message 118", "Show JSON");
  await row.getByRole("button", { name: "Close" }).press("Enter");
  expect(await focused().textContent()).toContain("message 118");
  await service.asBot(`POST /channels/${old}/messages`, { content: "to be deleted" });
  await (await chosen("to be deleted", "Delete")).waitFor({ state: "detached" });
  expect(await focused().getAttribute("aria-label")).toBe("What alice sees");
  await alice.pane.getByRole("button", { name: "Close pane of alice" }).press("Enter");
  expect(await focused().getAttribute("aria-label")).toBe("Write as bob");
  await page.close();
});

test("the focus moves to a user chosen by keyboard, and back to the field on removal", async () => {
  const { page, alice } = await openStage(context, service.url);
  const whom = alice.messageList.getByRole("combobox", { name: "Whom" });
  await whom.fill("bob");
  await alice.messageList.getByRole("option", { name: "@bobby" }).waitFor();
  await whom.press("Enter");
  const out = alice.messageList.getByRole("button", { name: "Remove @bobby" });
  const name = () => page.locator(":focus").getAttribute("aria-label");
  expect(await name()).toBe(await out.getAttribute("aria-label"));
  await out.press("Enter");
  expect(await name()).toBe("Whom");
  await page.close();
});

test("arrow keys move through a menu without choosing, and Enter chooses", async () => {
  const { page, alice } = await openStage(context, service.url);
  const menu = alice.messageList.getByLabel("Which");
  await menu.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expectSeen(alice.messageList.getByText("Enter sends it."));
  expect(await alice.messageList.getByText(/^took/).count()).toBe(0);
  await page.keyboard.press("Enter");
  await expectSeen(alice.messageList.getByText("took green"));
  await menu.selectOption("blue");
  await expectSeen(alice.messageList.getByText("took blue"));
  expect(await alice.messageList.getByText(/^took/).count()).toBe(2);
  await page.close();
});

test("the command selected with arrow keys is scrolled into view", async () => {
  const { page, alice } = await openStage(context, service.url);
  await alice.field.fill("/command");
  const list = alice.pane.getByRole("listbox", { name: "Commands" });
  await list.waitFor();
  for (let i = 1; i < COMMANDS; i += 1) await page.keyboard.press("ArrowDown");
  const marked = list.getByRole("option", { selected: true });
  expect(await marked.textContent()).toContain(`/command-${COMMANDS - 1} `);
  const [box, around] = [await marked.boundingBox(), await list.boundingBox()];
  const bottom = (of: typeof box) => (of?.y ?? 0) + (of?.height ?? 0);
  expect(box?.y).toBeGreaterThanOrEqual(around?.y ?? Infinity);
  expect(bottom(box)).toBeLessThanOrEqual(bottom(around));
  await page.close();
});

test("a multiline message is sent and edited, and a refused edit keeps its text", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  await alice.field.focus();
  await page.keyboard.type("above");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("below");
  await page.keyboard.press("Enter");
  await expect.poll(() => bob.messageList.getByText("above").textContent()).toBe("above\nbelow");
  await chooses(page, alice, { message: "above", item: "Edit" });
  const edited = alice.pane.getByLabel("Edit message");
  expect(await edited.inputValue()).toBe("above\nbelow");
  await edited.press("x");
  expect(await edited.inputValue()).toBe("above\nbelowx");
  const long = "x".repeat(2001);
  await edited.fill(long);
  await edited.press("Enter");
  await expectSeen(alice.pane.getByText(/2000 or fewer/).first());
  expect(await edited.inputValue()).toBe(long);
  await edited.fill("above\nand below");
  await edited.press("Enter");
  await expect
    .poll(() => bob.messageList.getByText("above").textContent())
    .toBe("above\nand below");
  await edited.waitFor({ state: "detached" });
  await page.close();
});

test("each channel keeps its own draft and reply", async () => {
  const { page, alice } = await openStage(context, service.url);
  await says(alice, "answer me");
  await chooses(page, alice, { message: "answer me", item: "Reply" });
  await alice.field.fill("half a thought");
  await page.getByLabel("Channel or lobby").selectOption(old);
  await expectSeen(alice.messageList.getByText("message 119", { exact: true }));
  expect(await alice.field.inputValue()).toBe("");
  expect(await alice.pane.getByText(/Replying to/).count()).toBe(0);
  await alice.field.fill("another");
  await page.getByRole("link", { name: "Timeline" }).click();
  await page.getByRole("heading", { name: "Timeline" }).waitFor();
  await page.goBack();
  await alice.pane.getByText(/may: send/).waitFor();
  expect(await alice.field.inputValue()).toBe("another");
  await page.goBack();
  await expectSeen(alice.messageList.getByText("answer me"));
  expect(await alice.field.inputValue()).toBe("half a thought");
  await page.close();
});

test("earlier messages are loaded on request above the visible ones", async () => {
  const { page, alice } = await openStage(context, service.url, `/${demo.guildId}/${old}`);
  const messageCount = () => alice.messageList.locator("[data-message]").count();
  await expectSeen(alice.messageList.getByText("message 119", { exact: true }));
  expect([await messageCount(), (await scrolled(alice.messageList)).below]).toEqual([100, 0]);
  await scrollTo(alice.messageList, "beginning");
  const first = alice.messageList.getByText("message 20", { exact: true });
  const button = alice.messageList.getByRole("button", { name: "Earlier messages" });
  await button.click();
  await button.waitFor({ state: "detached" });
  expect(await messageCount()).toBe(EARLIER);
  const [top, list] = [await first.boundingBox(), await alice.messageList.boundingBox()];
  expect((top?.y ?? 0) - (list?.y ?? 0)).toBeLessThan(120);
  expect(top?.y).toBeGreaterThan(list?.y ?? Infinity);
  await page.close();
});

test("a list that is scrolled to its end stays there when its space shrinks", async () => {
  const { page, alice } = await openStage(context, service.url, `/${demo.guildId}/${old}`);
  await service.asBot(`POST /channels/${old}/messages`, controls);
  await expectSeen(alice.messageList.getByRole("button", { name: "Stay" }));
  await alice.messageList.getByRole("button", { name: "Stay" }).click();
  await expectSeen(alice.pane.getByRole("link", { name: "trace" }));
  await expect.poll(() => scrolled(alice.messageList)).toMatchObject({ below: 0 });
  await page.close();
});

test("a list that is scrolled to its end stays there when a picture takes up space", async () => {
  const { page, alice } = await openStage(context, service.url, `/${demo.guildId}/${old}`);
  const message = (content: string) => service.asBot(`POST /channels/${old}/messages`, { content });
  await message("beside it");
  await alice.messageList.getByText("beside it").waitFor();
  await expect.poll(() => scrolled(alice.messageList)).toMatchObject({ below: 0 });
  await alice.messageList.evaluate((list) => {
    const box = list as unknown as {
      readonly lastElementChild: { readonly style: { minHeight: string } };
      readonly dispatchEvent: (event: Event) => boolean;
    };
    box.lastElementChild.style.minHeight = "400px";
    // The event of the earlier scroll position arrives late.
    box.dispatchEvent(new Event("scroll"));
  });
  await message("the newest");
  await alice.messageList.getByText("the newest").waitFor();
  await expect.poll(() => scrolled(alice.messageList)).toMatchObject({ below: 0 });
  await scrollTo(alice.messageList, "beginning");
  await message("after it");
  await alice.messageList.getByText("after it").waitFor({ state: "attached" });
  expect((await scrolled(alice.messageList)).below).toBeGreaterThan(400);
  await page.close();
});

test("a forwarded message is shown read-only, and suppressed embeds are hidden", async () => {
  const { page, alice } = await openStage(context, service.url, `/${demo.guildId}/${old}`);
  const place = `/channels/${demo.generalId}/messages`;
  const sent = await service.asBot(`POST ${place}`, {
    ...controls,
    content: "the original",
    embeds: [{ title: "A card" }],
  });
  const message_reference = { type: 1, channel_id: demo.generalId, message_id: sent["id"] };
  await service.asBot(`POST /channels/${old}/messages`, { message_reference });
  const forwarded = alice.messageList.getByRole("listitem").filter({ hasText: "forwarded" });
  await expectSeen(forwarded.getByText("the original"));
  await expectSeen(forwarded.getByText("A card"));
  expect(await forwarded.getByRole("button", { name: "Stay" }).isDisabled()).toBe(true);
  await page.getByLabel("Channel or lobby").selectOption(demo.generalId);
  await expectSeen(alice.messageList.getByText("A card"));
  await service.asBot(`PATCH ${place}/${sent["id"]}`, { flags: MessageFlags.SuppressEmbeds });
  await alice.messageList.getByText("A card").waitFor({ state: "detached" });
  await page.close();
});

test("the list of a lobby's messages follows the newest one", async () => {
  const { page, alice } = await openStage(context, service.url);
  const lobby = await service.asBot("POST /lobbies", {
    members: [{ id: demo.aliceId }, { id: demo.bobId }],
  });
  await page.goto(`${service.url}/console/stage/lobby/${lobby["id"]}?as=alice`);
  await says(alice, `with <@${demo.bobId}>`);
  await expectSeen(alice.messageList.getByText("with @bob"));
  for (let i = 0; i < 40; i += 1) await says(alice, `in the lobby ${i}`);
  await expectSeen(alice.messageList.getByText("in the lobby 39"));
  await expect.poll(() => scrolled(alice.messageList)).toMatchObject({ below: 0 });
  await page.close();
});
