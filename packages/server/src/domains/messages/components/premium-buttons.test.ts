import { expect, test } from "vitest";
import { openInteractionCalls } from "../../../testing/calls/interaction-calls.ts";
import { ids } from "../../../testing/worlds/interaction-world.ts";
import {
  aMessageScene,
  codeOf,
  ids as places,
  leavesOf,
} from "../../../testing/calls/message-calls.ts";
import { skus } from "../../entitlements/sku.ts";

const gold = "500000000000000001";

const selling = (sku_id: string) => ({
  components: [{ type: 1, components: [{ type: 2, style: 6, sku_id }] }],
});

async function aShop() {
  const calls = await openInteractionCalls({});
  await calls.seed((tx) => {
    const sku = { id: gold, application_id: ids.application, type: 5, flags: 4 };
    tx.put(skus, { ...sku, name: "Gold", slug: "gold" });
  });
  return calls;
}

test("a button in an answer can only sell SKUs of the application", async () => {
  const calls = await aShop();
  const payload = await calls.aPing();
  const foreign = await calls.callback(payload, { type: 4, data: selling("999") });
  expect(leavesOf(foreign)).toEqual([
    "data.components.0.components.0.sku_id: BUTTON_COMPONENT_INVALID_SKU",
  ]);
  const own = await calls.callback(payload, { type: 4, data: selling(gold) });
  expect(codeOf(own)).toBeUndefined();
});

test("a button in an edit or follow-up can only sell SKUs of the application", async () => {
  const calls = await aShop();
  const payload = await calls.aPing();
  await calls.callback(payload, { type: 4, data: { content: "x" } });
  const refused = ["components.0.components.0.sku_id: BUTTON_COMPONENT_INVALID_SKU"];
  expect(leavesOf(await calls.editOriginal(payload, selling("999")))).toEqual(refused);
  expect(leavesOf(await calls.followUp(payload, selling("999")))).toEqual(refused);
  expect((await calls.editOriginal(payload, selling(gold))).status).toBe(200);
  expect((await calls.followUp(payload, selling(gold))).status).toBe(200);
});

test("a button can have any SKU if the application has none", async () => {
  const calls = await openInteractionCalls({});
  const payload = await calls.aPing();
  expect(codeOf(await calls.callback(payload, { type: 4, data: selling("999") }))).toBeUndefined();
});

test("a button in a bot's own message can only sell SKUs of the application", async () => {
  const { send, edit, seed } = await aMessageScene();
  await seed((tx) => {
    const sku = { id: gold, application_id: places.bot, type: 5, flags: 4 };
    tx.put(skus, { ...sku, name: "Gold", slug: "gold" });
  });
  const refused = ["components.0.components.0.sku_id: BUTTON_COMPONENT_INVALID_SKU"];
  expect(leavesOf(await send(selling("999")))).toEqual(refused);
  const sent = await send(selling(gold));
  expect(sent.status).toBe(200);
  expect(leavesOf(await edit(sent.body.id, selling("999")))).toEqual(refused);
  expect((await edit(sent.body.id, { content: "x" })).status).toBe(200);
});
