// OpenID Connect id tokens. Source: protocol: gateway-oauth-limits 5.11.
import type { Millis } from "../../platform/clock.ts";
import type { Context } from "../../platform/context.ts";
import { leftHalfHash, signRs256, tokenPart } from "../../platform/rsa.ts";
import { ACCESS_TOKEN_LIFETIME_MS } from "../applications/tokens.ts";
import { ensureSigningKey } from "./signing-key.ts";

/** What an id token says of a sign-in. */
export interface SignIn {
  /** The application's id. */
  readonly audience: string;
  readonly user_id: string;
  /** As the authorization request gave it. */
  readonly nonce?: string | undefined;
  readonly authenticatedAt: Millis;
  /** The access token beside it. */
  readonly accessToken: string;
}

const seconds = (at: Millis) => Math.floor(at / 1000);

/** A signed statement that the person signed in; it lives as long as the access token beside it. */
export async function idTokenFor(ctx: Context, signIn: SignIn): Promise<string> {
  const key = await ensureSigningKey(ctx);
  const { nonce } = signIn;
  const claims = {
    iss: ctx.settings.publicUrl,
    sub: signIn.user_id,
    aud: [signIn.audience],
    iat: seconds(ctx.now),
    exp: seconds(ctx.now + ACCESS_TOKEN_LIFETIME_MS),
    auth_time: seconds(signIn.authenticatedAt),
    at_hash: leftHalfHash(signIn.accessToken),
    ...(nonce === undefined ? {} : { nonce }),
  };
  const content = `${tokenPart({ alg: "RS256", typ: "JWT", kid: key.kid })}.${tokenPart(claims)}`;
  return `${content}.${signRs256(key.privateKey, content)}`;
}
