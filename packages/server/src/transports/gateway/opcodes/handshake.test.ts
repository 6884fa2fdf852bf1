import { intentMask } from "@antechamber/contract/gateway";
import { expect, test } from "vitest";
import { signIn } from "../../../testing/clients/gateway-client.ts";
import { aHall, hallIds, type HallWorld } from "../../../testing/worlds/hall-world.ts";

/** What a bot that requests GUILD_MESSAGES alone reads of a message, by the version it dials. */
async function readAt(world: HallWorld, version: string, token: string): Promise<unknown> {
  const url = `${world.service.url.replace("http", "ws")}/gateway/`;
  const intents = intentMask("GUILD_MESSAGES");
  const { client } = await signIn(url, { token, intents }, `?v=${version}&encoding=json`);
  await world.say("POST /users/bob/message", { channel: hallIds.general, content: "!ping" });
  const { d } = await client.nextEvent("MESSAGE_CREATE");
  client.ws.terminate();
  return (d as { content: unknown }).content;
}

test("a bot that may read content gets it without asking before version 10", async () => {
  const world = await aHall();
  expect(await readAt(world, "9", "watcher")).toBe("!ping");
  expect(await readAt(world, "10", "watcher")).toBe("");
});

test("a bot that may not read content gets none in version 9, and is not refused", async () => {
  const world = await aHall();
  await world.say(`PATCH /applications/${hallIds.watcher}`, {
    bot: { intents: ["GUILD_MEMBERS"] },
  });
  expect(await readAt(world, "9", "watcher")).toBe("");
});
