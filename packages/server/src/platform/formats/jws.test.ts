import { constants, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { describe, expect, test } from "vitest";
import { isSignedWith, isUsableKey, readToken, type JsonWebKey } from "./jws.ts";

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

interface Pair {
  readonly privateKey: KeyObject;
  readonly jwk: JsonWebKey;
}

function pair(generated: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }): Pair {
  const jwk = generated.publicKey.export({ format: "jwk" }) as JsonWebKey;
  return { privateKey: generated.privateKey, jwk };
}

const rsa = pair(generateKeyPairSync("rsa", { modulusLength: 2048 }));
const shortRsa = pair(generateKeyPairSync("rsa", { modulusLength: 1024 }));
const p256 = pair(generateKeyPairSync("ec", { namedCurve: "P-256" }));
const p384 = pair(generateKeyPairSync("ec", { namedCurve: "P-384" }));
const p521 = pair(generateKeyPairSync("ec", { namedCurve: "P-521" }));
const ed = pair(generateKeyPairSync("ed25519"));

const hashOf = (alg: string) => (alg === "EdDSA" ? null : `sha${alg.slice(2)}`);

function signed(alg: string, { privateKey }: Pair): string {
  const content = `${part({ alg, kid: "k" })}.${part({ sub: "1" })}`;
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants;
  const pss = alg.startsWith("PS") ? { padding, saltLength } : {};
  const how = { key: privateKey, dsaEncoding: "ieee-p1363", ...pss } as const;
  return `${content}.${sign(hashOf(alg), Buffer.from(content), how).toString("base64url")}`;
}

async function read(token: string) {
  const found = await readToken(token);
  if (found === undefined) throw new Error("not a token");
  return found;
}

const good: readonly (readonly [string, Pair])[] = [
  ["RS256", rsa],
  ["RS384", rsa],
  ["RS512", rsa],
  ["PS256", rsa],
  ["PS384", rsa],
  ["PS512", rsa],
  ["ES256", p256],
  ["ES384", p384],
  ["ES512", p521],
];

describe.each(good)("%s", (alg, key) => {
  test("verifies what its key signed, and nothing that was modified", async () => {
    const token = signed(alg, key);
    expect(await isSignedWith(await read(token), key.jwk)).toBe(true);
    const [head = "", , signature = ""] = token.split(".");
    const forged = `${head}.${part({ sub: "2" })}.${signature}`;
    expect(await isSignedWith(await read(forged), key.jwk)).toBe(false);
  });

  test("accepts no key of another kind, use or algorithm", async () => {
    const token = await read(signed(alg, key));
    for (const [, other] of good.filter(([, each]) => each !== key)) {
      expect(await isSignedWith(token, other.jwk)).toBe(false);
    }
    expect(await isSignedWith(token, { ...key.jwk, use: "enc" })).toBe(false);
    expect(await isSignedWith(token, { ...key.jwk, alg: "HS256" })).toBe(false);
  });
});

test.each(["none", "HS256", "RS1", "__proto__", "toString"])(
  "the algorithm %s verifies nothing",
  async (alg) => {
    const content = `${part({ alg, kid: "k" })}.${part({ sub: "1" })}`;
    expect(await isSignedWith(await read(`${content}.AA`), rsa.jwk)).toBe(false);
  },
);

test("a key that is too short, of another algorithm or invalid is not used", async () => {
  expect(await isSignedWith(await read(signed("RS256", shortRsa)), shortRsa.jwk)).toBe(false);
  expect(await isUsableKey(shortRsa.jwk)).toBe(false);
  expect(await isSignedWith(await read(signed("EdDSA", ed)), ed.jwk)).toBe(false);
  for (const broken of [null, 1, {}, { kty: "RSA" }, { kty: "oct", k: "AA" }, ed.jwk]) {
    expect(await isUsableKey(broken)).toBe(false);
  }
  for (const [, key] of good) expect(await isUsableKey(key.jwk)).toBe(true);
});

test.each([
  "",
  "a",
  "a.b",
  "a.b.c",
  "..",
  `${part({})}.${part([])}.AA`,
  `${part(1)}.${part({})}.AA`,
])("%j is not a token", async (text) => {
  expect(await readToken(text)).toBeUndefined();
});
