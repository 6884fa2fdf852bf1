// A game with players, a guild with channels, and the events of sessions and of the game's webhook:
// for tests of what players write to one another.
import type { WorldFile } from "@antechamber/contract/control";
import { webhookEventTypes } from "@antechamber/contract/webhooks";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { webhookDeliveries } from "../../domains/webhooks/webhook.ts";
import { signIn, type GatewayClient } from "../gateway-client.ts";
import { aService, demo, type TestService, type TestServiceOptions } from "../start-service.ts";

export { demo };

export const game = {
  /** In no guild. */
  carolId: "100000000000000003",
  /** They have no accounts of their own. */
  danId: "100000000000000004",
  eveId: "100000000000000005",
  rivalId: "200000000000000002",
  secondId: "300000000000000023",
  lewdId: "300000000000000024",
  voiceId: demo.voiceId,
} as const;

const tokens = {
  alice: demo.accessToken,
  bob: "bearer-bob",
  carol: "bearer-carol",
  dan: "bearer-dan",
  eve: "bearer-eve",
  /** Alice in another game. */
  rival: "bearer-rival",
  /** Alice without the right to anything but her name. */
  narrow: "bearer-narrow",
} as const;

export type Player = keyof typeof tokens;

const playing = ["sdk.social_layer"];
const [guild] = demoWorld.guilds ?? [];
const [concierge] = demoWorld.applications ?? [];

/** Nobody listens there, so that what is recorded for it stays. */
const DEAD_URL = "http://127.0.0.1:9/events";

const gameWorld: WorldFile = {
  ...demoWorld,
  users: [
    ...(demoWorld.users ?? []),
    { id: game.carolId, username: "carol", token: "user-carol" },
    { id: game.danId, username: "dan", provisional: true },
    { id: game.eveId, username: "eve", provisional: true },
  ],
  applications: [
    {
      ...concierge,
      event_webhooks: {
        url: DEAD_URL,
        types: webhookEventTypes.filter((type) => /MESSAGE/.test(type)),
      },
    },
    { id: game.rivalId, name: "Rival", owner: "alice", bot: { token: "rival-bot" } },
  ],
  guilds: [
    {
      ...guild,
      channels: [
        ...(guild?.channels ?? []),
        { id: game.secondId, name: "second", type: 0 },
        { id: game.lewdId, name: "lewd", type: 0, nsfw: true },
      ],
    },
  ],
  access_tokens: [
    ...(demoWorld.access_tokens ?? []),
    { token: tokens.bob, user: "bob", application: "Concierge", scopes: playing },
    { token: tokens.carol, user: "carol", application: "Concierge", scopes: playing },
    { token: tokens.dan, user: "dan", application: "Concierge", scopes: playing },
    { token: tokens.eve, user: "eve", application: "Concierge", scopes: playing },
    { token: tokens.rival, user: "alice", application: "Rival", scopes: playing },
    { token: tokens.narrow, user: "alice", application: "Concierge", scopes: ["identify"] },
  ],
};

export interface Game {
  readonly service: TestService;
  /** Calls as a player, with the game's token. */
  as(player: Player, route: string, body?: unknown): ReturnType<TestService["call"]>;
  /** A lobby of alice, who may link it, and bob, by the game's back end. */
  aLobby(more?: object): Promise<string>;
  /** A session of a player, which is there until the game ends. */
  listen(player: Player): Promise<GatewayClient>;
  /** A session of a first-party client. */
  listenAs(userToken: string): Promise<GatewayClient>;
  /** Types and data of the events that wait for the game's webhook, the oldest first. */
  webhookEvents(): Promise<readonly { type: string; data: unknown; url: string | undefined }[]>;
  stop(): Promise<void>;
}

export async function aGame(options: TestServiceOptions = {}): Promise<Game> {
  const service = await aService({ world: gameWorld, frozen: true, ...options });
  const clients: GatewayClient[] = [];
  async function listenAs(token: string): Promise<GatewayClient> {
    const url = `${service.url.replace("http", "ws")}/gateway/`;
    const { client } = await signIn(url, { token });
    clients.push(client);
    return client;
  }
  return {
    service,
    as: (player, route, body) => service.call(route, { auth: `Bearer ${tokens[player]}`, body }),
    async aLobby(more = {}) {
      const members = [{ id: demo.aliceId, flags: 1 }, { id: demo.bobId }];
      return (await service.asBot("POST /lobbies", { members, ...more })).id;
    },
    listen: (player) => listenAs(`Bearer ${tokens[player]}`),
    listenAs,
    async webhookEvents() {
      const waiting = await service.store.read((tx) => tx.find(webhookDeliveries));
      return waiting.map(({ type, data, url }) => ({ type, data, url }));
    },
    async stop() {
      for (const client of clients) client.ws.close();
      await service.stop();
    },
  };
}
