// What the provider keeps between a consent and a token: codes and refresh tokens, both hashed.
// Source: protocol: gateway-oauth-limits 5.3, 5.4, 5.11.
import type { Millis } from "../../platform/clock.ts";
import { tableOf, type Writer } from "../../platform/store.ts";

/** Letters and digits of a token: 256 bits of chance. */
export const TOKEN_LENGTH = 43;

/** An authorization code, which can be exchanged once. */
export interface AuthorizationCodeRecord {
  readonly digest: string;
  readonly application_id: string;
  readonly user_id: string;
  readonly scopes: readonly string[];
  /** The very text that the token request must repeat, if the authorization request named it. */
  readonly redirect_uri: string;
  readonly isRedirectNamed: boolean;
  /** The S256 challenge that the verifier must meet. */
  readonly challenge?: string;
  readonly nonce?: string;
  /** When the person signed in. */
  readonly authenticatedAt: Millis;
  readonly expiresAt: Millis;
  /** The guild that the application was added to by the same consent. */
  readonly guild_id?: string;
  /** The webhook that it was given by the same consent. */
  readonly webhook_id?: string;
  /** Once exchanged: what it gave, so that a second exchange can take it back. */
  readonly grant?: string;
  /** Its person ended what the application may do, or was banned, before it was exchanged. */
  readonly isRevoked?: true;
}

/** A code lives so long. */
export const CODE_LIFETIME_MS = 100_000;

/** A code is remembered so long, used or not, so that its second use is noticed. */
const CODE_KEPT_MS = 86_400_000;

export const authorizationCodes = tableOf<AuthorizationCodeRecord>()({
  name: "authorization_code",
  key: (code) => code.digest,
  indexes: { user: (code) => code.user_id },
  deadline: ({ expiresAt }) => expiresAt - CODE_LIFETIME_MS + CODE_KEPT_MS,
});

/**
 * A refresh token. Each use replaces it; one that nobody uses ends. All that came of one grant, by
 * one renewal after another, are a family.
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
  /** Those of the family that it replaced, hashed, the newest last. */
  readonly spent?: readonly string[];
  /** Absent of tokens from before it was written down. */
  readonly issuedAt?: Millis;
  /** When it ends unless it is used. */
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

/** A refresh token that was replaced. If it is shown again, one of its two holders stole it. */
export interface SpentRefreshTokenRecord {
  readonly digest: string;
  readonly application_id: string;
  readonly grant: string;
}

export const spentRefreshTokens = tableOf<SpentRefreshTokenRecord>()({
  name: "spent_refresh_token",
  key: (token) => token.digest,
});

/** Deletes a refresh token, with the records of those before it. */
export function forgetRefreshToken(
  tx: Writer,
  { digest, spent = [] }: Pick<RefreshTokenRecord, "digest" | "spent">,
): void {
  tx.delete(refreshTokens, digest);
  for (const each of spent) tx.delete(spentRefreshTokens, each);
}
