// A certified OpenID Connect client, unmodified, with the service as its provider.
import * as oidc from "openid-client";
import { afterEach, expect, test } from "vitest";
import { demoWorld } from "../../packages/server/src/control/world-file/demo-world.ts";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const REDIRECT = "http://127.0.0.1:5999/callback";
const world = {
  ...demoWorld,
  users: demoWorld.users?.map((user) => ({
    ...user,
    email: `${user.username}@example.com`,
    verified: true,
  })),
};

async function aProvider() {
  const service = await aService({ world });
  cleanups.push(() => service.stop());
  const config = await oidc.discovery(
    new URL(service.url),
    demo.applicationId,
    demo.clientSecret,
    oidc.ClientSecretBasic(demo.clientSecret),
    // oxlint-disable-next-line typescript/no-deprecated -- Deprecated only to stand out; this is loopback.
    { execute: [oidc.allowInsecureRequests] },
  );
  return { service, config };
}

/** The URL to which the provider redirects a user who answers the consent page. */
async function answered(service: TestService, address: URL, authorize = true): Promise<URL> {
  const answer = await service.asUser(demo.aliceToken, `POST /oauth2/authorize${address.search}`, {
    authorize,
  });
  return new URL(String(answer.at("location") ?? answer.at("url")));
}

// Proves requirement 4.3 "POST /oauth2/token"
test("a client uses discovery, a code with PKCE, the ID token, userinfo, refresh and revocation", async () => {
  const { service, config } = await aProvider();
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const [expectedState, expectedNonce] = [oidc.randomState(), oidc.randomNonce()];
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope: "openid identify email",
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
  });
  expect(address.origin).toBe(service.url);

  const back = await answered(service, address);
  const tokens = await oidc.authorizationCodeGrant(config, back, {
    pkceCodeVerifier,
    expectedState,
    expectedNonce,
    idTokenExpected: true,
  });
  expect(tokens.claims()).toMatchObject({
    iss: config.serverMetadata().issuer,
    sub: demo.aliceId,
    nonce: expectedNonce,
  });
  const person = await oidc.fetchUserInfo(config, tokens.access_token, demo.aliceId);
  expect(person).toMatchObject({
    sub: demo.aliceId,
    email: "alice@example.com",
    preferred_username: "alice",
  });

  const refreshed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? "");
  expect(refreshed.access_token).not.toBe(tokens.access_token);
  await expect(oidc.refreshTokenGrant(config, tokens.refresh_token ?? "")).rejects.toMatchObject({
    error: "invalid_grant",
    status: 400,
  });
  await oidc.tokenRevocation(config, refreshed.access_token);
  await expect(oidc.refreshTokenGrant(config, refreshed.refresh_token ?? "")).rejects.toMatchObject(
    { error: "invalid_grant" },
  );
});

test("a refusal and a wrong verifier are reported with the standard errors", async () => {
  const { service, config } = await aProvider();
  const state = oidc.randomState();
  const verifier = oidc.randomPKCECodeVerifier();
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope: "identify",
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  const refusal = await answered(service, address, false);
  await expect(
    oidc.authorizationCodeGrant(config, refusal, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    }),
  ).rejects.toMatchObject({ error: "access_denied" });
  const back = await answered(service, address);
  await expect(
    oidc.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
      expectedState: state,
    }),
  ).rejects.toMatchObject({ error: "invalid_grant" });
});

test("an application obtains a token with client credentials", async () => {
  const { service, config } = await aProvider();
  const tokens = await oidc.clientCredentialsGrant(config, {
    scope: "identify applications.commands.update",
  });
  expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 604_800 });
  expect(tokens.refresh_token).toBeUndefined();
  const commands = await service.call(`GET /applications/${demo.applicationId}/commands`, {
    auth: `Bearer ${tokens.access_token}`,
  });
  expect([commands.status, commands.text]).toEqual([200, "[]"]);
});

test("a device without a browser is authorized elsewhere", async () => {
  const { service, config } = await aProvider();
  const begun = await oidc.initiateDeviceAuthorization(config, { scope: "identify" });
  const granted = oidc.pollDeviceAuthorizationGrant(config, begun);
  const { user_code } = begun;
  await service.asUser(demo.aliceToken, "POST /oauth2/device/verify", { user_code });
  const finished = await service.asUser(demo.aliceToken, "POST /oauth2/device/finish", {
    user_code,
    result: "granted",
  });
  expect(finished.status).toBe(204);
  expect((await granted).scope).toBe("identify");
});
