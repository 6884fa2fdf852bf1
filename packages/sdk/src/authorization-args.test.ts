import { describe, expect, test } from "vitest";
import { AuthorizationArgs, DeviceAuthorizationArgs } from "./authorization-args.ts";
import { ClientResult } from "./client-result.ts";
import { AuthorizationCodeChallenge, AuthorizationCodeVerifier } from "./code-challenge.ts";
import { ErrorType, IntegrationType } from "./enums.ts";

const challenge = () => new AuthorizationCodeChallenge({ challenge: "c" });

function filled(): AuthorizationArgs {
  const args = new AuthorizationArgs();
  args.SetClientId(200_000_000_000_000_001n);
  args.SetScopes("openid sdk.social_layer");
  args.SetState("s");
  args.SetNonce("n");
  args.SetCodeChallenge(challenge());
  args.SetIntegrationType(IntegrationType.UserInstall);
  args.SetCustomSchemeParam("my-game");
  return args;
}

function valuesOf(args: AuthorizationArgs) {
  return {
    clientId: args.ClientId(),
    scopes: args.Scopes(),
    state: args.State(),
    nonce: args.Nonce(),
    challenge: args.CodeChallenge()?.Challenge(),
    integrationType: args.IntegrationType(),
    customSchemeParam: args.CustomSchemeParam(),
  };
}

describe("authorization arguments", () => {
  // Proves requirement 2.5 "Scopes"
  // Proves requirement 2.5 "boolean"
  test("are valid at first, with empty scopes and no optional properties", () => {
    const args = new AuthorizationArgs();
    expect(args.valid).toBe(true);
    const { scopes, ...rest } = valuesOf(args);
    expect(scopes).toBe("");
    expect(Object.values(rest)).toEqual(Object.values(rest).map(() => undefined));
  });

  // Proves requirement 2.5 "ClientId"
  // Proves requirement 2.5 "getters and setters"
  test("keep each property that is set, and lose it when unset", () => {
    const args = filled();
    expect(valuesOf(args)).toEqual({
      clientId: 200_000_000_000_000_001n,
      scopes: "openid sdk.social_layer",
      state: "s",
      nonce: "n",
      challenge: "c",
      integrationType: 1,
      customSchemeParam: "my-game",
    });
    args.SetState(undefined);
    args.SetCodeChallenge(undefined);
    expect([args.State(), args.CodeChallenge()]).toEqual([undefined, undefined]);
  });

  // Proves requirement 2.5 "copies"
  test("are copied deeply, so that a copy and its original are independent", () => {
    const original = filled();
    const copy = original.clone();
    expect(valuesOf(copy)).toEqual(valuesOf(original));
    copy.SetScopes("identify");
    copy.CodeChallenge()?.SetChallenge("other");
    expect([original.Scopes(), original.CodeChallenge()?.Challenge()]).toEqual([
      "openid sdk.social_layer",
      "c",
    ]);
  });

  // Proves requirement 2.5 "copies"
  test("are assigned by copying", () => {
    const [from, to] = [filled(), new AuthorizationArgs()];
    to.assign(from);
    from.SetScopes("identify");
    expect([from.valid, to.Scopes()]).toEqual([true, "openid sdk.social_layer"]);
    to.assign(to);
    expect(to.Scopes()).toBe("openid sdk.social_layer");
  });

  // Proves requirement 2.5 "moves"
  test("are moved to a target, which leaves the source invalid until it is assigned again", () => {
    const [from, to] = [filled(), new AuthorizationArgs()];
    to.moveFrom(from);
    expect([from.valid, to.valid, to.Nonce()]).toEqual([false, true, "n"]);
    expect(() => from.Scopes()).toThrow(TypeError);
    expect(() => from.SetScopes("x")).toThrow(TypeError);
    expect(from.clone().valid).toBe(false);
    from.assign(to);
    expect(from.Scopes()).toBe(to.Scopes());
    to.moveFrom(to);
    expect(to.valid).toBe(true);
  });

  // Proves requirement 2.5 "boolean"
  // Proves requirement 2.5 "nullobj"
  test("have a null object that is invalid and cannot be assigned to", () => {
    const { nullobj } = AuthorizationArgs;
    expect([nullobj.valid, nullobj.clone().valid]).toEqual([false, false]);
    expect(() => nullobj.Scopes()).toThrow(TypeError);
    expect(() => nullobj.assign(filled())).toThrow(TypeError);
    expect(() => nullobj.moveFrom(filled())).toThrow(TypeError);
    const [assigned, moved] = [filled(), filled()];
    assigned.assign(nullobj);
    moved.moveFrom(nullobj);
    expect([assigned.valid, moved.valid, nullobj.valid]).toEqual([false, false, false]);
  });

  test("copied from the null object can be assigned to", () => {
    const copy = AuthorizationArgs.nullobj.clone();
    copy.assign(filled());
    expect([copy.valid, AuthorizationArgs.nullobj.valid]).toEqual([true, false]);
  });
});

describe("the other value classes", () => {
  // Proves requirement 2.5 "CodeChallenge"
  test("keep copies of a challenge and its verifier, independent of each other", () => {
    const inner = challenge();
    const verifier = new AuthorizationCodeVerifier({ challenge: inner, verifier: "v" });
    inner.SetChallenge("changed");
    verifier.Challenge().SetChallenge("changed");
    expect([verifier.Challenge().Challenge(), verifier.Verifier()]).toEqual(["c", "v"]);
    verifier.SetVerifier("w");
    verifier.SetChallenge(inner);
    const copy = verifier.clone();
    expect([copy.Verifier(), copy.Challenge().Challenge(), copy.Challenge().Method()]).toEqual([
      "w",
      "changed",
      0,
    ]);
    expect(AuthorizationCodeVerifier.nullobj.valid).toBe(false);
    expect(AuthorizationCodeChallenge.nullobj.valid).toBe(false);
  });

  test("give device arguments an application and scopes", () => {
    const args = new DeviceAuthorizationArgs();
    args.SetClientId(1n);
    args.SetScopes("identify");
    const copy = args.clone();
    expect([copy.ClientId(), copy.Scopes()]).toEqual([1n, "identify"]);
    expect(DeviceAuthorizationArgs.nullobj.valid).toBe(false);
  });

  test("treat a result as successful only without an error", () => {
    const good = new ClientResult({});
    expect([good.Successful(), good.ToString()]).toEqual([true, "Success"]);
    const bad = good.clone();
    bad.SetType(ErrorType.HTTPError);
    bad.SetError("Unknown Lobby");
    bad.SetErrorCode(10_031);
    bad.SetStatus(404);
    bad.SetResponseBody("{}");
    bad.SetRetryable(true);
    bad.SetRetryAfter(1.5);
    expect([bad.Successful(), bad.Retryable(), bad.RetryAfter(), bad.ResponseBody()]).toEqual([
      false,
      true,
      1.5,
      "{}",
    ]);
    expect(bad.ToString()).toBe("HTTPError (status 404, code 10031): Unknown Lobby");
    expect([good.Successful(), ClientResult.nullobj.valid]).toEqual([true, false]);
  });
});
