import { afterEach, describe, expect, test } from "vitest";
import type { GatewayClient } from "../../testing/gateway-client.ts";
import { aHall, hallIds, newsOf, type HallWorld } from "../../testing/hall-world.ts";

const open: HallWorld[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((world) => world.close()));
});

async function aWorld(): Promise<HallWorld> {
  const world = await aHall();
  open.push(world);
  return world;
}

const { watcher, porter, carol } = hallIds;

const names = async (client: GatewayClient) => (await newsOf(client)).map(({ t }) => t);
const told = async (client: GatewayClient) => (await newsOf(client)).map(({ t, d }) => [t, d]);

const part = (fields: object): unknown => expect.objectContaining(fields);

describe("sessions end with 4004", () => {
  const acting = "Bearer carol-for-porter";
  const asCarol = "user-token-carol";
  test.each([
    {
      when: "a bot's token changes",
      token: "watcher",
      route: `PATCH /applications/${watcher}`,
      body: { bot: { token: "other" } },
    },
    { when: "an application goes", token: "porter", route: `DELETE /applications/${porter}` },
    {
      when: "a user is banned",
      token: asCarol,
      route: "PATCH /users/carol",
      body: { banned: true },
    },
    {
      when: "a user is banned for whom an application acts",
      token: acting,
      route: "PATCH /users/carol",
      body: { banned: true },
    },
    {
      when: "a user's token changes",
      token: asCarol,
      route: "PATCH /users/carol",
      body: { token: "new" },
    },
    { when: "a user goes", token: asCarol, route: "DELETE /users/carol" },
    {
      when: "an access token is taken back",
      token: acting,
      route: "DELETE /tokens/carol-for-porter",
    },
  ])("when $when", async ({ token, route, body }) => {
    const world = await aWorld();
    const [client, other] = await Promise.all([world.join(token, 0), world.join("user-token-bob")]);
    await world.say(route, body);
    expect(await client.closed).toMatchObject({ code: 4004 });
    expect(await names(other)).not.toContain("USER_UPDATE");
  });
});

test("a user's own sessions hear of a change of theirs, those of applications too", async () => {
  const world = await aWorld();
  const [own, acting, other] = await Promise.all([
    world.join("user-token-carol"),
    world.join("Bearer carol-for-porter"),
    world.join("user-token-bob"),
  ]);
  await world.say("PATCH /users/carol", { global_name: "Carol", email: "c@example.org" });
  const heard = [["USER_UPDATE", part({ id: carol, global_name: "Carol" })]];
  expect(await told(own)).toEqual(heard);
  expect(await told(acting)).toEqual(heard);
  expect(await told(other)).toEqual([]);
});
