import { describe, expect, test } from "vitest";
import { AuthorizationArgs } from "./authorization-args.ts";
import { authorizationReply, authorizationUrl, schemeRedirectUri } from "./authorization-url.ts";
import { AuthorizationCodeChallenge } from "./code-challenge.ts";

const request = {
  webBase: "http://127.0.0.1:8010",
  applicationId: 5n,
  redirectUri: "http://127.0.0.1:5000/callback",
  state: "a state",
};

describe("the redirect URI of a scheme", () => {
  // Proves requirement 2.5 "CustomSchemeParam"
  // Proves requirement 2.5 "CustomSchemeParam unset"
  test("has the application's own scheme by default, and one slash", () => {
    expect(schemeRedirectUri(5n)).toBe("discord-5:/authorize/callback");
    expect(schemeRedirectUri(5n, "my-game")).toBe("my-game:/authorize/callback");
  });

  // Proves requirement 2.5 "CustomSchemeParam"
  test.each(["", "my game", "1st", "a:/b", "http://x"])("cannot be %o", (scheme) => {
    expect(() => schemeRedirectUri(5n, scheme)).toThrow(RangeError);
  });
});

describe("the URL of the consent page", () => {
  // Proves requirement 2.5 "Scopes"
  test("contains the required parameters, and no unset ones", () => {
    const url = new URL(authorizationUrl(new AuthorizationArgs({ scopes: "openid a" }), request));
    expect(url.origin + url.pathname).toBe("http://127.0.0.1:8010/oauth2/authorize");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "5",
      response_type: "code",
      redirect_uri: "http://127.0.0.1:5000/callback",
      scope: "openid a",
      state: "a state",
    });
  });

  // Proves requirement 2.5 "Nonce"
  // Proves requirement 2.5 "IntegrationType"
  test("contains every parameter that is set", () => {
    const codeChallenge = new AuthorizationCodeChallenge({ challenge: "c" });
    const args = new AuthorizationArgs({ nonce: "n", integrationType: 0, codeChallenge });
    const { searchParams } = new URL(authorizationUrl(args, request));
    expect(Object.fromEntries(searchParams)).toMatchObject({
      nonce: "n",
      integration_type: "0",
      code_challenge: "c",
      code_challenge_method: "S256",
    });
  });
});

describe("the parameters of the redirect", () => {
  const read = (query: string) =>
    authorizationReply(new URL(`http://127.0.0.1/callback?${query}`), "s");

  // Proves requirement 2.5 "State"
  test("are read as a code or an error for this request", () => {
    expect(read("code=abc&state=s")).toEqual({ kind: "code", code: "abc" });
    expect(read("error=access_denied&error_description=No&state=s")).toEqual({
      kind: "refused",
      error: "access_denied",
      description: "No",
    });
  });

  // Proves requirement 2.5 "State"
  test.each(["code=abc", "code=abc&state=t", "state=s", "code=&state=s", "error=x"])(
    "are ignored for %s",
    (query) => {
      expect(read(query)).toEqual({ kind: "stranger" });
    },
  );
});
