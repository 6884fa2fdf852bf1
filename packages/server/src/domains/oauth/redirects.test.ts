import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCustomScheme, redirectFor, withParameters } from "./redirects.ts";

const id = "200000000000000001";
const client = (...redirect_uris: string[]) => ({ id, redirect_uris });

describe("a redirect URI", () => {
  test.each<[string, string, boolean]>([
    ["https://app.example/back", "https://app.example/back", true],
    ["https://app.example/back", "https://app.example/back/", false],
    ["https://app.example/back", "https://app.example/back?x=1", false],
    ["https://app.example/back", "https://APP.example/back", false],
    ["https://app.example/back", "https://app.example:8443/back", false],
    ["http://127.0.0.1/callback", "http://127.0.0.1:4321/callback", true],
    ["http://127.0.0.1:80/callback", "http://127.0.0.1/callback", true],
    ["http://127.0.0.1/callback", "http://127.0.0.1:4321/other", false],
    ["http://127.0.0.1/callback", "http://localhost:4321/callback", false],
    ["http://127.0.0.1/callback", "https://127.0.0.1:4321/callback", false],
    ["http://127.0.0.1/callback", "http://127.0.0.1:4321@evil.example/callback", false],
    ["http://127.0.0.1/callback", "http://127.0.0.1.evil.example/callback", false],
    ["http://localhost/callback?a=1", "http://LOCALHOST:1/callback?a=1", true],
    ["http://[::1]/callback", "http://[::1]:9/callback", true],
    ["http://127.0.0.1/callback", "http://127.0.0.1:65535/callback", true],
    ["http://127.0.0.1/callback", "http://127.0.0.1:65536/callback", false],
    ["http://127.0.0.1/callback", "http://127.0.0.1:99999/callback", false],
    ["http://127.0.0.1/callback", "http://127.0.0.1:0/callback", false],
    ["http://127.0.0.1/callback", "http://127.0.0.1:00000/callback", false],
    ["http://127.0.0.1:99999/callback", "http://127.0.0.1:99999/callback", false],
    ["https://app.example:0/back", "https://app.example:0/back", false],
    ["https://app.example:99999/", "https://app.example:99999/", false],
    ["https:///", "https:///", false],
    ["https://[::1/", "https://[::1/", false],
    ["game://here:99999/", "game://here:99999/", false],
    ["game:/authorize/callback", "game:/authorize/callback", true],
    ["game:/authorize/callback", "game://authorize/callback", false],
    ["javascript:alert(1)", "javascript:alert(1)", false],
    ["data:text/html,x", "data:text/html,x", false],
    ["https://app.example/#here", "https://app.example/#here", false],
  ])("registered as %s may be %s: %s", (registered, uri, fits) => {
    expect(redirectFor(client(registered), uri)).toBe(fits ? uri : undefined);
  });

  // Proves requirement 2.5 "CustomSchemeParam unset"
  test("with the client's own scheme needs no registration, and has one slash", () => {
    const own = `discord-${id}:/authorize/callback`;
    expect(redirectFor(client(), own)).toBe(own);
    expect(redirectFor(client(), `discord-${id}://authorize/callback`)).toBeUndefined();
    expect(redirectFor(client(), "discord-2:/authorize/callback")).toBeUndefined();
  });

  test("defaults to the first registered one", () => {
    expect(
      redirectFor(client("javascript:1", "https://a.example/", "https://b.example/"), undefined),
    ).toBe("https://a.example/");
    expect(redirectFor(client(), undefined)).toBeUndefined();
  });

  test("never leads to a host that is not registered", () => {
    const parts = fc.constantFrom(
      "http://",
      "127.0.0.1",
      ":80",
      ":0",
      ":99999",
      "@",
      "evil.example",
      "/callback",
      "\\",
      "%0d%0a",
      "\n",
      "?",
      "#",
      "localhost",
      " ",
    );
    fc.assert(
      fc.property(
        fc.array(parts, { maxLength: 8 }).map((each) => each.join("")),
        (uri) => {
          const to = redirectFor(client("http://127.0.0.1/callback"), uri);
          expect(to === undefined || new URL(to).hostname === "127.0.0.1").toBe(true);
          expect(to === undefined || new URL(to).port !== "0").toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

test("parameters are added to existing ones, in the query or the fragment", () => {
  expect(withParameters("https://a.example/?b=1", { code: "x y", state: undefined })).toBe(
    "https://a.example/?b=1&code=x+y",
  );
  expect(withParameters("game:/cb", { code: "&" })).toBe("game:/cb?code=%26");
  expect(withParameters("https://a.example/", { token: "t" }, "fragment")).toBe(
    "https://a.example/#token=t",
  );
});

test("every scheme except HTTP and HTTPS is custom", () => {
  expect(["HTTPS://a", "http://a", "game:/a"].map(isCustomScheme)).toEqual([false, false, true]);
});
