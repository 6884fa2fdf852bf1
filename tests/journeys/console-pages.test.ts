// What the console's pages do besides showing: deploying commands, building links, moving the
// clock, closing lobbies, comparing snapshots; with many tabs, and in production mode.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aService,
  CONTROL_KEY,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";
import {
  codeFor,
  exchangeCode,
  sendForm,
} from "../../packages/server/src/testing/calls/oauth-calls.ts";
import { aDoor, type Door } from "./console-door.ts";
import {
  barriers,
  BUILD_MS,
  openConsole,
  type OpenConsole,
  signedInConsole,
} from "./console-page.ts";
import { needsOtherWorlds } from "./needs-worlds.ts";

let service: TestService;
let browser: Browser;
let context: BrowserContext;
let close: OpenConsole["close"];

beforeAll(async () => {
  ({ service, browser, context, close } = await openConsole());
  // Shorter than the test's timeout, so that a failure names what was waited for.
  context.setDefaultTimeout(8000);
}, BUILD_MS);

afterAll(async () => {
  await close();
});

async function open(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${service.url}/console${path}`);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  return page;
}

async function lobby(): Promise<string> {
  const { id } = (await service.asBot("POST /lobbies", {})).body as { readonly id: string };
  return id;
}

test("deploying a manifest makes the changes that its check announced", async () => {
  const place = `/applications/${demo.applicationId}/commands`;
  const [ban] = (
    await service.asBot(`PUT ${place}`, [
      { name: "ban", description: "Bans", description_localizations: { de: "Verbannt" } },
      { name: "old", description: "Goes" },
    ])
  ).body as readonly { readonly id: string }[];
  const page = await open("/commands");
  await page.getByText("2 of 100 chat input commands").waitFor();
  const registered = page.getByRole("region", { name: "Registered" });
  await registered.getByText("/ban", { exact: true }).click();
  const texts = page.getByRole("region", { name: "Localizations of ban" });
  await texts.getByRole("cell", { name: "Verbannt" }).waitFor();
  await texts
    .getByRole("row", { name: /^name ban/ })
    .getByText("! missing")
    .waitFor();

  const manifest = [
    { id: ban?.id, name: "remove", description: "Bans" },
    { name: "new", description: "Comes" },
  ];
  await page.getByLabel("Or a JSON file").setInputFiles({
    name: "commands.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(manifest)),
  });
  await page.getByRole("button", { name: "Check" }).click();
  for (const line of ["creates new", "renames ban → remove", "deletes old"]) {
    await page.getByText(line).waitFor();
  }
  await page.getByText(/Uses 1 of the \d+ command creations/).waitFor();
  await page.getByRole("button", { name: "Deploy to global commands" }).click();
  await page.getByText("Deployed.").waitFor();
  const stored = (await service.asBot(`GET ${place}`)).body as readonly {
    readonly id: string;
    readonly name: string;
  }[];
  expect(stored.map(({ name }) => name).toSorted()).toEqual(["new", "remove"]);
  expect(stored.find(({ name }) => name === "remove")?.id).toBe(ban?.id);
  // The one token that the action created was revoked.
  const tokens = (await service.control("GET /tokens?limit=100")).body as {
    readonly items: readonly { readonly scopes: readonly string[] }[];
  };
  expect(tokens.items.some(({ scopes }) => scopes.includes("applications.commands.update"))).toBe(
    false,
  );
  await page.close();
});

test("the check announces what a rename loses and costs, as then happens", async () => {
  const place = `/applications/${demo.applicationId}/commands`;
  const [kick] = (await service.asBot(`PUT ${place}`, [{ name: "kick", description: "Kicks" }]))
    .body as readonly { readonly id: string }[];
  const scope = "applications.commands.permissions.update";
  const token = { token: "bearer-permissions", user: "alice", application: "Concierge" };
  await service.control("POST /tokens", { ...token, scopes: [scope] });
  const entries = `/applications/${demo.applicationId}/guilds/${demo.guildId}/commands`;
  const permissions = [{ id: demo.bobId, type: 2, permission: false }];
  const set = await service.call(`PUT ${entries}/${kick?.id}/permissions`, {
    auth: "Bearer bearer-permissions",
    body: { permissions },
  });
  expect(set.status).toBe(200);
  const manifest = [{ name: "remove", description: "Kicks" }];
  const check = async () =>
    (await service.control("POST /applications/Concierge/commands/check", manifest)).body as {
      readonly creates_left_today: number;
    };
  const { creates_left_today: createsLeft } = await check();

  const page = await open("/commands");
  await page.getByLabel("Commands as a JSON array").fill(JSON.stringify(manifest));
  await page.getByRole("button", { name: "Check" }).click();
  for (const line of ["creates remove", "deletes kick", "loses the permissions of kick"]) {
    await page.getByText(line).waitFor();
  }
  await page.getByText(`Uses 1 of the ${createsLeft} command creations left today.`).waitFor();
  await page.getByRole("button", { name: "Deploy to global commands" }).click();
  await page.getByText("Deployed.").waitFor();
  expect((await check()).creates_left_today).toBe(createsLeft - 1);
  expect((await service.asBot(`GET ${entries}/permissions`)).body).toEqual([]);
  await page.close();
});

test("the commands of a guild are checked and deployed only there", async () => {
  const place = `/applications/${demo.applicationId}`;
  const own = `${place}/guilds/${demo.guildId}/commands`;
  await service.asBot(`PUT ${own}`, [{ name: "here", description: "Here" }]);
  const names = async (path: string) =>
    ((await service.asBot(`GET ${path}`)).body as readonly { readonly name: string }[]).map(
      ({ name }) => name,
    );
  const before = await names(`${place}/commands`);
  const page = await open("/commands");
  await page.getByRole("region", { name: `Commands of guild ${demo.guildId}` }).waitFor();
  await page
    .getByLabel("Commands as a JSON array")
    .fill(JSON.stringify([{ name: "near", description: "Near" }]));
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByText("creates near").waitFor();
  await page.getByLabel("Deploy to").selectOption(demo.guildId);
  // The result of the check for the other scope disappears.
  await page.getByText("creates near").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByText("deletes here").waitFor();
  await page.getByRole("button", { name: "Deploy to commands of Test Guild" }).click();
  await page.getByText("Deployed.").waitFor();
  expect([await names(own), await names(`${place}/commands`)]).toEqual([["near"], before]);
  expect(new URL(page.url()).searchParams.get("guild")).toBe(demo.guildId);
  await page.close();
});

test("deploying commands in another world does not change the first world", async ({ skip }) => {
  needsOtherWorlds(skip);
  // The tokens that both worlds would generate by default.
  const scopes = ["applications.commands.update"];
  const known = await service.control("POST /tokens", { application: "Concierge", scopes });
  const applications = [{ id: demo.applicationId, name: "Concierge" }];
  const world = { users: [{ username: "carol" }], applications };
  await service.control("POST /worlds", { name: "twin", from: { world } });
  const place = `/applications/${demo.applicationId}/commands`;
  const before = (await service.asBot(`GET ${place}`)).body;
  const page = await open("/commands?w=twin");
  await page
    .getByLabel("Commands as a JSON array")
    .fill(JSON.stringify([{ name: "there", description: "There" }]));
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByText("creates there").waitFor();
  await page.getByRole("button", { name: "Deploy to global commands" }).click();
  await page.getByText("Deployed.").waitFor();
  expect((await service.asBot(`GET ${place}`)).body).toEqual(before);
  const { body } = await service.control("GET /commands?world=twin");
  expect(body).toMatchObject({ items: [{ name: "there" }] });
  await page.close();
  await service.control("DELETE /worlds/twin");
  await service.control(`DELETE /tokens/${String(known.at("token"))}`);
});

test("a consent link is checked as the service would handle it", async () => {
  const page = await open("/oauth");
  await page.getByRole("button", { name: "Check link" }).click();
  const verdict = page.getByText("✓ The link is valid: it asks the user for consent.");
  await verdict.waitFor();
  // The shown result belongs to another user, so it disappears.
  await page.getByLabel("Check as").selectOption("bob");
  await verdict.waitFor({ state: "detached" });
  await page.getByLabel("Redirect URI").fill("http://127.0.0.1/elsewhere");
  await page.getByRole("button", { name: "Check link" }).click();
  await page.getByRole("alert").waitFor();
  expect(await page.getByText("The link is valid").count()).toBe(0);
  const link = page.getByRole("link", { name: "Open", exact: true });
  expect(await link.getAttribute("href")).toContain(`client_id=${demo.applicationId}`);
  await page.getByLabel("Redirect URI").fill("http://127.0.0.1/callback");
  await page.getByLabel("Check as").selectOption("bob");
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Open as bob" }).click();
  const consent = await opened;
  expect(await consent.getByRole("radio", { name: /bob/ }).isChecked()).toBe(true);
  await consent.getByRole("button", { name: "Go on" }).click();
  await consent.getByText("bob").first().waitFor();
  await consent.getByRole("heading", { name: /wants to access your account/ }).waitFor();
  await consent.close();
  await page.close();
});

test("a consent link leads to the world that is shown", async ({ skip }) => {
  needsOtherWorlds(skip);
  const world = { users: [{ username: "carol" }], applications: [{ name: "Elsewhere" }] };
  const { url } = (await service.control("POST /worlds", { name: "consents", from: { world } }))
    .body as { readonly url: string };
  const page = await open("/oauth?w=consents");
  for (const name of ["Open", "Open as carol"]) {
    const link = page.getByRole("link", { name, exact: true });
    expect(new URL((await link.getAttribute("href")) ?? "").origin).toBe(url);
  }
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Open as carol" }).click();
  const consent = await opened;
  expect(await consent.getByRole("radio", { name: /carol/ }).isChecked()).toBe(true);
  await consent.close();
  await page.close();
  await service.control("DELETE /worlds/consents");
});

test("the OAuth2 page deauthorizes users and revokes tokens", async () => {
  const page = await open("/oauth");
  const tokens = page.getByRole("region", { name: "List of tokens" });
  const row = tokens.getByRole("row", { name: /access .*alice/ });
  const countTokens = async () =>
    ((await service.control("GET /tokens")).at("items") as object[]).length;
  const before = await countTokens();
  // The deadline is on another day, so its date is shown too.
  await row
    .first()
    .getByText(/^\d+ \w+ \d{4}, [\d:]+$/)
    .waitFor();
  await row.first().getByRole("button", { name: "Revoke" }).click();
  await expect.poll(countTokens).toBe(before - 1);
  const consents = page.getByRole("region", { name: "List of consents" });
  await consents.getByRole("button", { name: "Deauthorize" }).first().click();
  await page.getByText("No consents.").waitFor();
  expect((await service.control("GET /consents")).at("items")).toEqual([]);
  await page.close();
});

test("the list of codes shows the state of authorization and device codes", async () => {
  const code = await codeFor(service, "identify");
  const page = await open("/oauth");
  const codes = page.getByRole("region", { name: "List of codes" });
  await codes.getByRole("row", { name: /authorization ◷ pending bob/ }).waitFor();
  await exchangeCode(service, code);
  await codes.getByRole("row", { name: /authorization ✓ exchanged bob/ }).waitFor();
  await sendForm(service, "device/authorize", { scope: "identify" });
  await codes.getByRole("row", { name: /device ◷ pending/ }).waitFor();
  expect(await page.content()).not.toContain(code);
  await page.close();
});

test("an ID token is decoded and verified with the keys of the service", async () => {
  const { access_token: _, ...form } = {
    access_token: "",
    grant_type: "client_credentials",
    scope: "openid",
    client_id: demo.applicationId,
    client_secret: demo.clientSecret,
  };
  const answer = await fetch(`${service.url}/api/v10/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams(form),
  });
  const { id_token: token } = (await answer.json()) as { readonly id_token?: string };
  const page = await open("/oauth");
  await page.getByRole("list", { name: "Keys" }).getByText("RSA").waitFor();
  const field = page.getByLabel(/Decode an identity token/);
  await field.fill(token ?? "");
  await page.getByText("✓ The signature is valid: a key of this service made it.").waitFor();
  await field.fill("no.token");
  await page.getByText("This is not a signed JWT.").waitFor();
  expect(await page.getByText("✓ The signature is valid").count()).toBe(0);
  await page.close();
});

test("selecting a job on the ruler advances the clock to it", async () => {
  await service.control("PATCH /clock", { frozen: true });
  const id = await lobby();
  const page = await open("/clock");
  const due = page.getByRole("list", { name: "Due jobs, in order" });
  await due.getByRole("button", { name: /lobby/ }).first().click();
  await expect.poll(async () => (await service.asBot(`GET /lobbies/${id}`)).status).toBe(404);
  await service.control("PATCH /clock", { frozen: false });
  await page.close();
});

test("the handle of the ruler selects a time, and a button advances the clock to it", async () => {
  await service.control("PATCH /clock", { frozen: true });
  await service.asBot("POST /lobbies", { idle_timeout_seconds: 604_800 });
  const now = async () => Date.parse(String((await service.control("GET /clock")).at("now")));
  const before = await now();
  const page = await open("/clock");
  const handle = page.getByRole("slider", { name: "Advance to" });
  await handle.focus();
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("PageUp");
  const instant = page.locator("form time");
  const [at, place] = [await instant.getAttribute("datetime"), await handle.boundingBox()];
  expect(await now()).toBe(before);

  // Time goes on while the handle is held.
  const timeLeft = await page.getByText(/, in /).textContent();
  await service.control("PATCH /clock", { advance: "PT1S" });
  await expect.poll(() => page.getByText(/, in /).textContent()).not.toBe(timeLeft);
  expect(await instant.getAttribute("datetime")).toBe(at);
  expect([await handle.inputValue(), await handle.boundingBox()]).toEqual(["300", place]);

  await page.getByRole("button", { name: "Advance" }).click();
  await expect.poll(now).toBe(Date.parse(at ?? ""));
  await expect.poll(() => handle.inputValue()).toBe("0");

  // The instant that it pointed at has passed.
  await handle.focus();
  await page.keyboard.press("PageUp");
  await expect.poll(() => handle.inputValue()).toBe("100");
  await service.control("PATCH /clock", { advance: "PT1M" });
  await expect.poll(() => handle.inputValue()).toBe("0");
  await service.control("PATCH /clock", { frozen: false });
  await page.close();
});

test("rate-limited callers are listed with the number of refused calls", async () => {
  await service.control("PATCH /limits", { profile: "production" });
  // All within one rate limit window, however slow the machine is.
  await service.control("PATCH /clock", { frozen: true });
  const calls = Array.from({ length: 70 }, () => service.asBot("GET /users/@me"));
  const refused = (await Promise.all(calls)).filter(({ status }) => status === 429).length;
  await service.control("PATCH /clock", { frozen: false });
  await service.control("PATCH /limits", { profile: "off" });
  const page = await open("/limits");
  const list = page.getByRole("region", { name: "Callers" });
  const row = list.getByRole("row", { name: /Concierge/ });
  await row.getByText("users.me").waitFor();
  expect(refused).toBeGreaterThan(0);
  expect(await row.getByRole("cell").nth(1).textContent()).toBe(String(refused));
  expect(await barriers(page)).toEqual([]);
  await row.getByRole("link", { name: /Concierge/ }).click();
  await page
    .getByRole("row", { name: /users\/@me/ })
    .first()
    .waitFor();
  expect(new URL(page.url()).searchParams.get("q")).toContain("status:429");
  await page.close();
});

test("refused callers come from the stream, and a link filters for unknown ones", async () => {
  await service.control("PATCH /limits", { profile: "production" });
  const page = await context.newPage();
  const requests: URL[] = [];
  page.on("request", (request) => requests.push(new URL(request.url())));
  await page.goto(`${service.url}/console/limits`);
  const list = page.getByRole("region", { name: "Callers" });
  await list.getByRole("row", { name: /Concierge/ }).waitFor();
  const calls = Array.from({ length: 70 }, () => fetch(`${service.url}/api/v10/gateway`));
  const refused = (await Promise.all(calls)).filter(({ status }) => status === 429).length;
  await service.control("PATCH /limits", { profile: "off" });
  expect(refused).toBeGreaterThan(0);
  const row = list.getByRole("row", { name: /nobody/ });
  await expect.poll(() => row.getByRole("cell").nth(1).textContent()).toBe(String(refused));
  const ofJournal = ({ pathname, searchParams }: URL) =>
    pathname.endsWith("/journal") && !searchParams.has("follow");
  expect(requests.filter(ofJournal)).toEqual([]);
  await row.getByRole("link", { name: "nobody" }).click();
  await page.getByText(`${refused} rows`, { exact: true }).waitFor();
  await page.close();
});

test("a lobby is closed by a button, or by advancing the clock to its end", async () => {
  const [one, other] = [await lobby(), await lobby()];
  const page = await open(`/lobbies?q=${one}`);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect.poll(async () => (await service.asBot(`GET /lobbies/${one}`)).status).toBe(404);
  await page.goto(`${service.url}/console/lobbies?q=${other}`);
  await page.getByRole("button", { name: "Skip idle time" }).click();
  await expect.poll(async () => (await service.asBot(`GET /lobbies/${other}`)).status).toBe(404);
  await page.close();
});

test("the page of a lobby adds and removes its players, and opens them on the Stage", async () => {
  const id = await lobby();
  const page = await open(`/lobbies?q=${id}`);
  await page.getByRole("link", { name: id, exact: true }).click();
  await page.getByRole("heading", { name: `Lobby ${id}`, level: 1 }).waitFor();
  await page.getByText("No members. Add one below.").waitFor();
  await page.getByLabel("Add member").selectOption("bob");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const row = page.getByRole("row", { name: /^bob/ });
  await row.getByText("not connected").waitFor();

  await page.getByLabel("metadata").fill('{"map":"reef"}');
  await page.getByLabel("idle_timeout_seconds").fill("3600");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("map=reef").waitFor();
  await page.getByText(/^in (1 h|59 min)/).waitFor();
  expect((await service.asBot(`GET /lobbies/${id}`)).at("metadata")).toEqual({ map: "reef" });

  await row.getByRole("link", { name: "Act as" }).click();
  const pane = page.getByRole("region", { name: "bob", exact: true });
  await pane.getByLabel("Write as bob").fill("all aboard");
  await page.keyboard.press("Enter");
  await pane.getByText("all aboard").waitFor();
  await page.getByRole("link", { name: "Lobby details" }).click();
  const messageList = page.getByRole("list", { name: "Messages of the lobby" });
  await messageList.getByText("all aboard").waitFor();
  await row.getByRole("button", { name: "Remove" }).click();
  await page.getByText("No members. Add one below.").waitFor();
  await page.getByRole("button", { name: "Close lobby" }).click();
  await page.getByText(/Lobby not found/).waitFor();
  await page.close();
});

test("the page of a lobby has no accessibility violations in any theme or width", async () => {
  const id = await lobby();
  await service.control(`PUT /lobbies/${id}/members/bob`, { metadata: { team: "red" } });
  const page = await open(`/lobbies/${id}`);
  await page.getByRole("row", { name: /^bob/ }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.close();
});

test("another profile of limits holds, and an injected fault is triggered and listed", async () => {
  const page = await open("/limits");
  await page.getByRole("button", { name: "unapproved" }).click();
  await page.getByRole("heading", { name: "Profile: unapproved" }).waitFor();
  expect((await service.control("GET /limits")).at("profile")).toBe("unapproved");
  await page.getByRole("button", { name: "off", exact: true }).click();
  await page.getByRole("heading", { name: "Profile: off" }).waitFor();

  await page.goto(`${service.url}/console/faults`);
  await page.getByLabel(/^Fault/).selectOption("custom JSON");
  await page.getByLabel("Effect as JSON: http or gateway").fill('{"http":{"status":418}}');
  await page.getByRole("button", { name: "Inject" }).click();
  await page.getByRole("row", { name: /418/ }).waitFor();
  const stopAll = page.getByRole("button", { name: "Stop all" });
  expect(await stopAll.isEnabled()).toBe(true);
  expect((await service.asBot("GET /users/@me")).status).toBe(418);
  await expect.poll(() => stopAll.isDisabled()).toBe(true);
  const triggered = page.getByRole("region", { name: "Triggered" });
  await triggered.getByRole("link").first().click();
  await page.getByRole("heading", { name: /^Trace / }).waitFor();
  await page.close();
});

test("two snapshots are compared, entity by entity", async () => {
  await service.control("POST /snapshots", { name: "one" });
  await service.control("PATCH /users/bob", { global_name: "Robert" });
  await service.control("POST /snapshots", { name: "two" });
  await service.control("PATCH /users/bob", { global_name: "Rob" });
  const page = await open("/worlds");
  await page
    .getByRole("row", { name: /^one/ })
    .getByRole("button", { name: "Compare with now" })
    .click();
  await page.getByRole("cell", { name: '"Rob"' }).waitFor();
  await page.getByLabel("Compare one with").selectOption("two");
  await page.getByRole("cell", { name: '"Robert"' }).waitFor();
  expect(await page.getByRole("cell", { name: '"Rob"' }).count()).toBe(0);
  await page.close();
});

test("worlds and snapshots show their age, size and origin", async ({ skip }) => {
  needsOtherWorlds(skip);
  await service.control("POST /snapshots", { name: "aged" });
  await service.control("POST /worlds", { name: "forked", from: { fork: "main" } });
  await service.control("POST /worlds", { name: "then", from: { snapshot: "aged" } });
  const facts = await service.control("GET /worlds/forked");
  const page = await open("/worlds");
  const cellsOf = async (row: string): Promise<readonly string[]> => {
    const found = page.getByRole("row", { name: new RegExp(`^${row} `) });
    return found.getByRole("cell").allInnerTexts();
  };
  await page.getByRole("row", { name: /^forked / }).waitFor();
  const [, , age, users, bytes, parent] = await cellsOf("forked");
  expect([age, users, bytes, parent]).toEqual([
    expect.stringMatching(/^\d+ (ms|s)/),
    String(facts.at("users")),
    expect.stringMatching(/^[\d,]{7,}$/),
    "main",
  ]);
  expect((await cellsOf("then")).at(5)).toBe("main, snapshot aged");
  expect((await cellsOf("main")).at(5)).toBe("–");
  expect((await cellsOf("aged")).at(2)).toMatch(/^\d+ (ms|s)/);
  await page.close();
  for (const name of ["forked", "then"]) await service.control(`DELETE /worlds/${name}`);
});

test("on a narrow screen the top bar has two rows with all of its labelled controls", async ({
  skip,
}) => {
  needsOtherWorlds(skip);
  await service.control("POST /worlds", { name: "a-world-with-a-long-name" });
  const page = await context.newPage();
  await page.setViewportSize({ width: 360, height: 700 });
  await page.goto(`${service.url}/console/?w=a-world-with-a-long-name`);
  const bar = page.getByRole("banner");
  await bar.getByText("● live").waitFor();
  await page.goto(`${service.url}/console/`);
  await bar.getByText("● live").waitFor();
  await bar.getByRole("button", { name: /^(running|frozen)$/ }).waitFor();
  await bar.getByRole("link", { name: "Antechamber" }).waitFor();
  const { height = 0 } = (await bar.boundingBox()) ?? {};
  // Two rows of targets of 44 px, with padding and gaps.
  expect(height).toBeGreaterThan(44);
  expect(height).toBeLessThanOrEqual(110);
  expect(await barriers(page)).toEqual([]);
  await page.close();
  await service.control("DELETE /worlds/a-world-with-a-long-name");
});

describe("twelve tabs of one browser", () => {
  const TABS = 12;
  let ear: Door;
  let tabs: readonly Page[];

  beforeAll(async () => {
    ear = await aDoor(service.url);
    const own = await signedInConsole(browser, ear.url);
    const opened: Page[] = [];
    while (opened.length < TABS) {
      const tab = await own.newPage();
      await tab.goto(`${ear.url}/console/timeline?q=name:users.me`);
      opened.push(tab);
    }
    tabs = opened;
  }, BUILD_MS);

  afterAll(async () => {
    await tabs[0]?.context().close();
    ear.close();
  });

  test("all follow the journal over one stream", async () => {
    await Promise.all(tabs.map((tab) => tab.getByText("● live").waitFor()));
    await service.asBot("GET /users/@me");
    await Promise.all(
      tabs.map((tab) =>
        tab
          .getByRole("row", { name: /users\/@me/ })
          .last()
          .waitFor(),
      ),
    );
    expect(ear.streams.size).toBe(1);
  });
});

describe("in production mode", () => {
  let own: TestService;
  let secure: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    own = await aService({ production: true, settings: { console: true } });
    secure = await browser.newContext({ ignoreHTTPSErrors: true });
    secure.setDefaultTimeout(8000);
    page = await secure.newPage();
    await page.goto(`${own.url}/console/`);
    await page.getByLabel("Control key").fill(CONTROL_KEY);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page
      .getByText(/production mode/)
      .first()
      .waitFor();
  }, BUILD_MS);

  afterAll(async () => {
    await secure.close();
    await own.stop();
  });

  const acts = {
    "/limits": ["Resetting limits", "Switching the profile"],
    "/faults": ["Injecting faults", "Stopping faults"],
    "/clock": ["Freezing and moving the clock"],
    "/worlds": ["Resetting the world", "Managing worlds and snapshots"],
    "/data": ["Adding and changing records"],
    "/oauth": ["Revoking a token", "Deauthorizing"],
    "/webhooks": ["Redelivering"],
    "/lobbies": ["Closing a lobby"],
  } as const;

  test.each(Object.entries(acts))(
    "%s explains in place of actions that they need development mode",
    async (path, texts) => {
      await page.goto(`${own.url}/console${path}`);
      for (const each of texts) {
        await page
          .getByText(new RegExp(`^${each}.*: development mode only`))
          .first()
          .waitFor();
      }
      const names = /Reset|Revoke|Inject|Freeze|Deauthorize|Redeliver|Fork|Close$|Add$/;
      expect(await page.getByRole("button", { name: names, disabled: false }).count()).toBe(0);
    },
  );

  test("the Stage is unavailable, and the permissions page is read-only", async () => {
    await page.goto(`${own.url}/console/stage`);
    await page.getByRole("heading", { name: "Development mode only" }).waitFor();
    await own.asBot(`PUT /applications/${demo.applicationId}/commands`, [
      { name: "ban", description: "Bans" },
    ]);
    await page.goto(`${own.url}/console/permissions`);
    await page
      .getByRole("gridcell", { name: /allowed|denied/ })
      .first()
      .waitFor();
    await page.getByLabel("Default permission of /ban").selectOption("BAN_MEMBERS");
    await page.getByText("Applying changes: development mode only").waitFor();
    expect(await page.getByRole("button", { name: "Apply", exact: true }).count()).toBe(0);
  });
});
