// Several pages of one browser, which share a session and one stream of the journal; and pages that
// are hidden and shown again.
import { afterAll, beforeAll, expect, test } from "vitest";
import { CONTROL_KEY, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { BUILD_MS, openConsole, signedInConsole, type OpenConsole } from "./console-page.ts";
import { needsOtherWorlds } from "./needs-worlds.ts";
import { expectSeen } from "./stage-panes.ts";

let service: TestService;
let console: OpenConsole;

beforeAll(async () => {
  console = await openConsole();
  ({ service } = console);
}, BUILD_MS);

afterAll(async () => {
  await console.close();
});

async function isFrozen(): Promise<boolean> {
  return ((await service.control("GET /clock")).body as { readonly frozen: boolean }).frozen;
}

test("signing out on one page asks for the key on the others, which then continue", async () => {
  const own = await signedInConsole(console.browser, service.url);
  const [one, other] = [await own.newPage(), await own.newPage()];
  await one.goto(`${service.url}/console/`);
  await other.goto(`${service.url}/console/clock`);
  await other.getByText("● live").waitFor();
  await one.getByRole("button", { name: "Sign out" }).click();
  await other.getByLabel("Control key").fill(CONTROL_KEY);
  await other.getByRole("button", { name: "Sign in" }).click();
  await other.getByRole("heading", { name: "Clock" }).waitFor();
  await expectSeen(other.getByText("● live"));
  await own.close();
});

test("a page of a world that did not exist yet follows it once another page does", async ({
  skip,
}) => {
  needsOtherWorlds(skip);
  const early = await console.open("/?w=later");
  await early.getByText(/Cannot follow the journal/).waitFor();
  // The page cannot know whether anything happened or failed.
  await expectSeen(early.getByText("Unknown, as the journal cannot be followed.").nth(1));
  expect(await early.getByText(/No activity yet|No errors/).count()).toBe(0);
  await service.control("POST /worlds", { name: "later" });
  const late = await console.open("/?w=later");
  await late.getByText("● live").waitFor();
  await expectSeen(early.getByText("● live"));
  // Closing one page must not affect the other.
  await early.close();
  const third = await console.open("/timeline?w=later");
  await expectSeen(third.getByText("● live"));
  for (const page of [late, third]) await page.close();
  await service.control("DELETE /worlds/later");
});

test("a page of a deleted world reconnects to a new world of the same name", async ({ skip }) => {
  needsOtherWorlds(skip);
  const page = await console.open("/clock?w=again");
  await page.getByText(/Cannot follow the journal/).waitFor();
  for (const freeze of [false, true]) {
    await service.control("POST /worlds", { name: "again", clock: { frozen: freeze } });
    await expectSeen(page.getByText("● live"));
    await expectSeen(
      page.getByRole("button", { name: freeze ? "Unfreeze" : "Freeze", exact: true }).last(),
    );
    await service.control("DELETE /worlds/again");
    await page.getByText(/Cannot follow the journal/).waitFor();
  }
  await page.close();
});

test("a page restored from the browser's cache follows the journal again", async () => {
  const page = await console.open("/timeline?q=text:kept");
  await page.getByText("● live").waitFor();
  await page.getByText("0 rows", { exact: true }).waitFor();
  const events = ["pagehide", "pageshow"].map(
    (each) => `dispatchEvent(new PageTransitionEvent("${each}", { persisted: true }))`,
  );
  await page.evaluate(events.join(";"));
  await service.asBot("GET /guilds/kept");
  await expectSeen(page.getByRole("row", { name: /guilds.kept/ }));
  await page.close();
});

test("actions on a local service work while the browser is offline", async () => {
  const page = await console.open("/clock");
  const freeze = page.getByRole("button", { name: "Freeze", exact: true });
  await freeze.waitFor();
  await page.evaluate(`dispatchEvent(new Event("offline"))`);
  await freeze.click();
  await page.getByRole("button", { name: "Unfreeze", exact: true }).click();
  await freeze.waitFor();
  expect(await isFrozen()).toBe(false);
  await page.close();
});
