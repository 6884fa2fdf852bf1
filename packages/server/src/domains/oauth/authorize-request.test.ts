// The rules for a valid authorization request. Source: protocol: gateway-oauth-limits 5.2, 5.5.
import { AuthorizeQuery } from "@antechamber/contract/oauth";
import { describe, expect, test } from "vitest";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import { anApplication } from "../../testing/records.ts";
import { applications, flagBits, type ApplicationRecord } from "../applications/application.ts";
import { readRequest, type AuthorizeParameters } from "./authorize-request.ts";

const id = "200000000000000001";
const challenge = { code_challenge: "A".repeat(43), code_challenge_method: "S256" };
const params = { client_id: id, response_type: "code", scope: "identify" };

async function reading(parameters: AuthorizeParameters, more: Partial<ApplicationRecord> = {}) {
  const { seed, work } = await openHandlerCalls([]);
  const redirect_uris = ["http://127.0.0.1/callback", "game:/authorize/callback"];
  const about = { owner_id: "100000000000000001", redirect_uris, ...more };
  await seed((tx) => tx.put(applications, anApplication(id, about)));
  return work.read((ctx) => readRequest(ctx, parameters));
}

async function requestOf(parameters: AuthorizeParameters, more: Partial<ApplicationRecord> = {}) {
  const read = await reading(parameters, more);
  if (read.is !== "valid") throw new Error(JSON.stringify(read));
  return read.request;
}

async function refusalOf(parameters: AuthorizeParameters, more: Partial<ApplicationRecord> = {}) {
  const read = await reading(parameters, more);
  return read.is === "refused" ? read.error : read.is;
}

const flags_new = flagBits(["PUBLIC_OAUTH2_CLIENT"]).toString();

describe("a PKCE challenge", () => {
  const wanted = { error: "invalid_request", description: 'Invalid "code_challenge" in request.' };

  test.each<[string, AuthorizeParameters, Partial<ApplicationRecord>]>([
    // Proves requirement 5 "6: code challenge"
    ["a public client", params, { flags_new }],
    [
      "a scheme that others could claim",
      { ...params, redirect_uri: "game:/authorize/callback" },
      {},
    ],
    ["the SDK's own scheme", { ...params, redirect_uri: `discord-${id}:/authorize/callback` }, {}],
  ])("is required from %s", async (_, parameters, more) => {
    expect(await refusalOf(parameters, more)).toEqual(wanted);
    expect((await requestOf({ ...parameters, ...challenge }, more)).challenge).toBe("A".repeat(43));
  });

  test("is optional for a client with a secret", async () => {
    expect((await requestOf(params)).challenge).toBeUndefined();
    expect((await requestOf({ ...params, ...challenge })).challenge).toBe("A".repeat(43));
  });

  test("cannot be given with the implicit grant, so such schemes cannot use that grant", async () => {
    const parameters = {
      ...params,
      response_type: "token",
      redirect_uri: "game:/authorize/callback",
    };
    expect(await refusalOf(parameters)).toMatchObject({ error: "invalid_request" });
  });
});

describe("the redirect URI", () => {
  test("is the first registered one if omitted", async () => {
    const request = await requestOf(params);
    expect([request.redirect_uri, request.isRedirectNamed]).toEqual([
      "http://127.0.0.1/callback",
      false,
    ]);
  });

  test("must be registered", async () => {
    expect(await refusalOf(params, { redirect_uris: [] })).toBe("wrongRedirect");
    expect(await refusalOf({ ...params, redirect_uri: "https://evil.example" })).toBe(
      "wrongRedirect",
    );
  });

  test("receives errors with state and issuer, in the fragment for the implicit grant", async () => {
    const parameters = { ...params, scope: "nonsense", state: "s" };
    const error =
      "error=invalid_scope&error_description=The+requested+scope+is+invalid%2C+unknown%2C+or+malformed.&state=s&iss=http%3A%2F%2F127.0.0.1%3A8010";
    expect(await reading(parameters)).toMatchObject({
      location: `http://127.0.0.1/callback?${error}`,
    });
    const implicit = { ...parameters, response_type: "token" };
    expect(await reading(implicit)).toMatchObject({
      location: `http://127.0.0.1/callback#${error}`,
    });
  });
});

describe("an installation link with only a client ID", () => {
  const bare = { client_id: id };

  test("requests what the application supports", async () => {
    const withBot = await requestOf(bare);
    expect([withBot.scopes, withBot.integration_type]).toEqual([
      ["bot", "applications.commands"],
      0,
    ]);
    const without = await requestOf(bare, { hasBot: false });
    expect(without.scopes).toEqual(["applications.commands"]);
    const personal = await requestOf(bare, { integration_types: [1] });
    expect([personal.scopes, personal.integration_type]).toEqual([["applications.commands"], 1]);
  });

  test("uses the install settings of the application", async () => {
    const oauth2_install_params = { scopes: ["bot" as const], permissions: "8" };
    const config = { integration_types_config: { 0: { oauth2_install_params } } };
    const request = await requestOf(bare, config);
    expect([request.scopes, request.permissions]).toEqual([["bot"], 8n]);
    const parsed = await requestOf({ ...bare, permissions: "16" }, config);
    expect(parsed.permissions).toBe(16n);
    const plain = await requestOf(bare, { install_params: oauth2_install_params });
    expect(plain.scopes).toEqual(["bot"]);
  });

  test("cannot request more than an installation", async () => {
    expect(await refusalOf({ ...bare, scope: "bot identify" })).toMatchObject({
      description: 'Invalid "response_type" in request.',
    });
  });
});

test("a parameter without a value counts as omitted", async () => {
  const empty = Object.fromEntries(
    Object.keys(AuthorizeQuery.properties).map((name) => [name, ""]),
  );
  expect(await requestOf({ ...empty, ...params })).toEqual(await requestOf(params));
  expect(await requestOf({ ...empty, client_id: id })).toEqual(await requestOf({ client_id: id }));
});

describe("an installation", () => {
  const bot = { client_id: id, scope: "bot" };

  // Proves requirement 2.5 "IntegrationType"
  test("must be of a type that the application supports", async () => {
    const parameters = { client_id: id, scope: "applications.commands", integration_type: "1" };
    expect(await refusalOf(parameters)).toMatchObject({ error: "invalid_request" });
    expect((await requestOf(parameters, { integration_types: [0, 1] })).integration_type).toBe(1);
  });

  test("adds a bot only to guilds", async () => {
    const refused = {
      error: "invalid_scope",
      description: "The requested scope is invalid, unknown, or malformed.",
    };
    const both = { integration_types: [0, 1] as const };
    for (const scope of ["bot", "bot applications.commands"]) {
      const parameters = { client_id: id, scope };
      expect(await refusalOf({ ...parameters, integration_type: "1" }, both)).toEqual(refused);
      expect(await refusalOf(parameters, { integration_types: [1] })).toEqual(refused);
      expect((await requestOf(parameters, both)).integration_type).toBe(0);
    }
    const scopes = ["bot" as const, "applications.commands" as const];
    const install_params = { scopes, permissions: "8" };
    const bare = { client_id: id, integration_type: "1" };
    const byLink = await requestOf(bare, { ...both, install_params });
    expect(byLink.scopes).toEqual(["applications.commands"]);
  });

  test("can require the code grant", async () => {
    const bot_require_code_grant = true;
    expect(await refusalOf(bot, { bot_require_code_grant })).toMatchObject({
      description: "Integration requires code grant",
    });
    const whole = { ...bot, response_type: "code" };
    expect((await requestOf(whole, { bot_require_code_grant })).scopes).toEqual(["bot"]);
  });

  test("is limited to a guild only if one is given", async () => {
    const fixed = { ...bot, disable_guild_select: "true" };
    expect((await requestOf(fixed)).isGuildFixed).toBe(false);
    expect((await requestOf({ ...fixed, guild_id: "300" })).isGuildFixed).toBe(true);
    const open = { ...fixed, guild_id: "300", disable_guild_select: "false" };
    expect((await requestOf(open)).isGuildFixed).toBe(false);
    expect((await requestOf({ ...bot, guild_id: "300" })).isGuildFixed).toBe(false);
  });

  test.each([
    { guild_id: "x" },
    { permissions: "-1" },
    { integration_type: "2" },
    { prompt: "login" },
    { disable_guild_select: "1" },
    { disable_guild_select: "True" },
  ])("is refused with %j", async (more) => {
    const [name] = Object.keys(more);
    expect(await refusalOf({ ...bot, ...more })).toEqual({
      error: "invalid_request",
      description: `Invalid "${name ?? ""}" in request.`,
    });
  });
});

test("a child application cannot be authorized", async () => {
  expect(await refusalOf(params, { parent_id: "200000000000000009" })).toBe("unknownApplication");
});
