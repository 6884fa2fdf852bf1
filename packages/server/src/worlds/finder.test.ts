import { describe, expect, test } from "vitest";
import { signIn } from "../testing/clients/gateway-client.ts";
import { demo } from "../testing/start-service.ts";
import { aServiceOfTest } from "../testing/service-of-test.ts";
import { aWorld, tokensOf, worldOf } from "../testing/worlds/many-worlds.ts";

describe("on the shared port a credential", () => {
  test("finds the one world that knows it, and the first world before all", async () => {
    const service = await aServiceOfTest();
    await aWorld(service, { from: { world: worldOf(1) } });
    await aWorld(service, { from: { world: worldOf(2) } });
    const idOf = async (auth: string) => (await service.call("GET /users/@me", { auth })).id;
    expect(await idOf(`Bot ${tokensOf(1).bot}`)).toBe(tokensOf(1).applicationId);
    expect(await idOf(`Bot ${tokensOf(2).bot}`)).toBe(tokensOf(2).applicationId);
    expect(await idOf(`Bot ${demo.botToken}`)).toBe(demo.applicationId);
    const bearer = await service.call("GET /oauth2/@me", { auth: `Bearer ${tokensOf(2).bearer}` });
    expect(bearer.at("application", "id")).toBe(tokensOf(2).applicationId);
  });

  test("that the first world has by now is its own, whoever was found by it before", async () => {
    const service = await aServiceOfTest();
    await aWorld(service, { from: { world: worldOf(1) } });
    const token = tokensOf(1).bearer;
    const ownerOf = async () =>
      (await service.call("GET /oauth2/@me", { auth: `Bearer ${token}` })).at("application", "id");
    expect(await ownerOf()).toBe(tokensOf(1).applicationId);
    const form = { token, user: "alice", application: "Concierge", scopes: ["identify"] };
    await service.control("POST /tokens", form);
    expect(await ownerOf()).toBe(demo.applicationId);
  });

  test("of a world that was closed is good no more", async () => {
    const service = await aServiceOfTest();
    await aWorld(service, { name: "one", from: { world: worldOf(1) } });
    await aWorld(service, { name: "two" });
    const statusOf = async () =>
      (await service.call("GET /users/@me", { auth: `Bot ${tokensOf(1).bot}` })).status;
    expect([await statusOf(), await statusOf()]).toEqual([200, 200]);
    await service.control("DELETE /worlds/one");
    expect(await statusOf()).toBe(401);
  });

  test("that two worlds have finds neither, until one of them is gone", async () => {
    const service = await aServiceOfTest();
    const auth = `Bot ${tokensOf(1).bot}`;
    await aWorld(service, { name: "one", from: { world: worldOf(1) } });
    expect((await service.call("GET /users/@me", { auth })).status).toBe(200);
    await aWorld(service, { name: "twin", from: { world: worldOf(1) } });
    expect((await service.call("GET /users/@me", { auth })).status).toBe(401);
    await service.control("DELETE /worlds/twin");
    expect((await service.call("GET /users/@me", { auth })).status).toBe(200);
    await service.control("DELETE /worlds/one");
    expect((await service.call("GET /users/@me", { auth })).status).toBe(401);
  });

  test("leads to the address of its own gateway", async () => {
    const service = await aServiceOfTest();
    const world = await aWorld(service, { from: { world: worldOf(1) } });
    const auth = `Bot ${tokensOf(1).bot}`;
    expect((await service.call("GET /gateway/bot", { auth })).at("url")).toBe(world.gateway);
    expect((await world.call("GET /gateway")).at("url")).toBe(world.gateway);
  });

  test("may stand in a path or in a body", async () => {
    const service = await aServiceOfTest();
    const world = await aWorld(service, { from: { world: worldOf(1) } });
    const { applicationId, bot, secret } = tokensOf(1);
    await world.call(`PUT /applications/${applicationId}/commands`, {
      auth: `Bot ${bot}`,
      body: [{ name: "ping", description: "Answers" }],
    });
    const { client } = await signIn(world.gateway, { token: bot, intents: 0 });
    const invoked = world.control("POST /users/alice/invoke", {
      application: "Concierge",
      channel: "general",
      command: "ping",
    });
    const { d } = await client.nextEvent("INTERACTION_CREATE");
    const { id, token } = d as { id: string; token: string };
    const answered = await service.call(`POST /interactions/${id}/${token}/callback`, {
      body: { type: 4, data: { content: "pong" } },
    });
    expect(answered.status).toBe(204);
    expect((await invoked).at("outcome")).toBe("replied");
    await client.leave(1000);
    const issued = await fetch(`${service.url}/api/v10/oauth2/token`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: applicationId,
        client_secret: secret,
        scope: "identify",
      }),
    });
    expect(issued.status).toBe(200);
  });
});
