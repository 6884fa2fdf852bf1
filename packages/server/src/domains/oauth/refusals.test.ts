// The errors of the token endpoint, as in RFC 6749. Source: protocol: gateway-oauth-limits 5.8.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  demoClient,
  formSender,
  REDIRECT,
  sendForm,
  type Fields,
} from "../../testing/calls/oauth-calls.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

const OTHER = "200000000000000003";

const badCode = { error: "invalid_grant", error_description: 'Invalid "code" in request.' };
const badRefresh = {
  error: "invalid_grant",
  error_description: 'Invalid "refresh_token" in request',
};

let service: TestService;

beforeAll(async () => {
  service = await aService();
});

afterAll(() => service.stop());

describe("the error response", () => {
  const unsupported = (name: string) => ({
    error: "unsupported_grant_type",
    error_description: `Grant type ${name} is not supported`,
  });
  const missing = (name: string) => ({
    error: "invalid_request",
    error_description: `Missing "${name}" in request.`,
  });
  const named = { client_id: demo.applicationId, client_secret: demo.clientSecret };

  test.each<[string, Fields, number, object]>([
    ["no grant", named, 400, unsupported("None")],
    ["an unknown grant", { ...named, grant_type: "password" }, 400, unsupported("password")],
    [
      "a grant named like a method",
      { ...named, grant_type: "constructor" },
      400,
      unsupported("constructor"),
    ],
    ["no client", { grant_type: "refresh_token" }, 401, { error: "invalid_client" }],
    [
      "an unknown client",
      { grant_type: "refresh_token", client_id: "999", client_secret: "x" },
      401,
      { error: "invalid_client" },
    ],
    [
      "a client that is not an id",
      { grant_type: "refresh_token", client_id: "Concierge" },
      401,
      { error: "invalid_client" },
    ],
    [
      "a wrong secret",
      { ...named, grant_type: "refresh_token", client_secret: "x" },
      401,
      { error: "invalid_client" },
    ],
    [
      "an empty secret",
      { ...named, grant_type: "refresh_token", client_secret: "" },
      401,
      { error: "invalid_client" },
    ],
    ["an empty grant", { ...named, grant_type: "" }, 400, unsupported("None")],
    ["no code", { ...named, grant_type: "authorization_code" }, 400, missing("code")],
    [
      "an empty code",
      { ...named, grant_type: "authorization_code", code: "" },
      400,
      missing("code"),
    ],
    ["no refresh token", { ...named, grant_type: "refresh_token" }, 400, missing("refresh_token")],
    [
      "no device code",
      { ...named, grant_type: "urn:ietf:params:oauth:grant-type:device_code" },
      400,
      missing("device_code"),
    ],
    [
      "an unknown device code",
      { ...named, grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: "x" },
      400,
      { error: "invalid_grant", error_description: 'Invalid "device_code" in request.' },
    ],
    [
      "an invalid code",
      { ...named, grant_type: "authorization_code", code: "x", redirect_uri: REDIRECT },
      400,
      badCode,
    ],
    [
      "an invalid refresh token",
      { ...named, grant_type: "refresh_token", refresh_token: "x" },
      400,
      badRefresh,
    ],
    [
      "a field that is too long",
      { ...named, grant_type: "x".repeat(201) },
      400,
      { error: "invalid_request", error_description: 'Invalid "grant_type" in request.' },
    ],
  ])("is correct for a form with %s", async (...[, fields, status, body]) => {
    const answer = await formSender(service, null)("token", fields);
    expect([answer.status, answer.body]).toEqual([status, body]);
  });

  // Proves requirement 7 "invalid_grant"
  test("to JSON reports an unsupported grant", async () => {
    const body = { ...named, grant_type: "client_credentials", scope: "identify" };
    const answer = await service.call("POST /oauth2/token", { body });
    expect([answer.status, answer.body]).toEqual([400, unsupported("None")]);
  });

  test.each([
    ["token/revoke", {}],
    ["token/revoke", { token: "x" }],
    ["token/revoke", { ...named, token: "x" }],
    ["device/authorize", { ...named, scope: "identify" }],
  ])("to JSON at %s reports the expected content type", async (path, body) => {
    const answer = await service.call(`POST /oauth2/${path}`, { auth: demoClient, body });
    const error_description = `Expected "Content-Type" header to be one of {'application/x-www-form-urlencoded'}.`;
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: "invalid_request", error_description },
    ]);
  });

  test.each<[string, Fields]>([
    ["none", {}],
    ["an empty one", { token: "" }],
  ])("to a revocation reports a missing token: %s", async (_what, fields) => {
    const answer = await sendForm(service, "token/revoke", fields);
    expect([answer.status, answer.body]).toEqual([400, missing("token")]);
    const stranger = await formSender(service, null)("token/revoke", fields);
    expect([stranger.status, stranger.body]).toEqual([401, { error: "invalid_client" }]);
  });

  // Proves requirement 7 "body of an error"
  test("contains the authentication scheme if the header was used", async () => {
    const fields = { grant_type: "refresh_token" };
    const answer = await formSender(service, `Basic ${btoa("1:2")}`)("token", fields);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Basic"]);
  });

  test("is 401 if a client gives another client's ID in its form", async () => {
    const fields = { grant_type: "client_credentials", scope: "identify", client_id: OTHER };
    expect((await sendForm(service, "token", fields)).status).toBe(401);
  });

  test.each(["token", "token/revoke", "device/authorize"])(
    "is 400 if a client authenticates twice: %s",
    async (path) => {
      const form = { grant_type: "client_credentials", scope: "identify", token: "x" };
      for (const client_secret of [demo.clientSecret, "another"]) {
        const answer = await sendForm(service, path, { ...form, client_secret });
        expect([answer.status, answer.body]).toEqual([
          400,
          { error: "invalid_request", error_description: "More than one client credential." },
        ]);
      }
      const once = { ...form, client_id: demo.applicationId, client_secret: "" };
      expect((await sendForm(service, path, once)).status).toBe(200);
    },
  );

  test("is 400 if a parameter is repeated", async () => {
    const answer = await service.call("POST /oauth2/token", {
      auth: demoClient,
      body: "grant_type=client_credentials&scope=identify&scope=email",
      headers: { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" },
    });
    expect(answer.at("error")).toBe("invalid_request");
  });
});
