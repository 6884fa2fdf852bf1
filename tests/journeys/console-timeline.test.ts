// The timeline: a filter with completion, its conditions, and exports of what it shows.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { Client, Events } from "discord.js";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demo, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { barriers, BUILD_MS, openConsole, type OpenConsole } from "./console-page.ts";
import { needsOtherWorlds } from "./needs-worlds.ts";
import { loggedIn } from "./logged-in.ts";

let service: TestService;
let context: BrowserContext;
let close: OpenConsole["close"];

beforeAll(async () => {
  ({ service, context, close } = await openConsole({ limits: "off" }));
  await service.asBot("POST /lobbies", { metadata: { level: "1" } });
  await service.asBot("POST /lobbies", { metadata: 1 });
  await service.asUser(demo.aliceToken, "GET /users/@me");
}, BUILD_MS);

afterAll(async () => {
  await close();
});

async function open(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${service.url}/console${path}`);
  await page.getByRole("heading", { name: "Timeline", level: 1 }).waitFor();
  return page;
}

const fieldOf = (page: Page) => page.getByRole("combobox", { name: "Filter" });
const offeredOn = (page: Page) =>
  page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
const filterOf = (page: Page) => new URL(page.url()).searchParams.get("q");

test("selecting another world replaces the rows", async ({ skip }) => {
  needsOtherWorlds(skip);
  await service.control("POST /worlds", { name: "other" });
  await service.control("PATCH /clock?world=other", { frozen: true });
  const page = await open("/timeline");
  const rows = page.getByRole("table", { name: "Journal" }).getByRole("row");
  await rows.filter({ hasText: "/lobbies" }).first().waitFor();
  const worlds = page.getByRole("combobox", { name: /^world/ });
  await worlds.selectOption("other");
  await rows.filter({ hasText: "clock" }).first().waitFor();
  expect(await rows.filter({ hasText: "/lobbies" }).count()).toBe(0);
  await worlds.selectOption("main");
  await rows.filter({ hasText: "/lobbies" }).first().waitFor();
  await page.close();
});

test("the day of the world's clock stands where it changes", async ({ skip }) => {
  needsOtherWorlds(skip);
  await service.control("POST /worlds", { name: "days" });
  await service.control("PATCH /clock?world=days", { now: "2030-03-01T23:59:59Z", frozen: true });
  for (const username of ["eve", "eva"]) {
    await service.control("POST /users?world=days", { username });
  }
  await service.control("PATCH /clock?world=days", { advance: "PT1M" });
  for (const username of ["dan", "dora"]) {
    await service.control("POST /users?world=days", { username });
  }
  const page = await open("/timeline?w=days&q=name:control.users.create");
  const rows = page.getByRole("table", { name: "Journal" }).getByRole("row");
  await rows.nth(3).waitFor();
  expect(await rows.locator("[role=cell]:nth-child(4)").allInnerTexts()).toEqual([
    expect.stringMatching(/^1 March 2030\s*POST .*→ 201$/),
    expect.stringMatching(/^\s*POST .*→ 201$/),
    expect.stringMatching(/^2 March 2030\s*POST .*→ 201$/),
    expect.stringMatching(/^\s*POST .*→ 201$/),
  ]);
  await page.close();
  await service.control("DELETE /worlds/days");
});

describe("the filter", () => {
  test("is completed by keyboard: first fields, then values of this world", async () => {
    const page = await open("/timeline");
    await page.keyboard.press("/");
    await fieldOf(page).and(page.locator(":focus")).waitFor();
    await page.keyboard.type("ki");
    await offeredOn(page).getByText("kind:").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.type("re");
    await expect
      .poll(async () => (await offeredOn(page).allTextContents()).map((text) => text.trim()))
      .toEqual(["kind:request", "kind:refusal"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await fieldOf(page).inputValue()).toBe("kind:request ");
    await page.keyboard.type("user:al");
    await offeredOn(page).getByText("user:alice").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.type("name:users");
    await offeredOn(page).getByText("name:users.me", { exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press("Tab");
    // Nothing is selected: Enter applies the typed text.
    await page.keyboard.press("Enter");
    await expect.poll(() => filterOf(page)).toBe("kind:request user:alice name:users.me");
    await page
      .getByRole("row", { name: /users\/@me/ })
      .first()
      .waitFor();
    expect(await offeredOn(page).count()).toBe(0);
    await page.close();
  });

  test("keeps its text when Esc closes the list", async () => {
    const page = await open("/timeline");
    await fieldOf(page).fill("is:");
    await offeredOn(page).first().waitFor();
    await page.keyboard.press("Escape");
    expect([await offeredOn(page).count(), await fieldOf(page).inputValue()]).toEqual([0, "is:"]);
    await page.close();
  });

  test("shows its conditions, each of which can be removed", async () => {
    const page = await open("/timeline?q=kind:request status:400");
    const conditions = page.getByRole("list", { name: "Active filters" }).getByRole("listitem");
    await conditions.nth(1).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove status:400" }).click();
    await expect.poll(() => filterOf(page)).toBe("kind:request");
    expect([await conditions.count(), await fieldOf(page).inputValue()]).toEqual([
      1,
      "kind:request",
    ]);
    await fieldOf(page).and(page.locator(":focus")).waitFor();
    await page.getByRole("button", { name: "Remove kind:request" }).click();
    await expect.poll(() => filterOf(page)).toBeNull();
    await page.close();
  });
});

/** A file saved from the menu: its name, its text, and the page's message about it. */
async function exported(page: Page, form: string) {
  await page.getByRole("button", { name: "Export rows" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: form, exact: true }).click(),
  ]);
  const notice = page.getByText(/^Exported /);
  await notice.waitFor();
  const text = readFileSync(await download.path(), "utf8");
  return { name: download.suggestedFilename(), text, notice: await notice.innerText() };
}

describe("the shown rows are exported", () => {
  const address = "/timeline?q=name:lobbies.create kind:request";

  test("as an HTTP archive of only these calls", async () => {
    const page = await open(address);
    const { name, text, notice } = await exported(page, "HTTP archive (HAR)");
    const archive = JSON.parse(text) as { log: { entries: { response: { status: number } }[] } };
    expect(archive.log.entries.map(({ response }) => response.status)).toEqual([201, 400]);
    expect([name, notice]).toEqual(["timeline-main.har", "Exported 2 rows as HTTP archive (HAR)"]);
    expect(text).not.toContain(demo.botToken);
    await page.close();
  });

  test("as a trace file, which the console can open", async () => {
    const page = await open("/timeline?q=is:refused");
    const { name, text } = await exported(page, "trace file");
    const kinds = text
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { kind: string }).kind);
    expect(kinds).toEqual(["request", "refusal"]);
    await page.getByRole("link", { name: "Open a trace file" }).click();
    const file = { name, mimeType: "application/jsonl", buffer: Buffer.from(text) };
    await page.getByLabel("Trace file").setInputFiles(file);
    await page.getByRole("region", { name: "Why it was refused" }).waitFor();
    await page.close();
  });

  test("as a curl script, which repeats the calls in a shell", async () => {
    const page = await open(address);
    const { text } = await exported(page, "curl script");
    const env = { PATH: process.env["PATH"], [`BOT_TOKEN_${demo.applicationId}`]: demo.botToken };
    const { stdout } = await promisify(execFile)("bash", ["-c", text], { env });
    expect(stdout).toBe("201\n400\n");
    await page.close();
  });

  test("as a test of the user's actions", async () => {
    await service.asBot(`PUT /applications/${demo.applicationId}/commands`, [
      { name: "ping", description: "Says pong" },
    ]);
    const client = new Client({ intents: [], rest: { api: `${service.url}/api` } });
    client.on(Events.InteractionCreate, (interaction) => {
      if (interaction.isChatInputCommand()) void interaction.reply("pong");
    });
    await loggedIn(client, demo.botToken);
    const played = { application: "Concierge", channel: "general", command: "ping" };
    expect((await service.control("POST /users/alice/invoke", played)).at("outcome")).toBe(
      "replied",
    );
    const page = await open("/timeline");
    await page
      .getByRole("row", { name: /INTERACTION_SUCCESS/ })
      .first()
      .waitFor();
    const { name, text } = await exported(page, "vitest test");
    expect(name).toBe("timeline-main.test.ts");
    expect(text).toContain('.run("/ping")');
    await client.destroy();
    await page.close();
  });

  test("unless there are none, which is reported", async () => {
    const page = await open("/timeline?q=name:nothing.here");
    await page.getByRole("button", { name: "Export rows" }).click();
    await page.getByRole("menuitem", { name: "HTTP archive (HAR)" }).click();
    expect(await page.getByRole("alert").innerText()).toBe("There are no rows to export.");
    // The message belonged to the earlier rows only.
    await page.getByRole("button", { name: "Remove name:nothing.here" }).click();
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    await page.close();
  });

  test("as a readable transcript", async () => {
    const page = await open("/timeline?q=name:control.invoke name:interactions.callback");
    await page
      .getByRole("row", { name: /callback/ })
      .first()
      .waitFor();
    const { name, text, notice } = await exported(page, "transcript");
    expect([name, notice]).toEqual(["timeline-main.txt", "Exported 2 rows as transcript"]);
    const lines = text.replaceAll(/\d\d:\d\d:\d\d\.\d+|\d{6,}|\d{4}-\d\d-\d\d/g, "T");
    expect(lines).toBe(
      [
        "trace T, T",
        "T  alice → the service over HTTP: runs /ping",
        "T  Concierge → the service over HTTP: replies",
        "              | pong",
        "",
      ].join("\n"),
    );
    await page.close();
  });

  test("completely, even if there are many", async () => {
    await Promise.all(Array.from({ length: 310 }, () => service.asBot("GET /users/@me")));
    const page = await open("/timeline?q=name:users.me app:Concierge");
    await page.getByText("310 rows").waitFor();
    const { text, notice } = await exported(page, "trace file");
    expect(text.trim().split("\n")).toHaveLength(310);
    expect(notice).toBe("Exported 310 rows as trace file");
    await page.close();
  });

  test("without those that the journal has dropped, which is reported", async () => {
    const { items } = (await service.control("GET /journal?name=lobbies.create&kind=request"))
      .body as { readonly items: readonly { readonly id: string }[] };
    const [gone, ...remaining] = items;
    const page = await open(address);
    await page.getByText(`${items.length} rows`).waitFor();
    // As if the journal had grown by a hundred thousand entries.
    await page.route("**/control/v1/journal/export", async (route) => {
      const { entries } = route.request().postDataJSON() as { readonly entries: string[] };
      if (!entries.includes(gone?.id ?? "")) return route.continue();
      return route.fulfill({ status: 404, json: { message: "Unknown journal entry", code: 0 } });
    });
    await page.route(/\/control\/v1\/journal\?after=0&limit=1$/, (route) =>
      route.fulfill({ json: { items: remaining.slice(0, 1), next: null, previous: null } }),
    );
    const { text, notice } = await exported(page, "trace file");
    const written = text
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { readonly id: string }).id);
    expect([remaining.length > 0, written]).toEqual([true, remaining.map(({ id }) => id)]);
    expect(notice).toBe(
      `Exported the newest ${remaining.length} of ${items.length} rows (1 row dropped meanwhile) as trace file`,
    );
    await page.close();
  });
});
