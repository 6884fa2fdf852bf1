// What OAuth stores between a consent and a token: authorization codes and refresh tokens, hashed.
// Source: protocol: gateway-oauth-limits 5.3, 5.4, 5.11.
import type { Millis } from "../../platform/clock.ts";
import { tableOf, type Writer } from "../../platform/store.ts";

/** The number of letters and digits of a token, which hold 256 bits of randomness. */
export const TOKEN_LENGTH = 43;

/** An authorization code, which can be exchanged once. */
export interface AuthorizationCodeRecord {
  readonly digest: string;
  readonly application_id: string;
  readonly user_id: string;
  readonly scopes: readonly string[];
  /** The token request must repeat exactly this if the authorization request named it. */
  readonly redirect_uri: string;
  readonly isRedirectNamed: boolean;
  /** The S256 challenge that the verifier must match. */
  readonly challenge?: string;
  readonly nonce?: string;
  /** When the person signed in. */
  readonly authenticatedAt: Millis;
  readonly expiresAt: Millis;
  /** The guild that the application was added to by the same consent. */
  readonly guild_id?: string;
  /** The webhook that the application was given by the same consent. */
  readonly webhook_id?: string;
  /** Once exchanged: the family of the issued tokens, so that a second exchange can end it. */
  readonly grant?: string;
  /** True when the user's consent ended, or the user was banned, before the code was exchanged. */
  readonly isRevoked?: true;
}

/** How long a code can be exchanged. */
export const CODE_LIFETIME_MS = 100_000;

/** How long a code is kept, used or not, so that a second use is noticed. */
const CODE_RETENTION_MS = 86_400_000;

export const authorizationCodes = tableOf<AuthorizationCodeRecord>()({
  name: "authorization_code",
  key: (code) => code.digest,
  indexes: { user: (code) => code.user_id },
  deadline: ({ expiresAt }) => expiresAt - CODE_LIFETIME_MS + CODE_RETENTION_MS,
});

/**
 * A refresh token. Each use replaces it; it expires when it is not used. All refresh tokens that
 * descend from one grant form a family.
 */
export interface RefreshTokenRecord {
  readonly digest: string;
  readonly application_id: string;
  readonly user_id: string;
  readonly scopes: readonly string[];
  /** The access token that was issued with it, and is revoked with it. */
  readonly accessDigest: string;
  /** The same for every token of the family. */
  readonly grant: string;
  /** The hashes of the tokens of the family that it replaced, the newest last. */
  readonly spent?: readonly string[];
  /** Absent in tokens that were stored before this field existed. */
  readonly issuedAt?: Millis;
  /** When it expires unless it is used. */
  readonly expiresAt: Millis;
  /** When the person signed in, if that is known. */
  readonly authenticatedAt?: Millis;
}

export const refreshTokens = tableOf<RefreshTokenRecord>()({
  name: "refresh_token",
  key: (token) => token.digest,
  indexes: {
    user: (token) => token.user_id,
    grant: (token) => token.grant,
  },
  deadline: (token) => token.expiresAt,
});

/** A refresh token that was replaced. If it is used again, one of its two holders stole it. */
export interface SpentRefreshTokenRecord {
  readonly digest: string;
  readonly application_id: string;
  readonly grant: string;
}

export const spentRefreshTokens = tableOf<SpentRefreshTokenRecord>()({
  name: "spent_refresh_token",
  key: (token) => token.digest,
});

/** Deletes a refresh token, and the spent ones that it replaced. */
export function deleteRefreshToken(
  tx: Writer,
  { digest, spent = [] }: Pick<RefreshTokenRecord, "digest" | "spent">,
): void {
  tx.delete(refreshTokens, digest);
  for (const each of spent) tx.delete(spentRefreshTokens, each);
}
