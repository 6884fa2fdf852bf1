// The events of permissions and of the command index, over real sockets.
import { afterEach, beforeEach, expect, test } from "vitest";
import { signIn, type GatewayClient } from "../../testing/clients/gateway-client.ts";
import {
  botAuth,
  ids,
  openPermissionWorld,
  type PermissionCalls,
} from "../../testing/worlds/permission-world.ts";
import { definedFields } from "../../platform/defined-fields.ts";

let world: PermissionCalls;
const clients: GatewayClient[] = [];

beforeEach(async () => {
  world = await openPermissionWorld();
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.ws.terminate();
  await world.service.stop();
});

async function session(token: string, intents?: number): Promise<GatewayClient> {
  const url = `${world.service.url.replace("http", "ws")}/gateway/`;
  const { client } = await signIn(url, { token, ...definedFields({ intents }) });
  clients.push(client);
  return client;
}

/** The permission and index events that the client received, after `settle`. */
function receivedBy(client: GatewayClient) {
  const words = /^(APPLICATION_COMMAND_PERMISSIONS_UPDATE|GUILD_APPLICATION_COMMAND_INDEX_UPDATE)$/;
  return client.frames.filter(({ t }) => words.test(t ?? "")).map(({ t, d }) => [t, d]);
}

/** Sends a heartbeat and waits for its acknowledgement, which follows all earlier frames. */
async function settle(client: GatewayClient): Promise<void> {
  client.send(1, null);
  await client.nextOp(11);
}

const entries = [{ id: ids.mods, type: 1, permission: true }];
const updated = (permissions: unknown) => [
  "APPLICATION_COMMAND_PERMISSIONS_UPDATE",
  { id: ids.ping, application_id: ids.application, guild_id: ids.guild, permissions },
];
const indexUpdated = ["GUILD_APPLICATION_COMMAND_INDEX_UPDATE", { guild_id: ids.guild }];

// Proves requirement 4.2 "Edit command permissions"
// Proves requirement 6 "Application Command Permissions Update"
test("editing permissions sends events to the application, even without intents, and to members", async () => {
  const bot = await session("MjAwMDAwMDAwMDAwMDAwMDAx.a.b", 0);
  const other = await session("MjAwMDAwMDAwMDAwMDAwMDAy.a.b", 1);
  const carol = await session("user-carol");
  const dave = await session("user-dave");
  await world.put(ids.ping, entries);
  await world.put(ids.ping, []);
  for (const client of [bot, other, carol, dave]) await settle(client);
  expect(receivedBy(bot)).toEqual([updated(entries), updated([])]);
  expect(receivedBy(carol)).toEqual([indexUpdated, indexUpdated]);
  expect([receivedBy(other), receivedBy(dave)]).toEqual([[], []]);
});

test("deleting a command sends its permissions as an empty list", async () => {
  await world.put(ids.ping, entries);
  const bot = await session("MjAwMDAwMDAwMDAwMDAwMDAx.a.b", 0);
  const carol = await session("user-carol");
  const path = `/applications/${ids.application}/commands/${ids.ping}`;
  await world.service.call(`DELETE ${path}`, { auth: botAuth });
  for (const client of [bot, carol]) await settle(client);
  expect(receivedBy(bot)).toEqual([updated([])]);
  expect(receivedBy(carol)).toEqual([indexUpdated]);
});

test("members receive one index update per change of a guild's commands", async () => {
  const carol = await session("user-carol");
  const base = `/applications/${ids.application}/guilds/${ids.guild}/commands`;
  const call = (route: string, body?: unknown) =>
    world.service.call(route, { auth: botAuth, ...definedFields({ body }) });
  const item = { name: "guild-ping", description: "A command" };
  await call(`POST ${base}`, item);
  await call(`PUT ${base}`, [item]);
  await call(`PATCH ${base}/${ids.guildPing}`, { description: "A command" });
  await settle(carol);
  expect(receivedBy(carol)).toEqual([]);
  await call(`PUT ${base}`, [item, { ...item, name: "more" }, { ...item, name: "still-more" }]);
  await call(`PATCH ${base}/${ids.guildPing}`, { description: "Better" });
  await call(`DELETE ${base}/${ids.guildPing}`);
  await call(`POST /applications/${ids.application}/commands`, { ...item, name: "global" });
  await settle(carol);
  expect(receivedBy(carol)).toEqual([indexUpdated, indexUpdated, indexUpdated]);
});
