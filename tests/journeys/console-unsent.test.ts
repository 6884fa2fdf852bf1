// Messages that users wrote in the console and that could not be sent are not lost.
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demo, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { barriers, BUILD_MS, openConsole, type OpenConsole } from "./console-page.ts";
import { chooses, expectSeen, openStage, paneOf, says, typed } from "./stage-panes.ts";

let service: TestService;
let context: BrowserContext;
let close: OpenConsole["close"];

const commands = [
  {
    name: "order",
    description: "Orders something",
    options: [
      { type: 3, name: "dish", description: "Which", required: true },
      { type: 4, name: "count", description: "How many" },
    ],
  },
];

beforeAll(async () => {
  ({ service, context, close } = await openConsole({ limits: "off" }));
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, commands);
}, BUILD_MS);

afterAll(async () => {
  await close();
});

/** Makes the next calls of an endpoint fail. */
async function failing(route: string, count = 1): Promise<void> {
  const fault = { match: { route, count }, http: { status: 503 } };
  expect((await service.control("POST /faults", fault)).status).toBe(201);
}

async function countOf(text: string): Promise<number> {
  const view = await service.control(`GET /users/alice/view?channel=${demo.generalId}`);
  const messages = view.at("messages") as { readonly content: string }[];
  return messages.filter(({ content }) => content === text).length;
}

test("a refused message is kept with the reason, and can be sent again", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  await failing("channels.createMessage", 2);
  await says(alice, "is anybody there?");
  const unsent = alice.pane.getByRole("list", { name: "Not sent" }).getByRole("listitem");
  await expectSeen(unsent.getByText("is anybody there?"));
  await expectSeen(unsent.getByRole("alert"));
  // The text field is free for the next message.
  expect(await alice.field.inputValue()).toBe("");
  await unsent.getByRole("button", { name: "Resend" }).click();
  await expect.poll(async () => (await service.control("GET /faults")).at("items")).toEqual([]);
  const again = unsent.getByRole("button", { name: "Resend", disabled: false });
  await again.click();
  await expectSeen(bob.messageList.getByText("is anybody there?"));
  await unsent.waitFor({ state: "detached" });
  expect(await countOf("is anybody there?")).toBe(1);
  await page.close();
});

test("a message whose response was lost is not duplicated when sent again", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  const isSending = (url: URL) => url.pathname.endsWith(`/channels/${demo.generalId}/messages`);
  await page.route(isSending, async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await says(alice, "only once");
  await expectSeen(bob.messageList.getByText("only once"));
  const unsent = alice.pane.getByRole("list", { name: "Not sent" }).getByRole("listitem");
  await expectSeen(unsent.getByText("only once"));
  await page.unroute(isSending);
  await unsent.getByRole("button", { name: "Resend" }).click();
  await unsent.waitFor({ state: "detached" });
  expect(await countOf("only once")).toBe(1);
  await page.close();
});

test("an unsent message can be edited with its text, files and reply", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  await says(bob, "what do you think?");
  await chooses(page, alice, { message: "what do you think?", item: "Reply" });
  await alice.pane.getByLabel("Attach").setInputFiles({
    name: "plan.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("a plan"),
  });
  const long = "x".repeat(2001);
  await says(alice, long);
  const unsent = alice.pane.getByRole("list", { name: "Not sent" }).getByRole("listitem");
  await expectSeen(unsent.getByText(`${long} · plan.txt`));
  expect(await alice.pane.getByText("Replying to bob").count()).toBe(0);
  expect(await barriers(page, "section[aria-label=alice]")).toEqual([]);
  const link = unsent.getByRole("link", { name: "Open trace" });
  expect(await link.getAttribute("href")).toMatch(/^\/console\/trace\/\d+$/);
  await unsent.getByRole("button", { name: "Edit" }).click();
  expect(await alice.field.inputValue()).toBe(long);
  await alice.field.and(page.locator(":focus")).waitFor();
  await expectSeen(alice.pane.getByText("Replying to bob"));
  await expectSeen(alice.pane.getByRole("list", { name: "Attached files" }));
  await says(alice, "short enough");
  await expectSeen(bob.messageList.getByText("in reply to bob: what do you think?"));
  await expectSeen(bob.messageList.getByText("plan.txt"));
  await page.close();
});

test("an unsent message stays in its channel until it is discarded", async () => {
  const form = { guild: demo.guildId, name: "elsewhere" };
  const { id } = (await service.control("POST /channels", form)).body as { readonly id: string };
  const { page, alice } = await openStage(context, service.url);
  await failing("channels.createMessage");
  await says(alice, "for general");
  const unsent = alice.pane.getByRole("list", { name: "Not sent" });
  await expectSeen(unsent);
  await alice.pane.locator("summary", { hasText: "general" }).click();
  await alice.pane.getByRole("button", { name: /elsewhere/ }).click();
  await unsent.waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toContain(id);
  await expectSeen(alice.pane.getByText("1 message was not sent in #general"));
  await alice.pane.getByRole("button", { name: "#general", exact: true }).click();
  await unsent.getByRole("button", { name: "Discard" }).click();
  await unsent.waitFor({ state: "detached" });
  await alice.field.and(page.locator(":focus")).waitFor();
  expect(await countOf("for general")).toBe(0);
  await page.close();
});

test("an unsent message is kept with its files while another page is open", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  await failing("channels.createMessage");
  await alice.pane.getByLabel("Attach").setInputFiles({
    name: "map.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("a map"),
  });
  await says(alice, "do not lose this");
  const unsent = alice.pane.getByRole("list", { name: "Not sent" }).getByRole("listitem");
  await expectSeen(unsent.getByText("do not lose this"));
  await page.getByRole("link", { name: "Clock" }).click();
  await page.getByRole("heading", { name: "Clock" }).waitFor();
  await page.goBack();
  await expectSeen(alice.pane.getByText(/may: send/));
  await expectSeen(unsent.getByText("do not lose this · map.txt"));
  // Only the user who wrote the message sees it.
  expect(await bob.pane.getByRole("list", { name: "Not sent" }).count()).toBe(0);
  await unsent.getByRole("button", { name: "Resend" }).click();
  await expectSeen(bob.messageList.getByText("do not lose this"));
  await expectSeen(bob.messageList.getByText("map.txt"));
  await unsent.waitFor({ state: "detached" });
  await page.close();
});

test("a message that fails after its page was left is kept too", async () => {
  const { page, alice } = await openStage(context, service.url);
  let fail = (): void => undefined;
  const hasFailed = new Promise<void>((resolve) => (fail = resolve));
  const isSending = (url: URL) => url.pathname.endsWith(`/channels/${demo.generalId}/messages`);
  await page.route(isSending, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await hasFailed;
    return route.abort("connectionreset");
  });
  const sending = page.waitForRequest(
    (request) => isSending(new URL(request.url())) && request.method() === "POST",
  );
  await says(alice, "on its way");
  await sending;
  await page.getByRole("link", { name: "Clock" }).click();
  await page.getByRole("heading", { name: "Clock" }).waitFor();
  fail();
  await page.goBack();
  const unsent = alice.pane.getByRole("list", { name: "Not sent" });
  await expectSeen(unsent.getByText("on its way"));
  await unsent.getByRole("button", { name: "Discard" }).click();
  await page.close();
});

test("a command whose call fails keeps its values", async () => {
  const { page, alice } = await openStage(context, service.url);
  const isInvoking = (url: URL) => url.pathname.endsWith("/invoke");
  await page.route(isInvoking, (route) => route.abort("connectionreset"));
  await typed(alice, "/order");
  await alice.pane.getByLabel("dish (required)").fill("soup");
  await alice.pane.getByLabel("count").fill("3");
  const run = alice.pane.getByRole("button", { name: "Run /order" });
  await run.press("Enter");
  await expectSeen(alice.pane.getByRole("alert"));
  await run.and(page.locator(":focus")).waitFor();
  expect(await alice.pane.getByLabel("dish (required)").inputValue()).toBe("soup");
  await page.unroute(isInvoking);
  const sent = page.waitForRequest((request) => isInvoking(new URL(request.url())));
  await run.press("Enter");
  expect((await sent).postDataJSON()).toMatchObject({ options: { dish: "soup", count: 3 } });
  await run.waitFor({ state: "detached" });
  await page.close();
});

test("each channel keeps its attached files and its unfinished command", async () => {
  const form = { guild: demo.guildId, name: "aside" };
  const { id } = (await service.control("POST /channels", form)).body as { readonly id: string };
  const { page, alice } = await openStage(context, service.url);
  await alice.pane.getByLabel("Attach").setInputFiles({
    name: "secret.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("for general"),
  });
  await typed(alice, "/order");
  await alice.pane.getByLabel("dish (required)").fill("soup");
  await page.getByLabel("Channel or lobby").selectOption(id);
  await alice.pane.locator("summary", { hasText: "aside" }).waitFor();
  await says(alice, "nothing beside it");
  await expectSeen(alice.messageList.getByText("nothing beside it"));
  expect(await alice.pane.getByText("secret.txt").count()).toBe(0);
  expect(await alice.pane.getByRole("button", { name: "Run /order" }).count()).toBe(0);
  await page.getByLabel("Channel or lobby").selectOption(demo.generalId);
  await alice.pane.getByRole("button", { name: "Run /order" }).waitFor();
  expect(await alice.pane.getByLabel("dish (required)").inputValue()).toBe("soup");
  await alice.pane.getByRole("button", { name: "Cancel" }).click();
  await expectSeen(alice.pane.getByText("secret.txt"));
  await page.close();
});

test("a command that fails does not interrupt another message that is being typed", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  let fail = (): void => undefined;
  const hasFailed = new Promise<void>((resolve) => (fail = resolve));
  await page.route(
    (url) => url.pathname.endsWith("/invoke"),
    async (route) => {
      await hasFailed;
      await route.abort("connectionreset");
    },
  );
  await typed(alice, "/order");
  await alice.pane.getByLabel("dish (required)").fill("soup");
  const run = alice.pane.getByRole("button", { name: "Run /order" });
  await run.press("Enter");
  await alice.field.fill("meanwhile");
  fail();
  await run.waitFor();
  await alice.field.and(page.locator(":focus")).waitFor();
  await alice.field.press("Enter");
  await expectSeen(bob.messageList.getByText("meanwhile"));
  expect(await alice.pane.getByLabel("dish (required)").inputValue()).toBe("soup");
  await page.close();
});

test("an unsent message to a lobby is kept, and other places mention it", async () => {
  const { id } = (await service.asBot("POST /lobbies", {})).body as { readonly id: string };
  await service.control(`PUT /lobbies/${id}/members/bob`, {});
  const other = (await service.asBot("POST /lobbies", {})).body as { readonly id: string };
  const page = await context.newPage();
  await page.goto(`${service.url}/console/stage/lobby/${id}?as=bob`);
  const { pane, messageList, field } = paneOf(page, "bob");
  await failing("lobbies.createMessage");
  await field.fill("all aboard");
  await field.press("Enter");
  const unsent = pane.getByRole("list", { name: "Not sent" }).getByRole("listitem");
  await expectSeen(unsent.getByText("all aboard"));
  await page.getByLabel("Channel or lobby").selectOption({ label: `lobby ${other.id}` });
  await expectSeen(pane.getByText(`1 message was not sent in lobby ${id}`));
  expect(await barriers(page, "section[aria-label=bob]")).toEqual([]);
  await page.getByLabel("Channel or lobby").selectOption({ label: "Test Guild #general" });
  await expectSeen(pane.getByText(`1 message was not sent in lobby ${id}`));
  await pane.getByRole("button", { name: `lobby ${id}`, exact: true }).click();
  await unsent.getByRole("button", { name: "Resend" }).click();
  await expectSeen(messageList.getByText("all aboard"));
  await unsent.waitFor({ state: "detached" });
  await page.close();
});

test("unsent messages to a closed lobby can be discarded there and from other places", async () => {
  const { id } = (await service.asBot("POST /lobbies", {})).body as { readonly id: string };
  await service.control(`PUT /lobbies/${id}/members/bob`, {});
  const page = await context.newPage();
  await page.goto(`${service.url}/console/stage/lobby/${id}?as=bob`);
  const { pane, field } = paneOf(page, "bob");
  const unsent = pane.getByRole("list", { name: "Not sent" }).getByRole("listitem");
  await failing("lobbies.createMessage", 2);
  for (const text of ["too late", "far too late"]) {
    await field.fill(text);
    await field.press("Enter");
    await expectSeen(unsent.getByText(text, { exact: true }));
  }
  await service.asBot(`DELETE /lobbies/${id}`);
  await expectSeen(pane.getByText(/The lobby was closed/));
  await unsent.first().getByRole("button", { name: "Discard" }).click();
  await unsent.nth(1).waitFor({ state: "detached" });
  await page.getByLabel("Channel or lobby").selectOption({ label: "Test Guild #general" });
  const elsewhere = pane.getByText(`1 message was not sent in lobby ${id}`);
  await expectSeen(elsewhere);
  expect(await barriers(page, "section[aria-label=bob]")).toEqual([]);
  await pane.getByRole("button", { name: `Discard unsent messages in lobby ${id}` }).click();
  await elsewhere.waitFor({ state: "detached" });
  await field.and(page.locator(":focus")).waitFor();
  await page.close();
});
