// Counts of online users follow connects and disconnects, whatever was cached.
import { afterEach, beforeEach, expect, test } from "vitest";
import { signIn, type GatewayClient } from "../../../testing/clients/gateway-client.ts";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";

let service: TestService;
const open: GatewayClient[] = [];

beforeEach(async () => {
  service = await aService();
});

afterEach(async () => {
  for (const client of open.splice(0)) client.ws.terminate();
  await service.stop();
});

const comes = async (token: string, more: object = {}) => {
  const gateway = `${service.url.replace("http", "ws")}/gateway/`;
  open.push((await signIn(gateway, { token, ...more })).client);
};

test("guilds, the list of own guilds and invites count online members", async () => {
  const made = await service.asBot(`POST /channels/${demo.generalId}/invites`, {});
  const code = String(made.at("code"));
  const counts = async () => {
    const [guild, own, invite] = [
      await service.asBot(`GET /guilds/${demo.guildId}?with_counts=true`),
      await service.asBot("GET /users/@me/guilds?with_counts=true"),
      await service.asBot(`GET /invites/${code}?with_counts=true`),
    ];
    const members = guild.at("approximate_member_count");
    expect(members).toBeGreaterThan(1);
    expect([own.at(0, "approximate_member_count"), invite.at("approximate_member_count")]).toEqual([
      members,
      members,
    ]);
    return [
      guild.at("approximate_presence_count"),
      own.at(0, "approximate_presence_count"),
      invite.at("approximate_presence_count"),
    ];
  };
  expect(await counts()).toEqual([0, 0, 0]);
  await comes(demo.aliceToken);
  expect(await counts()).toEqual([1, 1, 1]);
  await comes(demo.bobToken, {
    presence: { status: "invisible", since: null, activities: [], afk: false },
  });
  expect(await counts()).toEqual([1, 1, 1]);
});
