// Another world in the place of the one that is shown: nothing of the one before stays on a page.
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aService, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { startBrowser } from "./browser.ts";
import { BUILD_MS, freshConsole, signedInConsole } from "./console-page.ts";
import { expectSeen, openStage, says } from "./stage-panes.ts";

let service: TestService;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  await freshConsole();
  [service, browser] = await Promise.all([aService({ limits: "off" }), startBrowser()]);
  context = await signedInConsole(browser, service.url);
}, BUILD_MS);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

test("another world is never shown with what the one before had", async () => {
  await service.control("POST /users", { username: "mainly" });
  await service.control("POST /worlds", { name: "empty" });
  const page = await context.newPage();
  // Answers of the other world are kept back, so that there is time to look.
  const held: (() => void)[] = [];
  await page.route(/\/control\/v1\/users\?.*world=empty/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto(`${service.url}/console/data?kind=users`);
  await expectSeen(page.getByText("mainly").first());
  await page.getByRole("banner").getByRole("combobox").selectOption("empty");
  await page.getByText("mainly").first().waitFor({ state: "detached" });
  await expect.poll(() => held.length).toBeGreaterThan(0);
  for (const release of held) release();
  await expectSeen(page.getByText("This world has no users."));
  await page.close();
  await service.control("DELETE /worlds/empty");
});

test("after a reset neither lists nor panes show what was there before", async () => {
  await service.control("POST /users", { username: "zoe" });
  const { id } = (await service.asBot("POST /lobbies", {})).body as { readonly id: string };
  const list = await context.newPage();
  await list.goto(`${service.url}/console/data?kind=users`);
  await expectSeen(list.getByText("zoe").first());
  const lobby = await context.newPage();
  await lobby.goto(`${service.url}/console/lobbies/${id}`);
  await expectSeen(lobby.getByText("Nobody is in it."));
  const { page, alice, bob } = await openStage(context, service.url);
  await says(alice, "of the old world");
  await expectSeen(bob.seen.getByText("of the old world"));

  expect((await service.control("POST /world/reset")).status).toBeLessThan(300);
  await list.getByText("zoe").first().waitFor({ state: "detached" });
  await expectSeen(lobby.getByText(/There is no such lobby/));
  for (const { seen } of [alice, bob]) {
    await seen.getByText("of the old world").waitFor({ state: "detached" });
  }
  // The sessions are those of the new world.
  await expectSeen(alice.pane.getByText(/may: send/));
  await says(alice, "of the new world");
  await expectSeen(bob.seen.getByText("of the new world"));
  for (const each of [list, lobby, page]) await each.close();
});
