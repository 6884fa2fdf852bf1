// A guild that is changed while sessions are connected, over real sockets.
import { onTestFinished } from "vitest";
import { Opcode } from "@antechamber/contract/gateway";
import { dial, signIn, type GatewayClient, type ServerFrame } from "../clients/gateway-client.ts";
import { aServiceOfTest } from "../service-of-test.ts";
import type { TestService } from "../start-service.ts";
import { definedFields } from "../../platform/defined-fields.ts";

export const hallIds = {
  guild: "300000000000000001",
  watcher: "200000000000000001",
  porter: "200000000000000002",
  alice: "100000000000000001",
  bob: "100000000000000002",
  carol: "100000000000000003",
  mods: "300000000000000011",
  general: "300000000000000021",
  hidden: "300000000000000022",
  voice: "300000000000000023",
  category: "300000000000000024",
} as const;

const {
  guild: G,
  watcher,
  porter,
  alice,
  bob,
  carol,
  mods,
  general,
  hidden,
  voice,
  category,
} = hallIds;

const hall = {
  users: [
    { id: alice, username: "alice" },
    { id: bob, username: "bob" },
    { id: carol, username: "carol" },
  ],
  applications: [
    {
      id: watcher,
      name: "Watcher",
      bot: { token: "watcher", intents: ["GUILD_MEMBERS", "GUILD_PRESENCES", "MESSAGE_CONTENT"] },
    },
    { id: porter, name: "Porter", client_secret: "porter-secret", bot: { token: "porter" } },
  ],
  guilds: [
    {
      id: G,
      name: "Hall",
      owner: "alice",
      roles: [{ id: mods, name: "mods" }],
      channels: [
        { id: general, name: "general" },
        {
          id: hidden,
          name: "hidden",
          permission_overwrites: [{ id: G, deny: ["VIEW_CHANNEL"] }],
        },
        { id: voice, name: "voice", type: 2 },
        { id: category, name: "rooms", type: 4 },
        { name: "in rooms", parent_id: category },
      ],
      members: [{ user: "bob", roles: ["mods"] }],
      applications: [{ application: "Watcher" }],
    },
  ],
  access_tokens: [
    {
      token: "carol-for-porter",
      user: "carol",
      application: "Porter",
      scopes: ["sdk.social_layer"],
    },
  ],
};

export interface HallWorld {
  readonly service: TestService;
  /** Identifies, and receives the guilds. */
  join(token: string, intents?: number, more?: object): Promise<GatewayClient>;
  /** Resumes a session on a new connection. */
  resume(token: string, sessionId: string, sequence: number): Promise<GatewayClient>;
  /** Calls the control plane as the operator. */
  say(route: string, body?: unknown): Promise<void>;
}

/** Opens the world for one test: Watcher's bot is in the guild, Porter's is not. */
export async function aHall(): Promise<HallWorld> {
  const service = await aServiceOfTest({ world: hall });
  const clients: GatewayClient[] = [];
  onTestFinished(() => {
    for (const { ws } of clients) ws.terminate();
  });
  const url = `${service.url.replace("http", "ws")}/gateway/`;
  return {
    service,
    async join(token, intents, more = {}) {
      const options = definedFields({ intents });
      const { client, ready } = await signIn(url, { token, ...options, ...more });
      clients.push(client);
      const { guilds } = ready.d as { guilds: object[] };
      const isTold = intents === undefined || (intents & 1) !== 0;
      if (isTold) for (const _ of guilds) await client.nextEvent("GUILD_CREATE");
      return client;
    },
    async resume(token, sessionId, sequence) {
      const client = await dial(url);
      clients.push(client);
      client.send(Opcode.Resume, { token, session_id: sessionId, seq: sequence });
      return client;
    },
    async say(route, body) {
      const { status, text } = await service.control(route, body);
      if (status >= 300) throw new Error(`${route} was answered with ${status}: ${text}`);
    },
  };
}

/** The events that a session has received so far: sends a request, whose response comes after them. */
export async function newsOf(client: GatewayClient): Promise<ServerFrame[]> {
  const names: ServerFrame[] = [];
  client.send(8, { guild_id: "1", user_ids: [] });
  for (;;) {
    const frame = await client.next();
    if (frame.t === "GUILD_MEMBERS_CHUNK") return names;
    if (frame.t !== null) names.push(frame);
  }
}
