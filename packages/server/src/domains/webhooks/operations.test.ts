import { limits } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import { EventWebhooksStatus } from "@antechamber/contract/webhooks";
import { describe, expect, test } from "vitest";
import { openWebhookCalls, webhook } from "../../testing/calls/webhook-calls.ts";
import { applications, webhooksStatusOf } from "../applications/application.ts";
import { countFailure } from "./dead-letter.ts";
import {
  claimDeliveries,
  releaseAll,
  releaseDelivery,
  settleDelivery,
  type Room,
  type Sending,
} from "./operations.ts";
import { beginProbes, removeEndpoint } from "./endpoint-verification.ts";
import { recordWebhookEvent } from "./outbox.ts";

const wide: Room = { free: 100, freeFor: () => 100, isSending: () => false };

async function queues(...resources: readonly string[]) {
  const calls = await openWebhookCalls(() => ({ kind: "timedOut" }));
  for (const [n, resource] of resources.entries()) await calls.record({ resource, data: { n } });
  const claim = (room: Partial<Room> = {}) =>
    calls.work.transaction((ctx) => claimDeliveries(ctx, { ...wide, ...room }));
  const settle = (sending: Sending | undefined, isAcknowledged: boolean) =>
    calls.work.transaction((ctx) =>
      settleDelivery(ctx, present(sending), {
        at: ctx.now,
        ms: 1,
        ...(isAcknowledged ? {} : { error: "The endpoint did not answer in time." }),
      }),
    );
  return { ...calls, claim, settle };
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("nothing was claimed");
  return value;
}

const dataOf = (sendings: readonly Sending[]) => sendings.map(({ delivery }) => delivery.data);

describe("a claim of events", () => {
  test("takes the oldest event of each queue once", async () => {
    const { claim } = await queues("a", "b", "a");
    expect(dataOf(await claim())).toEqual([{ n: 0 }, { n: 1 }]);
    expect(await claim()).toEqual([]);
  });

  test("takes no more events than there is capacity for", async () => {
    const { claim } = await queues("a", "b", "c", "d");
    expect(await claim({ freeFor: () => 0 })).toEqual([]);
    expect(await claim({ isSending: (queue) => !queue.endsWith(":c") })).toHaveLength(1);
    expect(await claim({ freeFor: () => 1 })).toHaveLength(1);
    expect(await claim({ free: 1 })).toHaveLength(1);
    expect(await claim()).toHaveLength(1);
  });

  test("expires, after which the old holder's result has no effect", async () => {
    const { claim, settle, advance, waiting } = await queues("a");
    const [late] = await claim();
    await advance(limits.eventClaim.value);
    const [second] = await claim();
    expect(second).toMatchObject({ attempt: 2 });
    expect(await settle(late, true)).toBe("gone");
    expect(await waiting()).toHaveLength(1);
    expect(await settle(second, true)).toBe("acknowledged");
    expect(await settle(second, true)).toBe("gone");
    expect(await waiting()).toEqual([]);
  });

  test("does not count an attempt if the event is released", async () => {
    const { claim, work } = await queues("a", "b");
    const [first] = await claim();
    await work.transaction((ctx) => releaseDelivery(ctx, present(first)));
    expect((await claim()).map(({ attempt }) => attempt)).toEqual([1]);
    await work.transaction(releaseAll);
    expect((await claim()).map(({ attempt }) => attempt)).toEqual([1, 1]);
  });
});

describe("a failed event", () => {
  test("is retried before later events in its queue", async () => {
    const { claim, settle, advance } = await queues("a", "a");
    const [first] = await claim();
    expect(await settle(first, false)).toBe("put off");
    expect(await claim()).toEqual([]);
    await advance(1000);
    expect(dataOf(await claim())).toEqual([{ n: 0 }]);
  });

  test("of a deleted application is removed", async () => {
    const { claim, seed, waiting, turns } = await queues("a", "b");
    await seed((tx) => tx.delete(applications, snowflakeKey(webhook.application)));
    expect(await claim()).toEqual([]);
    expect([await waiting(), await turns()]).toEqual([[], []]);
  });
});

test("for a deleted application, no event is recorded, counted or removed", async () => {
  const { work, store } = await openWebhookCalls(() => ({ kind: "timedOut" }));
  const application_id = "299999999999999999";
  const event = { type: "APPLICATION_AUTHORIZED", data: {}, resource: "x" } as const;
  await work.transaction(async (ctx) => {
    await recordWebhookEvent(ctx, { ...event, application_id });
    for (let n = 0; n < limits.eventFailures.value; n += 1) {
      await countFailure(ctx, { application_id, url: webhook.url });
    }
    const [application] = await ctx.tx.find(applications);
    const gone = { ...present(application), id: application_id };
    await removeEndpoint(ctx, { kind: "events", url: webhook.url, application: gone });
  });
  const stored = await store.read((tx) => tx.find(applications));
  expect(stored).toMatchObject([{ event_webhooks_url: webhook.url }]);
});

test("failures at a replaced URL do not count for the new one", async () => {
  const { work, seed, store } = await openWebhookCalls(() => ({ kind: "timedOut" }));
  const url = "https://new.example/";
  const count = (at: string, times: number) =>
    work.transaction(async (ctx) => {
      const failed = { application_id: webhook.application, url: at };
      for (let n = 0; n < times; n += 1) await countFailure(ctx, failed);
    });
  const status = async () => {
    const [application] = await store.read((tx) => tx.find(applications));
    return webhooksStatusOf(present(application));
  };
  const most = limits.eventFailures.value - 1;
  await count(webhook.url, most);
  const [before] = await store.read((tx) => tx.find(applications));
  await seed((tx) => tx.put(applications, { ...present(before), event_webhooks_url: url }));
  await count(webhook.url, 1);
  await count(url, most);
  expect(await status()).toBe(EventWebhooksStatus.ENABLED);
  await count(url, 1);
  expect(await status()).toBe(EventWebhooksStatus.DISABLED_BY_SERVICE);
});

test("the first endpoint checks start after a full interval", async () => {
  const { work, clock } = await openWebhookCalls(() => ({ kind: "timedOut" }));
  const first = await work.transaction(beginProbes);
  expect(first).toEqual({ probes: [], next: clock.now() + limits.endpointProbes.value });
  expect(await work.transaction(beginProbes)).toEqual(first);
});
