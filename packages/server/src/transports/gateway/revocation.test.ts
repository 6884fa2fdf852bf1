import { describe, expect, test } from "vitest";
import type { GatewayClient, ServerFrame } from "../../testing/clients/gateway-client.ts";
import { emittedFacts } from "../../testing/emitted-facts.ts";
import { aHall, hallIds, newsOf, type HallWorld } from "../../testing/worlds/hall-world.ts";

const { watcher, porter, carol } = hallIds;

const names = async (client: GatewayClient) => (await newsOf(client)).map(({ t }) => t);
const newEvents = async (client: GatewayClient) => (await newsOf(client)).map(({ t, d }) => [t, d]);

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
    const world = await aHall();
    const [client, other] = await Promise.all([world.join(token, 0), world.join("user-token-bob")]);
    await world.say(route, body);
    expect(await client.closed).toMatchObject({ code: 4004 });
    expect(await names(other)).not.toContain("USER_UPDATE");
  });
});

describe("a session that rests on an access token", () => {
  const loss = {
    t: "OAUTH2_TOKEN_REVOKE",
    d: { access_token: "carol-for-porter", application_id: porter },
  };

  const form = { token: "carol-for-porter", client_id: porter, client_secret: "porter-secret" };
  test.each([
    [
      "by its application",
      ({ service }: HallWorld) =>
        service.call("POST /oauth2/token/revoke", { body: new URLSearchParams(form) }),
    ],
    [
      "by the operator",
      ({ service }: HallWorld) => service.control("DELETE /tokens/carol-for-porter"),
    ],
  ])("receives the revoked token %s before it ends", async (_by, revoke) => {
    const world = await aHall();
    const facts = emittedFacts(world.service.store);
    const [client, own] = await Promise.all([
      world.join("Bearer carol-for-porter"),
      world.join("user-token-carol"),
    ]);
    expect((await revoke(world)).status).toBeLessThan(300);
    expect(await client.closed).toMatchObject({ code: 4004 });
    expect(client.frames.at(-1)).toMatchObject(loss);
    expect(await names(own)).toEqual([]);
    expect(JSON.stringify(facts.all)).not.toContain("carol-for-porter");
  });

  test("receives the token with which it was last resumed", async () => {
    const world = await aHall();
    const client = await world.join("Bearer carol-for-porter");
    const [{ d }] = client.frames.filter(({ t }) => t === "READY") as [ServerFrame];
    client.ws.terminate();
    await client.closed;
    const { session_id } = d as { session_id: string };
    const back = await world.resume("Bearer carol-for-porter", session_id, 1);
    await back.nextEvent("RESUMED");
    await world.say("DELETE /tokens/carol-for-porter");
    expect(await back.closed).toMatchObject({ code: 4004 });
    expect(back.frames.at(-1)).toMatchObject(loss);
  });
});

test("a user's sessions receive USER_UPDATE, including those of applications", async () => {
  const world = await aHall();
  const [own, acting, other] = await Promise.all([
    world.join("user-token-carol"),
    world.join("Bearer carol-for-porter"),
    world.join("user-token-bob"),
  ]);
  await world.say("PATCH /users/carol", { global_name: "Carol", email: "c@example.org" });
  const expected = [["USER_UPDATE", part({ id: carol, global_name: "Carol" })]];
  expect(await newEvents(own)).toEqual(expected);
  expect(await newEvents(acting)).toEqual(expected);
  expect(await newEvents(other)).toEqual([]);
});
