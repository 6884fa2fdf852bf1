// Presences that games set for their players: an application acting for a user sets the user's
// presence, which others in the user's guilds receive.
import { limits } from "@antechamber/contract";
import { CloseCode, intentMask, type IntentName } from "@antechamber/contract/gateway";
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
beforeEach(async () => {
  world = await aGatewayWorld();
});

const guild_id = ids.firstGuild;
const activities = [{ name: "chess", type: 0 }];
const playing = { status: "dnd", activities, since: null, afk: false };
const created_at = expect.any(Number) as number;

async function aWatcher(...intents: readonly IntentName[]): Promise<GatewayClient> {
  const identify = { token: tokens.watcher, intents: intentMask(...intents) };
  return (await signIn(world.url, identify)).client;
}

async function aGame(more: object = {}) {
  return signIn(world.url, { token: `Bearer ${tokens.social}`, ...more }, "?v=9&encoding=json");
}

const presenceOf = (status: string) => ({
  guild_id,
  user: { id: ids.alice },
  status,
  activities: status === "offline" ? [] : activities.map((each) => ({ ...each, created_at })),
  client_status: status === "offline" ? {} : { desktop: status },
});
const nextPresence = async (watcher: GatewayClient) =>
  (await watcher.nextEvent("PRESENCE_UPDATE")).d;

/** What a client has been sent so far, up to the reply to its own request. */
async function untilNow(client: GatewayClient): Promise<readonly (string | null)[]> {
  client.send(8, { guild_id, user_ids: [ids.alice] });
  await client.nextEvent("GUILD_MEMBERS_CHUNK");
  return client.readReceived(({ t }) => t);
}

test("a player's presence is dispatched to others in their guilds from its first change to its end", async () => {
  const watcher = await aWatcher("GUILD_PRESENCES");
  const { client: game } = await aGame();
  game.send(3, playing);
  expect(await nextPresence(watcher)).toEqual(presenceOf("dnd"));
  await game.leave(1000);
  expect(await nextPresence(watcher)).toEqual(presenceOf("offline"));
  expect(await untilNow(watcher)).toEqual([
    "PRESENCE_UPDATE",
    "PRESENCE_UPDATE",
    "GUILD_MEMBERS_CHUNK",
  ]);
});

test.each(["json", "etf"])(
  "a player's presence reaches %s at any allowed depth; a deeper one closes the connection",
  async (encoding) => {
    const identify = { token: tokens.watcher, intents: intentMask("GUILD_PRESENCES") };
    const { client: watcher } = await signIn(world.url, identify, `?v=10&encoding=${encoding}`);
    const { client: game } = await aGame();
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
    // The frame, its data, the list of activities and the activity itself are levels too.
    const most = limits.jsonDepth.value - 4;
    const deep = (levels: number) => ({
      ...playing,
      activities: [{ name: "chess", type: 0, deep: nested(levels) }],
    });
    game.send(3, deep(most));
    expect(await nextPresence(watcher)).toMatchObject({ activities: [{ deep: nested(most) }] });
    game.send(3, deep(most + 1));
    expect((await game.closed).code).toBe(CloseCode.DecodeError);
  },
);

test("a player's presence may be part of IDENTIFY", async () => {
  const watcher = await aWatcher("GUILD_PRESENCES");
  await aGame({ presence: playing });
  expect(await nextPresence(watcher)).toEqual(presenceOf("dnd"));
});

test("a player's presence is part of GUILD_CREATE of small and large guilds", async () => {
  const { client: game } = await aGame();
  game.send(3, playing);
  await untilNow(game);
  const intents = intentMask("GUILDS", "GUILD_PRESENCES");
  const { guild_id: _, ...presence } = presenceOf("dnd");
  for (const userCount of [0, 60]) {
    await world.work.transaction(async ({ tx }) => {
      for (let i = 0; i < userCount; i += 1) {
        tx.put(members, aMember({ guild_id, user_id: `${BigInt(ids.alice) + 100n + BigInt(i)}` }));
      }
    });
    const { client } = await signIn(world.url, { token: tokens.watcher, intents });
    const { presences } = (await client.nextEvent("GUILD_CREATE")).d as { presences: object[] };
    expect(presences).toContainEqual(presence);
  }
});

test("a player's presence appears in guilds that they join and ends in those that they leave", async () => {
  const { client: game } = await aGame();
  game.send(3, playing);
  await untilNow(game);
  const intents = intentMask("GUILD_MEMBERS", "GUILD_PRESENCES");
  const { client: bot } = await signIn(world.url, { token: tokens.watcher, intents });
  const about = { ...aMember({ guild_id, user_id: ids.alice }), user: { id: ids.alice } };
  const inGuild = { kind: "guild", guild_id } as const;
  await world.emit("GUILD_MEMBER_REMOVE", inGuild, about);
  await bot.nextEvent("GUILD_MEMBER_REMOVE");
  game.send(3, { ...playing, status: "idle" });
  await untilNow(game);
  expect(await untilNow(bot)).toEqual(["GUILD_MEMBER_REMOVE", "GUILD_MEMBERS_CHUNK"]);
  await world.emit("GUILD_MEMBER_ADD", inGuild, about);
  await bot.nextEvent("GUILD_MEMBER_ADD");
  game.send(3, { ...playing, status: "online" });
  expect(await nextPresence(bot)).toEqual(presenceOf("online"));
});

test("a game receives nothing of its player's guilds, whatever it requests", async () => {
  const intents = intentMask("GUILDS", "GUILD_MEMBERS", "GUILD_PRESENCES", "GUILD_MESSAGES");
  const { client: game, ready } = await aGame({ intents });
  expect(ready.d).toMatchObject({ guilds: [] });
  await signIn(world.url, { token: tokens.concierge, intents: 0 });
  await world.say("hello");
  const gone = { guild_id, user: { id: ids.alice } };
  game.send(31, { guild_ids: [guild_id] });
  game.send(43, { guild_id, fields: ["status"] });
  game.send(4, { guild_id, channel_id: ids.general });
  game.send(8, { guild_id, query: "", limit: 0 });
  expect((await game.nextEvent("GUILD_MEMBERS_CHUNK")).d).toMatchObject({ members: [] });
  await world.emit("GUILD_MEMBER_REMOVE", { kind: "guild", guild_id }, gone);
  expect(await untilNow(game)).toEqual(["GUILD_MEMBERS_CHUNK", "GUILD_MEMBERS_CHUNK"]);
});
