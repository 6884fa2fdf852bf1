// Signed tokens of other services: parsed, and verified with a key of theirs. A token never chooses
// how it is verified: the algorithm must be one of the key's type. Source: RFC 7515, 7517, 7518;
// protocol: gateway-oauth-limits 5.7.
import type { JWK } from "jose";

/** A JSON Web Key as a key set holds it. */
export type JsonWebKey = Readonly<Record<string, unknown>>;

/** A compact token, decoded and not verified. */
export interface UnverifiedToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Loaded with the first token: most services never receive one. */
const jose = () => import("jose");

/** Splits a compact token; undefined for a malformed one. */
export async function readToken(text: string): Promise<UnverifiedToken | undefined> {
  const { decodeJwt, decodeProtectedHeader } = await jose();
  try {
    return { header: decodeProtectedHeader(text), claims: decodeJwt(text), text };
  } catch {
    // A text that cannot be decoded is no token.
    return undefined;
  }
}

const rsaAlgorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"];
const curveAlgorithms: Readonly<Record<string, readonly string[]>> = {
  "P-256": ["ES256"],
  "P-384": ["ES384"],
  "P-521": ["ES512"],
};

/** The algorithms that tokens of other services may be signed with; all others are refused. */
export const signingAlgorithms = [...rsaAlgorithms, ...Object.values(curveAlgorithms).flat()];

/** The algorithms that a key may have signed with; none for keys that are not public. */
function algorithmsOf(jwk: JsonWebKey): readonly string[] {
  const { kty, crv, use = "sig", alg } = jwk;
  const isCurve = kty === "EC" && typeof crv === "string";
  const ofCurve = isCurve && Object.hasOwn(curveAlgorithms, crv) ? curveAlgorithms[crv] : undefined;
  const all = kty === "RSA" ? rsaAlgorithms : (ofCurve ?? []);
  return use === "sig" ? all.filter((each) => alg === undefined || alg === each) : [];
}

/** The minimum length of RSA keys: shorter ones can be broken. */
const RSA_BITS_MIN = 2048;

/** True for a JSON Web Key that could verify some token. */
export async function isUsableKey(jwk: unknown): Promise<boolean> {
  if (typeof jwk !== "object" || jwk === null) return false;
  const [algorithm] = algorithmsOf(jwk as JsonWebKey);
  if (algorithm === undefined) return false;
  const { importJWK } = await jose();
  try {
    const key = await importJWK(jwk as JWK, algorithm);
    if (key instanceof Uint8Array || key.type !== "public") return false;
    const { modulusLength = RSA_BITS_MIN } = key.algorithm as { readonly modulusLength?: number };
    return modulusLength >= RSA_BITS_MIN;
  } catch {
    // A key that cannot be built verifies nothing.
    return false;
  }
}

/** True when the token was signed with the key, by an algorithm of the key. */
export async function isSignedWith(token: UnverifiedToken, jwk: JsonWebKey): Promise<boolean> {
  const { alg } = token.header;
  const algorithms = algorithmsOf(jwk);
  if (typeof alg !== "string" || !algorithms.includes(alg)) return false;
  const { compactVerify, importJWK } = await jose();
  try {
    await compactVerify(token.text, await importJWK(jwk as JWK, alg), { algorithms: [alg] });
    return true;
  } catch {
    // The key cannot be built, or did not sign the token.
    return false;
  }
}
