import fc from "fast-check";
import { exchangeToken, revokeToken } from "@antechamber/contract/oauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";
import { basicCredential, oauthFields, oauthFormReader } from "./oauth-form.ts";

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
  ])("is read from %s as %j", (authorization, credential) => {
    expect(basicCredential(authorization)).toEqual(credential);
  });
});

describe("a form", () => {
  const URLENCODED = "application/x-www-form-urlencoded";
  const readGrant = oauthFormReader(exchangeToken.body);
  const read = async (type: string, text?: string) =>
    readGrant(await oauthFields(type, text === undefined ? undefined : Buffer.from(text)));

  test("may be urlencoded", async () => {
    const text = "grant_type=a+b%26&unknown=1";
    expect(await read(URLENCODED, text)).toEqual({ grant_type: "a b&" });
    expect(await read("application/json", text)).toEqual({});
    expect(await read(URLENCODED)).toEqual({});
  });

  const parts = (...fields: readonly (readonly [name: string, value: string])[]) => {
    const each = fields.map(
      ([name, value]) => `--b\r\nContent-Disposition: form-data; ${name}\r\n\r\n${value}\r\n`,
    );
    return `${each.join("")}--b--\r\n`;
  };

  test("may be multipart, as clients send it", async () => {
    const type = "multipart/form-data; boundary=b";
    const text = parts(['name="grant_type"', "a b&"], ['name="scope"', ""], ['name="x"', "1"]);
    expect(await read(type, text)).toEqual({ grant_type: "a b&" });
    const file = parts(['name="grant_type"; filename="a.txt"', "refresh_token"]);
    expect(await read(type, file)).toEqual({});
    const twice = parts(['name="code"', "1"], ['name="code"', "2"]);
    await expect(read(type, twice)).rejects.toThrow("more than once");
  });

  test.each([
    ["application/json", '{"token": "x"}'],
    ["text/plain", "token=x"],
    ["multipart/form-data", "token=x"],
    ["multipart/form-data; boundary=b", '--b\r\nContent-Disposition: form-data; name="token"'],
    ["", "token=x"],
  ])("that is %s is refused when it names no grant", async (type, text) => {
    const readToken = oauthFormReader(revokeToken.body);
    const fields = await oauthFields(type, Buffer.from(text));
    expect(() => readToken(fields)).toThrow('Expected "Content-Type" header');
    expect(readToken(await oauthFields(type, Buffer.alloc(0)))).toEqual({});
  });

  test.each(["code=1&code=2", "code=1&code=", "code=&code="])(
    "may not repeat a parameter, as %s does",
    async (text) => {
      await expect(read(URLENCODED, text)).rejects.toThrow("more than once");
    },
  );

  test("omits parameters without a value", async () => {
    const names = Object.keys(exchangeToken.body.properties);
    expect(await read(URLENCODED, names.map((name) => `${name}=`).join("&"))).toEqual({});
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
  const inParts = (form: Readonly<Record<string, string>>) =>
    Object.entries(form).map(
      ([name, value]) =>
        `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
  const bodies = fc.oneof(
    forms.map((form) => new URLSearchParams(form).toString()),
    forms.map((form) => `${inParts(form).join("")}--b--\r\n`),
    fc.string({ unit: "binary", maxLength: 200 }),
  );

  test("no form causes a 500, and every refusal is an OAuth2 error", async () => {
    const paths = fc.constantFrom("token", "token/revoke", "device/authorize");
    const types = fc.constantFrom(
      "application/x-www-form-urlencoded",
      "application/json",
      "multipart/form-data",
      "multipart/form-data; boundary=b",
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

  test.each(["application/x-www-form-urlencoded", "multipart/form-data; boundary=b"])(
    "an oversized form of %s is cut off",
    async (type) => {
      const headers = { "content-type": type };
      const answer = await service.call("POST /oauth2/token", {
        body: "x".repeat(70_000),
        headers,
      });
      expect(answer.status).toBe(413);
    },
  );
});
