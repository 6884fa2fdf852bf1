// Tokens over HTTP: how they are issued, how long they live, and how they end.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  challengeOf,
  codeFor,
  consent,
  demoClient,
  exchangeCode,
  REDIRECT,
  formSender,
  sendForm,
  tokensFor,
  VERIFIER,
  type Fields,
} from "../../testing/calls/oauth-calls.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { jobs } from "../../platform/schedule/jobs.ts";
import { accessTokens } from "../applications/tokens.ts";
import { authorizationCodes, refreshTokens } from "./oauth.ts";

const PUBLIC_ID = "200000000000000002";
const OTHER = "200000000000000003";
const otherClient = `Basic ${btoa(`${OTHER}:other-secret`)}`;

const world = {
  ...demoWorld,
  applications: [
    ...(demoWorld.applications ?? []),
    {
      id: PUBLIC_ID,
      name: "Game",
      owner: "alice",
      public_client: true,
      client_secret: "game-secret",
      redirect_uris: ["http://127.0.0.1/callback", "mygame:/authorize/callback"],
      event_webhooks: {
        url: "http://127.0.0.1:9/events",
        types: ["APPLICATION_AUTHORIZED" as const, "APPLICATION_DEAUTHORIZED" as const],
      },
    },
    { id: OTHER, name: "Other", owner: "bob", client_secret: "other-secret" },
  ],
};

let service: TestService;

beforeEach(async () => {
  service = await aService({ world, frozen: true });
});

afterEach(() => service.stop());

const whoIs = (token: string) => service.call("GET /users/@me", { auth: `Bearer ${token}` });
const advance = (ms: number) => service.clock.moveTo(service.clock.now() + ms);
const refresh = (refresh_token: string, auth: string | null = demoClient, more: Fields = {}) =>
  formSender(service, auth)("token", { grant_type: "refresh_token", refresh_token, ...more });

const badCode = { error: "invalid_grant", error_description: 'Invalid "code" in request.' };
const badRefresh = {
  error: "invalid_grant",
  error_description: 'Invalid "refresh_token" in request',
};

describe("an authorization code", () => {
  // Proves requirement 4.3 "POST /oauth2/token"
  // Proves requirement 5 "8: lives of tokens"
  test("is exchanged for tokens that last seven days", async () => {
    const answer = await exchangeCode(service, await codeFor(service, "identify email"));
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^\w{43}$/) as string,
        token_type: "Bearer",
        expires_in: 604_800,
        refresh_token: expect.stringMatching(/^\w{43}$/) as string,
        scope: "identify email",
      },
    ]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const token = String(answer.at("access_token"));
    expect((await whoIs(token)).body).toMatchObject({
      id: demo.bobId,
      email: "bob@example.com",
      verified: true,
    });
    await advance(604_799_999);
    expect((await whoIs(token)).status).toBe(200);
    await advance(1);
    expect((await whoIs(token)).status).toBe(401);
  });

  test("expires after a hundred seconds", async () => {
    const [first, second] = [
      await codeFor(service, "identify"),
      await codeFor(service, "identify"),
    ];
    await advance(99_999);
    expect((await exchangeCode(service, first)).status).toBe(200);
    await advance(1);
    const late = await exchangeCode(service, second);
    expect([late.status, late.body]).toEqual([400, badCode]);
  });

  test("that is used twice revokes its tokens, even if refreshed", async () => {
    const code = await codeFor(service, "identify");
    const first = (await exchangeCode(service, code)).body as { refresh_token: string };
    const renewed = (await refresh(first.refresh_token)).body as {
      access_token: string;
      refresh_token: string;
    };
    const second = await exchangeCode(service, code);
    expect([second.status, second.body]).toEqual([400, badCode]);
    expect((await whoIs(renewed.access_token)).status).toBe(401);
    expect((await refresh(renewed.refresh_token)).body).toEqual(badRefresh);
  });

  test("is stored as a hash, like all of its tokens", async () => {
    const code = await codeFor(service, "identify openid");
    const { access_token, refresh_token } = (await exchangeCode(service, code)).body as Record<
      string,
      string
    >;
    const dump = JSON.stringify(await service.store.dump());
    for (const secret of [code, access_token, refresh_token]) expect(dump).not.toContain(secret);
  });

  test.each<[string, Fields, Fields, object]>([
    [
      "with another redirect",
      {},
      { redirect_uri: "http://127.0.0.1:5556/callback" },
      { error: "invalid_grant", error_description: 'Invalid "redirect_uri" in request.' },
    ],
    [
      "without its redirect",
      {},
      { redirect_uri: "" },
      { error: "invalid_request", error_description: 'Missing "redirect_uri" in request.' },
    ],
    [
      "with a verifier that nobody asked for",
      {},
      { code_verifier: VERIFIER },
      { error: "invalid_grant", error_description: 'Invalid "code_verifier" in request.' },
    ],
    [
      "without its verifier",
      { code_challenge: challengeOf(VERIFIER), code_challenge_method: "S256" },
      {},
      { error: "invalid_grant", error_description: 'Invalid "code_verifier" in request.' },
    ],
    [
      "with the wrong verifier",
      { code_challenge: challengeOf(VERIFIER), code_challenge_method: "S256" },
      { code_verifier: `${VERIFIER}x` },
      { error: "invalid_grant", error_description: 'Invalid "code_verifier" in request.' },
    ],
  ])(
    "is refused %s, and can still be used by its client",
    async (...[, requestedUri, sent, refusal]) => {
      const code = await codeFor(service, "identify", requestedUri);
      const answer = await exchangeCode(service, code, sent);
      expect([answer.status, answer.body]).toEqual([400, refusal]);
      const right = requestedUri["code_challenge"] === undefined ? {} : { code_verifier: VERIFIER };
      expect((await exchangeCode(service, code, right)).status).toBe(200);
    },
  );

  test("is refused for another application", async () => {
    const code = await codeFor(service, "identify");
    const fields = { grant_type: "authorization_code", code, redirect_uri: REDIRECT };
    const answer = await formSender(service, otherClient)("token", fields);
    expect([answer.status, answer.body]).toEqual([400, badCode]);
  });

  test("is refused if the user was banned in the meantime", async () => {
    const code = await codeFor(service, "identify");
    await service.control(`PATCH /users/${demo.bobId}`, { banned: true });
    expect((await exchangeCode(service, code)).body).toEqual(badCode);
  });

  test("is deleted a day later, together with expired tokens", async () => {
    await exchangeCode(service, await codeFor(service, "identify"));
    await advance(8 * 86_400_000);
    const counts = await service.store.read(async (tx) => [
      await tx.count(authorizationCodes),
      await tx.count(accessTokens),
      await tx.count(refreshTokens),
      await tx.count(jobs),
    ]);
    // Only the refresh token remains, which lives longer.
    expect(counts).toEqual([0, 0, 1, 0]);
  });
});

describe("a refresh token", () => {
  // Proves requirement 5 "8: lives of tokens"
  test("is exchanged for new tokens of the same scopes, which invalidates the old ones", async () => {
    const old = await tokensFor(service, "identify guilds");
    const answer = await refresh(old.refresh_token, demoClient, { scope: "identify" });
    expect(answer.body).toMatchObject({ scope: "identify guilds", expires_in: 604_800 });
    expect((await whoIs(old.access_token)).status).toBe(401);
    expect((await whoIs(String(answer.at("access_token")))).status).toBe(200);
    const again = await refresh(old.refresh_token);
    expect([again.status, again.body]).toEqual([400, badRefresh]);
  });

  // Proves requirement 5 "8: lives of tokens"
  test("remains valid longer than its access token", async () => {
    const { refresh_token } = await tokensFor(service, "identify");
    await advance(100 * 86_400_000);
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  test("also renews the ID token with openid", async () => {
    const { refresh_token } = await tokensFor(service, "openid");
    expect((await refresh(refresh_token)).at("id_token")).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test.each([
    ["another application's", otherClient, 400, badRefresh],
    ["nobody's", `Basic ${btoa(`${OTHER}:wrong`)}`, 401, { error: "invalid_client" }],
  ])("is refused from %s client", async (_, auth, status, refusal) => {
    const { refresh_token } = await tokensFor(service, "identify");
    const answer = await refresh(refresh_token, auth);
    expect([answer.status, answer.body]).toEqual([status, refusal]);
    expect((await refresh(refresh_token)).status).toBe(200);
  });
});

describe("client credentials", () => {
  const ask = (scope: string, auth: string | null = demoClient) =>
    formSender(service, auth)("token", { grant_type: "client_credentials", scope });

  test("give a token of the owner, without a refresh token", async () => {
    const answer = await ask("identify connections");
    expect(answer.body).toEqual({
      access_token: expect.any(String) as string,
      token_type: "Bearer",
      expires_in: 604_800,
      scope: "identify connections",
    });
    const me = await whoIs(String(answer.at("access_token")));
    expect(me.id).toBe(demo.aliceId);
  });

  // Proves requirement 5 "2: client credentials"
  test("are required to edit commands", async () => {
    const token = String((await ask("applications.commands.update")).at("access_token"));
    const route = `GET /applications/${demo.applicationId}/commands`;
    expect((await service.call(route, { auth: `Bearer ${token}` })).status).toBe(200);
    const denied = await consent(service, { scope: "applications.commands.update" });
    expect(denied.searchParams.get("error")).toBe("invalid_scope");
  });

  test.each([
    "",
    "nonsense",
    "bot",
    "applications.commands",
    "identify lobbies.write",
    "webhook.incoming",
  ])("are refused for the scopes %j", async (scope) => {
    const answer = await ask(scope);
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        error: "invalid_scope",
        error_description: "The requested scope is invalid, unknown, or malformed.",
      },
    ]);
  });

  test("of a team's application allow fewer scopes, unless more are approved", async () => {
    await service.control("POST /teams", { name: "Crew", owner: "alice" });
    const about = { name: "Crewed", team: "Crew", client_secret: "crew-secret" };
    const { id } = await service.control("POST /applications", about);
    const crew = `Basic ${btoa(`${id}:crew-secret`)}`;
    const answer = await ask("identify applications.commands.update", crew);
    expect([answer.status, answer.at("scope")]).toEqual([
      200,
      "identify applications.commands.update",
    ]);
    const refused = await ask("identify connections", crew);
    expect([refused.status, refused.at("error")]).toEqual([400, "invalid_scope"]);
    await service.control(`PATCH /applications/${id}`, { approved_scopes: ["connections"] });
    expect((await ask("identify connections", crew)).status).toBe(200);
  });

  test("are required from public clients, too", async () => {
    const fields = { grant_type: "client_credentials", scope: "identify", client_id: PUBLIC_ID };
    expect((await formSender(service, null)("token", fields)).status).toBe(401);
    const named = { ...fields, client_secret: "game-secret" };
    expect((await formSender(service, null)("token", named)).status).toBe(200);
  });

  test("can revoke only their own token", async () => {
    const own = String((await ask("identify")).at("access_token"));
    const answer = await sendForm(service, "token/revoke", { token: own });
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect((await whoIs(own)).status).toBe(401);
    const authorization = await service.call("GET /oauth2/@me", {
      auth: `Bearer ${demo.accessToken}`,
    });
    expect(authorization.status).toBe(200);
  });
});

describe("a public client", () => {
  const params = {
    client_id: PUBLIC_ID,
    scope: "identify",
    code_challenge: challengeOf(VERIFIER),
    code_challenge_method: "S256",
  };
  const codeOf = async (more: Fields = {}) =>
    (await consent(service, { ...params, ...more })).searchParams.get("code") ?? "";

  test("requires a PKCE verifier instead of a secret", async () => {
    const code = await codeOf();
    const form = {
      grant_type: "authorization_code",
      client_id: PUBLIC_ID,
      code,
      redirect_uri: REDIRECT,
    };
    const without = await formSender(service, null)("token", form);
    expect([without.status, without.body]).toEqual([401, { error: "invalid_client" }]);
    const answer = await formSender(service, null)("token", { ...form, code_verifier: VERIFIER });
    expect(answer.status).toBe(200);
    const renewed = await refresh(String(answer.at("refresh_token")), null, {
      client_id: PUBLIC_ID,
    });
    expect(renewed.status).toBe(200);
    const token = String(renewed.at("access_token"));
    const revoked = await formSender(service, null)("token/revoke", {
      token,
      client_id: PUBLIC_ID,
    });
    expect(revoked.status).toBe(200);
    expect((await whoIs(token)).status).toBe(401);
  });

  test.each(["discord-200000000000000002:/authorize/callback", "mygame:/authorize/callback"])(
    "can use a custom scheme for the redirect: %s",
    async (redirect_uri) => {
      const code = await codeOf({ redirect_uri });
      const form = { grant_type: "authorization_code", client_id: PUBLIC_ID, redirect_uri, code };
      const answer = await formSender(service, null)("token", { ...form, code_verifier: VERIFIER });
      expect(answer.status).toBe(200);
    },
  );
});

describe("revoking any token of a user", () => {
  test.each(["access_token", "refresh_token"] as const)("revokes all of them: %s", async (kind) => {
    const first = await tokensFor(service, "identify");
    const second = await tokensFor(service, "identify");
    const answer = await sendForm(service, "token/revoke", { token: first[kind] });
    expect([answer.status, answer.body]).toEqual([200, {}]);
    for (const { access_token, refresh_token } of [first, second]) {
      expect((await whoIs(access_token)).status).toBe(401);
      expect((await refresh(refresh_token)).body).toEqual(badRefresh);
    }
    const own = await service.asUser(demo.bobToken, "GET /oauth2/tokens");
    expect(own.body).toEqual([]);
  });

  test("by another application has no effect, and an unknown token is no error", async () => {
    const { access_token } = await tokensFor(service, "identify");
    for (const token of [access_token, "nonsense"]) {
      const answer = await formSender(service, otherClient)("token/revoke", { token });
      expect([answer.status, answer.body]).toEqual([200, {}]);
    }
    expect((await whoIs(access_token)).status).toBe(200);
  });
});
