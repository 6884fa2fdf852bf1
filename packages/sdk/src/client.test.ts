import { describe, expect, test } from "vitest";
import { AuthorizationArgs, DeviceAuthorizationArgs } from "./authorization-args.ts";
import type { ClientResult } from "./client-result.ts";
import { ErrorType, type AuthenticationExternalAuthType } from "./enums.ts";
import { Client } from "./client.ts";

// Proves requirement 2.5 "Scopes: communication"
// Proves requirement 2.5 "Scopes: presence"
test("the default scopes are the social layer's, with openid", () => {
  expect([Client.GetDefaultCommunicationScopes(), Client.GetDefaultPresenceScopes()]).toEqual([
    "openid sdk.social_layer",
    "openid sdk.social_layer_presence",
  ]);
});

describe("what is called wrongly", () => {
  const client = () => new Client({ baseUrl: "http://127.0.0.1:9", openUrl: () => undefined });
  const scoped = () => new AuthorizationArgs({ scopes: "identify" });
  const nobody = { type: 99 as AuthenticationExternalAuthType, token: "x" };
  const nothing = undefined as unknown as bigint;

  test.each<[string, (it: Client) => Promise<{ readonly result: ClientResult }>]>([
    ["an authorization without an application", (it) => it.Authorize(scoped())],
    ["an authorization of nothing", (it) => it.Authorize(AuthorizationArgs.nullobj)],
    ["an authorization without scopes", (it) => it.Authorize(new AuthorizationArgs())],
    [
      "a device without an application",
      (it) => it.GetTokenFromDevice(new DeviceAuthorizationArgs({ scopes: "identify" })),
    ],
    ["a player of an unknown service", (it) => it.GetProvisionalToken(1n, nobody)],
    ["a refresh without an application", (it) => it.RefreshToken(nothing, "x")],
    ["a child that is not named", (it) => it.ExchangeChildToken("x", nothing)],
  ])("%s is told by the result, and never thrown", async (_case, call) => {
    const { result } = await call(client());
    expect(result.Type()).toBe(ErrorType.ValidationError);
    expect(result.Error()).not.toBe("");
  });

  test("an unmerge and a revocation are told likewise", async () => {
    const results = [
      await client().UnmergeIntoProvisionalAccount(1n, nobody),
      await client().RevokeToken(nothing, "x"),
    ];
    expect(results.map((result) => result.Type())).toEqual([6, 6]);
  });

  test("a redirect that is no address is ignored", () => {
    expect(() => client().ReceiveRedirect("nonsense")).not.toThrow();
  });
});
