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

test("an identity token is read, and its signature holds for the key that it names", async () => {
  expect(await readToken(aToken(), [key])).toEqual({
    header: { alg: "RS256", kid: "k1" },
    claims: { sub: "100", name: "Ümit" },
    holds: true,
  });
});

describe("it does not hold", () => {
  test("with other claims, or by a key that is not there", async () => {
    const [head, , signature] = aToken().split(".");
    const forged = `${head}.${part({ sub: "200" })}.${signature}`;
    expect((await readToken(forged, [key])).holds).toBe(false);
    expect((await readToken(aToken("k2"), [key])).holds).toBe(false);
  });

  test.each(["", "a.b", "a.b.c", "a.b.c.d"])("and %j is none at all", async (text) => {
    await expect(readToken(text, [key])).rejects.toThrow("This is not a signed JWT.");
  });
});
