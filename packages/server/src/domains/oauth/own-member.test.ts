// The endpoint of the scope guilds.members.read over HTTP. Source: protocol: gateway-oauth-limits
// 5.12.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendForm, tokensFor } from "../../testing/calls/oauth-calls.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { demoWorld } from "../../control/world-file/demo-world.ts";

const ELSEWHERE = "300000000000000009";
const path = (guildId: string) => `GET /users/@me/guilds/${guildId}/member`;

let service: TestService;
let reads: string;

beforeAll(async () => {
  const elsewhere = { id: ELSEWHERE, name: "Elsewhere", owner: "alice" };
  const guilds = [...(demoWorld.guilds ?? []), elsewhere];
  service = await aService({ world: { ...demoWorld, guilds } });
  reads = `Bearer ${(await tokensFor(service, "guilds.members.read")).access_token}`;
});
afterAll(() => service.stop());

test("the scope allows reading the user's own full guild member", async () => {
  await service.control(`PATCH /members/${demo.guildId}/${demo.bobId}`, { nick: "Bobby" });
  const answer = await service.call(path(demo.guildId), { auth: reads });
  expect([answer.status, answer.body]).toMatchObject([
    200,
    {
      nick: "Bobby",
      roles: ["300000000000000011"],
      user: { id: demo.bobId, username: "bob" },
      pending: false,
    },
  ]);
  const own = await service.asUser(demo.bobToken, path(demo.guildId));
  expect(own.body).toEqual(answer.body);
});

test("a client credentials token reads the owner's guild member", async () => {
  const scope = "guilds.members.read";
  const granted = await sendForm(service, "token", { grant_type: "client_credentials", scope });
  const auth = `Bearer ${String(granted.at("access_token"))}`;
  const answer = await service.call(path(demo.guildId), { auth });
  expect(answer.at("user", "id")).toBe(demo.aliceId);
});

test.each([
  ["a guild that the person is not in", ELSEWHERE],
  ["a guild that does not exist", "399999999999999999"],
])("%s is unknown", async (_which, guildId) => {
  const answer = await service.call(path(guildId), { auth: reads });
  expect([answer.status, answer.body]).toEqual([404, { message: "Unknown Guild", code: 10_004 }]);
});

test.each<[string, () => Promise<string | undefined>, number, number]>([
  [
    "another scope",
    async () => (await tokensFor(service, "guilds identify")).access_token,
    403,
    50_026,
  ],
  ["the scope of the whole", async () => demo.accessToken, 403, 50_026],
  ["an invalid token", async () => "nonsense", 401, 0],
])("the endpoint refuses %s", async (_what, tokenOf, status, code) => {
  const answer = await service.call(path(demo.guildId), { auth: `Bearer ${await tokenOf()}` });
  expect([answer.status, answer.at("code")]).toEqual([status, code]);
});

test("the endpoint refuses bots, and requires a valid ID", async () => {
  const asBot = await service.asBot(path(demo.guildId));
  expect([asBot.status, asBot.at("code")]).toEqual([403, 20_001]);
  const answer = await service.call(path("x"), { auth: reads });
  expect([answer.status, answer.at("code")]).toEqual([400, 50_035]);
});

test("the member is unknown after the user left the guild", async () => {
  const { access_token } = await tokensFor(service, "guilds.members.read");
  await service.asUser(demo.bobToken, `DELETE /users/@me/guilds/${demo.guildId}`);
  const answer = await service.call(path(demo.guildId), { auth: `Bearer ${access_token}` });
  expect(answer.at("code")).toBe(10_004);
});
