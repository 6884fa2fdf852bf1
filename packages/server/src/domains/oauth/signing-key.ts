// The key that id tokens are signed with: made when it is first needed, then stored.
// Source: protocol: gateway-oauth-limits 5.1, 5.11.
import type { Context, ReadContext } from "../../platform/context.ts";
import { digestHex } from "../../platform/crypto.ts";
import { newRsaKey, type RsaKey } from "../../platform/formats/rsa.ts";
import { tableOf } from "../../platform/store.ts";

interface SigningKeyRecord extends RsaKey {
  readonly name: "current";
  /** The key id by which verifiers find the key: it changes when the key does. */
  readonly kid: string;
}

export const signingKeys = tableOf<SigningKeyRecord>()({
  name: "signing_key",
  key: (key) => key.name,
});

const KID_LENGTH = 32;

/** The key, or undefined before it is first needed. */
export function signingKey(ctx: ReadContext): Promise<SigningKeyRecord | undefined> {
  return ctx.tx.get(signingKeys, "current");
}

/** The key, which is made when there is none. */
export async function ensureSigningKey(ctx: Context): Promise<SigningKeyRecord> {
  const stored = await signingKey(ctx);
  if (stored !== undefined) return stored;
  const key = newRsaKey();
  const kid = digestHex(key.n).slice(0, KID_LENGTH);
  const made: SigningKeyRecord = { name: "current", kid, ...key };
  ctx.tx.put(signingKeys, made);
  return made;
}

/** The public key, as the JSON Web Key Set shows it. */
export function keyView({ kid, n, e }: SigningKeyRecord) {
  return { kty: "RSA", use: "sig", kid, n, e, alg: "RS256" } as const;
}
