import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { signIn } from "../../../testing/clients/gateway-client.ts";
import { game, partnerCalls, type PartnerCalls } from "../../../testing/calls/partner-calls.ts";
import { partner } from "../../../testing/worlds/partner-world.ts";

let calls: PartnerCalls;
beforeEach(async () => {
  calls = await partnerCalls();
});
afterEach(() => calls.service.stop());

const { childId: child_application_id, gameSecret, childSecret } = partner;

async function parentToken(): Promise<string> {
  return (await calls.signIn()).token;
}

const exchange = (parent_access_token: string, more: object = {}) =>
  calls.service.call("POST /partner-sdk/child-token", {
    body: { parent_access_token, child_application_id, parent_client_secret: gameSecret, ...more },
  });

async function childToken(parent: string): Promise<string> {
  return String((await exchange(parent)).at("access_token"));
}

const me = async (token: string) => (await calls.asPlayer(token, "GET /users/@me")).status;

describe("the token of a child application", () => {
  test("acts for the parent's user, and expires with the parent's token", async () => {
    const parent = await parentToken();
    const { clock } = calls.service;
    await clock.moveTo(clock.now() + 100_000);
    const answer = await exchange(parent);
    expect(answer.body).toEqual({
      access_token: answer.at("access_token"),
      token_type: "Bearer",
      expires_in: 604_700,
      scope: "sdk.social_layer",
    });
    const current = await calls.asPlayer(String(answer.at("access_token")), "GET /oauth2/@me");
    expect(current.at("application", "id")).toBe(child_application_id);
    const own = await calls.asPlayer(parent, "GET /users/@me");
    expect(current.at("user", "id")).toBe(own.id);
    await clock.moveTo(clock.now() + 604_700_000);
    expect(await me(String(answer.at("access_token")))).toBe(401);
  });

  test.each([
    ["is revoked", (token: string) => calls.form("POST /oauth2/token/revoke", { ...game, token })],
    ["is removed", (token: string) => calls.service.control(`DELETE /tokens/${token}`)],
  ])("is revoked when the parent's token %s, and its sessions are closed", async (_how, end) => {
    const parent = await parentToken();
    const child = await childToken(parent);
    const gateway = `${calls.service.url.replace("http", "ws")}/gateway/`;
    const identify = { token: `Bearer ${child}` };
    const { client, ready } = await signIn(gateway, identify, "?v=9&encoding=json");
    const application = { id: child_application_id, name: "Expansion", parent_id: partner.gameId };
    expect(ready.d).toMatchObject({ application });
    expect((await end(parent)).status).toBeLessThan(300);
    expect(await me(child)).toBe(401);
    expect((await client.closed).code).toBe(4004);
  });

  test("is revoked when the parent's token is refreshed", async () => {
    const answer = await calls.exchange();
    const child = await childToken(String(answer.at("access_token")));
    const refresh_token = String(answer.at("refresh_token"));
    await calls.form("POST /oauth2/token", { ...game, grant_type: "refresh_token", refresh_token });
    expect(await me(child)).toBe(401);
  });

  test("can be revoked without affecting the parent's token", async () => {
    const parent = await parentToken();
    const token = await childToken(parent);
    const credentials = { client_id: child_application_id, client_secret: childSecret };
    await calls.form("POST /oauth2/token/revoke", { ...credentials, token });
    expect([await me(token), await me(parent)]).toEqual([401, 200]);
  });

  test("is exported together with the parent's token", async () => {
    const parent = await parentToken();
    await exchange(parent);
    const { body } = await calls.service.control("GET /world");
    const tokens = (body as { access_tokens: { token: string; parent?: string }[] }).access_tokens;
    const [child] = tokens.filter((token) => token.parent !== undefined);
    expect(tokens.map(({ token }) => token)).toContain(child?.parent);
    expect(JSON.stringify(body)).not.toContain(parent);
  });
});

describe("no token of a child application is issued", () => {
  const unowned = async () => {
    const form = { client_id: partner.plainId, client_secret: partner.plainSecret };
    const fields = { ...form, grant_type: "client_credentials", scope: "identify" };
    return String((await calls.form("POST /oauth2/token", fields)).at("access_token"));
  };
  const cases: readonly (readonly [string, readonly [number, number], object])[] = [
    [
      "to an application that is not a child",
      [400, 50_260],
      { child_application_id: partner.plainId },
    ],
    ["to an unknown user", [400, 50_260], { child_application_id: "999999999999999999" }],
    ["for an invalid token", [403, 50_025], { parent_access_token: "nonsense" }],
    ["for a wrong secret", [400, 530_007], { parent_client_secret: "wrong" }],
    ["for no secret", [400, 530_007], { parent_client_secret: null }],
  ];
  test.each(cases)("%s", async (_to, expected, more) => {
    const answer = await exchange(await parentToken(), more);
    expect([answer.status, answer.at("code")]).toEqual(expected);
  });

  test("for a token of another application", async () => {
    expect((await exchange(await unowned())).at("code")).toBe(50_260);
  });

  test("if the user is banned", async () => {
    const [parent, { userId }] = [await parentToken(), await calls.signIn()];
    await calls.service.control(`PATCH /users/${userId}`, { banned: true });
    expect((await exchange(parent)).at("code")).toBe(50_025);
  });
});

describe("a child application", () => {
  const child = { client_id: child_application_id, client_secret: childSecret };

  test("cannot sign in users by itself", async () => {
    const grants = ["client_credentials", "authorization_code", "refresh_token"];
    for (const grant_type of grants) {
      const fields = { ...child, grant_type, scope: "identify", code: "x", refresh_token: "x" };
      const answer = await calls.form("POST /oauth2/token", fields);
      expect([grant_type, answer.status, answer.at("error")]).toEqual([
        grant_type,
        401,
        "invalid_client",
      ]);
    }
    const device = await calls.form("POST /oauth2/device/authorize", {
      ...child,
      scope: "identify",
    });
    expect(device.status).toBe(401);
    const query = `client_id=${child_application_id}&response_type=code&scope=identify`;
    const authorization = await calls.service.asUser(
      partner.aliceToken,
      `GET /oauth2/authorize?${query}`,
    );
    expect([authorization.status, authorization.at("code")]).toEqual([404, 10_002]);
  });
});
