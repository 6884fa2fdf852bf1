import { describe, expect, test } from "vitest";
import { aProvider, partner } from "../../../testing/worlds/partner-world.ts";
import { replied, scriptedOutbound } from "../../../testing/network/scripted-outbound.ts";
import { ApiError } from "../../../platform/api-error.ts";
import type { OutboundResult } from "../../../platform/outbound.ts";
import { openProviderKeys } from "./provider-keys.ts";

const jwks_uri = "https://id.example.com/keys";
const discovery = "https://id.example.com/.well-known/openid-configuration";
const provider = { issuer: partner.issuer, client_ids: [partner.audience] };
const minute = 60_000;
const hour = 60 * minute;

const by = (kid: string, alg = "ES256") => ({ kid, alg });

type Site = Readonly<Record<string, OutboundResult>>;

/** A provider's site, whose pages a test may replace between requests. */
function aSite(first: Site, production = false) {
  const site = { pages: first };
  const missing = replied(404, {});
  const outbound = scriptedOutbound(({ url }) => site.pages[url] ?? missing);
  return { site, outbound, keys: openProviderKeys({ outbound, production }) };
}

const keySet = (...kids: readonly string[]) =>
  replied(200, { keys: kids.map((kid) => aProvider(kid).jwk) });

async function refusal(attempt: Promise<unknown>): Promise<number> {
  const error: unknown = await attempt.catch((each: unknown) => each);
  if (!(error instanceof ApiError)) throw new Error("not refused");
  return error.declaration.code;
}

describe("keys at a URL", () => {
  const at = { ...provider, jwks_uri };

  test("are fetched once an hour by GET", async () => {
    const { outbound, keys } = aSite({ [jwks_uri]: keySet("a") });
    expect(await keys.find(at, by("a"), 0)).toMatchObject({ kid: "a" });
    expect(await keys.find(at, by("a"), hour - 1)).toMatchObject({ kid: "a" });
    expect(outbound.requests).toHaveLength(1);
    expect(outbound.requests[0]).toMatchObject({ method: "GET", url: jwks_uri, body: "" });
    await keys.find(at, by("a"), hour);
    expect(outbound.requests).toHaveLength(2);
  });

  test("are fetched again for an unknown key, at most once a minute", async () => {
    const { site, outbound, keys } = aSite({ [jwks_uri]: keySet("a") });
    await keys.find(at, by("a"), 0);
    site.pages = { [jwks_uri]: keySet("b") };
    expect(await keys.find(at, by("b"), minute - 1)).toBeUndefined();
    expect(outbound.requests).toHaveLength(1);
    expect(await keys.find(at, by("b"), minute)).toMatchObject({ kid: "b" });
    expect(await keys.find(at, by("c"), minute)).toBeUndefined();
    expect(outbound.requests).toHaveLength(2);
  });

  test("are fetched once for concurrent requests", async () => {
    const { outbound, keys } = aSite({ [jwks_uri]: keySet("a") });
    const all = await Promise.all([1, 2, 3].map(() => keys.find(at, by("a"), 0)));
    expect(all).toMatchObject([{ kid: "a" }, { kid: "a" }, { kid: "a" }]);
    expect(outbound.requests).toHaveLength(1);
  });

  test("are fetched again after a failure", async () => {
    const { site, keys } = aSite({});
    expect(await refusal(keys.find(at, by("a"), 0))).toBe(530_009);
    site.pages = { [jwks_uri]: keySet("a") };
    expect(await keys.find(at, by("a"), 0)).toMatchObject({ kid: "a" });
  });

  test.each<readonly [string, OutboundResult, number]>([
    ["a page that is missing", replied(404, {}), 530_009],
    ["an answer that never comes", { kind: "timedOut" }, 530_009],
    ["a host that is not there", { kind: "failed", reason: "unreachable" }, 530_009],
    ["a redirect", replied(302, {}), 530_009],
    ["a page that is not a key set", replied(200, { hello: 1 }), 530_012],
    ["a set without a usable key", replied(200, { keys: [{ kty: "oct" }] }), 530_012],
    [
      "a page that is not JSON",
      { kind: "answered", status: 200, contentType: "", body: Buffer.from("<html>") },
      530_012,
    ],
  ])("are refused for %s", async (_what, page, code) => {
    const { keys } = aSite({ [jwks_uri]: page });
    expect(await refusal(keys.find(at, by("a"), 0))).toBe(code);
  });
});

describe("without a URL for the keys", () => {
  const document = {
    issuer: partner.issuer,
    jwks_uri,
    id_token_signing_alg_values_supported: ["ES256"],
  };

  test("the issuer's discovery document gives the URL", async () => {
    const pages = { [discovery]: replied(200, document), [jwks_uri]: keySet("a") };
    const { keys } = aSite(pages);
    expect(await keys.find(provider, by("a"), 0)).toMatchObject({ kid: "a" });
    expect(await keys.find(provider, by("a", "ES384"), 0)).toBeUndefined();
  });

  test.each([
    ["of another issuer", { ...document, issuer: "https://evil.example.com" }],
    ["without keys", { ...document, jwks_uri: undefined }],
    ["without algorithms", { ...document, id_token_signing_alg_values_supported: undefined }],
    [
      "without an algorithm that is taken",
      { ...document, id_token_signing_alg_values_supported: ["HS256", "EdDSA"] },
    ],
    ["that is empty", null],
  ])("a discovery document %s is refused", async (_what, page) => {
    const { keys } = aSite({ [discovery]: replied(200, page), [jwks_uri]: keySet("a") });
    expect(await refusal(keys.find(provider, by("a"), 0))).toBe(530_008);
  });
});

test("in production mode, keys are not fetched over an unencrypted connection", async () => {
  const plain = { ...provider, jwks_uri: "http://id.example.com/keys" };
  const { outbound, keys } = aSite({ [plain.jwks_uri]: keySet("a") }, true);
  expect(await refusal(keys.find(plain, by("a"), 0))).toBe(530_009);
  expect(outbound.requests).toHaveLength(0);
});

test("keys in the world file are not fetched", async () => {
  const { outbound, keys } = aSite({});
  const jwks = { keys: [aProvider("a").jwk] };
  expect(await keys.find({ ...provider, jwks }, by("a"), 0)).toMatchObject({ kid: "a" });
  expect(await keys.find({ ...provider, jwks }, by("b"), 0)).toBeUndefined();
  expect(outbound.requests).toHaveLength(0);
});
