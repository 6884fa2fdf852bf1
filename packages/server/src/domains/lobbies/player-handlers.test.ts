// Permissions to call the players' endpoints, over HTTP.
import { afterEach, beforeEach, expect, test } from "vitest";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

const world = {
  ...demoWorld,
  access_tokens: [
    { token: "alice", user: "alice", application: "Concierge", scopes: ["sdk.social_layer"] },
    { token: "narrow", user: "bob", application: "Concierge", scopes: ["lobbies.write"] },
    { token: "none", user: "bob", application: "Concierge", scopes: ["identify"] },
    { token: "own", application: "Concierge", scopes: ["lobbies.write"] },
  ],
};
const [asBot, asUser] = [`Bot ${demo.botToken}`, demo.aliceToken];
const secret = { secret: "sesame" };

let service: TestService;

beforeEach(async () => {
  service = await aService({ world });
});

afterEach(() => service.stop());

test.each([
  ["the umbrella", "Bearer alice", 200, undefined],
  ["the scope itself", "Bearer narrow", 200, undefined],
  ["the bot", asBot, 200, undefined],
  ["another scope", "Bearer none", 403, 50_026],
  ["the application alone, as its owner", "Bearer own", 200, undefined],
  ["a person", asUser, 403, 20_002],
  ["nothing that is known", "Bearer guess", 401, 0],
])("joining with %s is accepted or refused", async (...row) => {
  const [, auth, status, code] = row;
  const answer = await service.call("PUT /lobbies", { auth, body: secret });
  expect([answer.status, answer.at("code")]).toEqual([status, code]);
});

test.each([
  ["leaving", "DELETE /lobbies/{id}/members/@me", asBot, 20_001],
  ["leaving with another scope", "DELETE /lobbies/{id}/members/%40me", "Bearer none", 50_026],
  ["changing many members", "POST /lobbies/{id}/members/bulk", "Bearer alice", 20_002],
])("%s is refused without the required token", async (...row) => {
  const [, route, auth, code] = row;
  const lobby = await service.call("PUT /lobbies", { auth: "Bearer alice", body: secret });
  const answer = await service.call(route.replace("{id}", lobby.id), {
    auth,
    ...(route.startsWith("POST") ? { body: [{ id: demo.bobId }] } : {}),
  });
  expect([answer.status, answer.at("code")]).toEqual([403, code]);
});

test("the bot sees the URL for a lobby's events, players do not", async () => {
  const joined = await service.call("PUT /lobbies", { auth: "Bearer alice", body: secret });
  const url = "https://example.com/events";
  const edited = await service.asBot(`PATCH /lobbies/${joined.id}`, {
    override_event_webhooks_url: url,
  });
  expect(edited.at("override_event_webhooks_url")).toBe(url);
  const again = await service.call("PUT /lobbies", { auth: "Bearer alice", body: secret });
  expect(again.body).not.toHaveProperty("override_event_webhooks_url");
  const byBot = await service.asBot("PUT /lobbies", secret);
  expect([byBot.at("override_event_webhooks_url"), byBot.at("members", 1, "id")]).toEqual([
    url,
    demo.applicationId,
  ]);
});

// Proves requirement 8 "create or join lobby"
test.each([
  ["production", 10],
  ["unapproved", 100],
] as const)("the %s limits allow %i joins", async (limits, count) => {
  await service.stop();
  service = await aService({ world, limits, frozen: true });
  const join = (auth: string) => service.call("PUT /lobbies", { auth, body: secret });
  for (let i = 0; i < count; i += 1) {
    if (i % 40 === 0) service.clock.restore({ ...service.clock.state(), frozenAt: later() });
    expect((await join("Bearer alice")).status).toBe(200);
  }
  expect((await join("Bearer alice")).status).toBe(429);
  // Until the application is approved, all its players share one bucket.
  expect((await join("Bearer narrow")).status).toBe(limits === "production" ? 200 : 429);

  /** An instant in the next window of the global rate limit. */
  function later() {
    return service.clock.now() + 1000;
  }
});
