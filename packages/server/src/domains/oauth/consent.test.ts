// Consent by a first-party client, and its webhook events to the application.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { consent, REDIRECT, sendForm, tokensFor } from "../../testing/calls/oauth-calls.ts";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

const world = {
  ...demoWorld,
  applications: (demoWorld.applications ?? []).map((each) => ({
    ...each,
    event_webhooks: {
      url: "http://127.0.0.1:9/events",
      types: ["APPLICATION_AUTHORIZED" as const, "APPLICATION_DEAUTHORIZED" as const],
    },
  })),
};

let service: TestService;

beforeEach(async () => {
  service = await aService({ world, frozen: true });
});

afterEach(() => service.stop());

/** The events that wait for the application's webhook. */
async function waitingEvents(): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const { tables } = await service.store.dump();
  return (tables["webhook_delivery"] ?? []) as { type: string; data: Record<string, unknown> }[];
}

const query = (more: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: demo.applicationId,
    response_type: "code",
    scope: "identify",
    redirect_uri: REDIRECT,
    ...more,
  }).toString();

describe("GET /oauth2/authorize", () => {
  test("returns application, user, bot and guilds", async () => {
    const answer = await service.asUser(
      demo.aliceToken,
      `GET /oauth2/authorize?${query({ scope: "bot identify" })}`,
    );
    expect(answer.body).toMatchObject({
      application: { id: demo.applicationId, name: "Concierge" },
      user: { id: demo.aliceId },
      bot: { id: demo.applicationId, bot: true },
      authorized: false,
      integration_type: 0,
      redirect_uri: REDIRECT,
      guilds: [{ id: demo.guildId, name: "Test Guild", mfa_level: 0 }],
    });
  });

  test("returns a guild as the place of an installation where nothing is installed", async () => {
    const answer = await service.asUser(demo.bobToken, `GET /oauth2/authorize?${query()}`);
    expect(answer.body).toMatchObject({ integration_type: 0 });
    expect(answer.body).not.toHaveProperty("guilds");
  });

  test("returns whether the user has authorized the scopes before", async () => {
    const ask = () => service.asUser(demo.bobToken, `GET /oauth2/authorize?${query()}`);
    expect((await ask()).at("authorized")).toBe(false);
    await consent(service, { scope: "identify" });
    expect((await ask()).at("authorized")).toBe(true);
  });

  test.each<[Record<string, string>, number, number]>([
    [{ client_id: "999" }, 404, 10002],
    [{ redirect_uri: "https://evil.example" }, 400, 50035],
    [{ scope: "nonsense" }, 400, 50035],
  ])("refuses an invalid request: %j", async (more, status, code) => {
    const answer = await service.asUser(demo.bobToken, `GET /oauth2/authorize?${query(more)}`);
    expect([answer.status, answer.at("code")]).toEqual([status, code]);
  });
});

describe("POST /oauth2/authorize", () => {
  const say = (body: object, more: Record<string, string> = {}, token: string = demo.aliceToken) =>
    service.asUser(token, `POST /oauth2/authorize?${query(more)}`, body);

  test("redirects with access_denied if the user refuses", async () => {
    const answer = await say({ authorize: false }, { state: "s" });
    const { searchParams } = new URL(String(answer.at("location")));
    expect([searchParams.get("error"), searchParams.get("state")]).toEqual(["access_denied", "s"]);
    expect(answer.at("url")).toBe(answer.at("location"));
    expect(await waitingEvents()).toEqual([]);
  });

  test("redirects with the error of an invalid request", async () => {
    const answer = await say({ authorize: true }, { scope: "nonsense" });
    expect(new URL(String(answer.at("location"))).searchParams.get("error")).toBe("invalid_scope");
  });

  test("requires a guild for an installation", async () => {
    const answer = await say({ authorize: true }, { scope: "bot" });
    expect([answer.status, Object.keys(answer.at("errors") as object)]).toEqual([
      400,
      ["guild_id"],
    ]);
  });

  test.each<[string, { as: string; body: object; status: number }]>([
    ["nowhere", { as: demo.aliceToken, body: { guild_id: "399999999999999999" }, status: 404 }],
    [
      "where the person manages nothing",
      { as: demo.bobToken, body: { guild_id: demo.guildId }, status: 403 },
    ],
  ])("refuses to install %s", async (_, { as, body, status }) => {
    await service.control(`PATCH /roles/300000000000000011`, { permissions: "0" });
    const answer = await say({ authorize: true, ...body }, { scope: "bot" }, as);
    expect(answer.status).toBe(status);
    expect(await waitingEvents()).toEqual([]);
  });
});

describe("the application receives an event", () => {
  test("about a consent, once for the same scopes", async () => {
    await tokensFor(service, "identify guilds");
    await tokensFor(service, "identify");
    expect(await waitingEvents()).toMatchObject([
      {
        type: "APPLICATION_AUTHORIZED",
        data: { user: { id: demo.bobId }, scopes: ["identify", "guilds"] },
      },
    ]);
    await tokensFor(service, "identify email");
    expect(await waitingEvents()).toHaveLength(2);
  });

  test("about an installation with its guild", async () => {
    await consent(
      service,
      { scope: "bot identify" },
      { as: demo.aliceToken, body: { guild_id: demo.guildId } },
    );
    expect(await waitingEvents()).toMatchObject([
      { data: { integration_type: 0, guild: { id: demo.guildId } } },
    ]);
  });

  // Proves requirement 5 "7: invalid_grant"
  // Proves requirement 7 "invalid_grant"
  test("about a revocation once, and not for a later refresh", async () => {
    const { access_token, refresh_token } = await tokensFor(service, "identify");
    await sendForm(service, "token/revoke", { token: access_token });
    await sendForm(service, "token/revoke", { token: access_token });
    const dead = await sendForm(service, "token", { grant_type: "refresh_token", refresh_token });
    expect(dead.at("error")).toBe("invalid_grant");
    expect((await waitingEvents()).map((each) => each.type)).toEqual([
      "APPLICATION_AUTHORIZED",
      "APPLICATION_DEAUTHORIZED",
    ]);
  });
});
