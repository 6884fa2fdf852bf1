// Pending interactions end when their application or user is removed.
import { intentMask } from "@antechamber/contract/gateway";
import { describe, expect, test } from "vitest";
import type { GatewayClient } from "../../testing/clients/gateway-client.ts";
import { aHall, hallIds, type HallWorld } from "../../testing/worlds/hall-world.ts";

const { watcher, general } = hallIds;
const hello = { type: 4, data: { content: "hello" } };
const unknownInteraction = { status: 404, body: { code: 10062, message: "Unknown interaction" } };
const unknownWebhook = { status: 404, body: { code: 10015, message: "Unknown Webhook" } };
const invalidToken = { status: 401, body: { code: 50027, message: "Invalid Webhook Token" } };

/** Bob uses a command. @returns the calls with its token, and the outcome */
async function used({ service }: HallWorld, bot: GatewayClient) {
  const outcome = service.control("POST /users/bob/invoke", {
    application: "Watcher",
    channel: general,
    command: "hush",
  });
  const { d } = await bot.nextEvent("INTERACTION_CREATE");
  const { id, token } = d as { id: string; token: string };
  const hook = `/webhooks/${watcher}/${token}`;
  return {
    outcome,
    answer: () => service.call(`POST /interactions/${id}/${token}/callback`, { body: hello }),
    followUp: () => service.call(`POST ${hook}`, { body: { content: "more" } }),
    original: () => service.call(`GET ${hook}/messages/@original`),
  };
}

describe.each([
  ["an application", "/applications/Watcher", unknownWebhook],
  ["a user", "/users/bob", invalidToken],
])("with %s", (_, path, closed) => {
  test("the tokens of answered interactions are deleted, and pending interactions fail", async () => {
    const world = await aHall();
    const { service } = world;
    const bot = await world.join("watcher", intentMask("GUILDS"));
    const command = { name: "hush", type: 1, description: "Answers." };
    const auth = "Bot watcher";
    await service.call(`POST /applications/${watcher}/commands`, { auth, body: command });
    const answered = await used(world, bot);
    expect((await answered.answer()).status).toBe(204);
    expect((await answered.outcome).body).toMatchObject({ outcome: "replied" });
    const pending = await used(world, bot);
    expect((await service.control(`DELETE ${path}`)).status).toBe(204);
    expect((await pending.outcome).body).toMatchObject({ outcome: "failed" });
    for (const { answer, followUp, original } of [answered, pending]) {
      expect(await answer()).toMatchObject(unknownInteraction);
      expect(await followUp()).toMatchObject(closed);
      expect(await original()).toMatchObject(closed);
    }
  });
});
