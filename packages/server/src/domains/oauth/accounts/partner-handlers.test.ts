import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { game, partnerCalls, type PartnerCalls } from "../../../testing/calls/partner-calls.ts";
import { aProvider, partner } from "../../../testing/worlds/partner-world.ts";
import { applicationOf } from "../../applications/operations.ts";
import { identify } from "./external-auth.ts";
import { externalIdentities } from "./external-identity.ts";
import { signInProvisionally } from "./provisional-tokens.ts";

let calls: PartnerCalls;
beforeEach(async () => {
  calls = await partnerCalls();
});
afterEach(() => calls.service.stop());

const publicGame = { client_id: partner.publicGameId, client_secret: null };
const userOf = (token: string) => calls.asPlayer(token, "GET /users/@me");

describe("an external credential", () => {
  test("gives a new player an account with its name, and a token for seven days", async () => {
    const idToken = calls.idToken({ claims: { preferred_username: "Pixel Queen" } });
    const answer = await calls.exchange({ external_auth_token: idToken });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      token_type: "Bearer",
      expires_in: 604_800,
      scope: "sdk.social_layer",
      scopes: ["sdk.social_layer"],
      expires_at_s: calls.service.clock.now() / 1000 + 604_800,
    });
    expect(String(answer.at("id_token")).split(".")).toHaveLength(3);
    const { body } = await userOf(String(answer.at("access_token")));
    expect(body).toMatchObject({ global_name: "Pixel Queen", flags: 1 << 23 });
    expect((body as { username: string }).username).toMatch(/^pixelqueen_[0-9]{6}$/);
  });

  // Proves requirement 9 "refresh for provisional accounts"
  test("gives a returning player the same account", async () => {
    const [first, again] = [await calls.signIn(), await calls.signIn()];
    const other = await calls.signIn({ claims: { sub: "player-2" } });
    expect(again.userId).toBe(first.userId);
    expect(other.userId).not.toBe(first.userId);
  });

  test("gives a different account in another application", async () => {
    const { userId } = await calls.signIn();
    const elsewhere = await calls.exchange(publicGame);
    const { id } = await userOf(String(elsewhere.at("access_token")));
    expect(id).not.toBe(userId);
  });

  test.each([
    ["STEAM_SESSION_TICKET", partner.steamTicket, "Gabe"],
    ["EPIC_ONLINE_SERVICES_ACCESS_TOKEN", partner.epicToken, null],
    ["UNITY_SERVICES_ID_TOKEN", partner.unityToken, null],
  ])("of type %s is looked up in those of the world file", async (type, token, name) => {
    const credential = { external_auth_type: type, external_auth_token: token };
    const answer = await calls.exchange(credential);
    expect(answer.status).toBe(200);
    expect(answer.at("refresh_token")).toBeUndefined();
    expect((await userOf(String(answer.at("access_token")))).at("global_name")).toBe(name);
  });

  test("can be a token issued by the game's own bot", async () => {
    const vouched = await calls.asGame("POST /partner-sdk/token/bot", { external_user_id: "x" });
    const token = String(vouched.at("access_token"));
    const answer = await calls.exchange({
      external_auth_type: "DISCORD_BOT_ISSUED_ACCESS_TOKEN",
      external_auth_token: token,
    });
    expect((await userOf(String(answer.at("access_token")))).id).toBe((await userOf(token)).id);
  });

  test("needs no client secret from the game's own bot, but does from another bot", async () => {
    const { gameId: client_id, gameBot } = partner;
    const external = { external_auth_type: "OIDC", external_auth_token: calls.idToken() };
    const send = async (auth: string, more: object = {}) => {
      const body = { client_id, ...external, ...more };
      const answer = await calls.service.call("POST /partner-sdk/token", { auth, body });
      return [answer.status, answer.at("code")];
    };
    expect(await send(`Bot ${gameBot}`)).toEqual([200, undefined]);
    expect(await send(`Bot ${gameBot}`, { client_secret: "wrong" })).toEqual([401, 530_007]);
    expect(await send(`Bot ${partner.publicGameBot}`)).toEqual([401, 530_007]);
    expect(await send("Bot nonsense")).toEqual([401, 0]);
    expect(await send("Bearer nonsense", game)).toEqual([200, undefined]);
  });

  // Proves requirement 9 "refresh for provisional accounts"
  test("gives a refresh token only for OIDC and a confidential client", async () => {
    const answer = await calls.exchange();
    const refreshed = await calls.form("POST /oauth2/token", {
      ...game,
      grant_type: "refresh_token",
      refresh_token: String(answer.at("refresh_token")),
    });
    expect([refreshed.status, refreshed.at("scope")]).toEqual([200, answer.at("scope")]);
    expect((await userOf(String(answer.at("access_token")))).status).toBe(401);
    expect((await userOf(String(refreshed.at("access_token")))).status).toBe(200);
    const ofPublic = await calls.exchange(publicGame);
    expect([ofPublic.status, ofPublic.at("refresh_token")]).toEqual([200, undefined]);
  });

  test("gives a token that expires by the service's clock", async () => {
    const { token } = await calls.signIn();
    const { clock } = calls.service;
    await clock.moveTo(clock.now() + 604_799_000);
    expect((await userOf(token)).status).toBe(200);
    await clock.moveTo(clock.now() + 1000);
    expect((await userOf(token)).status).toBe(401);
  });
});

describe("an external credential is refused", () => {
  const day = 86_400;
  const cases: readonly (readonly [string, readonly [number, number], () => object])[] = [
    ["of an unknown client", [404, 10_002], () => ({ client_id: "999999999999999999" })],
    ["with a wrong secret", [401, 530_007], () => ({ client_secret: "wrong" })],
    ["without a secret", [401, 530_007], () => ({ client_secret: null })],
    [
      "with a wrong secret of a public client",
      [401, 530_007],
      () => ({ ...publicGame, client_secret: "wrong" }),
    ],
    [
      "where the application has no provisional accounts",
      [403, 530_000],
      () => ({ client_id: partner.plainId, client_secret: partner.plainSecret }),
    ],
    [
      "of a child application",
      [403, 530_000],
      () => ({ client_id: partner.childId, client_secret: partner.childSecret }),
    ],
    ["that is not a token", [400, 530_020], () => ({ external_auth_token: "nonsense" })],
    ["that another key signed", [400, 530_020], () => ({ external_auth_token: forged() })],
    ["of an unknown key", [400, 530_020], () => idToken({}, { kid: "other" })],
    ["without an algorithm", [400, 530_020], () => idToken({}, { alg: "none" })],
    ["without a key id", [400, 530_027], () => idToken({}, { kid: undefined })],
    ["of another issuer", [400, 530_002], () => idToken({ iss: "https://evil.example.com" })],
    ["for another audience", [400, 530_003], () => idToken({ aud: ["someone-else"] })],
    ["that expired", [400, 530_001], () => idToken({ exp: now() })],
    ["that is too old", [400, 530_004], () => idToken({ iat: now() - 7 * day - 1 })],
    ["without a subject", [400, 530_020], () => idToken({ sub: undefined })],
    ["of the future", [400, 530_020], () => idToken({ iat: now() + 61 })],
    [
      "of a player who is not listed",
      [403, 50_025],
      () => ({ external_auth_type: "STEAM_SESSION_TICKET", external_auth_token: "FFFF" }),
    ],
    [
      "of another type than the listed one",
      [403, 50_025],
      () => ({
        external_auth_type: "APPLE_ID_TOKEN",
        external_auth_token: partner.steamTicket,
      }),
    ],
    [
      "of another Unity project",
      [400, 530_022],
      () => ({
        external_auth_type: "UNITY_SERVICES_ID_TOKEN",
        external_auth_token: partner.otherUnityToken,
      }),
    ],
    [
      "that the bot did not issue",
      [403, 50_025],
      () => ({
        external_auth_type: "DISCORD_BOT_ISSUED_ACCESS_TOKEN",
        external_auth_token: "nonsense",
      }),
    ],
    ["of an unknown type", [400, 50_035], () => ({ external_auth_type: "MYSPACE" })],
  ];

  const now = () => Math.floor(calls.service.clock.now() / 1000);
  const idToken = (claims: Record<string, unknown>, header: Record<string, unknown> = {}) => ({
    external_auth_token: calls.idToken({ claims, header }),
  });
  const forged = () => aProvider().idToken(calls.service.clock.now());

  test.each(cases)("%s", async (_case, expected, body) => {
    const answer = await calls.exchange(body());
    expect([answer.status, answer.at("code")]).toEqual(expected);
  });

  test("for a banned account", async () => {
    const { userId } = await calls.signIn();
    await calls.service.control(`PATCH /users/${userId}`, { banned: true });
    expect((await calls.exchange()).at("code")).toBe(530_017);
  });

  test("for an application without a provider", async () => {
    await calls.service.control(`PATCH /applications/${partner.gameId}`, { oidc: null });
    expect((await calls.exchange()).at("code")).toBe(530_008);
  });

  test("for a provider without usable keys", async () => {
    const jwks = { keys: [{ kty: "oct", k: "AAAA" }] };
    const oidc = { issuer: partner.issuer, client_ids: [partner.audience], jwks };
    await calls.service.control(`PATCH /applications/${partner.gameId}`, { oidc });
    expect((await calls.exchange()).at("code")).toBe(530_012);
  });
});

describe("a player identified by the game's bot", () => {
  const vouch = (body: object) => calls.asGame("POST /partner-sdk/token/bot", body);

  test("has an account with the preferred name", async () => {
    const answer = await vouch({ external_user_id: "x", preferred_global_name: "Xena" });
    const { body } = await userOf(String(answer.at("access_token")));
    expect(body).toMatchObject({ global_name: "Xena" });
    expect(answer.at("refresh_token")).toBeUndefined();
  });

  test("can be one who has an account by another identity", async () => {
    const { userId } = await calls.signIn();
    const answer = await vouch({ external_user_id: "x", provisional_user_id: userId });
    expect((await userOf(String(answer.at("access_token")))).id).toBe(userId);
    const again = await vouch({ external_user_id: "x" });
    expect((await userOf(String(again.at("access_token")))).id).toBe(userId);
  });

  test.each([
    ["of an unknown user", "999999999999999999"],
    ["of a full user", partner.aliceId],
  ])("cannot be given the account %s", async (_of, provisional_user_id) => {
    const answer = await vouch({ external_user_id: "x", provisional_user_id });
    expect([answer.status, answer.at("code")]).toEqual([404, 10_013]);
  });

  test("cannot be given a second account", async () => {
    const { userId } = await calls.signIn();
    const { userId: other } = await calls.signIn({ claims: { sub: "player-2" } });
    expect((await vouch({ external_user_id: "x", provisional_user_id: userId })).status).toBe(200);
    const answer = await vouch({ external_user_id: "x", provisional_user_id: other });
    expect([answer.status, answer.at("code")]).toEqual([400, 50_229]);
    expect((await vouch({ external_user_id: "x", provisional_user_id: userId })).status).toBe(200);
  });

  test("has at most ten identities", async () => {
    const { userId } = await calls.signIn();
    const more = (i: number) => vouch({ external_user_id: `id-${i}`, provisional_user_id: userId });
    for (let i = 0; i < 9; i++) expect((await more(i)).status).toBe(200);
    const answer = await more(9);
    expect([answer.status, answer.at("code")]).toEqual([400, 530_023]);
  });

  test("requires an application with provisional accounts", async () => {
    const auth = `Bot ${partner.plainBot}`;
    const body = { external_user_id: "x" };
    for (const route of ["token/bot", "provisional-accounts/unmerge/bot"]) {
      const answer = await calls.service.call(`POST /partner-sdk/${route}`, { auth, body });
      expect([answer.status, answer.at("code")]).toEqual([403, 530_000]);
    }
  });
});

describe("the name of an account", () => {
  const rename = (token: string, body: object) =>
    calls.asPlayer(token, "PATCH /users/@me/account", body);

  test("can be changed by the player while it is provisional", async () => {
    const { token, userId } = await calls.signIn();
    const answer = await rename(token, { global_name: "New" });
    expect(answer.body).toMatchObject({ id: userId, global_name: "New" });
    expect((await rename(token, {})).at("global_name")).toBe("New");
    expect((await rename(token, { global_name: null })).at("global_name")).toBeNull();
    expect((await rename(token, { global_name: "x".repeat(33) })).status).toBe(400);
  });

  test("requires the scope for a full account", async () => {
    const signed = await calls.signInAs(partner.aliceToken);
    const answer = await rename(String(signed.at("access_token")), { global_name: "New" });
    expect([answer.status, answer.at("code")]).toEqual([403, 50_026]);
    await calls.service.control("POST /tokens", {
      token: "named",
      user: "alice",
      application: "Game",
      scopes: ["account.global_name.update"],
    });
    expect((await rename("named", { global_name: "New" })).at("global_name")).toBe("New");
  });
});

test("an identity is stored once, and exported with the world", async () => {
  const { userId } = await calls.signIn();
  await calls.signIn();
  const { body: account } = await calls.service.control(`GET /users/${userId}`);
  const identities = await calls.service.store.read((tx) => tx.find(externalIdentities));
  expect(identities).toHaveLength(1);
  const { body } = await calls.service.control("GET /world");
  expect(body).toMatchObject({
    application_identities: [
      {
        user: (account as { username: string }).username,
        application: "Game",
        type: "OIDC",
        id: "player-1",
      },
    ],
  });
});

test("a provider's keys are fetched from its URL", async () => {
  const provider = aProvider("there");
  let requests = 0;
  const site = createServer((_request, response) => {
    requests += 1;
    response.end(JSON.stringify({ keys: [provider.jwk] }));
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const { port } = site.address() as AddressInfo;
  const jwks_uri = `http://127.0.0.1:${port}/keys`;
  const oidc = { issuer: partner.issuer, client_ids: [partner.audience], jwks_uri };
  await calls.service.control(`PATCH /applications/${partner.gameId}`, { oidc });
  const external_auth_token = provider.idToken(calls.service.clock.now());
  for (let i = 0; i < 3; i++) {
    expect((await calls.exchange({ external_auth_token })).status).toBe(200);
  }
  expect(requests).toBe(1);
  site.close();
  site.closeAllConnections();
});

describe("while a provider's keys are fetched", () => {
  const other = { issuer: "https://other.example.com", client_ids: [partner.audience] };
  const inline = aProvider();

  test.each([
    ["the game", "DELETE", undefined, [404, 10_002]],
    ["its secret", "PATCH", { client_secret: "another" }, [401, 530_007]],
    ["what tells of its provider", "PATCH", { oidc: null }, [400, 530_008]],
    ["the issuer", "PATCH", { oidc: { ...other, jwks: { keys: [inline.jwk] } } }, [400, 530_002]],
  ])("a change takes effect: %s", async (_what, method, change, refusal) => {
    const provider = aProvider("there");
    const at = `/applications/${partner.gameId}`;
    const { service } = calls;
    const answerLate = async (response: ServerResponse) => {
      await service.control(`${method} ${at}`, change);
      response.end(JSON.stringify({ keys: [provider.jwk] }));
    };
    const site = createServer((_request, response) => void answerLate(response));
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    const { port } = site.address() as AddressInfo;
    const jwks_uri = `http://127.0.0.1:${port}/keys`;
    const oidc = { issuer: partner.issuer, client_ids: [partner.audience], jwks_uri };
    await service.control(`PATCH ${at}`, { oidc });
    const external_auth_token = provider.idToken(service.clock.now());
    const answer = await calls.exchange({ external_auth_token });
    expect([answer.status, answer.at("code")]).toEqual(refusal);
    expect(await service.store.read((tx) => tx.find(externalIdentities))).toEqual([]);
    site.close();
    site.closeAllConnections();
  });

  test("the revocation of a bot-issued token takes effect", async () => {
    const body = { external_user_id: "x" };
    const answer = await calls.asGame("POST /partner-sdk/token/bot", body);
    const external_auth_token = String(answer.at("access_token"));
    const { work } = calls.service;
    const application = await work.read((ctx) => applicationOf(ctx, partner.gameId));
    const keys = { find: () => Promise.resolve(undefined) };
    const player = await identify({ work, keys }, application, {
      external_auth_type: "DISCORD_BOT_ISSUED_ACCESS_TOKEN",
      external_auth_token,
    });
    await calls.service.control(`DELETE /tokens/${external_auth_token}`);
    const acted = work.transaction((ctx) => player(ctx, application));
    await expect(acted).rejects.toMatchObject({ declaration: { name: "InvalidOauthToken" } });
  });
});

test("no account is created if no free username is found", async () => {
  const zeros = { bytes: (count: number) => new Uint8Array(count) };
  await calls.service.control("POST /users", { username: "player_000000" });
  const identity = { provider_type: "OIDC", provider_id: "x", external_id: "1" } as const;
  const signIn = calls.service.work.transaction(async (ctx) => {
    const application = await applicationOf(ctx, partner.gameId);
    return signInProvisionally(Object.assign(ctx, { random: zeros }), { application, identity });
  });
  await expect(signIn).rejects.toMatchObject({ declaration: { status: 503, code: 530_006 } });
});
