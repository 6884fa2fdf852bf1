// SKUs and entitlements, and searching and forwarding messages, with an unmodified discord.js bot:
// real sockets, no intent but GUILDS.
import {
  Client,
  Events,
  GatewayIntentBits,
  MessageReferenceType,
  type Entitlement,
  type Subscription,
  type TextChannel,
} from "discord.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";
import { loggedIn } from "./logged-in.ts";

let service: TestService;
let client: Client<true>;

beforeEach(async () => {
  service = await aService();
  const intents = ["GUILD_MEMBERS", "MESSAGE_CONTENT"];
  await service.control(`PATCH /applications/${demo.applicationId}`, { bot: { intents } });
  const bot = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: `${service.url}/api` },
  });
  client = await loggedIn(bot, demo.botToken);
});

afterEach(async () => {
  await client.destroy();
  await service.stop();
});

const nextEvent = <T>(event: string) =>
  new Promise<T[]>((resolve) => {
    client.once(event, (...values: unknown[]) => resolve(values as T[]));
  });

test("a bot lists its SKUs, and receives entitlement and subscription events", async () => {
  const application = "Concierge";
  const gold = await service.control("POST /skus", { application, name: "Gold" });
  const gem = await service.control("POST /skus", { application, name: "Gem", type: 3 });
  const skus = await client.application.fetchSKUs();
  expect(skus.map(({ name }) => name)).toEqual(["Gold", "Gem"]);

  const granted = nextEvent<Entitlement>(Events.EntitlementCreate);
  const { entitlements } = client.application;
  const trial = await entitlements.createTest({ sku: gem.id, user: demo.aliceId });
  expect((await granted)[0]).toMatchObject({ id: trial.id, skuId: gem.id, userId: demo.aliceId });
  expect([trial.isTest(), trial.isActive()]).toEqual([true, true]);

  const used = nextEvent<Entitlement>(Events.EntitlementUpdate);
  await trial.consume();
  expect((await used)[1]).toMatchObject({ id: trial.id, consumed: true });

  const bought = nextEvent<Subscription>(Events.SubscriptionCreate);
  const sale = { application, user: "alice", skus: ["Gold"] };
  const { id } = await service.control("POST /subscriptions", sale);
  expect((await bought)[0]).toMatchObject({ id, status: 0, skuIds: [gold.id] });
  const cancelled = nextEvent<Subscription>(Events.SubscriptionUpdate);
  await service.control(`PATCH /subscriptions/${id}`, { status: 2 });
  expect((await cancelled)[1]).toMatchObject({ id, status: 2 });
  const found = await client.application.subscriptions.fetch({
    sku: gold.id,
    user: demo.aliceId,
  });
  expect([...found.keys()]).toEqual([id]);

  const gone = nextEvent<Entitlement>(Events.EntitlementDelete);
  await entitlements.deleteTest(trial.id);
  expect((await gone)[0]?.id).toBe(trial.id);
  const remaining = await entitlements.fetch({ user: demo.aliceId, cache: false });
  expect(remaining.map(({ skuId }) => skuId)).toEqual([gold.id]);
});

test("a bot finds a user's message by search, and forwards it", async () => {
  const general = (await client.channels.fetch(demo.generalId)) as TextChannel;
  const written = await service.asUser(demo.bobToken, `POST /channels/${general.id}/messages`, {
    content: "The Café opens at nine",
  });
  const query = new URLSearchParams({ content: "cafe nine", slop: "2" });
  const results = (await client.rest.get(`/guilds/${demo.guildId}/messages/search`, {
    query,
  })) as { total_results: number; messages: { id: string }[][] };
  expect([results.total_results, results.messages[0]?.[0]?.id]).toEqual([1, written.id]);

  const message = await general.messages.fetch(written.id);
  const forward = await message.forward(general);
  expect(forward.reference).toMatchObject({
    type: MessageReferenceType.Forward,
    messageId: written.id,
  });
  expect(forward.messageSnapshots.first()?.content).toBe("The Café opens at nine");
});
