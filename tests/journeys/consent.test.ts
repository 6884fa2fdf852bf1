// Users on the consent pages, in a real browser without JavaScript.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { demoWorld } from "../../packages/server/src/control/world-file/demo-world.ts";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";
import { aPage, startBrowser } from "./browser.ts";

const cleanups: (() => unknown)[] = [];
const shared: { browser?: Browser } = {};

beforeAll(async () => {
  shared.browser = await startBrowser();
});

afterAll(() => shared.browser?.close());

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const world = {
  ...demoWorld,
  users: demoWorld.users?.map((user) => ({
    ...user,
    email: `${user.username}@example.com`,
    verified: true,
  })),
};

async function aVisit(): Promise<{ service: TestService; page: Page }> {
  const service = await aService({ world });
  cleanups.push(() => service.stop());
  if (shared.browser === undefined) throw new Error("the browser did not start");
  const page = await aPage(shared.browser);
  cleanups.push(() => page.context().close());
  return { service, page };
}

/** The game's own small web server, and the URLs to which browsers were redirected. */
async function aGame(): Promise<{ redirectUri: string; back: Promise<URL> }> {
  const arrived = Promise.withResolvers<URL>();
  const server: Server = createServer((request, response) => {
    response.end("welcome back");
    if (request.url?.startsWith("/callback") === true) {
      arrived.resolve(new URL(request.url, "http://127.0.0.1"));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { redirectUri: `http://127.0.0.1:${port}/callback`, back: arrived.promise };
}

function consentAddress(service: TestService, parameters: Readonly<Record<string, string>>) {
  const query = new URLSearchParams({ client_id: demo.applicationId, ...parameters });
  return `${service.url}/oauth2/authorize?${query.toString()}`;
}

async function signInAs(page: Page, name: string): Promise<void> {
  await page.getByRole("radio", { name }).check();
  await page.getByRole("button", { name: "Go on" }).click();
}

// Proves requirement 2.5 "Scopes: more"
test("a user signs in, sees the requested scopes and accepts, and the game receives a code", async () => {
  const { service, page } = await aVisit();
  const { redirectUri, back } = await aGame();
  await page.goto(
    consentAddress(service, {
      response_type: "code",
      redirect_uri: redirectUri,
      scope: "identify email",
      state: "xyz",
    }),
  );
  await signInAs(page, "alice");
  await expect
    .poll(() => page.getByRole("heading", { level: 1 }).textContent())
    .toContain("Concierge");
  expect(await page.getByRole("listitem").count()).toBe(2);
  await page.getByRole("button", { name: "Authorize" }).click();
  const arrived = await back;
  expect(arrived.searchParams.get("state")).toBe("xyz");

  const exchanged = await fetch(`${service.url}/api/v10/oauth2/token`, {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa(`${demo.applicationId}:${demo.clientSecret}`)}`,
    },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: arrived.searchParams.get("code") ?? "",
      redirect_uri: redirectUri,
    }),
  });
  const { access_token } = (await exchanged.json()) as { access_token: string };
  const me = await service.call("GET /users/@me", { auth: `Bearer ${access_token}` });
  expect(me.body).toMatchObject({ id: demo.aliceId, email: "alice@example.com" });
});

test("a user refuses, and the game receives access_denied", async () => {
  const { service, page } = await aVisit();
  const { redirectUri, back } = await aGame();
  const wish = { response_type: "code", redirect_uri: redirectUri, scope: "identify" };
  await page.goto(consentAddress(service, { ...wish, state: "s" }));
  await signInAs(page, "bob");
  await page.getByRole("button", { name: "Cancel" }).click();
  const { searchParams } = await back;
  expect([searchParams.get("error"), searchParams.get("state")]).toEqual(["access_denied", "s"]);
});

test("a user adds a bot to their own guild", async () => {
  const empty = "300000000000000009";
  const service = await aService({
    world: {
      ...world,
      guilds: [...(world.guilds ?? []), { id: empty, name: "Second", owner: "alice" }],
    },
  });
  cleanups.push(() => service.stop());
  if (shared.browser === undefined) throw new Error("the browser did not start");
  const page = await aPage(shared.browser);
  await page.goto(consentAddress(service, { scope: "bot", permissions: "1024" }));
  await signInAs(page, "alice");
  await page.getByLabel("Add to server").selectOption("Second");
  await page.getByRole("button", { name: "Authorize" }).click();
  await page.waitForLoadState();
  const guild = await service.asBot(`GET /guilds/${empty}`);
  expect([guild.status, guild.at("name")]).toEqual([200, "Second"]);
});

test("a device is authorized with the code that it shows", async () => {
  const { service, page } = await aVisit();
  const form = (fields: Readonly<Record<string, string>>) => ({
    method: "POST",
    body: new URLSearchParams({
      client_id: demo.applicationId,
      client_secret: demo.clientSecret,
      ...fields,
    }),
  });
  const base = `${service.url}/api/v10/oauth2`;
  const begun = (await (
    await fetch(`${base}/device/authorize`, form({ scope: "identify" }))
  ).json()) as { device_code: string; user_code: string };
  await page.goto(`${service.url}/activate`);
  await signInAs(page, "alice");
  await page.getByLabel("The code that your device shows").fill(begun.user_code.toLowerCase());
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "Connect" }).click();
  await page.waitForLoadState();
  const tokens = await fetch(
    `${base}/token`,
    form({
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: begun.device_code,
    }),
  );
  expect(tokens.status).toBe(200);
});
