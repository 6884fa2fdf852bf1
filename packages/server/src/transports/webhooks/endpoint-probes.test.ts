import { limits } from "@antechamber/contract";
import { afterEach, describe, expect, test } from "vitest";
import { applications } from "../../domains/applications/application.ts";
import { endpointCheck } from "../../domains/applications/endpoint-check.ts";
import { verifyKeyOf } from "../../platform/crypto.ts";
import type { OutboundRequest, OutboundResult } from "../../platform/outbound.ts";
import { replied } from "../../testing/network/scripted-outbound.ts";
import { acknowledged, openWebhookCalls, webhook } from "../../testing/calls/webhook-calls.ts";
import { isSignedBy } from "../../testing/network/webhook-receiver.ts";
import { probeEndpoints } from "./endpoint-probes.ts";

const stops: (() => Promise<void>)[] = [];
const interactions = "https://example.com/interactions";
const interval = limits.endpointProbes.value;

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function probing(answer: (request: OutboundRequest) => OutboundResult) {
  const calls = await openWebhookCalls(answer, { interactions_endpoint_url: interactions });
  const lines: object[] = [];
  const note = (line: object) => lines.push(line);
  const log = { warn: note, error: note } as never;
  const open = () => {
    const check = endpointCheck(calls.outbound);
    const probes = probeEndpoints({ ...calls, work: calls.work, check, log });
    stops.push(() => probes.stop());
    return probes;
  };
  await open().resume();
  return { ...calls, lines, openProbes: open };
}

describe("interaction endpoints", () => {
  test("are probed with a wrong signature from time to time, and stay while they refuse it", async () => {
    const calls = await probing(() => replied(401, {}));
    await calls.advance(interval - 1);
    expect(calls.outbound.requests).toEqual([]);
    await calls.advance(1);
    const urls = calls.outbound.requests.map(({ url }) => url);
    expect(urls.toSorted()).toEqual([interactions, webhook.url].toSorted());
    const key = verifyKeyOf(webhook.seed);
    expect(calls.outbound.requests.some((each) => isSignedBy(key, each))).toBe(false);
    await calls.advance(interval * 2);
    expect(calls.outbound.requests).toHaveLength(6);
    expect(await calls.application()).toMatchObject({
      interactions_endpoint_url: interactions,
      event_webhooks_url: webhook.url,
    });
  });

  test.each<[string, OutboundResult]>([
    ["are not there", { kind: "failed", reason: "refused" }],
    ["say nothing", { kind: "timedOut" }],
    ["fail", replied(500, {})],
  ])("stay while they %s", async (_, result) => {
    const calls = await probing(() => result);
    await calls.advance(interval);
    expect(await calls.application()).toMatchObject({ event_webhooks_url: webhook.url });
  });

  test("that accept it are removed visibly", async () => {
    const calls = await probing(() => acknowledged);
    await calls.news();
    await calls.advance(interval);
    expect(await calls.application()).toMatchObject({
      interactions_endpoint_url: null,
      event_webhooks_url: null,
      event_webhooks_status: 3,
    });
    const reason = "wrong signature accepted";
    const payloads = (await calls.news()).map(({ payload }) => payload);
    expect(payloads).toHaveLength(2);
    expect(payloads).toEqual(
      expect.arrayContaining([
        { application_id: webhook.application, endpoint: "interactions", reason },
        { application_id: webhook.application, endpoint: "events", reason },
      ]),
    );
    expect(calls.lines).toHaveLength(2);
  });

  test("that were replaced during the probe stay", async () => {
    const better = "https://example.com/better";
    const calls = await probing(() => acknowledged);
    const current = await calls.application();
    const check = {
      takesAnything: async () => {
        await calls.seed((tx) => {
          tx.put(applications, { ...current, event_webhooks_url: better });
        });
        return true;
      },
    };
    for (const stop of stops.splice(0)) await stop();
    const log = { warn: () => undefined, error: () => undefined } as never;
    const probes = probeEndpoints({ ...calls, work: calls.work, check, log });
    stops.push(() => probes.stop());
    await probes.resume();
    await calls.advance(interval);
    expect(await calls.application()).toMatchObject({ event_webhooks_url: better });
  });

  test("are probed once, however many processes there are", async () => {
    const calls = await probing(() => replied(401, {}));
    await calls.openProbes().resume();
    await calls.advance(interval);
    expect(calls.outbound.requests).toHaveLength(2);
  });

  test("are probed again after the clock was set back far", async () => {
    const calls = await probing(() => replied(401, {}));
    await calls.advance(-interval * 10);
    await calls.openProbes().resume();
    await calls.advance(interval);
    expect(calls.outbound.requests).toHaveLength(2);
  });
});
