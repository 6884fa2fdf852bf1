// A trace shown as a conversation between its participants, with the deadlines of its application.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, Events, MessageFlags, type ChatInputCommandInteraction } from "discord.js";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applications } from "../../packages/server/src/domains/applications/application.ts";
import { demo, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { barriers, BUILD_MS, openConsole, type OpenConsole } from "./console-page.ts";
import { openStage, typed } from "./stage-panes.ts";
import { loggedIn } from "./logged-in.ts";

let service: TestService;
let context: BrowserContext;
let open: OpenConsole["open"];
let close: OpenConsole["close"];
let client: Client;

const commands = [
  { name: "order", description: "Orders", options: [{ type: 3, name: "dish", description: "D" }] },
  { name: "slow", description: "Thinks for ever" },
  { name: "clumsy", description: "Answers wrongly first" },
  { name: "long", description: "Thinks, fills in, follows up" },
  { name: "ask", description: "Asks back" },
  { name: "ban", description: "For moderators", default_member_permissions: "4" },
];

/** A message with a button, whose press opens a modal. */
const question = {
  content: "What is it?",
  components: [
    { type: 1, components: [{ type: 2, style: 1, label: "Write", custom_id: "write" }] },
  ],
};
const form = {
  title: "Your ticket",
  custom_id: "form",
  components: [
    {
      type: 1,
      components: [{ type: 4, style: 1, custom_id: "subject", label: "Subject" }],
    },
  ],
};

/** Releases all handlers that simulate thinking at once. */
const thought = Promise.withResolvers<void>();

async function atLength(interaction: ChatInputCommandInteraction): Promise<void> {
  await interaction.deferReply();
  await thought.promise;
  await interaction.editReply("thought through");
  await interaction.followUp("and something else");
}

beforeAll(async () => {
  ({ service, context, open, close } = await openConsole({ limits: "off" }));
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, commands);
  client = new Client({ intents: ["GuildMessages"], rest: { api: `${service.url}/api` } });
  client.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isButton()) void interaction.showModal(form);
    if (interaction.isModalSubmit()) void interaction.reply("thanks");
    if (!interaction.isChatInputCommand()) return;
    const { commandName: name } = interaction;
    if (name === "long") void atLength(interaction);
    else if (name === "slow") void interaction.deferReply({ flags: MessageFlags.Ephemeral });
    else if (name === "ask") void interaction.reply(question);
    else if (name === "order") void interaction.reply("one soup");
    else {
      const wrong = interaction.reply({ content: "x".repeat(2001) });
      void wrong.catch(() => interaction.reply("never mind"));
    }
  });
  await loggedIn(client, demo.botToken);
}, BUILD_MS);

afterAll(async () => {
  await client.destroy();
  await close();
});

/** Uses a command as a user, and returns the trace's id. */
async function traced(user: string, command: string, more: object = {}): Promise<string> {
  const place = { application: "Concierge", channel: "general" };
  const answer = await service.control(`POST /users/${user}/invoke`, {
    ...place,
    command,
    ...more,
  });
  expect(answer.status).toBe(200);
  const query = "GET /journal?name=control.invoke&kind=request&limit=1";
  const [entry] = (await service.control(query)).at("items") as { readonly trace: string }[];
  return entry?.trace ?? "";
}

const linesOf = (page: Page) =>
  page.getByRole("list", { name: "Conversation" }).getByRole("listitem");

/** The text of each line, without its time. */
async function lineTexts(page: Page): Promise<readonly string[]> {
  await linesOf(page).first().waitFor();
  const texts = await linesOf(page).allInnerTexts();
  return texts.map((text) => text.replace(/\d\d:\d\d:\d\d\.\d+/, "").replaceAll(/\s+/g, " "));
}

test("a trace is shown line by line from the user's action to the dispatched events", async () => {
  const page = await open(
    `/trace/${await traced("alice", "order", { options: { dish: "soup" } })}`,
  );
  await page.getByRole("button", { name: "Conversation" }).click();
  expect(await lineTexts(page)).toEqual([
    "alice → the service over HTTP request control.invoke 200 ✓ runs /order dish: soup",
    expect.stringMatching(/^the service decision order ✓ Permission check for order: ALLOWED/),
    expect.stringMatching(/^the service → alice over the gateway dispatch INTERACTION_CREATE/),
    "the service → Concierge over the gateway dispatch INTERACTION_CREATE ✓ dispatches /order",
    "Concierge → the service over HTTP request interactions.callback 204 ✓ replies one soup",
    "the service → 1 session over the gateway dispatch MESSAGE_CREATE ✓ dispatches MESSAGE_CREATE one soup",
    expect.stringMatching(/^the service → alice over the gateway dispatch INTERACTION_SUCCESS/),
  ]);
  // The line links to the underlying entry, and the view is part of the URL.
  await page.getByRole("button", { name: "request interactions.callback 204" }).click();
  await page.getByRole("heading", { name: "request interactions.callback" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "request interactions.callback" }).waitFor();
  await page
    .getByRole("button", { name: "request interactions.callback 204", pressed: true })
    .waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.close();
});

test("a refusal has its own line with the path of the error", async () => {
  const page = await open(`/trace/${await traced("alice", "clumsy")}?view=conversation`);
  await expect
    .poll(() => lineTexts(page))
    .toContainEqual(
      expect.stringMatching(
        /^the service → Concierge over HTTP refusal interactions.callback 400 ✕ refuses the call at step “handler”: InvalidForm \(50035\) at data\.content$/,
      ),
    );
  await page.close();
});

test("a denial names the rule that denied it", async () => {
  const page = await open(`/trace/${await traced("bob", "ban")}?view=conversation`);
  expect(await lineTexts(page)).toEqual([
    "bob → the service over HTTP request control.invoke 200 ✓ runs /ban",
    expect.stringMatching(
      /^the service decision ban ✕ Permission check for ban: USER_DENIED, by step 11: /,
    ),
  ]);
  await page.close();
});

test("the use of a reply's controls is listed in its conversation, with links both ways", async () => {
  const first = await traced("alice", "ask");
  const view = await service.control(`GET /users/bob/view?channel=${demo.generalId}`);
  const message = (view.at("messages") as { readonly id: string }[]).at(-1)?.id;
  const page = await open(`/trace/${first}?view=conversation`);
  await linesOf(page).first().waitFor();
  const before = (await lineTexts(page)).length;
  const pressed = await service.control("POST /users/bob/click", { message, custom_id: "write" });
  const interaction = pressed.at("interaction");
  // The new line appears without a reload, after all earlier ones.
  await expect.poll(() => linesOf(page).count()).toBe(before + 1);
  expect((await lineTexts(page)).at(-1)).toBe("bob continues in another trace clicks “write”");
  expect(await barriers(page)).toEqual([]);
  const fields = { subject: "Lost key" };
  await service.control("POST /users/bob/submit", { interaction, fields });
  await page.getByRole("link", { name: "in another trace" }).click();
  await page.getByRole("heading", { name: `Trace ${String(interaction)}` }).waitFor();
  await expect
    .poll(async () => (await lineTexts(page)).at(-1))
    .toBe("bob continues in another trace submits the modal subject: Lost key");
  await page
    .getByText("Continued from")
    .getByRole("link", { name: /users\/alice\/invoke/ })
    .click();
  await page.getByRole("heading", { name: `Trace ${first}` }).waitFor();
  expect(await page.getByText("Continued from").count()).toBe(0);
  await page.close();
});

test("an open conversation is fetched again only when something happens", async () => {
  const first = await traced("alice", "ask");
  const message = String(
    (await service.asBot(`GET /channels/${demo.generalId}/messages?limit=1`)).at(0, "id"),
  );
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${service.url}/console/trace/${first}?view=conversation`);
  await lineTexts(page);
  await page.getByText("● live").waitFor();
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/\/children$|\/journal\/export$/.test(pathname)) requests.push(pathname);
  });
  // The entries that the stream announced have been fetched.
  await page.clock.runFor(5000);
  await page.clock.runFor(5000);
  requests.splice(0);
  await page.clock.runFor(60_000);
  expect(requests).toEqual([]);
  await service.control("POST /users/bob/click", { message, custom_id: "write" });
  await linesOf(page).getByText("in another trace").waitFor();
  expect(requests.length).toBeGreaterThan(0);
  await page.close();
});

test("a trace file shows the same conversation without its world", async () => {
  const trace = await traced("alice", "order", { options: { dish: "tea" } });
  const page = await open(`/trace/${trace}?view=conversation`);
  const lines = await lineTexts(page);
  await page.getByLabel("Export format").selectOption("trace file");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save", exact: true }).click(),
  ]);
  const file = readFileSync(await download.path());
  await page.goto(`${service.url}/console/trace-file`);
  await page
    .getByLabel("Trace file")
    .setInputFiles({ name: "tea.trace.jsonl", mimeType: "application/jsonl", buffer: file });
  await page.getByRole("heading", { name: "Trace of tea.trace.jsonl" }).waitFor();
  await page.getByRole("button", { name: "Conversation" }).click();
  expect(await lineTexts(page)).toEqual(lines);
  await page.close();
});

test("the waterfall shows the two deadlines of a response by the world's clock", async () => {
  const trace = await traced("alice", "slow", { until: "acknowledged" });
  const page = await open(`/trace/${trace}`);
  const waterfall = page.getByRole("region", { name: /invoke → 200/ });
  const rows = async () =>
    (await waterfall.innerText())
      .split("\n")
      .filter((text) => /deadline|^◷|──|job/.test(text) && text !== "deadline");
  await waterfall.getByText("◷ 3 s to the first response").waitFor();
  const ahead = ["── 2 s ──", "◷ 3 s to the first response", "── 14 min 57 s ──"];
  expect(await rows()).toEqual([...ahead, "◷ 15 min until the token expires"]);
  // Each deadline is one line through all rows.
  const places = await page.evaluate<number[]>(
    `[...document.querySelectorAll("[data-deadline^='3 s']")].map((each) => each.getBoundingClientRect().left)`,
  );
  expect([places.length > 6, new Set(places).size]).toEqual([true, 1]);
  await service.control("PATCH /clock", { advance: "PT15M5S" });
  await waterfall.getByRole("button", { name: /^job / }).first().waitFor();
  // After the clock has passed both deadlines, they stay where they were.
  expect((await rows()).filter((text) => text.startsWith("◷"))).toEqual([
    "◷ 3 s to the first response",
    "◷ 15 min until the token expires",
  ]);
  expect(await barriers(page)).toEqual([]);
  await page.close();
});

test("the view of an interaction contains all of its entries, and none of a concurrent one", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  for (const pane of [alice, bob]) {
    await typed(pane, "/long");
    await pane.pane.getByRole("button", { name: "Run /long" }).press("Enter");
    await pane.pane.getByText("The application is thinking…").waitFor();
  }
  // Both responses are deferred, and both continue at the same time.
  thought.resolve();
  await expect.poll(() => alice.messageList.getByText("and something else").count()).toBe(2);
  await service.control("PATCH /clock", { advance: "PT16M" });
  const rowLists: string[][] = [];
  for (const pane of [alice, bob]) {
    // After the links of messages comes the one to this user's latest action.
    const link = pane.pane.getByRole("link", { name: "trace", exact: true }).last();
    const linkedPage = await context.newPage();
    await linkedPage.goto(`${service.url}${await link.getAttribute("href")}`);
    const rows = linkedPage.getByRole("region", { name: /invoke → 200/ }).getByRole("button");
    await rows.filter({ hasText: /^job / }).first().waitFor();
    const names = await rows.allInnerTexts();
    rowLists.push(names.filter((text) => /^(request|decision|dispatch|job) /.test(text)));
    const trace = new URL(linkedPage.url()).pathname.split("/").at(-1) ?? "";
    const { items } = (await service.control(`GET /traces/${trace}`)).body as {
      readonly items: readonly { readonly trace: string; readonly actor: string | null }[];
    };
    expect(new Set(items.map((entry) => entry.trace))).toEqual(new Set([trace]));
    // The trace contains actions of only one of the two users.
    const askers = items.map(({ actor }) => actor).filter((id) => id !== demo.applicationId);
    const own = pane === alice ? demo.aliceId : demo.bobId;
    expect(new Set(askers.filter((id) => id !== null))).toEqual(new Set([own]));
    await linkedPage.close();
  }
  const [ofAlice = [], ofBob] = rowLists;
  expect(ofBob).toEqual(ofAlice);
  const count = (name: string) => ofAlice.filter((text) => text.includes(name)).length;
  expect({
    acts: count("request control.invoke"),
    decisions: count("decision long"),
    expectedCount: count("dispatch INTERACTION_CREATE"),
    callbacks: count("request interactions.callback"),
    edits: count("request webhooks.editOriginal"),
    followUps: count("request webhooks.followUp"),
    created: count("dispatch MESSAGE_CREATE"),
    updated: count("dispatch MESSAGE_UPDATE"),
    ended: count("dispatch INTERACTION_SUCCESS"),
  }).toEqual({
    acts: 1,
    decisions: 1,
    expectedCount: 2,
    callbacks: 1,
    edits: 1,
    followUps: 1,
    created: 2,
    updated: 1,
    ended: 1,
  });
  expect(count("job ")).toBeGreaterThan(0);
  await page.close();
});

test("a denied command has no deadlines", async () => {
  const page = await open(`/trace/${await traced("bob", "ban")}`);
  await page.getByRole("button", { name: /^decision ban/ }).waitFor();
  expect(await page.getByText("to the first response").count()).toBe(0);
  await page.close();
});

test("the view of an interaction over HTTP includes its delivery and the response", async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ type: 4, data: { content: "by post" } }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await service.work.transaction(async ({ tx }) => {
    const [known] = await tx.find(applications);
    if (known === undefined) throw new Error("the demo world has an application");
    tx.put(applications, { ...known, interactions_endpoint_url: `http://127.0.0.1:${port}/` });
  });
  const page = await open(`/trace/${await traced("alice", "order", { options: { dish: "pie" } })}`);
  await page.getByRole("button", { name: /^delivery INTERACTION_CREATE/ }).waitFor();
  await page.getByText("◷ 3 s to the first response").waitFor();
  await page.getByRole("button", { name: "Conversation" }).click();
  const lines = await lineTexts(page);
  expect(lines.slice(-4, -2)).toEqual([
    "the service → Concierge over HTTP delivery INTERACTION_CREATE 200 ✓ delivers /order",
    "Concierge → the service over HTTP delivery INTERACTION_CREATE 200 ✓ replies by post",
  ]);
  server.close();
  await page.close();
});
