// Events for webhooks over real sockets: a receiver that verifies, and a service that is started again.
import { afterEach, expect, test } from "vitest";
import { recordWebhookEvent } from "../../domains/webhooks/recording.ts";
import { demoWorld } from "../../domains/worlds/demo-world.ts";
import { openSqliteStore } from "../../platform/sqlite/store.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { aWebhookReceiver } from "../../testing/webhook-receiver.ts";
import { tables } from "../../tables.ts";

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function aReceiver(answer?: Parameters<typeof aWebhookReceiver>[1]) {
  const key = { value: "" };
  const receiver = await aWebhookReceiver(() => key.value, answer);
  stops.push(() => receiver.stop());
  return { ...receiver, learn: (verifyKey: string) => (key.value = verifyKey) };
}

async function verifyKeyOf(service: TestService): Promise<string> {
  const { body } = await service.asBot("GET /applications/@me");
  return (body as { verify_key: string }).verify_key;
}

const record = (service: TestService, n: number) =>
  service.work.transaction((ctx) =>
    recordWebhookEvent(ctx, {
      application_id: demo.applicationId,
      type: "APPLICATION_DEAUTHORIZED",
      data: { n },
      resource: "alice",
    }),
  );

test("an application subscribes, is asked by PING, and hears of events", async () => {
  const service = await aService();
  stops.push(() => service.stop());
  const receiver = await aReceiver();
  receiver.learn(await verifyKeyOf(service));
  const form = {
    event_webhooks_url: receiver.url,
    event_webhooks_status: 2,
    event_webhooks_types: ["APPLICATION_DEAUTHORIZED", "APPLICATION_DEAUTHORIZED"],
  };
  const { status, body } = await service.asBot("PATCH /applications/@me", form);
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...form, event_webhooks_types: ["APPLICATION_DEAUTHORIZED"] });
  expect(receiver.received).toEqual([{ version: 1, application_id: demo.applicationId, type: 0 }]);
  const heard = receiver.next();
  await record(service, 1);
  expect(await heard).toMatchObject({
    version: 1,
    type: 1,
    application_id: demo.applicationId,
    event: {
      type: "APPLICATION_DEAUTHORIZED",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6}$/) as string,
      data: { n: 1 },
    },
  });
});

test("a receiver that cannot verify is refused", async () => {
  const service = await aService();
  stops.push(() => service.stop());
  const receiver = await aReceiver();
  receiver.learn("0".repeat(64));
  const { status, body } = await service.asBot("PATCH /applications/@me", {
    event_webhooks_url: receiver.url,
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 50035, errors: { event_webhooks_url: {} } });
});

test("in production, an address inside is refused", async () => {
  const service = await aService({ production: true });
  stops.push(() => service.stop());
  const receiver = await aReceiver();
  receiver.learn(await verifyKeyOf(service));
  const { status } = await service.asBot("PATCH /applications/@me", {
    event_webhooks_url: receiver.url,
  });
  expect(status).toBe(400);
  expect(receiver.received).toEqual([]);
});

test("a service that is stopped between two tries goes on after its start, in order", async () => {
  let isDead = true;
  const receiver = await aReceiver(() => (isDead ? 500 : 204));
  const [application] = demoWorld.applications ?? [];
  const world = {
    ...demoWorld,
    applications: [
      {
        ...application,
        event_webhooks: { url: receiver.url, types: ["APPLICATION_DEAUTHORIZED"] },
      },
    ],
  };
  const store = await openSqliteStore({ file: ":memory:", tables });
  stops.push(() => store.close());
  const first = await aService({ world, store, frozen: true });
  receiver.learn(await verifyKeyOf(first));
  await record(first, 1);
  await record(first, 2);
  await first.control("PATCH /clock", { advance: "PT2S" });
  const tries = receiver.received.length;
  expect(tries).toBeGreaterThanOrEqual(2);
  await first.stop();
  isDead = false;
  const second = await aService({ world, store, frozen: true });
  stops.push(() => second.stop());
  expect(receiver.received).toHaveLength(tries);
  await second.control("PATCH /clock", { advance: "PT4S" });
  const heard = receiver.received.map(({ event }) => event?.data);
  expect(heard).toEqual([...receiver.received.slice(1).map(() => ({ n: 1 })), { n: 2 }]);
});
