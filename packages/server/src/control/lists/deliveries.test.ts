// Deliveries listed and repeated, over the wire.
import { limits } from "@antechamber/contract";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  storeFinished,
  finishedDeliveries,
  trimFinished,
} from "../../domains/webhooks/finished.ts";
import { recordWebhookEvent } from "../../domains/webhooks/outbox.ts";
import type { OutboundRequest, OutboundResult } from "../../platform/outbound.ts";
import {
  replied,
  scriptedOutbound,
  type ScriptedOutbound,
} from "../../testing/network/scripted-outbound.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { acknowledged, eventOf } from "../../testing/calls/webhook-calls.ts";
import { demoWorld } from "../world-file/demo-world.ts";

const url = "https://bot.example/events";
const interactionsUrl = "https://bot.example/interactions";

let service: TestService;
let answer: (request: OutboundRequest) => OutboundResult;
let outbound: ScriptedOutbound;

beforeEach(async () => {
  answer = () => acknowledged;
  outbound = scriptedOutbound((request) => answer(request));
  const [application] = demoWorld.applications ?? [];
  const subscribed = {
    ...application,
    interactions_endpoint_url: interactionsUrl,
    event_webhooks: { url, types: ["APPLICATION_DEAUTHORIZED"] },
    commands: [{ name: "ping", description: "Pings" }],
  };
  const world = { ...demoWorld, applications: [subscribed] };
  service = await aService({ world, frozen: true, settings: { outbound } });
});
afterEach(() => service.stop());

const record = (n: number, resource = "alice") =>
  service.work.transaction((ctx) =>
    recordWebhookEvent(ctx, {
      application_id: demo.applicationId,
      type: "APPLICATION_DEAUTHORIZED",
      data: { n },
      resource,
    }),
  );

interface Delivery {
  readonly id: string;
  readonly state: string;
  readonly attempts: readonly { readonly status: number | null; readonly error: string | null }[];
}

async function deliveries(query = ""): Promise<readonly Delivery[]> {
  const answered = await service.control(`GET /deliveries${query}`);
  expect(answered.status).toBe(200);
  return answered.at("items") as readonly Delivery[];
}

const advance = (by: string) => service.control("PATCH /clock", { advance: by });
const again = (id: string) => service.control(`POST /deliveries/${id}/redeliver`);
const sent = () =>
  outbound.requests.filter((each) => each.url === url).map((each) => eventOf(each).event.data.n);

test("a delivered event is listed with its attempt for an hour", async () => {
  await record(1);
  await advance("PT1S");
  const [delivery] = await deliveries();
  expect(delivery).toEqual({
    id: expect.any(String) as string,
    kind: "event",
    type: "APPLICATION_DEAUTHORIZED",
    application: demo.applicationId,
    url,
    state: "delivered",
    attempts: [
      {
        at: expect.any(String) as string,
        ms: expect.any(Number) as number,
        status: 204,
        error: null,
      },
    ],
    next_attempt_at: null,
    redelivers: null,
  });
  await advance("PT1H");
  expect(await deliveries()).toEqual([]);
});

test("a failing event waits with its attempts, and is finally dropped", async () => {
  answer = () => replied(500, {});
  await record(1);
  await record(2);
  await advance("PT1S");
  const [first, second] = await deliveries();
  expect(first).toMatchObject({ state: "waiting", next_attempt_at: expect.any(String) as string });
  expect(first?.attempts.at(-1)).toMatchObject({
    status: 500,
    error: "The endpoint answered 500.",
  });
  expect(second).toMatchObject({ state: "waiting", next_attempt_at: null, attempts: [] });
  const jobs = await service.control("GET /jobs?limit=1");
  expect(jobs.at("items", 0)).toMatchObject({
    kind: "webhook.delivery",
    at: (first as { next_attempt_at?: string }).next_attempt_at,
    subject: demo.applicationId,
  });
  const rest = await service.control(`GET /jobs?after=${String(jobs.at("next"))}`);
  expect((rest.at("items") as unknown[]).length).toBeGreaterThan(0);
  const tries = sent().length;
  await service.control("PATCH /clock", { advance: "next" });
  expect(sent()).toHaveLength(tries + 1);
  await advance("PT15M");
  const [ended] = await deliveries();
  expect(ended).toMatchObject({ id: first?.id, state: "failed", url });
  expect(ended?.attempts.length).toBeGreaterThan(5);
});

interface Queue {
  readonly resource: string;
  readonly next_attempt_at: string;
}

test("queues list the number of waiting events per resource, and the next attempt", async () => {
  expect((await service.control("GET /queues")).at("items")).toEqual([]);
  answer = () => replied(500, {});
  await record(1);
  await record(2);
  await advance("PT1S");
  await record(3, "bob");
  await advance("PT1S");
  const page = await service.control("GET /queues");
  const items = page.at("items") as Queue[];
  const [waiting] = await deliveries();
  const { attempts } = waiting as Delivery;
  expect(items.find(({ resource }) => resource === "alice")).toEqual({
    application: demo.applicationId,
    resource: "alice",
    url,
    waiting: 2,
    attempts: attempts.length,
    next_attempt_at: (waiting as { next_attempt_at?: string }).next_attempt_at,
  });
  expect(items.map(({ next_attempt_at: at }) => at)).toEqual(
    items.map(({ next_attempt_at: at }) => at).toSorted(),
  );
  const first = await service.control("GET /queues?limit=1");
  const rest = await service.control(`GET /queues?limit=1&after=${String(first.at("next"))}`);
  expect([first.at("items", 0), rest.at("items", 0), rest.at("next")]).toEqual([...items, null]);
  const found = async (q: string) =>
    ((await service.control(`GET /queues?q=${q}`)).at("items") as Queue[]).length;
  expect([await found("BOB"), await found("concierge"), await found("nothing")]).toEqual([1, 2, 0]);
  expect((await service.control("GET /queues?after=nowhere")).status).toBe(400);
  answer = () => acknowledged;
  await advance("PT15M");
  expect((await service.control("GET /queues")).at("items")).toEqual([]);
});

test("lists are in pages, newest last, and searched by id, type and application", async () => {
  for (let n = 0; n < 5; n += 1) await record(n, `resource ${n}`);
  await advance("PT1S");
  answer = () => replied(500, {});
  await record(5);
  await advance("PT1S");
  const all = await deliveries();
  expect(all.map(({ state }) => state)).toEqual([
    ...Array.from({ length: 5 }, () => "delivered"),
    "waiting",
  ]);
  const ids = all.map(({ id }) => BigInt(id));
  expect(ids.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ids);
  const first = await service.control("GET /deliveries?limit=4");
  const rest = await deliveries(`?limit=4&after=${String(first.at("next"))}`);
  expect([...(first.at("items") as Delivery[]), ...rest]).toEqual(all);
  expect(await deliveries(`?q=${all[2]?.id}`)).toEqual([all[2]]);
  expect(await deliveries("?q=deauth")).toHaveLength(6);
  expect(await deliveries("?q=concierge")).toHaveLength(6);
  expect(await deliveries("?q=nothing")).toEqual([]);
});

test("a delivered event is redelivered as another delivery", async () => {
  await record(1);
  await advance("PT1S");
  const [first] = await deliveries();
  const answered = await again(first?.id ?? "");
  expect([answered.status, answered.at("delivery", "redelivers")]).toEqual([202, first?.id]);
  expect(answered.at("delivery", "state")).toBe("waiting");
  await advance("PT1S");
  expect(sent()).toEqual([1, 1]);
  const [, second] = await deliveries();
  expect(second).toMatchObject({ state: "delivered", redelivers: first?.id });
  const [one, two] = outbound.requests.filter((each) => each.url === url);
  expect(two?.body).toBe(one?.body);
});

test("a dropped event is redelivered, and a waiting one attempted at once", async () => {
  answer = () => ({ kind: "failed", reason: "nobody is there" });
  await record(1);
  await advance("PT15M");
  const [lost] = await deliveries();
  expect(lost?.attempts.at(-1)?.error).toContain("nobody is there");
  expect((await again(lost?.id ?? "")).status).toBe(202);
  await advance("PT2M");
  const tries = sent().length;
  const [, waiting] = await deliveries();
  expect(waiting?.state).toBe("waiting");
  answer = () => acknowledged;
  const answered = await again(waiting?.id ?? "");
  expect([answered.status, answered.at("delivery", "id")]).toEqual([202, waiting?.id]);
  await advance("PT0.001S");
  expect(sent()).toHaveLength(tries + 1);
  expect((await deliveries()).at(-1)).toMatchObject({ id: waiting?.id, state: "delivered" });
});

test("a delivery that cannot be repeated is refused", async () => {
  expect((await again("1")).status).toBe(404);
  await record(1);
  await advance("PT1S");
  const [event] = await deliveries();
  await service.control("PATCH /applications/Concierge", { event_webhooks: null });
  const nowhere = await again(event?.id ?? "");
  expect([nowhere.status, nowhere.at("message")]).toEqual([
    409,
    expect.stringContaining("receives no webhook events") as string,
  ]);
});

test("an interaction's signed post is listed, and delivered once", async () => {
  const use = () =>
    service.control("POST /users/bob/invoke", {
      application: "Concierge",
      channel: "general",
      command: "ping",
    });
  answer = () => replied(200, { type: 4, data: { content: "pong" } });
  expect((await use()).at("outcome")).toBe("replied");
  answer = () => replied(200, { type: 99 });
  expect((await use()).at("outcome")).toBe("failed");
  // The delivery is recorded after the user has received the response.
  let posts = await deliveries();
  while (posts.length < 2) posts = await deliveries();
  const [replies, refused] = posts;
  expect(replies).toMatchObject({
    kind: "interaction",
    type: "APPLICATION_COMMAND",
    url: interactionsUrl,
    state: "delivered",
    attempts: [{ status: 200, error: null }],
  });
  expect(refused).toMatchObject({
    state: "failed",
    attempts: [{ status: 200, error: expect.any(String) as string }],
  });
  const repeated = await again(replies?.id ?? "");
  expect([repeated.status, repeated.at("message")]).toEqual([
    409,
    expect.stringContaining("delivered once") as string,
  ]);
});

test("only the newest deliveries up to the limit are kept", async () => {
  const { value: most } = limits.finishedDeliveries;
  await service.work.transaction(async (ctx) => {
    for (let n = 0; n < most + 5; n += 1) {
      storeFinished(ctx, {
        id: String(10n ** 18n + BigInt(n)),
        kind: "event",
        type: "APPLICATION_DEAUTHORIZED",
        application_id: demo.applicationId,
        state: "delivered",
        attempts: [],
      });
    }
  });
  await service.work.transaction(trimFinished);
  const remaining = await service.store.read((tx) => tx.find(finishedDeliveries));
  expect([remaining.length, remaining[0]?.id]).toEqual([most, String(10n ** 18n + 5n)]);
});
