// Session tokens for simulated users, valid for an hour, over the wire.
import { limits } from "@antechamber/contract";
import { Opcode } from "@antechamber/contract/gateway";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sessionTokens } from "../../domains/users/session-tokens.ts";
import { dial, signIn, type GatewayClient } from "../../testing/clients/gateway-client.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;

beforeEach(async () => {
  service = await aService({ frozen: true });
});
afterEach(() => service.stop());

async function tokenOf(user: string): Promise<string> {
  const answer = await service.control(`POST /users/${user}/session`);
  expect([answer.status, Object.keys(answer.body as object)]).toEqual([
    201,
    ["token", "expires_at"],
  ]);
  return String(answer.at("token"));
}

const statusOf = async (token: string) => (await service.asUser(token, "GET /users/@me")).status;
const gateway = () => `${service.url.replace("http", "ws")}/gateway/`;

test("a client signs in with the token for an hour of the world's clock", async () => {
  const now = Date.parse(String((await service.control("GET /clock")).at("now")));
  const answer = await service.control("POST /users/alice/session");
  expect(Date.parse(String(answer.at("expires_at"))) - now).toBe(3_600_000);
  const token = String(answer.at("token"));
  expect((await service.asUser(token, "GET /users/@me")).id).toBe(demo.aliceId);
  await service.control("PATCH /clock", { advance: "PT59M59S" });
  expect(await statusOf(token)).toBe(200);
  await service.control("PATCH /clock", { advance: "PT1S" });
  expect(await statusOf(token)).toBe(401);
  expect(await statusOf(demo.aliceToken)).toBe(200);
});

/** Makes a client answer heartbeat requests, so that it stays connected when the clock is moved. */
function beating(client: GatewayClient): GatewayClient {
  client.ws.on("message", (bytes: Buffer) => {
    const { op } = JSON.parse(bytes.toString()) as { op: number };
    if (op === Opcode.Heartbeat) client.send(Opcode.Heartbeat, null);
  });
  return client;
}

test("its gateway session ends with it, and the user's own session continues", async () => {
  const token = await tokenOf("alice");
  const own = beating((await signIn(gateway(), { token: demo.aliceToken })).client);
  const client = beating((await signIn(gateway(), { token })).client);
  await service.control("PATCH /clock", { advance: "PT1H" });
  expect((await client.closed).code).toBe(4004);
  own.send(Opcode.Heartbeat, null);
  await own.nextOp(Opcode.HeartbeatAck);
  const again = await dial(gateway());
  again.send(Opcode.Identify, { token, properties: {} });
  expect((await again.closed).code).toBe(4004);
});

test("it is stored hashed, and never returned again", async () => {
  const token = await tokenOf("bob");
  const stored = JSON.stringify(await service.store.dump());
  expect(stored).not.toContain(token);
  const listed = await service.control("GET /tokens?q=bob");
  expect(listed.at("items", 0)).toMatchObject({ kind: "session", user: demo.bobId });
  expect(listed.text).not.toContain(token);
  expect((await service.control("GET /world")).text).not.toContain(token);
  await service.asUser(token, "GET /users/@me");
  const journal = (await service.control("GET /journal")).at("items") as { id: string }[];
  for (const { id } of journal) {
    expect((await service.control(`GET /journal/${id}`)).text).not.toContain(token);
  }
});

test("it ends with a ban, another token of the user, and their deletion", async () => {
  const banned = await tokenOf("bob");
  await service.control("PATCH /users/bob", { banned: true });
  expect(await statusOf(banned)).toBe(401);
  expect((await service.control("POST /users/bob/session")).status).toBe(401);
  await service.control("PATCH /users/bob", { banned: false });
  expect(await statusOf(banned)).toBe(401);
  const replaced = await tokenOf("bob");
  await service.control("PATCH /users/bob", { token: "another" });
  expect(await statusOf(replaced)).toBe(401);
  await service.control("POST /users", { username: "carol" });
  const token = await tokenOf("carol");
  await service.control("DELETE /users/carol");
  expect(await statusOf(token)).toBe(401);
  expect(await service.store.read((tx) => tx.count(sessionTokens))).toBe(0);
});

test("of too many tokens the oldest ends", async () => {
  const first = await tokenOf("alice");
  for (let i = 1; i < limits.sessionTokens.value; i += 1) await tokenOf("alice");
  expect(await statusOf(first)).toBe(200);
  await tokenOf("alice");
  expect(await statusOf(first)).toBe(401);
});

test("it is refused in production mode, for bots and for unknown users", async () => {
  expect((await service.control("POST /users/nobody/session")).at("code")).toBe(10013);
  expect((await service.control("POST /users/Concierge/session")).at("code")).toBe(20001);
  const production = await aService({ production: true });
  expect((await production.control("POST /users/alice/session")).status).toBe(403);
  await production.stop();
});
