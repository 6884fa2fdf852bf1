// Endpoints declared as remembered are cached: a repeated request is answered without the store. A
// reply that depends on the time is never cached, so none of their replies do.
// Source: docs/decisions, "Answers are remembered".
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMemoryStore } from "../../../testing/memory-store.ts";
import type { Store } from "../../../platform/store.ts";
import {
  countingReads,
  prepareCacheable,
  cacheableEndpoints,
} from "../../../testing/calls/cacheable-calls.ts";
import { aService, type TestService } from "../../../testing/start-service.ts";

let store: Store;
let reads: () => number;
let service: TestService;
let callOf: Awaited<ReturnType<typeof prepareCacheable>>;

beforeAll(async () => {
  ({ store, reads } = countingReads(await aMemoryStore()));
  service = await aService({ store, frozen: true });
  callOf = await prepareCacheable(service);
});
afterAll(async () => {
  await service.stop();
  await store.close();
});

test("some endpoints are cached, all of them reads", () => {
  expect(cacheableEndpoints.length).toBeGreaterThan(15);
  expect(cacheableEndpoints.filter(({ method }) => method !== "GET")).toEqual([]);
});

test.each(cacheableEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s is answered from the cache without the store",
  async (_id, endpoint) => {
    const { route, auth } = callOf(endpoint);
    const first = await service.call(route, { auth });
    expect([route, first.status]).toEqual([route, 200]);
    const before = reads();
    const second = await service.call(route, { auth });
    expect([second.text, reads()]).toEqual([first.text, before]);
  },
);
