// Requests to applications' endpoints as the console shows them: probes, deliveries with their
// attempts and signatures, and redelivery.
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applications } from "../../packages/server/src/domains/applications/application.ts";
import { demo, type TestService } from "../../packages/server/src/testing/start-service.ts";
import {
  aWebhookReceiver,
  type WebhookReceiver,
} from "../../packages/server/src/testing/network/webhook-receiver.ts";
import { BUILD_MS, openConsole, type OpenConsole } from "./console-page.ts";

let service: TestService;
let context: BrowserContext;
let close: OpenConsole["close"];
let receiver: WebhookReceiver;
/** The status with which the receiver answers events. */
let status = 204;

beforeAll(async () => {
  ({ service, context, close } = await openConsole({ frozen: true }));
  const [application] = await service.store.read((tx) => tx.find(applications));
  receiver = await aWebhookReceiver(
    () => application?.verify_key ?? "",
    () => status,
  );
  const events = { url: receiver.url, types: ["APPLICATION_DEAUTHORIZED"], status: 2 };
  await service.control(`PATCH /applications/${demo.applicationId}`, { event_webhooks: events });
}, BUILD_MS);

afterAll(async () => {
  await receiver.stop();
  await close();
});

async function open(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${service.url}/console/webhooks`);
  await page.getByText(receiver.url).first().waitFor();
  return page;
}

const events = () => receiver.received.filter(({ event }) => event !== undefined).length;

test("an endpoint is probed with a valid and an invalid signature", async () => {
  const page = await open();
  await page.getByRole("button", { name: "Probe" }).click();
  await page.getByText("✓ PING with a valid signature: answered 204").waitFor();
  await page.getByText("✓ PING with an invalid signature: answered 401").waitFor();
  await page.close();
  expect(receiver.received.every(({ type }) => type === 0)).toBe(true);
});

test("a delivery shows its attempts and its signature, and can be repeated", async () => {
  status = 500;
  await service.control("POST /users/alice/deauthorize", { application: "Concierge" });
  await expect.poll(events).toBe(1);
  const page = await open();
  const row = page.getByRole("row", { name: /APPLICATION_DEAUTHORIZED/ });
  await row.first().getByText(/ 500 /).first().waitFor();
  // A later event about the same user waits behind the first one.
  const endpoint = page.getByRole("listitem", { name: "events of Concierge" });
  await endpoint.getByText(/^1 event waiting in 1 queue, next attempt at \d\d:/).waitFor();
  const queue = page.getByRole("row", { name: /^user:/ });
  await queue.waitFor();
  const cells = await queue.getByRole("cell").allInnerTexts();
  expect([cells[0], cells[2], cells[3]]).toEqual([
    expect.stringMatching(/^user:\d+$/),
    receiver.url,
    "1",
  ]);
  status = 204;
  // A double click redelivers once.
  await row.first().getByRole("button", { name: "Redeliver" }).dblclick();
  await expect.poll(events).toBe(2);
  await row.getByText(/ 204 /).first().waitFor();
  await page.getByText(/^No queued events/).waitFor();
  await endpoint.getByText(/next attempt/).waitFor({ state: "detached" });

  await row.first().getByRole("link", { name: "Request and signature" }).click();
  await page
    .getByRole("row", { name: /APPLICATION_DEAUTHORIZED/ })
    .last()
    .getByRole("link")
    .click();
  const signature = page.getByRole("region", { name: "Signature" });
  await signature.getByText("✓ The signature is valid for the application's public key.").waitFor();
  const text = await signature.getByText(/APPLICATION_DEAUTHORIZED/).innerText();
  expect(text).toMatch(/^\d{10}\{"version":1,/);
  expect(events()).toBe(2);
  await page.close();
});

test("the service verifies the signature of an interaction, whose token the page lacks", async () => {
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, [
    { name: "ping", description: "Says pong" },
  ]);
  await service.store.transaction(async (tx) => {
    const [known] = await tx.find(applications);
    if (known !== undefined)
      tx.put(applications, { ...known, interactions_endpoint_url: receiver.url });
  });
  await service.control("POST /users/alice/invoke", {
    application: "Concierge",
    channel: "general",
    command: "ping",
  });
  const page = await context.newPage();
  await page.goto(`${service.url}/console/timeline?q=kind:delivery name:INTERACTION_CREATE`);
  await page
    .getByRole("row", { name: /INTERACTION_CREATE/ })
    .last()
    .getByRole("link")
    .click();
  const signature = page.getByRole("region", { name: "Signature" });
  await signature.getByText("✓ The signature is valid for the application's public key.").waitFor();
  await signature.getByText(/The service verified the body as it was sent/).waitFor();
  expect(await signature.getByRole("button", { name: "Copy signed text" }).count()).toBe(0);
  await page.close();
});

test("a PING with an invalid signature is shown as such", async () => {
  const page = await context.newPage();
  await page.goto(`${service.url}/console/timeline?q=kind:delivery name:PING status:401`);
  await page.getByRole("row", { name: /PING/ }).last().getByRole("link").click();
  const signature = page.getByRole("region", { name: "Signature" });
  await signature.getByText(/^✕ The signature is invalid on purpose/).waitFor();
  expect(await signature.getByText(/^✓/).count()).toBe(0);
  await page.close();
});
