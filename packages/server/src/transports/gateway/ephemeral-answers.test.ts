// An application receives its ephemeral messages as it receives direct messages.
import { intentMask } from "@antechamber/contract/gateway";
import { expect, test } from "vitest";
import type { GatewayClient } from "../../testing/clients/gateway-client.ts";
import { aHall, hallIds, newsOf, type HallWorld } from "../../testing/worlds/hall-world.ts";

const { watcher, general } = hallIds;

/** Uses a command, whose application sends a reply. */
async function used(world: HallWorld, bot: GatewayClient) {
  const asBot = { auth: "Bot watcher" };
  const command = { name: "hush", type: 1, description: "Answers one alone." };
  await world.service.call(`POST /applications/${watcher}/commands`, { ...asBot, body: command });
  const invoked = world.service.control("POST /users/alice/invoke", {
    application: "Watcher",
    channel: general,
    command: "hush",
  });
  const { d } = await bot.nextEvent("INTERACTION_CREATE");
  const { id, token } = d as { id: string; token: string };
  return {
    invoked,
    answer: (data: object) =>
      world.service.call(`POST /interactions/${id}/${token}/callback`, {
        body: { type: 4, data },
      }),
    original: `/webhooks/${watcher}/${token}/messages/@original`,
  };
}

const namesOf = async (client: GatewayClient) => (await newsOf(client)).map(({ t }) => t);

test("an ephemeral answer is dispatched under DIRECT_MESSAGES, without guild and member", async () => {
  const world = await aHall();
  const bot = await world.join("watcher", intentMask("DIRECT_MESSAGES"));
  const [elsewhere, others, stranger, alice] = await Promise.all([
    world.join("watcher", intentMask("DIRECT_MESSAGES"), { shard: [1, 2] }),
    world.join("watcher", intentMask("GUILDS", "GUILD_MESSAGES")),
    world.join("porter", intentMask("DIRECT_MESSAGES")),
    world.join("user-token-alice"),
  ]);
  const { invoked, answer, original } = await used(world, bot);
  await answer({ content: "psst", flags: 64 });
  await invoked;

  const { d } = await bot.nextEvent("MESSAGE_CREATE");
  expect(d).toMatchObject({
    channel_id: general,
    content: "psst",
    flags: 64,
    author: { id: watcher },
    application_id: watcher,
  });
  expect(d).not.toHaveProperty("guild_id");
  expect(d).not.toHaveProperty("member");

  await world.service.call(`PATCH ${original}`, { body: { content: "hush" } });
  const changed = await bot.nextEvent("MESSAGE_UPDATE");
  expect(changed.d).toMatchObject({ content: "hush", flags: 64 });
  expect(changed.d).not.toHaveProperty("guild_id");
  await world.service.call(`DELETE ${original}`);
  const { id } = d as { id: string };
  expect((await bot.nextEvent("MESSAGE_DELETE")).d).toEqual({ id, channel_id: general });

  const alone = ["MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"];
  const eventNames = await namesOf(alice);
  expect(eventNames.filter((name) => alone.includes(name ?? ""))).toEqual(alone);
  expect(await namesOf(others)).toEqual(["INTERACTION_CREATE"]);
  expect(await namesOf(elsewhere)).toEqual([]);
  expect(await namesOf(stranger)).toEqual([]);
});

test("a public answer is dispatched once, whatever other intents the session has", async () => {
  const world = await aHall();
  const bot = await world.join("watcher", intentMask("DIRECT_MESSAGES", "GUILD_MESSAGES"));
  const { invoked, answer } = await used(world, bot);
  await answer({ content: "hello" });
  await invoked;
  const events = await newsOf(bot);
  expect(events.map(({ t }) => t)).toEqual(["MESSAGE_CREATE"]);
  expect(events[0]?.d).toHaveProperty("guild_id");
});
