import { limits } from "@antechamber/contract";
import { timestamp } from "@antechamber/contract/schema";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { applications } from "../../domains/applications/application.ts";
import { verifyKeyOf } from "../../platform/crypto.ts";
import type { OutboundRequest, OutboundResult } from "../../platform/outbound.ts";
import { replied } from "../../testing/network/scripted-outbound.ts";
import {
  acknowledged,
  eventOf,
  openWebhookCalls,
  webhook,
} from "../../testing/calls/webhook-calls.ts";
import { isSignedBy } from "../../testing/network/webhook-receiver.ts";

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

type Answer = Parameters<typeof openWebhookCalls>[0];
const failed: OutboundResult = { kind: "failed", reason: "refused" };

async function delivering(answer: Answer, application?: Parameters<typeof openWebhookCalls>[1]) {
  const calls = await openWebhookCalls(answer, application);
  const deliverer = calls.open();
  stops.push(() => deliverer.stop());
  await deliverer.resume();
  return { ...calls, deliverer };
}

const minutes = (count: number) => count * 60_000;

describe("an event", () => {
  // Proves requirement 6 "APPLICATION_DEAUTHORIZED: removal"
  test("is delivered at once, signed, in its envelope", async () => {
    const { record, advance, outbound, clock, waiting, turns } = await delivering(
      () => acknowledged,
    );
    await record({ data: { user: { id: "1" } } });
    await advance(0);
    const [request, ...others] = outbound.requests;
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      url: webhook.url,
      headers: { "content-type": "application/json" },
    });
    expect(request && isSignedBy(verifyKeyOf(webhook.seed), request)).toBe(true);
    expect(JSON.parse(request?.body ?? "")).toEqual({
      version: 1,
      application_id: webhook.application,
      type: 1,
      event: {
        type: "APPLICATION_DEAUTHORIZED",
        timestamp: timestamp(clock.now()).replace("+00:00", ""),
        data: { user: { id: "1" } },
      },
    });
    expect(await waiting()).toEqual([]);
    expect(await turns()).toEqual([]);
  });

  test("is delivered on a running clock without advancing it", async () => {
    const { promise, resolve } = Promise.withResolvers<OutboundRequest>();
    const { record } = await delivering((request) => {
      resolve(request);
      return acknowledged;
    });
    await record({ data: { n: 1 } });
    expect(eventOf(await promise).event.data).toEqual({ n: 1 });
  });

  test.each([200, 202, 204])("is complete when the answer is %i", async (status) => {
    const { record, advance, outbound } = await delivering(() => replied(status, {}));
    await record();
    await advance(minutes(20));
    expect(outbound.requests).toHaveLength(1);
  });

  test.each<[string, OutboundResult]>([
    ["an error", replied(500, {})],
    ["a redirect", replied(302, {})],
    ["a refusal", replied(401, {})],
    ["nothing in time", { kind: "timedOut" }],
    ["no connection", failed],
  ])("is retried for ten minutes when the answer is %s, then dropped", async (_, result) => {
    const at: number[] = [];
    const calls = await delivering(() => {
      at.push(calls.clock.now());
      return result;
    });
    await calls.news();
    await calls.record();
    await calls.advance(minutes(30));
    const waits = at.slice(1).map((moment, i) => moment - (at[i] ?? 0));
    expect(waits).toHaveLength(9);
    for (const [i, wait] of waits.entries()) {
      const full = 1000 * 2 ** i;
      expect(wait).toBeLessThanOrEqual(full);
      expect(wait).toBeGreaterThanOrEqual(full * 0.8);
    }
    expect((at.at(-1) ?? 0) - (at[0] ?? 0)).toBeLessThanOrEqual(minutes(10));
    expect(await calls.waiting()).toEqual([]);
    expect((await calls.news()).map(({ name, payload }) => [name, payload])).toEqual([
      ["WEBHOOK_EVENT_RECORDED", expect.anything()],
      ["WEBHOOK_EVENT_GIVEN_UP", expect.objectContaining({ reason: "unacknowledged" })],
    ]);
    expect(calls.tries).toEqual([...Array<string>(9).fill("put off"), "given up"]);
  });

  test("is logged without the secrets of its URL and contents", async () => {
    const { record, advance, lines } = await delivering(() => acknowledged);
    await record({ data: { secret: "contents" } });
    await advance(0);
    expect(lines).toMatchObject([
      { to: "https://example.com", answer: 204, settlement: "acknowledged", attempt: 1 },
    ]);
    expect(JSON.stringify(lines)).not.toContain("secret");
  });

  test("is delivered only to its own URL if it has one", async () => {
    const { record, advance, outbound } = await delivering(() => acknowledged, {
      event_webhooks_url: null,
    });
    await record({ url: "https://example.com/lobby", type: "LOBBY_MESSAGE_CREATE" });
    await record({ type: "LOBBY_MESSAGE_CREATE" });
    await advance(0);
    expect(outbound.requests.map(({ url }) => url)).toEqual(["https://example.com/lobby"]);
  });
});

describe("no event is delivered", () => {
  test.each<[string, Parameters<typeof openWebhookCalls>[1]]>([
    ["without an address", { event_webhooks_url: null }],
    ["of a type that the application did not ask for", { event_webhooks_types: [] }],
    ["while it is disabled", { event_webhooks_status: 1 }],
    ["while the service disabled it", { event_webhooks_status: 3 }],
  ])("%s", async (_, application) => {
    const { record, advance, outbound, waiting } = await delivering(
      () => acknowledged,
      application,
    );
    await record();
    await advance(minutes(1));
    expect(outbound.requests).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test("once the endpoint was disabled, including those that waited", async () => {
    const { record, advance, outbound, seed, application, waiting, news } = await delivering(
      () => failed,
    );
    await record();
    await record();
    await advance(0);
    const current = await application();
    await seed((tx) => tx.put(applications, { ...current, event_webhooks_status: 1 }));
    await news();
    await advance(minutes(10));
    expect(outbound.requests).toHaveLength(1);
    expect(await waiting()).toEqual([]);
    expect((await news()).map(({ payload }) => payload)).toMatchObject([
      { reason: "disabled" },
      { reason: "disabled" },
    ]);
  });
});

describe("events of one resource", () => {
  test("wait for one another, not for those of other resources", async () => {
    const { record, advance, outbound } = await delivering((request) =>
      eventOf(request).event.data.n === 1 ? failed : acknowledged,
    );
    await record({ resource: "a", data: { n: 1 } });
    await record({ resource: "a", data: { n: 2 } });
    await record({ resource: "b", data: { n: 3 } });
    await advance(0);
    expect(outbound.requests.map((each) => eventOf(each).event.data.n)).toEqual([1, 3]);
    await advance(minutes(11));
    const sent = outbound.requests.map((each) => eventOf(each).event.data.n);
    expect(sent.slice(2)).toEqual([...Array<number>(9).fill(1), 2]);
  });

  test("are limited in number, and more are dropped", async () => {
    const { record, waiting, news } = await delivering(() => new Promise(() => undefined));
    stops.length = 0;
    await news();
    for (let n = 0; n <= limits.eventsWaiting.value; n += 1) await record({ data: { n } });
    expect(await waiting()).toHaveLength(limits.eventsWaiting.value);
    const dropped = (await news()).filter(({ name }) => name === "WEBHOOK_EVENT_GIVEN_UP");
    expect(dropped).toMatchObject([{ payload: { reason: "queue full" } }]);
  });

  test("keep their order whatever fails, and each is sent until it is acknowledged or dropped", async () => {
    const plan = fc.record({
      events: fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 12 }),
      answers: fc.infiniteStream(
        fc.constantFrom<OutboundResult>(acknowledged, failed, { kind: "timedOut" }),
      ),
      steps: fc.array(fc.integer({ min: 0, max: minutes(3) }), { maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ events, answers, steps }) => {
        const log: { of: string; n: number; isDone: boolean }[] = [];
        const calls = await openWebhookCalls((request) => {
          const result = answers.next().value as OutboundResult;
          const { n = -1, of = "" } = eventOf(request).event.data;
          log.push({ of, n, isDone: result.kind === "answered" });
          return result;
        });
        const deliverer = calls.open();
        await deliverer.resume();
        for (const [n, of] of events.entries()) {
          await calls.record({ resource: of, data: { n, of } });
          await calls.advance(steps[n] ?? 0);
        }
        await calls.advance(minutes(11 * events.length));
        await deliverer.stop();
        expect(await calls.waiting()).toEqual([]);
        for (const resource of ["a", "b", "c"]) {
          const sent = log.filter(({ of }) => of === resource).map(({ n }) => n);
          expect(sent).toEqual(sent.toSorted((one, other) => one - other));
          const expected = [...events.entries()].filter(([, of]) => of === resource);
          expect([...new Set(sent)]).toEqual(expected.map(([n]) => n));
        }
        for (const n of events.keys()) {
          const tries = log.filter((each) => each.n === n);
          expect(tries.findIndex(({ isDone }) => isDone)).toBeOneOf([-1, tries.length - 1]);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("an application that accepts no events", () => {
  test("is disabled after a hundred failures in a row, and receives events again once it enables itself", async () => {
    let isDead = true;
    const calls = await delivering(() => (isDead ? failed : acknowledged));
    const count = limits.eventFailures.value;
    for (let n = 0; n < count - 1; n += 1) await calls.record({ resource: `${n}` });
    await calls.advance(minutes(11));
    expect((await calls.application()).event_webhooks_status).toBeUndefined();
    await calls.news();
    await calls.record();
    await calls.advance(minutes(11));
    expect((await calls.application()).event_webhooks_status).toBe(3);
    expect((await calls.news()).at(-1)).toMatchObject({
      name: "APPLICATION_ENDPOINT_DISABLED",
      payload: { endpoint: "events", reason: "too many failures" },
    });
    isDead = false;
    const current = await calls.application();
    await calls.seed((tx) => tx.put(applications, { ...current, event_webhooks_status: 2 }));
    await calls.record();
    await calls.advance(0);
    expect(calls.tries.at(-1)).toBe("acknowledged");
  });

  test("starts counting again after one success", async () => {
    let isDead = true;
    const calls = await delivering(() => (isDead ? failed : acknowledged));
    for (let n = 0; n < limits.eventFailures.value - 1; n += 1) {
      await calls.record({ resource: `${n}` });
    }
    await calls.advance(minutes(11));
    isDead = false;
    await calls.record();
    await calls.advance(0);
    isDead = true;
    await calls.record();
    await calls.advance(minutes(11));
    expect((await calls.application()).event_webhooks_status).toBeUndefined();
  });

  test("is not disabled by failing URLs of its lobbies", async () => {
    const calls = await delivering(() => failed);
    for (let n = 0; n < limits.eventFailures.value; n += 1) {
      await calls.record({ resource: `${n}`, url: "https://example.com/lobby" });
    }
    await calls.advance(minutes(11));
    expect((await calls.application()).event_webhooks_status).toBeUndefined();
  });
});

describe("a service that stops", () => {
  test("during an attempt sends the event again after its next start", async () => {
    const { promise: isSent, resolve: sent } = Promise.withResolvers<void>();
    const calls = await openWebhookCalls(() => acknowledged);
    const { promise: answer, resolve: breakOff } = Promise.withResolvers<OutboundResult>();
    const first = calls.open({
      async send() {
        sent();
        return answer;
      },
      close: () => breakOff({ kind: "failed", reason: "the service stops" }),
    });
    await first.resume();
    await calls.record();
    await isSent;
    await first.stop();
    expect(await calls.turns()).toMatchObject([{ attempts: 0 }]);
    const second = calls.open();
    stops.push(() => second.stop());
    await second.resume();
    await calls.advance(0);
    expect(calls.outbound.requests).toHaveLength(1);
  });

  test("that is killed during an attempt sends the event after its next start, on a frozen clock", async () => {
    const { promise: isSent, resolve: sent } = Promise.withResolvers<void>();
    const calls = await openWebhookCalls(() => acknowledged);
    const dead = calls.open({
      async send() {
        sent();
        return new Promise(() => undefined);
      },
      close: () => undefined,
    });
    await dead.resume();
    await calls.record();
    await isSent;
    expect(await calls.turns()).toMatchObject([{ isClaimed: true, attempts: 1 }]);
    const second = calls.open();
    stops.push(() => second.stop());
    await second.resume();
    expect(await calls.turns()).toMatchObject([{ attempts: 0 }]);
    expect(await calls.waiting()).toHaveLength(1);
  });

  test("between two attempts continues with the next one", async () => {
    let isDead = true;
    const calls = await openWebhookCalls(() => (isDead ? failed : acknowledged));
    const first = calls.open();
    await first.resume();
    await calls.record();
    await calls.advance(5000);
    await first.stop();
    const before = calls.outbound.requests.length;
    isDead = false;
    const second = calls.open();
    stops.push(() => second.stop());
    await second.resume();
    await calls.advance(0);
    expect(calls.outbound.requests).toHaveLength(before);
    await calls.advance(4000);
    expect(calls.outbound.requests).toHaveLength(before + 1);
    expect(await calls.waiting()).toEqual([]);
  });
});

describe("several senders on one store", () => {
  test("deliver each event once", async () => {
    const calls = await openWebhookCalls(() => acknowledged);
    const senders = [calls.open(), calls.open(), calls.open()];
    for (const sender of senders) {
      stops.push(() => sender.stop());
      await sender.resume();
    }
    for (let n = 0; n < 30; n += 1) await calls.record({ resource: `${n % 7}`, data: { n } });
    await calls.advance(0);
    const sent = calls.outbound.requests.map((each) => eventOf(each).event.data.n ?? -1);
    expect(sent.toSorted((one, other) => one - other)).toEqual([...Array(30).keys()]);
  });
});

describe("a moved clock", () => {
  test("waits for a slow endpoint", async () => {
    const { promise, resolve } = Promise.withResolvers<OutboundResult>();
    const calls = await delivering(() => promise);
    await calls.record();
    let hasMoved = false;
    const move = calls.advance(1000).then(() => (hasMoved = true));
    await new Promise((next) => setImmediate(next));
    await new Promise((next) => setImmediate(next));
    expect(hasMoved).toBe(false);
    resolve(acknowledged);
    await move;
    expect(calls.tries).toEqual(["acknowledged"]);
  });

  test("limits the concurrent deliveries of one application", async () => {
    const max = limits.eventDeliveriesPerApplication.value;
    const { promise: gate, resolve: openGate } = Promise.withResolvers<OutboundResult>();
    const { promise: isFull, resolve: full } = Promise.withResolvers<void>();
    const calls = await delivering(() => {
      if (calls.outbound.requests.length === max) full();
      return gate;
    });
    for (let n = 0; n < 40; n += 1) await calls.record({ resource: `${n}` });
    await isFull;
    await calls.record({ resource: "one more" });
    expect(calls.outbound.requests).toHaveLength(max);
    openGate(acknowledged);
    await calls.advance(0);
    expect(calls.outbound.requests).toHaveLength(41);
  });

  test("does not wait for a dead endpoint forever", async () => {
    const calls = await openWebhookCalls(() => new Promise(() => undefined));
    const impatient: (() => void)[] = [];
    const clock = {
      ...calls.clock,
      now: () => calls.clock.now(),
      wake: (...args: Parameters<typeof calls.clock.wake>) => calls.clock.wake(...args),
      plan: (...args: Parameters<typeof calls.clock.plan>) => calls.clock.plan(...args),
      real: () => 0,
      after: (_ms: number, task: () => void) => {
        impatient.push(task);
        return () => undefined;
      },
    };
    const deliverer = calls.open(calls.outbound, clock);
    await deliverer.resume();
    await calls.record();
    const move = calls.advance(minutes(1));
    while (impatient.length === 0) await new Promise((next) => setImmediate(next));
    const ending = setInterval(() => impatient.shift()?.(), 0);
    await move;
    clearInterval(ending);
    expect(await calls.waiting()).toHaveLength(1);
  });
});
