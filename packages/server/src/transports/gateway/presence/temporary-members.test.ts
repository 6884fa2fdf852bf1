// People who joined by a temporary invite, and go offline.
import { afterEach, beforeEach, expect, test } from "vitest";
import { noBus, type Subscriber } from "../../../platform/bus.ts";
import { signIn, type GatewayClient } from "../../../testing/clients/gateway-client.ts";
import { aService, type TestService } from "../../../testing/start-service.ts";

const guild = "300000000000000001";
const role = "300000000000000011";
const carol = "100000000000000003";

const world = {
  clock: { now: "2026-11-21T00:00:00Z", frozen: true },
  users: [
    { id: "100000000000000001", username: "alice", token: "alice" },
    { id: carol, username: "carol", token: "carol" },
  ],
  applications: [
    {
      name: "Concierge",
      owner: "alice",
      commands: [{ name: "say", description: "Says it" }],
      command_permissions: [
        { id: "say", guild_id: guild, permissions: [{ type: 2, id: carol, permission: true }] },
      ],
    },
  ],
  guilds: [
    {
      id: guild,
      name: "Hall",
      owner: "alice",
      roles: [{ id: role, name: "guests" }],
      channels: [{ name: "general" }],
      applications: [{ application: "Concierge" }],
      invites: [
        { code: "visit", channel: "general", temporary: true },
        { code: "visitwithrole", channel: "general", temporary: true, roles: ["guests"] },
        { code: "stay", channel: "general" },
      ],
    },
  ],
};

let service: TestService;
const open: GatewayClient[] = [];

beforeEach(async () => {
  service = await aService({ world });
});

afterEach(async () => {
  for (const client of open.splice(0)) client.ws.terminate();
  await service.stop();
});

async function comes(): Promise<GatewayClient> {
  const { client } = await signIn(`${service.url.replace("http", "ws")}/gateway/`, {
    token: "carol",
    intents: 3,
  });
  open.push(client);
  return client;
}

const joins = (code: string) => service.asUser("carol", `POST /invites/${code}`, {});

async function isMember(): Promise<boolean> {
  const { status } = await service.asUser("alice", `GET /guilds/${guild}/members/${carol}`);
  return status === 200;
}

/** Closes a connection for good, and waits until the consequences are written. */
async function leaves(client: GatewayClient): Promise<void> {
  await client.leave(1000);
  await service.control("PATCH /clock", { advance: "PT1S" });
}

test("a temporary member without a role leaves when they go offline", async () => {
  const [first, second] = [await comes(), await comes()];
  await joins("visit");
  await leaves(first);
  expect(await isMember()).toBe(true);
  await leaves(second);
  expect(await isMember()).toBe(false);
});

test("a temporary member who leaves keeps no command permissions", async () => {
  const entries = async () =>
    (await service.control("GET /applications/Concierge")).at("command_permissions");
  const client = await comes();
  await joins("visit");
  expect(await entries()).toMatchObject([{ permissions: [{ type: 2 }] }]);
  await leaves(client);
  expect(await entries()).toBeUndefined();
});

test("a temporary member who was made the owner stays", async () => {
  const client = await comes();
  await joins("visit");
  const answer = await service.asUser("alice", `PATCH /guilds/${guild}`, { owner_id: carol });
  expect(answer.at("owner_id")).toBe(carol);
  await leaves(client);
  expect(await isMember()).toBe(true);
});

test("a temporary member whose connection was lost stays until it cannot be resumed", async () => {
  const client = await comes();
  await joins("visit");
  client.ws.terminate();
  await service.control("PATCH /clock", { advance: "PT4M" });
  expect(await isMember()).toBe(true);
  await service.control("PATCH /clock", { advance: "PT2M" });
  expect(await isMember()).toBe(false);
});

test.each([["visitwithrole"], ["stay"]])(
  "a member who came by the invite %s stays",
  async (code) => {
    const client = await comes();
    await joins(code);
    await leaves(client);
    expect(await isMember()).toBe(true);
  },
);

test("a temporary member with a new role stays, and one from an exported world leaves", async () => {
  await joins("visit");
  const exported = await service.control("GET /world");
  await service.control(`PATCH /members/${guild}/${carol}`, { roles: ["guests"] });
  await leaves(await comes());
  expect(await isMember()).toBe(true);
  await service.stop();
  service = await aService({ world: exported.body });
  await leaves(await comes());
  expect(await isMember()).toBe(false);
});

test("a temporary member who is online at another process stays until they go offline", async () => {
  await service.stop();
  const subscribers: Subscriber[] = [];
  const subscribe = (topic: string, receive: Subscriber) => {
    if (topic === "presence") subscribers.push(receive);
    return () => undefined;
  };
  const bus = { ...noBus, isShared: true, isUp: () => true, subscribe };
  service = await aService({ world, openBus: async () => bus });
  const online = { user: { id: carol }, status: "online", activities: [], client_status: {} };
  const shows = (presence: typeof online | null) => {
    for (const receive of subscribers) {
      receive({ changed: { userId: carol, presence, guildIds: [guild] } }, "another process");
    }
  };
  const client = await comes();
  await joins("visit");
  shows(online);
  await leaves(client);
  expect(await isMember()).toBe(true);
  const again = await comes();
  shows(null);
  await leaves(again);
  expect(await isMember()).toBe(false);
});
