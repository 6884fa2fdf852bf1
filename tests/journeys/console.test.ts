// The console in a real browser, with a real bot.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Client } from "discord.js";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demo, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { consoleDist } from "../../scripts/console-build.ts";
import {
  barriers,
  BUILD_MS,
  openConsole,
  type OpenConsole,
  signedInConsole,
} from "./console-page.ts";
import { needsOtherWorlds } from "./needs-worlds.ts";
import { loggedIn } from "./logged-in.ts";

let service: TestService;
let browser: Browser;
let context: BrowserContext;
let close: OpenConsole["close"];
/** Errors that the browser reported: blocked scripts, styles, connections. */
const complaints: string[] = [];
/** The hosts that the pages sent requests to. */
const hosts = new Set<string>();

beforeAll(async () => {
  ({ service, browser, context, close } = await openConsole());
}, BUILD_MS);

afterAll(async () => {
  await close();
});

async function open(path: string): Promise<Page> {
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`${path}: ${message.text()}`);
  });
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  page.on("pageerror", (error) => complaints.push(`${path}: ${error.message}`));
  await page.goto(`${service.url}/console${path}`);
  return page;
}

test("the overview is updated when a bot connects", async () => {
  const page = await open("/");
  const row = page.getByRole("row", { name: /Concierge/ });
  await row.getByText("no gateway session").waitFor();
  const connect = page.getByRole("region", { name: "Connect an application" });
  await connect.getByText(`new Client({ intents, rest: { api: "${service.url}/api" } })`).waitFor();
  await connect.getByLabel("Library").selectOption("discord.py");
  await connect.getByText(`discord.http.Route.BASE = "${service.url}/api/v10"`).waitFor();
  const client = new Client({ intents: [], rest: { api: `${service.url}/api` } });
  await loggedIn(client, demo.botToken);
  await row.getByText("✓ connected (1)").waitFor();
  await connect.waitFor({ state: "detached" });
  expect(await row.getByText("no gateway session").count()).toBe(0);
  await client.destroy();
  await page.close();
});

test.each([
  { path: "/", counted: (page: Page) => page.getByRole("link", { name: "1 registered" }) },
  {
    path: "/commands",
    counted: (page: Page) =>
      page.getByRole("region", { name: "Registered" }).getByText("/late", { exact: true }),
  },
  { path: "/permissions", counted: (page: Page) => page.getByRole("rowheader", { name: "/late" }) },
])("what $path shows follows the commands that a bot registers", async ({ path, counted }) => {
  const commands = `/applications/${demo.applicationId}/commands`;
  const page = await open(path);
  await page.getByText(/^0 registered|has no commands/).waitFor();
  await service.asBot(`PUT ${commands}`, [{ name: "late", description: "d" }]);
  await counted(page).waitFor();
  await service.asBot(`PUT ${commands}`, []);
  await counted(page).waitFor({ state: "detached" });
  expect(await counted(page).count()).toBe(0);
  await page.close();
});

test("the matrix decides again when a bot changes a default permission", async () => {
  const register = (more: object) =>
    service.asBot(`PUT /applications/${demo.applicationId}/commands`, [
      { name: "late", description: "d", ...more },
    ]);
  await register({});
  const page = await open("/permissions");
  const cells = (text: string) => page.getByRole("gridcell", { name: text });
  await cells("✓ allowed").nth(2).waitFor();
  await register({ default_member_permissions: "0" });
  await cells("✕ denied").nth(1).waitFor();
  // The role of the application is an administrator's.
  expect(await cells("✓ allowed").count()).toBe(1);
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, []);
  await page.close();
});

test("the row of a refused call leads to the error and its reason", async () => {
  const page = await open("/timeline?q=name:lobbies.create status:400");
  await page.getByText("No entries match this filter.").waitFor();
  await service.asBot("POST /lobbies", { metadata: 1 });
  await page
    .getByRole("row", { name: /POST \/api\/v10\/lobbies/ })
    .last()
    .click();
  const why = page.getByRole("region", { name: "Why it was refused" });
  await why.getByText("InvalidForm (50035)").waitFor();
  expect(await why.innerText()).toMatch(/step\s+handler/);
  await why.getByText(/Only dictionaries may be used/).waitFor();
  await page.close();
});

test("keys move between rows, and Enter opens one", async () => {
  for (let i = 0; i < 5; i += 1) await service.asBot("GET /users/@me");
  const page = await open("/timeline?q=name:users.me");
  await page
    .getByRole("row", { name: /users\/@me/ })
    .last()
    .waitFor();
  // The rows are below one another, without a gap.
  const gaps = await page.evaluate<number[]>(`(() => {
    const rows = [...document.querySelectorAll('[aria-label="Journal"] [role="row"]')];
    const boxes = rows.map((row) => row.getBoundingClientRect());
    return boxes.slice(1).map(({ top }, i) => top - boxes[i].bottom);
  })()`);
  expect([gaps.length > 0, gaps.every((gap) => Math.abs(gap) < 1)]).toEqual([true, true]);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: /^Trace \d+/ }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("k");
  await page.getByRole("heading", { name: "Clock" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/console/clock");
  await page.close();
});

test("the URL contains the selected row, and shows it again", async () => {
  const { id } = (await service.asBot("POST /lobbies", {})).body as { readonly id: string };
  for (let i = 0; i < 60; i += 1) await service.asBot(`GET /lobbies/${id}`);
  const page = await open(`/timeline?q=text:${id}`);
  const rows = page.getByRole("table", { name: "Journal" }).getByRole("row");
  await rows.last().waitFor();
  await page.keyboard.press("j");
  for (let i = 0; i < 50; i += 1) await page.keyboard.press("k");
  const selected = page.locator("[role=row][data-selected=true]");
  await selected.waitFor();
  const place = await selected.getAttribute("aria-rowindex");
  const link = (await selected.getByRole("link").getAttribute("href")) ?? "";
  const entry = new URL(link, service.url).searchParams.get("entry");
  await expect.poll(() => new URL(page.url()).searchParams.get("at")).toBe(entry);
  const address = page.url();
  await page
    .getByRole("button", { name: /Keyboard|\?/ })
    .first()
    .click();
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await keys.getByLabel("Row height").selectOption("cosy");
  await keys.getByRole("button", { name: "Close" }).click();
  await page.goto("about:blank");
  await page.goto(address);
  await selected.waitFor();
  expect(await selected.getAttribute("aria-rowindex")).toBe(place);
  const box = await selected.boundingBox();
  expect(Math.round(box?.height ?? 0)).toBe(36);
  await page.evaluate("localStorage.removeItem('antechamber-rows')");
  await service.asBot(`DELETE /lobbies/${id}`);
  await page.close();
});

test("an entry in the URL that is not among the rows is reported as missing", async () => {
  const page = await open("/timeline?at=1");
  await page.getByText(/The selected entry is not in this list/).waitFor();
  await page.getByRole("button", { name: "Following" }).waitFor();
  expect(await page.getByRole("button", { name: /new ↓/ }).count()).toBe(0);
  await page.close();
});

test("equal failures are counted in one line of the overview", async () => {
  const page = await open("/");
  for (let i = 0; i < 3; i += 1) await service.asBot("GET /skus/1/subscriptions");
  const failed = page.getByRole("region", { name: "Recent errors" });
  const lines = failed.getByRole("listitem").filter({ hasText: "/skus/1/subscriptions" });
  await lines.getByText("× 3").waitFor();
  expect(await lines.count()).toBe(1);
  await page.close();
});

test("the colour scheme follows the system, or a choice stored in the browser", async () => {
  const page = await open("/clock");
  await page.getByRole("button", { name: "Keyboard shortcuts", exact: true }).click();
  const choice = page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByLabel("Theme");
  const scheme = () => page.evaluate("getComputedStyle(document.documentElement).colorScheme");
  for (const [theme, expected] of [
    ["dark", "dark"],
    ["light", "light"],
    ["system", "light dark"],
    ["dark", "dark"],
  ]) {
    await choice.selectOption(theme ?? "");
    expect(await scheme()).toBe(expected);
  }
  await page.reload();
  await page.getByRole("heading", { name: "Clock", level: 1 }).waitFor();
  expect(await scheme()).toBe("dark");
  await page.evaluate("localStorage.clear()");
  await page.close();
});

test("the clock is frozen, advances to the next job, and lists the effects", async () => {
  const { id } = (await service.asBot("POST /lobbies", {})).body as { readonly id: string };
  const page = await open("/clock");
  await page.getByRole("row", { name: /lobby/ }).first().waitFor();
  await page.getByRole("button", { name: "Freeze", exact: true }).click();
  await page.getByRole("button", { name: "Unfreeze" }).waitFor();
  const [due] = (await service.control("GET /jobs?limit=1")).at("items") as { at: string }[];
  await page.goto(`${service.url}/console/limits`);
  await page.getByRole("button", { name: "Jump to the next due job", exact: true }).click();
  await page.getByRole("link", { name: "Show effects" }).click();
  const effects = page.getByRole("list", { name: "Effects" });
  await effects
    .getByText(/lobby\.idle/)
    .first()
    .waitFor();
  expect((await service.asBot(`GET /lobbies/${id}`)).status).toBe(404);
  expect((await service.control("GET /clock")).at("now")).toBe(due?.at);
  await page.getByRole("button", { name: "Unfreeze" }).click();
  await page.getByRole("button", { name: "Freeze", exact: true }).waitFor();
  await page.close();
});

test("the clock can be set back, and the page says that this undoes nothing", async () => {
  const page = await open("/clock");
  await page.getByText(/Setting it back undoes nothing/).waitFor();
  const { body: before } = await service.control("GET /clock");
  const { now } = before as { readonly now: string };
  const earlier = new Date(Date.parse(now) - 86_400_000).toISOString();
  await page.getByLabel("Set to").fill(earlier);
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await expect
    .poll(async () => String((await service.control("GET /clock")).at("now")).slice(0, 10))
    .toBe(earlier.slice(0, 10));
  await service.control("PATCH /clock", { now });
  await page.close();
});

test("a fork has its own timeline, and a snapshot restores the world", async ({ skip }) => {
  needsOtherWorlds(skip);
  const page = await open("/worlds");
  await page.getByLabel("Fork main as").fill("trial");
  await page.getByRole("button", { name: "Fork", exact: true }).click();
  await page.getByRole("row", { name: /trial/ }).getByRole("button", { name: "Switch to" }).click();
  await page.getByLabel("New snapshot").fill("before");
  await page.getByRole("button", { name: "Take snapshot" }).click();
  await page.getByRole("row", { name: /before/ }).waitFor();
  await page.getByRole("link", { name: "Data" }).click();
  await page.getByText("alice").first().waitFor();
  expect(page.url()).toContain("w=trial");
  await page.close();
});

test("a reset can be undone, and a world is deleted only by a second press", async ({ skip }) => {
  needsOtherWorlds(skip);
  await service.control("POST /worlds", { name: "spare" });
  await service.control("POST /users?world=spare", { username: "kept" });
  const kept = async () => (await service.control("GET /users/kept?world=spare")).status;
  const page = await open("/worlds?w=spare");
  // The second reset replaces the snapshot of the first.
  for (let times = 0; times < 2; times += 1) {
    await page.getByRole("button", { name: "Reset spare" }).click();
    await expect.poll(kept).toBe(404);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(kept).toBe(200);
    await page.getByRole("button", { name: "Undo" }).waitFor({ state: "detached" });
  }
  await page.goto(`${service.url}/console/worlds`);
  const row = page.getByRole("row", { name: /^spare/ });
  await row.getByRole("button", { name: "Delete" }).click();
  await row.getByRole("button", { name: "Really delete spare?" }).waitFor();
  expect(await kept()).toBe(200);
  await row.getByRole("button", { name: "Really delete spare?" }).click();
  await row.waitFor({ state: "detached" });
  await page.close();
});

test("the permissions of roles are shown, and a change is previewed without being stored", async () => {
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, [
    { name: "open", description: "For everybody" },
    { name: "ban", description: "For moderators", default_member_permissions: "4" },
  ]);
  const page = await open("/permissions");
  const row = (name: string) => page.getByRole("row", { name });
  await row("/open").getByText("✓ allowed").nth(2).waitFor();
  await row("/ban").getByText("✕ denied").first().waitFor();
  await page.getByLabel("Default permission of /open").selectOption("BAN_MEMBERS");
  await page.getByText("2 would lose, 0 would gain. Nothing is stored until you apply.").waitFor();
  const stored = await service.asBot(`GET /applications/${demo.applicationId}/commands`);
  const found = (stored.body as { name: string; default_member_permissions: string | null }[]).find(
    ({ name }) => name === "open",
  );
  expect(found?.default_member_permissions).toBeNull();
  await page.close();
});

test("signing out invalidates the cookie, and pages ask for the key again", async () => {
  const own = await signedInConsole(browser, service.url);
  const page = await own.newPage();
  await page.goto(`${service.url}/console/`);
  const cookies = await own.cookies();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Control key").waitFor();
  // As if a copy of the cookie had been kept from before the sign-out.
  await own.addCookies(cookies);
  await page.reload();
  await page.getByLabel("Control key").waitFor();
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Sign in to the console");
  await own.close();
});

test("the start of the stream neither reloads a page nor loses what was typed", async () => {
  const page = await context.newPage();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`${service.url}/console/commands`);
  await page.getByLabel("Commands as a JSON array").fill("[]");
  await page.getByText("● live").waitFor();
  await page.getByRole("button", { name: "Check" }).waitFor();
  // A page that fetched again when the stream begins would do so before its next frame.
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(drawn))");
  expect(requests.filter((path) => path.endsWith("/applications"))).toHaveLength(1);
  expect(await page.getByLabel("Commands as a JSON array").inputValue()).toBe("[]");
  await page.close();
});

test("a manifest is checked before it is deployed", async () => {
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, [
    { name: "open", description: "For everybody" },
    { name: "ban", description: "For moderators" },
  ]);
  const page = await open("/commands");
  const registered = page.getByRole("region", { name: "Registered" });
  await registered.getByText("/ban", { exact: true }).waitFor();
  const manifest = JSON.stringify([{ name: "open", description: "Changed" }]);
  await page.getByLabel("Commands as a JSON array").fill(manifest);
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByText("changes open").waitFor();
  await page.getByText("deletes ban").waitFor();
  expect(await page.getByText("creations left today").count()).toBe(1);
  await page.close();
});

const paths = [
  "/",
  "/permissions",
  "/commands",
  "/timeline",
  "/lobbies",
  "/oauth",
  "/webhooks",
  "/limits",
  "/faults",
  "/clock",
  "/worlds",
  "/data",
  "/data?kind=members",
  "/trace-file",
  "/nothing/here",
];

describe("every page", () => {
  test.each(paths)("has no accessibility violations in any theme or width at %s", async (path) => {
    const page = await open(path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.close();
  });

  test("has no accessibility violations when it asks for the key", async () => {
    const stranger = await browser.newContext({ reducedMotion: "reduce" });
    const page = await stranger.newPage();
    await page.goto(`${service.url}/console/clock`);
    await page.getByLabel("Control key").fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText(/Wrong key/).waitFor();
    expect(await barriers(page)).toEqual([]);
    await stranger.close();
  });

  test("causes no policy violations, errors or requests to other hosts", () => {
    expect([complaints, [...hosts]]).toEqual([[], [new URL(service.url).host]]);
  });
});

describe("the build", () => {
  const KIB = 1024;
  const HOSTS = /\bhttps?:\/\/([a-z0-9.-]+\.[a-z]{2,})/gi;
  /** Names of XML namespaces, and URLs in error messages: nothing is requested from them. */
  const harmless = new Set(["www.w3.org", "react.dev"]);
  /** The size of a file as it is sent: small files are not compressed. */
  const bytesOf = (name: string) => {
    const path = join(consoleDist, name);
    return statSync(existsSync(`${path}.gz`) ? `${path}.gz` : path).size;
  };
  const page = () => readFileSync(join(consoleDist, "index.html"), "utf8");

  test("keeps the Stage and the timeline below 45 KiB, and contains no other host names", () => {
    const names = readdirSync(join(consoleDist, "assets"));
    const chunks = names.filter((name) => /^(stage|timeline)-[\w-]+\.js$/.test(name));
    expect(chunks.filter((name) => bytesOf(`assets/${name}`) > 45 * KIB)).toEqual([]);
    expect(chunks.length).toBe(2);
    const named = names
      .filter((name) => /\.(js|css)$/.test(name))
      .flatMap((name) => [
        ...readFileSync(join(consoleDist, "assets", name), "utf8").matchAll(HOSTS),
      ])
      .map(([, host]) => host);
    expect([...new Set(named)].filter((host) => !harmless.has(String(host)))).toEqual([]);
  });

  test("keeps the compressed files of the first page within their budgets", () => {
    const names = [...page().matchAll(/(?:src|href)="\/console\/(assets\/[^"]+)"/g)].map(
      ([, name = ""]) => name,
    );
    const sum = (suffix: string) =>
      names
        .filter((name) => name.endsWith(suffix))
        .reduce((total, name) => total + bytesOf(name), 0);
    expect([sum(".js") < 160 * KIB, sum(".css") < 15 * KIB, names.length > 2]).toEqual([
      true,
      true,
      true,
    ]);
  });
});
