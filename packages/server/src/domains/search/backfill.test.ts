// Older stores without a search index: their messages are indexed when the service starts.
import { afterEach, beforeEach, expect, test } from "vitest";
import { aMemoryStore } from "../../testing/memory-store.ts";
import type { Store } from "../../platform/store.ts";
import { aService, type TestService } from "../../testing/start-service.ts";
import { messages } from "../messages/message.ts";
import { searchDocuments } from "../messages/search-document.ts";
import { searchBackfills } from "./search.ts";

const guild = "300000000000000001";
const general = "300000000000000021";
const world = {
  clock: { now: "2026-06-01T00:00:00Z", frozen: true },
  users: [{ username: "alice", token: "alice" }],
  applications: [{ name: "Reader", bot: { token: "reader", intents: ["MESSAGE_CONTENT"] } }],
  guilds: [
    {
      id: guild,
      name: "Hall",
      owner: "alice",
      channels: [{ id: general, name: "general" }],
      members: [{ user: "alice" }, { user: "Reader" }],
      applications: [{ application: "Reader" }],
    },
  ],
};

/** More messages than are indexed in one transaction. */
const MANY = 1100;

let store: Store;
beforeEach(async () => {
  store = await aMemoryStore();
});
afterEach(() => store.close());

const search = (service: TestService) =>
  service.call(`GET /guilds/${guild}/messages/search?content=old`, { auth: "Bot reader" });

/** Makes a store with messages but without a search index. */
async function anOldStore(): Promise<void> {
  const service = await aService({ world, store });
  const body = { content: "old words" };
  const { id } = await service.call(`POST /channels/${general}/messages`, { auth: "alice", body });
  await service.stop();
  await store.transaction(async (tx) => {
    const [first] = await tx.find(messages);
    if (first === undefined) throw new Error("no message was kept");
    for (let i = 1; i < MANY; i += 1)
      tx.put(messages, { ...first, id: `${BigInt(id) + BigInt(i)}` });
    tx.delete(searchBackfills, "catch_up");
    for (const each of await tx.find(searchDocuments)) {
      tx.delete(searchDocuments, searchDocuments.key(each));
    }
  });
}

test("all messages from before the index are found after the backfill at the start", async () => {
  await anOldStore();
  const service = await aService({ store });
  await service.control("PATCH /clock", { advance: "PT1S" });
  const { status, body } = await search(service);
  expect(status).toBe(200);
  expect(body).toMatchObject({ total_results: MANY });
  await service.stop();
  const again = await aService({ store });
  expect((await search(again)).status).toBe(200);
  await again.stop();
});

test("a search answers 202 until the backfill is done", async () => {
  const service = await aService({ world, store });
  expect((await search(service)).status).toBe(200);
  await store.transaction(async (tx) =>
    tx.put(searchBackfills, { name: "catch_up", isDone: false }),
  );
  const { status, body } = await search(service);
  expect([status, body]).toMatchObject([202, { code: 110_000, documents_indexed: 0 }]);
  await service.stop();
});
