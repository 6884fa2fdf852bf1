// A game with players, a guild with channels, and the events of sessions and of the game's webhook,
// for tests of messages between players.
import type { WorldFile } from "@antechamber/contract/control";
import { webhookEventTypes } from "@antechamber/contract/webhooks";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { webhookDeliveries } from "../../domains/webhooks/webhook.ts";
import { signIn, type GatewayClient } from "../clients/gateway-client.ts";
import { aService, demo, type TestService, type TestServiceOptions } from "../start-service.ts";

export { demo };

export const game = {
  /** Is in no guild. */
  carolId: "100000000000000003",
  /** Dan and Eve have provisional accounts. */
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
  /** Alice's token for another game. */
  rival: "bearer-rival",
  /** Alice's token with the scope for her name only. */
  narrow: "bearer-narrow",
} as const;

export type Player = keyof typeof tokens;

const playing = ["sdk.social_layer"];
const [guild] = demoWorld.guilds ?? [];
const [concierge] = demoWorld.applications ?? [];

/** Nothing listens there, so recorded events stay in the queue. */
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
  /** Creates a lobby of alice, who may link it, and bob, as the game's back end. @returns its id */
  aLobby(more?: object): Promise<string>;
  /** Opens a session of a player, which stays open until the test ends. */
  listen(player: Player): Promise<GatewayClient>;
  /** Opens a session of a first-party client. */
  listenAs(userToken: string): Promise<GatewayClient>;
  /** Types and data of the events queued for the game's webhook, the oldest first. */
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
