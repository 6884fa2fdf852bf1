import fc from "fast-check";
import { exchangeToken, revokeToken } from "@antechamber/contract/oauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";
import { basicCredential, oauthFormReader } from "./oauth-form.ts";

describe("a client's credential by HTTP Basic", () => {
  const header = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

  test.each<[string | undefined, object | undefined]>([
    [header("1:secret"), { id: "1", secret: "secret" }],
    [header("1:a:b"), { id: "1", secret: "a:b" }],
    [header("1:a%3Ab+c"), { id: "1", secret: "a:b c" }],
    [header("1:100%"), { id: "1", secret: "100%" }],
    [header("1:"), { id: "1", secret: "" }],
    [header("no colon"), undefined],
    [`basic ${Buffer.from("1:x").toString("base64")}`, { id: "1", secret: "x" }],
    ["Bearer x", undefined],
    ["Basic", undefined],
    [undefined, undefined],
  ])("%s is %j", (given, credential) => {
    expect(basicCredential(given)).toEqual(credential);
  });
});

describe("a form", () => {
  const read = oauthFormReader(exchangeToken.body);

  test("is urlencoded", () => {
    const bytes = Buffer.from("grant_type=a+b%26&unknown=1");
    expect(read("application/x-www-form-urlencoded", bytes)).toEqual({ grant_type: "a b&" });
    expect(read("application/json", bytes)).toEqual({});
    expect(read("application/x-www-form-urlencoded", undefined)).toEqual({});
  });

  test.each([
    ["application/json", '{"token": "x"}'],
    ["text/plain", "token=x"],
    ["multipart/form-data", "token=x"],
    ["", "token=x"],
  ])("that is %s is refused where no grant is named", (type, text) => {
    const readToken = oauthFormReader(revokeToken.body);
    expect(() => readToken(type, Buffer.from(text))).toThrow('Expected "Content-Type" header');
    expect(readToken(type, Buffer.alloc(0))).toEqual({});
  });

  test.each(["code=1&code=2", "code=1&code=", "code=&code="])(
    "names no parameter twice, as %s does",
    (text) => {
      expect(() => read("application/x-www-form-urlencoded", Buffer.from(text))).toThrow(
        "more than once",
      );
    },
  );

  test("leaves out whatever it gives no value", () => {
    const names = Object.keys(exchangeToken.body.properties);
    const empty = Buffer.from(names.map((name) => `${name}=`).join("&"));
    expect(read("application/x-www-form-urlencoded", empty)).toEqual({});
  });
});

describe("over the wire", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await aService();
  });
  afterAll(() => service.stop());

  const names = [
    "grant_type",
    "client_id",
    "client_secret",
    "code",
    "redirect_uri",
    "refresh_token",
    "device_code",
    "scope",
    "token",
    "code_verifier",
    "external_auth_type",
    "external_auth_token",
  ];
  const values = fc.oneof(
    fc.constantFrom(
      "authorization_code",
      "refresh_token",
      "client_credentials",
      "urn:ietf:params:oauth:grant-type:device_code",
      demo.applicationId,
      demo.clientSecret,
      "",
      "identify",
      "OIDC",
      "\u0000",
      "__proto__",
      "\ud800",
      "9".repeat(40),
    ),
    fc.string({ maxLength: 50 }),
  );
  const forms = fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 8 });
  const bodies = fc.oneof(
    forms.map((form) => new URLSearchParams(form).toString()),
    fc.string({ unit: "binary", maxLength: 200 }),
  );

  test("no form makes the service fail, and every refusal is one of OAuth2", async () => {
    const paths = fc.constantFrom("token", "token/revoke", "device/authorize");
    const types = fc.constantFrom(
      "application/x-www-form-urlencoded",
      "application/json",
      "multipart/form-data",
      "text/plain",
    );
    await fc.assert(
      fc.asyncProperty(paths, bodies, types, async (path, body, type) => {
        const headers = { "content-type": type };
        const answer = await service.call(`POST /oauth2/${path}`, { body, headers });
        expect(answer.status).toBeLessThan(500);
        expect(answer.status < 400 || typeof answer.at("error") === "string").toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("a form beyond all measure is cut off", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await service.call("POST /oauth2/token", { body: "x".repeat(70_000), headers });
    expect(answer.status).toBe(413);
  });
});
