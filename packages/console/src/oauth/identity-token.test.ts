import { createSign, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readToken, type Key } from "./identity-token.ts";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const key = { ...publicKey.export({ format: "jwk" }), kid: "k1", alg: "RS256" } as Key;

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function aToken(kid = "k1"): string {
  const signed = `${part({ alg: "RS256", kid })}.${part({ sub: "100", name: "Ümit" })}`;
  return `${signed}.${createSign("sha256").update(signed).sign(privateKey, "base64url")}`;
}

test("an ID token is decoded, and verified with the key that it names", async () => {
  expect(await readToken(aToken(), [key])).toEqual({
    header: { alg: "RS256", kid: "k1" },
    claims: { sub: "100", name: "Ümit" },
    holds: true,
  });
});

describe("the signature of an ID token", () => {
  test("is invalid with other claims, or an unknown key", async () => {
    const [head, , signature] = aToken().split(".");
    const forged = `${head}.${part({ sub: "200" })}.${signature}`;
    expect((await readToken(forged, [key])).holds).toBe(false);
    expect((await readToken(aToken("k2"), [key])).holds).toBe(false);
  });

  test.each(["", "a.b", "a.b.c", "a.b.c.d"])("is refused if the text is %j", async (text) => {
    await expect(readToken(text, [key])).rejects.toThrow("This is not a signed JWT.");
  });
});
