// Makes the pictures of the console in the README, in a real browser: `npm run pictures`. Pictures
// whose pages have not changed are kept; `-- --all` makes all of them.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, Events, type ChatInputCommandInteraction } from "discord.js";
import type { BrowserContext, Page } from "playwright-core";
import { demoWorld } from "../packages/server/src/control/world-file/demo-world.ts";
import { aService, demo, type TestService } from "../packages/server/src/testing/start-service.ts";
import { startBrowser } from "./journeys/browser.ts";
import { freshConsole, signedInConsole } from "./journeys/console-page.ts";
import { openStage } from "./journeys/stage-panes.ts";
import {
  hashOf,
  pictureFolder,
  pictureNames,
  pictureRecord,
  recorded,
  type PictureName,
} from "./picture-sources.ts";
import { loggedIn } from "./journeys/logged-in.ts";

const QUALITY = 80;
const SIZE = { width: 1280, height: 720 };

const world = {
  ...demoWorld,
  clock: { now: "2026-11-22T12:00:00Z", frozen: true },
  guilds: demoWorld.guilds?.map((guild) => ({
    ...guild,
    roles: [
      { name: "helpers", permissions: "2147484672" },
      { id: "300000000000000011", name: "mods", permissions: "2147491844" },
    ],
  })),
};

const commands = [
  { name: "ticket", description: "Opens a ticket" },
  { name: "close", description: "Closes a ticket", default_member_permissions: "8192" },
  { name: "ban", description: "Bans somebody", default_member_permissions: "4" },
  { name: "faq", description: "Answers what is often asked" },
];

const card = {
  embeds: [
    {
      title: "Ticket 12: the lift is stuck",
      description: "Opened by **alice**, nobody has taken it yet.",
      color: 0x33_40_a8,
      fields: [
        { name: "Priority", value: "high", inline: true },
        { name: "Waits", value: "4 minutes", inline: true },
      ],
    },
  ],
  components: [
    {
      type: 1,
      components: [
        { type: 2, style: 1, label: "Take it", custom_id: "take" },
        { type: 2, style: 4, label: "Close", custom_id: "close" },
      ],
    },
  ],
};

/** A bot with a bug in its first response, as during development. */
async function answer(interaction: ChatInputCommandInteraction): Promise<void> {
  if (interaction.commandName === "faq") {
    await interaction.reply({ content: "Only you see this: ask in #general.", flags: 64 });
    return;
  }
  const path = `/interactions/${interaction.id}/${interaction.token}/callback` as const;
  const faulty = { embeds: [{ ...card.embeds[0], title: "x".repeat(300) }] };
  const send = (data: object) =>
    interaction.client.rest.post(path, { auth: false, body: { type: 4, data } });
  await send(faulty).catch(() => undefined);
  await send(card);
}

async function aBot({ url }: TestService): Promise<Client> {
  const client = new Client({ intents: [], rest: { api: `${url}/api` } });
  client.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isChatInputCommand()) void answer(interaction);
  });
  await loggedIn(client, demo.botToken);
  return client;
}

interface Studio {
  readonly service: TestService;
  readonly context: BrowserContext;
}

const invoke = ({ service }: Studio, user: string, command: string) =>
  service.control(`POST /users/${user}/invoke`, {
    application: "Concierge",
    channel: "general",
    command,
  });

async function opened({ service, context }: Studio, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${service.url}/console${path}`);
  return page;
}

const scenes: Readonly<Record<PictureName, (studio: Studio) => Promise<Page>>> = {
  async stage(studio) {
    const { page, alice, bob } = await openStage(
      studio.context,
      studio.service.url,
      `/${demo.guildId}/${demo.generalId}`,
    );
    await invoke(studio, "alice", "ticket");
    await invoke(studio, "bob", "faq");
    await bob.messageList.getByText("Only you see this").waitFor();
    await alice.messageList.getByText("the lift is stuck").waitFor();
    return page;
  },

  async trace(studio) {
    const { body } = await invoke(studio, "alice", "ticket");
    const trace = (body as { readonly trace?: string; readonly interaction?: string }).interaction;
    const { items } = (await studio.service.control("GET /journal?name=interactions.callback"))
      .body as { readonly items: readonly { readonly trace: string }[] };
    const page = await opened(studio, `/trace/${trace ?? items.at(-1)?.trace}`);
    await page.getByRole("region", { name: "Why it was refused" }).waitFor();
    return page;
  },

  async permissions(studio) {
    const page = await opened(studio, "/permissions");
    await page.getByLabel("Default permission of /ticket").selectOption("MANAGE_MESSAGES");
    await page.locator('td[data-row="0"][data-column="1"]').click();
    await page
      .getByRole("list", { name: "Steps" })
      .getByText(/denies here/)
      .waitFor();
    await page.getByText(/would lose, \d+ would gain/).waitFor();
    return page;
  },
};

/** Disables what blinks or moves, so that pictures do not differ at random. */
const STILL =
  "*, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important }";

async function take(page: Page): Promise<Buffer> {
  await page.evaluate(`{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(STILL)});
    document.adoptedStyleSheets.push(sheet);
  }`);
  await page.mouse.move(0, 0);
  await page.evaluate("document.activeElement?.blur()");
  const session = await page.context().newCDPSession(page);
  const options = { format: "webp", quality: QUALITY } as const;
  const { data } = await session.send("Page.captureScreenshot", options);
  return Buffer.from(data, "base64");
}

async function make(names: readonly PictureName[]): Promise<void> {
  await freshConsole();
  const [service, browser] = await Promise.all([aService({ world }), startBrowser()]);
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, commands);
  const bot = await aBot(service);
  const context = await signedInConsole(browser, service.url);
  mkdirSync(pictureFolder, { recursive: true });
  const hashes: Record<string, string> = { ...recorded() };
  for (const name of names) {
    const page = await scenes[name]({ service, context });
    await page.setViewportSize(SIZE);
    await page.getByText("● live").waitFor();
    writeFileSync(join(pictureFolder, `${name}.webp`), await take(page));
    hashes[name] = hashOf(name);
    await page.close();
  }
  writeFileSync(pictureRecord, `${JSON.stringify(hashes, null, 2)}\n`);
  await bot.destroy();
  await browser.close();
  await service.stop();
}

const isAll = process.argv.includes("--all");
const stale = pictureNames.filter((name) => isAll || recorded()[name] !== hashOf(name));
if (stale.length > 0) await make(stale);
process.stdout.write(
  stale.length === 0 ? "Every picture is as its page.\n" : `Made ${stale.join(", ")}.\n`,
);
