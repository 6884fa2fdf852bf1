// The presences of a bot whose shards set different ones: each applies in the guilds of its shard.
import { limits } from "@antechamber/contract";
import { intentMask } from "@antechamber/contract/gateway";
import { beforeEach, expect, test } from "vitest";
import { members } from "../../../domains/guilds/guild.ts";
import { signIn, type GatewayClient } from "../../../testing/clients/gateway-client.ts";
import {
  aGatewayWorld,
  ids,
  tokens,
  type GatewayWorld,
} from "../../../testing/worlds/gateway-world.ts";
import { aMember } from "../../../testing/records.ts";

let world: GatewayWorld;

async function openWorld(options: Parameters<typeof aGatewayWorld>[0] = {}): Promise<void> {
  world = await aGatewayWorld(options);
  const inSecond = aMember({ guild_id: ids.secondGuild, user_id: ids.watcher });
  await world.work.transaction(async ({ tx }) => tx.put(members, inSecond));
}

beforeEach(() => openWorld());

const presence = (status: string) => ({ status, activities: [], since: null, afk: false });

async function aShard(number: number, status: string): Promise<GatewayClient> {
  const identify = { token: tokens.concierge, intents: 0, shard: [number, 2] };
  return (await signIn(world.url, { ...identify, presence: presence(status) })).client;
}

async function aWatcher(): Promise<GatewayClient> {
  const intents = intentMask("GUILDS", "GUILD_PRESENCES");
  return (await signIn(world.url, { token: tokens.watcher, intents })).client;
}

/** Updates the bot's presence, and waits for the reply to a later request. */
async function say(shard: GatewayClient, guildId: string, status: string): Promise<void> {
  shard.send(3, presence(status));
  shard.send(31, { guild_ids: [guildId] });
  await shard.nextEvent("SOUNDBOARD_SOUNDS");
}

const nameOf = (guildId: string) => (guildId === ids.firstGuild ? "first" : "second");

/** The presences of the bot that a watcher was sent since the last call. */
async function heardBy(watcher: GatewayClient) {
  watcher.send(31, { guild_ids: [ids.firstGuild] });
  const received: (readonly [string, string])[] = [];
  for (;;) {
    const { t, d } = await watcher.next(({ op }) => op === 0);
    if (t === "SOUNDBOARD_SOUNDS") return received;
    if (t !== "PRESENCE_UPDATE") continue;
    const { guild_id, status } = d as { guild_id: string; status: string };
    received.push([nameOf(guild_id), status]);
  }
}

/** The bot's presence in the guilds that a new session is sent. */
async function shownTo(watcher: GatewayClient) {
  const statuses: Record<string, string | undefined> = {};
  for (let i = 0; i < 2; i += 1) {
    const { d } = await watcher.nextEvent("GUILD_CREATE");
    const { id, presences } = d as {
      id: string;
      presences: { user: { id: string }; status: string }[];
    };
    statuses[nameOf(id)] = presences.find(({ user }) => user.id === ids.concierge)?.status;
  }
  return statuses;
}

test("a shard's presence is dispatched and shown in its own guilds only", async () => {
  const watcher = await aWatcher();
  const first = await aShard(0, "idle");
  await aShard(1, "dnd");
  expect(await heardBy(watcher)).toEqual([
    ["first", "idle"],
    ["second", "dnd"],
  ]);
  expect(await shownTo(await aWatcher())).toEqual({ first: "idle", second: "dnd" });
  await say(first, ids.firstGuild, "online");
  expect(await heardBy(watcher)).toEqual([["first", "online"]]);
  watcher.send(8, { guild_id: ids.secondGuild, user_ids: [ids.concierge], presences: true });
  const { d: chunk } = await watcher.nextEvent("GUILD_MEMBERS_CHUNK");
  expect(chunk).toMatchObject({ presences: [{ status: "dnd" }] });
});

test("a shard that ends turns the bot offline in its guilds only", async () => {
  const watcher = await aWatcher();
  const [first, second] = [await aShard(0, "idle"), await aShard(1, "dnd")];
  await heardBy(watcher);
  await second.leave(1000);
  expect(await heardBy(watcher)).toEqual([["second", "offline"]]);
  expect(await shownTo(await aWatcher())).toEqual({ first: "idle", second: undefined });
  await first.leave(1000);
  expect(await heardBy(watcher)).toEqual([["first", "offline"]]);
});

test("a shard that changes too often is dispatched later, without delaying others", async () => {
  await openWorld({ limited: true });
  world.clock.freeze();
  const watcher = await aWatcher();
  const first = await aShard(0, "idle");
  await world.clock.moveTo(world.clock.now() + limits.concurrentIdentifies.windowMs);
  const second = await aShard(1, "idle");
  await heardBy(watcher);
  const { value, windowMs } = limits.presenceUpdates;
  for (let i = 0; i <= value; i += 1) {
    await say(first, ids.firstGuild, i % 2 === 0 ? "online" : "dnd");
  }
  expect(await heardBy(watcher)).toHaveLength(value);
  await say(second, ids.secondGuild, "dnd");
  expect(await heardBy(watcher)).toEqual([["second", "dnd"]]);
  await world.clock.moveTo(world.clock.now() + windowMs);
  await say(first, ids.firstGuild, "idle");
  expect(await heardBy(watcher)).toEqual([["first", "idle"]]);
});
