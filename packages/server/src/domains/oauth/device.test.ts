// The device grant, with an advanced clock. Source: protocol: gateway-oauth-limits 5.6.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sendForm } from "../../testing/calls/oauth-calls.ts";
import type { Answer } from "../../testing/answer.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { deviceCodes } from "./device.ts";

let service: TestService;

beforeEach(async () => {
  service = await aService({ frozen: true });
});

afterEach(() => service.stop());

const advance = (ms: number) => service.clock.moveTo(service.clock.now() + ms);
const begin = (scope = "identify") => sendForm(service, "device/authorize", { scope });
const poll = (begun: Answer) =>
  sendForm(service, "token", {
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    device_code: String(begun.at("device_code")),
  });
const errorOf = async (begun: Answer) => {
  const answer = await poll(begun);
  return [answer.status, answer.body];
};
const finish = (begun: Answer, result: string, token: string = demo.bobToken) =>
  service.asUser(token, "POST /oauth2/device/finish", { user_code: begun.at("user_code"), result });

test("a device receives the codes and the URL for its user", async () => {
  const begun = await begin();
  expect(begun.body).toEqual({
    device_code: expect.stringMatching(/^\w{43}$/) as string,
    user_code: expect.stringMatching(/^[A-Z2-9]{8}$/) as string,
    verification_uri: `${service.url}/activate`,
    verification_uri_complete: `${service.url}/activate?user_code=${String(begun.at("user_code"))}`,
    expires_in: 300,
    interval: 5,
  });
});

test("the user sees the requested scopes, however they type the code", async () => {
  const begun = await begin("identify email");
  const code = String(begun.at("user_code"));
  for (const typed of [
    code,
    code.toLowerCase(),
    `${code.slice(0, 4)}-${code.slice(4)}`,
    ` ${code} `,
  ]) {
    const verification = await service.asUser(demo.bobToken, "POST /oauth2/device/verify", {
      user_code: typed,
    });
    expect(verification.body).toEqual({
      scopes: ["identify", "email"],
      client_id: demo.applicationId,
      two_way_link_code: null,
      type: "pending",
    });
  }
});

describe("a polling device", () => {
  const pending = [400, { error: "authorization_pending" }];

  test("waits, and must slow down if it polls too soon", async () => {
    const begun = await begin();
    expect(await errorOf(begun)).toEqual(pending);
    await advance(4999);
    expect(await errorOf(begun)).toEqual([400, { error: "slow_down" }]);
    await advance(9999);
    expect(await errorOf(begun)).toEqual([400, { error: "slow_down" }]);
    await advance(15_000);
    expect(await errorOf(begun)).toEqual(pending);
  });

  test("receives tokens once, right after the consent", async () => {
    const begun = await begin("identify openid");
    await poll(begun);
    expect((await finish(begun, "granted")).status).toBe(204);
    const tokens = await poll(begun);
    expect(tokens.body).toMatchObject({
      token_type: "Bearer",
      expires_in: 604_800,
      scope: "identify openid",
    });
    expect([typeof tokens.at("refresh_token"), typeof tokens.at("id_token")]).toEqual([
      "string",
      "string",
    ]);
    expect((await poll(begun)).at("error")).toBe("invalid_grant");
  });

  test("receives the refusal", async () => {
    const begun = await begin();
    await finish(begun, "denied");
    expect(await errorOf(begun)).toEqual([400, { error: "access_denied" }]);
    // A sign-in can be decided only once.
    expect((await finish(begun, "granted")).status).toBe(404);
    expect(await errorOf(begun)).toEqual([400, { error: "access_denied" }]);
  });

  test("receives the expiry after five minutes, and its code is deleted later", async () => {
    const begun = await begin();
    await advance(300_000);
    expect(await errorOf(begun)).toEqual([400, { error: "expired_token" }]);
    expect((await finish(begun, "granted")).status).toBe(404);
    await advance(600_000);
    expect(await service.store.read((tx) => tx.count(deviceCodes))).toBe(0);
  });

  test("receives no tokens after its user was banned", async () => {
    const begun = await begin();
    await finish(begun, "granted");
    await service.control(`PATCH /users/${demo.bobId}`, { banned: true });
    expect((await poll(begun)).at("error")).toBe("invalid_grant");
    await service.control(`PATCH /users/${demo.bobId}`, { banned: false });
    expect((await poll(begun)).at("error")).toBe("invalid_grant");
  });

  test.each([
    [
      "takes their consent back",
      () => service.asUser(demo.bobToken, `DELETE /oauth2/tokens/${demo.applicationId}`),
    ],
    [
      "loses the application's tokens",
      async () => {
        const other = await begin();
        await finish(other, "granted");
        const token = String((await poll(other)).at("refresh_token"));
        return sendForm(service, "token/revoke", { token });
      },
    ],
  ])("receives no tokens after its user %s, except for a later consent", async (_case, end) => {
    const [before, refused, waiting] = [await begin(), await begin(), await begin()];
    await finish(before, "granted");
    await finish(refused, "denied");
    expect((await end()).status).toBeLessThan(300);
    expect(await errorOf(before)).toEqual([
      400,
      { error: "invalid_grant", error_description: 'Invalid "device_code" in request.' },
    ]);
    expect(await errorOf(refused)).toEqual([400, { error: "access_denied" }]);
    await finish(waiting, "granted");
    expect((await poll(waiting)).status).toBe(200);
  });

  test("receives tokens even if another user revokes their own consent", async () => {
    const begun = await begin();
    await finish(begun, "granted", demo.aliceToken);
    const other = await begin();
    await finish(other, "granted");
    await service.asUser(demo.bobToken, `DELETE /oauth2/tokens/${demo.applicationId}`);
    expect((await poll(begun)).status).toBe(200);
  });
});

test.each(["", "nonsense", "bot", "applications.commands", "identify relationships.read"])(
  "a device cannot request the scopes %j",
  async (scope) => {
    const answer = await begin(scope);
    expect([answer.status, answer.at("error")]).toEqual([400, "invalid_scope"]);
  },
);

test("an unverified account cannot authorize the SDK's scopes, but others", async () => {
  await service.control(`PATCH /users/${demo.bobId}`, { verified: false });
  const answer = await finish(await begin("openid sdk.social_layer"), "granted");
  expect([answer.status, answer.at("code")]).toEqual([403, 40002]);
  expect((await finish(await begin("openid identify"), "granted")).status).toBe(204);
});

test("guessing codes is rate limited", async () => {
  const limited = await aService({ limits: "production" });
  const statuses: number[] = [];
  for (let i = 0; i < 21; i += 1) {
    const body = { user_code: `GUESS${i}` };
    statuses.push((await limited.asUser(demo.bobToken, "POST /oauth2/device/verify", body)).status);
  }
  expect(statuses).toEqual([...Array<number>(20).fill(404), 429]);
  await limited.stop();
});
