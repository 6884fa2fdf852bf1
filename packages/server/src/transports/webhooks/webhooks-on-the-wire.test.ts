// Webhook events over real sockets: a receiver that verifies signatures, the actions that cause the
// events, and a service that is restarted.
import { webhookEventTypes } from "@antechamber/contract/webhooks";
import { afterEach, describe, expect, test } from "vitest";
import { recordWebhookEvent } from "../../domains/webhooks/outbox.ts";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { aMemoryStore } from "../../testing/memory-store.ts";
import { valueAt } from "../../testing/answer.ts";
import { aGame, game } from "../../testing/worlds/game-world.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { aWebhookReceiver } from "../../testing/network/webhook-receiver.ts";

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

test("an application subscribes, is verified by PING, and receives events", async () => {
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
  const request = receiver.next();
  await record(service, 1);
  expect(await request).toMatchObject({
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

test("PINGs belong to the trace of the call that they verify an endpoint for", async () => {
  const service = await aService();
  stops.push(() => service.stop());
  const receiver = await aReceiver();
  receiver.learn(await verifyKeyOf(service));
  await service.asBot("PATCH /applications/@me", { event_webhooks_url: receiver.url });
  const filters = "kind=request,delivery&application=Concierge";
  const [, call, ...pings] = (await service.control(`GET /journal?${filters}`)).at("items") as {
    id: string;
    trace: string;
  }[];
  expect(call).toMatchObject({ name: "applications.editMe", status: 200 });
  const ping = { name: "PING", cause: call?.id, trace: call?.trace };
  expect(pings).toMatchObject([ping, ping]);
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

test("in production mode, a private address is refused", async () => {
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

test("a service that is stopped between two attempts continues in order after its start", async () => {
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
  const store = await aMemoryStore();
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
  const data = receiver.received.map(({ event }) => event?.data);
  expect(data).toEqual([...receiver.received.slice(1).map(() => ({ n: 1 })), { n: 2 }]);
});

/** A game whose webhook receives every type of event. */
async function aListeningGame() {
  const it = await aGame({ frozen: false });
  stops.push(() => it.stop());
  const verifyKey = await verifyKeyOf(it.service);
  async function aListener() {
    const receiver = await aReceiver();
    receiver.learn(verifyKey);
    return {
      url: receiver.url,
      /** Everything received, once no delivery is pending. */
      async eventsReceived() {
        await expect.poll(() => it.webhookEvents()).toEqual([]);
        return receiver.received.flatMap(({ event }) => event ?? []);
      },
    };
  }
  const main = await aListener();
  const { status } = await it.service.asBot("PATCH /applications/@me", {
    event_webhooks_url: main.url,
    event_webhooks_status: 2,
    event_webhooks_types: webhookEventTypes,
  });
  expect(status).toBe(200);
  const say = (lobby: string, content: string) =>
    it.as("alice", `POST /lobbies/${lobby}/messages`, { content });
  return { ...it, aListener, eventsReceived: () => main.eventsReceived(), say };
}

type ReceivedEvents = Awaited<
  ReturnType<Awaited<ReturnType<typeof aListeningGame>>["eventsReceived"]>
>;
const typesAndIds = (events: ReceivedEvents) =>
  events.map(({ type, data }) => [type, valueAt(data, ["id"])]);

describe("an endpoint receives", () => {
  test("the message that a player sends to a lobby, as the player received it", async () => {
    const it = await aListeningGame();
    const sent = await it.say(await it.aLobby(), "gg");
    expect(sent.status).toBe(201);
    expect(await it.eventsReceived()).toMatchObject([
      { type: "LOBBY_MESSAGE_CREATE", data: sent.body },
    ]);
  });

  test("the edit and deletion of a lobby's message in the linked channel", async () => {
    const it = await aListeningGame();
    const lobby = await it.aLobby();
    const link = { channel_id: demo.generalId };
    const linked = await it.as("alice", `PATCH /lobbies/${lobby}/channel-linking`, link);
    expect(linked.status).toBe(200);
    const { id } = await it.say(lobby, "gg");
    const path = `/channels/${demo.generalId}/messages/${id}`;
    const edited = await it.service.asUser(demo.aliceToken, `PATCH ${path}`, { content: "wp" });
    expect(edited.status).toBe(200);
    expect((await it.service.asUser(demo.aliceToken, `DELETE ${path}`)).status).toBe(204);
    const events = await it.eventsReceived();
    expect(typesAndIds(events)).toEqual([
      ["LOBBY_MESSAGE_CREATE", id],
      ["LOBBY_MESSAGE_UPDATE", id],
      ["LOBBY_MESSAGE_DELETE", id],
    ]);
    expect(events[1]?.data).toMatchObject({ content: "wp", lobby_id: lobby });
    expect(events[2]?.data).toEqual({ id, lobby_id: lobby });
  });

  test("the direct message that a player sends, edits and deletes", async () => {
    const it = await aListeningGame();
    await it.listen("bob");
    const path = `/users/${demo.bobId}/messages`;
    const { id, body } = await it.as("alice", `POST ${path}`, { content: "ready?" });
    const edited = await it.as("alice", `PATCH ${path}/${id}`, { content: "go" });
    expect(edited.status).toBe(200);
    expect((await it.as("alice", `DELETE ${path}/${id}`)).status).toBe(204);
    const events = await it.eventsReceived();
    expect(typesAndIds(events)).toEqual([
      ["GAME_DIRECT_MESSAGE_CREATE", id],
      ["GAME_DIRECT_MESSAGE_UPDATE", id],
      ["GAME_DIRECT_MESSAGE_DELETE", id],
    ]);
    const channel_id = valueAt(body, ["channel_id"]);
    expect(events.slice(0, 2)).toMatchObject([
      { data: { content: "ready?", channel_id, author: { id: demo.aliceId } } },
      { data: { content: "go", channel_id, author: { id: demo.aliceId } } },
    ]);
  });

  test("the direct message between provisional accounts", async () => {
    const it = await aListeningGame();
    await it.listen("eve");
    const { id } = await it.as("dan", `POST /users/${game.eveId}/messages`, { content: "psst" });
    expect(await it.eventsReceived()).toMatchObject([
      { type: "GAME_DIRECT_MESSAGE_CREATE", data: { id, recipient_id: game.eveId } },
    ]);
  });

  test("the entitlement of a player", async () => {
    const it = await aListeningGame();
    const gem = { application: demo.applicationId, name: "Gem", type: 3 };
    const { id: sku_id } = await it.service.control("POST /skus", gem);
    const grant = { sku_id, owner_id: demo.aliceId, owner_type: 2 };
    const path = `/applications/${demo.applicationId}/entitlements`;
    const granted = await it.service.asBot(`POST ${path}`, grant);
    expect(granted.status).toBe(200);
    expect(await it.eventsReceived()).toMatchObject([
      { type: "ENTITLEMENT_CREATE", data: { id: granted.id, sku_id, user_id: demo.aliceId } },
    ]);
  });

  test("nothing of a lobby with an endpoint of its own, which receives it only", async () => {
    const it = await aListeningGame();
    const own = await it.aListener();
    const apart = await it.aLobby({ override_event_webhooks_url: own.url });
    const there = await it.say(apart, "to the own one");
    const here = await it.say(await it.aLobby(), "to the application's");
    expect(typesAndIds(await own.eventsReceived())).toEqual([["LOBBY_MESSAGE_CREATE", there.id]]);
    expect(typesAndIds(await it.eventsReceived())).toEqual([["LOBBY_MESSAGE_CREATE", here.id]]);
  });
});
