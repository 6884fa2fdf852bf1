// The users of tokens: id tokens, claims, and what a token authorizes.
import { createHash, createPublicKey, verify } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeFor, exchangeCode, sendForm, tokensFor } from "../../testing/calls/oauth-calls.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await aService({ frozen: true });
});

afterAll(() => service.stop());

const asBearer = (token: string, route: string) => service.call(route, { auth: `Bearer ${token}` });

function parts(token: unknown) {
  const [head = "", claims = "", signature = ""] = String(token).split(".");
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
  return { head: read(head), claims: read(claims), signed: `${head}.${claims}`, signature };
}

describe("an ID token", () => {
  // Proves requirement 2.5 "Nonce"
  test("is signed with the published key for this client, sign-in and access token", async () => {
    const code = await codeFor(service, "openid", { nonce: "n-1" });
    const now = Math.floor(service.clock.now() / 1000);
    const answer = await exchangeCode(service, code);
    const { head, claims, signed, signature } = parts(answer.at("id_token"));
    const keys = await service.call("GET /oauth2/keys");
    const key = createPublicKey({ key: keys.at("keys", 0) as never, format: "jwk" });
    expect(head).toEqual({ alg: "RS256", typ: "JWT", kid: keys.at("keys", 0, "kid") });
    expect(verify("sha256", Buffer.from(signed), key, Buffer.from(signature, "base64url"))).toBe(
      true,
    );
    const hash = createHash("sha256")
      .update(String(answer.at("access_token")))
      .digest();
    expect(claims).toEqual({
      iss: service.url,
      sub: demo.bobId,
      aud: [demo.applicationId],
      iat: now,
      exp: now + 604_800,
      auth_time: now,
      at_hash: hash.subarray(0, 16).toString("base64url"),
      nonce: "n-1",
    });
  });

  test("keeps the time of the sign-in after a refresh", async () => {
    const first = await exchangeCode(service, await codeFor(service, "openid"));
    const signedInAt = parts(first.at("id_token")).claims["auth_time"];
    await service.clock.moveTo(service.clock.now() + 60_000);
    const refresh_token = String(first.at("refresh_token"));
    const second = await sendForm(service, "token", { grant_type: "refresh_token", refresh_token });
    const { claims } = parts(second.at("id_token"));
    expect(claims).toMatchObject({ auth_time: signedInAt, iat: Number(signedInAt) + 60 });
  });

  test("requires openid, and its key does not change", async () => {
    const first = await service.call("GET /oauth2/keys");
    expect(
      (await exchangeCode(service, await codeFor(service, "identify"))).body,
    ).not.toHaveProperty("id_token");
    expect((await service.call("GET /oauth2/keys")).body).toEqual(first.body);
    expect(JSON.stringify(first.body)).not.toContain("private");
  });
});

describe("the claims in userinfo", () => {
  test.each<[string, object]>([
    ["openid", {}],
    ["openid email", { email: "bob@example.com", email_verified: true }],
    ["openid identify", { preferred_username: "bob", nickname: null, locale: "de" }],
  ])("match the scopes %s", async (scope, more) => {
    const { access_token } = await tokensFor(service, scope);
    for (const route of ["GET /oauth2/userinfo", "POST /oauth2/userinfo"]) {
      const answer = await asBearer(access_token, route);
      expect([answer.status, answer.body]).toEqual([200, { sub: demo.bobId, ...more }]);
    }
  });

  test("require openid", async () => {
    const { access_token } = await tokensFor(service, "identify");
    expect((await asBearer(access_token, "GET /oauth2/userinfo")).status).toBe(403);
  });
});

describe("GET /oauth2/@me", () => {
  test("returns application, scopes and expiry, and the user with identify", async () => {
    const { access_token } = await tokensFor(service, "identify guilds");
    const answer = await asBearer(access_token, "GET /oauth2/@me");
    expect(answer.body).toMatchObject({
      application: { id: demo.applicationId, name: "Concierge", bot_public: true },
      scopes: ["identify", "guilds"],
      expires: new Date(service.clock.now() + 604_800_000).toISOString().replace("Z", "000+00:00"),
      user: { id: demo.bobId, username: "bob" },
    });
  });

  test("accepts any scope", async () => {
    const { access_token } = await tokensFor(service, "gdm.join");
    const answer = await asBearer(access_token, "GET /oauth2/@me");
    expect(answer.status).toBe(200);
    expect(answer.body).not.toHaveProperty("user");
  });

  test.each([
    ["a bot", `Bot ${demo.botToken}`],
    ["a signed-in user", demo.aliceToken],
    ["nobody", "Bearer x"],
  ])("refuses %s", async (_, auth) => {
    const { status, body } = await service.call("GET /oauth2/@me", { auth });
    expect([status, body]).toEqual([401, { message: "401: Unauthorized", code: 0 }]);
  });
});

describe("the vendor's SDK at startup", () => {
  test("can use its own version of the API", async () => {
    const auth = {
      authorization: `Bearer ${(await tokensFor(service, "openid sdk.social_layer")).access_token}`,
    };
    for (const path of ["/auth/fingerprint", "/oauth2/@me", "/gateway"]) {
      expect((await fetch(`${service.url}/api/v9${path}`, { headers: auth })).status).toBe(200);
    }
    const answer = await service.call("GET /auth/fingerprint");
    expect(answer.at("fingerprint")).toMatch(/^\d{17,19}\.\w{27}$/);
  });
});

describe("a user", () => {
  test("can list and revoke authorizations", async () => {
    const { refresh_token } = await tokensFor(service, "identify guilds");
    const own = await service.asUser(demo.bobToken, "GET /oauth2/tokens");
    expect(own.body).toMatchObject([
      { id: demo.applicationId, application: { name: "Concierge" } },
    ]);
    expect(own.at(0, "scopes")).toContain("guilds");
    const route = `DELETE /oauth2/tokens/${demo.applicationId}`;
    expect((await service.asUser(demo.bobToken, route)).status).toBe(204);
    expect((await service.asUser(demo.bobToken, route)).status).toBe(404);
    const refused = await sendForm(service, "token", {
      grant_type: "refresh_token",
      refresh_token,
    });
    expect(refused.at("error")).toBe("invalid_grant");
  });
});

test.each([
  ["openid-configuration", { id_token_signing_alg_values_supported: ["RS256"] }],
  ["oauth-authorization-server", { code_challenge_methods_supported: ["S256"] }],
])("the endpoints in the discovery document exist: %s", async (file, expected) => {
  const response = await fetch(`${service.url}/.well-known/${file}`);
  const document = (await response.json()) as Record<string, unknown>;
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(document).toMatchObject({ issuer: service.url, ...expected });
  for (const [name, value] of Object.entries(document)) {
    if (!/_endpoint$|_uri$/.test(name)) continue;
    const { status } = await fetch(String(value), { redirect: "manual" });
    expect([name, [200, 400, 401, 405].includes(status)]).toEqual([name, true]);
  }
});

// Proves requirement 5 "5: premium_type"
test("the real premium_type is only visible to a token with identify.premium", async () => {
  await service.control(`PATCH /users/${demo.bobId}`, { premium_type: 2 });
  const plain = await tokensFor(service, "identify");
  expect((await asBearer(plain.access_token, "GET /users/@me")).at("premium_type")).toBe(0);
  await service.control(`PATCH /applications/${demo.applicationId}`, {
    approved_scopes: ["identify.premium"],
  });
  const partner = await tokensFor(service, "identify identify.premium");
  expect((await asBearer(partner.access_token, "GET /users/@me")).at("premium_type")).toBe(2);
});
