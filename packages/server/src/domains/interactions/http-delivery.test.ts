import { expect, test } from "vitest";
import { openInteractionCalls } from "../../testing/calls/interaction-calls.ts";
import { ids } from "../../testing/worlds/interaction-world.ts";
import { applications } from "../applications/application.ts";
import { answerInline, failPosting, claimDelivery } from "./http-delivery.ts";

const url = "https://example.com/interactions";

async function aPosting() {
  const calls = await openInteractionCalls({ application: { interactions_endpoint_url: url } });
  await calls.send();
  const facts = await calls.news();
  const sent = facts.find(({ name }) => name === "INTERACTION_POSTING");
  const payload = sent?.payload as { id: string; token: string; application_id: string };
  return { ...calls, payload, id: payload.id };
}

test("an interaction is taken for delivery once", async () => {
  const { work, payload } = await aPosting();
  expect(await work.transaction((ctx) => claimDelivery(ctx, payload))).toMatchObject({ url });
  expect(await work.transaction((ctx) => claimDelivery(ctx, payload))).toBeUndefined();
});

test("an interaction is not delivered if its application has removed the endpoint", async () => {
  const { work, payload, seed, store } = await aPosting();
  const [application] = await store.read((tx) => tx.find(applications));
  if (application === undefined) throw new Error("there is no application");
  await seed((tx) => tx.put(applications, { ...application, interactions_endpoint_url: null }));
  expect(await work.transaction((ctx) => claimDelivery(ctx, payload))).toBeUndefined();
});

const cause = { kind: "status", message: "It answered 500.", rule: "protocol" } as const;

test("a failed delivery fails the interaction unless it was answered", async () => {
  const { work, id, news, callback, payload } = await aPosting();
  await callback(payload, { type: 5 });
  await news();
  await work.transaction((ctx) => failPosting(ctx, id, cause));
  expect(await news()).toEqual([]);
  const other = await aPosting();
  await other.work.transaction((ctx) => failPosting(ctx, other.id, cause));
  expect(await other.news()).toMatchObject([
    { name: "INTERACTION_FAILURE", scope: { user_id: ids.bob }, payload: { reason_code: 1 } },
  ]);
});

test("an inline response after a callback has no effect", async () => {
  const { work, id, news, callback, payload } = await aPosting();
  await callback(payload, { type: 4, data: { content: "by route" } });
  await news();
  const value = { type: 4, data: { content: "inline" } } as const;
  const late = { reading: { ok: true, value }, files: [] } as const;
  await work.transaction((ctx) => answerInline(ctx, id, late));
  expect(await news()).toEqual([]);
});
