// What an id token of another service must say. Source: protocol: gateway-oauth-limits 5.7.
import {
  IdTokenExpired,
  IdTokenTooOld,
  IdTokenWrongAudience,
  IdTokenWrongIssuer,
  limits,
  OidcKeyIdMissing,
  OidcTokenInvalid,
  type ErrorDeclaration,
} from "@antechamber/contract";
import { ApiError } from "../../../platform/api-error.ts";
import type { Millis } from "../../../platform/clock.ts";
import {
  isSignedWith,
  readToken,
  type JsonWebKey,
  type UnverifiedToken,
} from "../../../platform/jws.ts";
import type { OidcProvider } from "../../applications/oidc-provider.ts";
import type { ExternalIdentity } from "./external-identity.ts";

/** By how much another service's clock may be ahead. Source: assumed: usual among verifiers. */
const LEEWAY_SECONDS = 60;

/** A token of which it is known which key signed it. */
export interface KeyedToken {
  readonly token: UnverifiedToken;
  readonly kid: string;
}

/** Takes an id token apart. @throws OidcTokenInvalid, OidcKeyIdMissing */
export async function keyedToken(given: string): Promise<KeyedToken> {
  const token = await readToken(given);
  if (token === undefined) throw new ApiError(OidcTokenInvalid);
  const { kid } = token.header;
  if (typeof kid !== "string" || kid === "") throw new ApiError(OidcKeyIdMissing);
  return { token, kid };
}

interface Verification {
  readonly provider: OidcProvider;
  readonly key: JsonWebKey | undefined;
  readonly now: Millis;
}

/**
 * Who an id token is about, once it is known to be good.
 *
 * @throws OidcTokenInvalid, IdTokenWrongIssuer, IdTokenWrongAudience, IdTokenExpired, IdTokenTooOld
 */
export async function verifiedIdentity(
  { token }: KeyedToken,
  { provider, key, now }: Verification,
): Promise<ExternalIdentity> {
  if (key === undefined || !(await isSignedWith(token, key))) throw new ApiError(OidcTokenInvalid);
  const fault = claimsFault(token.claims, provider, now / 1000);
  if (fault !== undefined) throw new ApiError(fault);
  const { sub, preferred_username: name } = token.claims;
  const identity = {
    provider_type: "OIDC",
    provider_id: provider.issuer,
    external_id: sub as string,
  } as const;
  return { ...identity, ...(isName(name) ? { name: name.trim() } : {}) };
}

function isName(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const length = Array.from(value.trim()).length;
  return length >= 1 && length <= limits.globalName.value;
}

type Claims = Readonly<Record<string, unknown>>;

function claimsFault(
  claims: Claims,
  { issuer, client_ids }: OidcProvider,
  now: number,
): ErrorDeclaration | undefined {
  const { iss, aud, exp, iat } = claims;
  if (iss !== issuer) return IdTokenWrongIssuer;
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!audiences.some((each) => client_ids.includes(each as string))) return IdTokenWrongAudience;
  if (!isWellFormed(claims, now)) return OidcTokenInvalid;
  if ((exp as number) <= now) return IdTokenExpired;
  return (iat as number) < now - limits.idTokenAge.value ? IdTokenTooOld : undefined;
}

function isWellFormed({ sub, exp, iat, nbf }: Claims, now: number): boolean {
  const isSubject = typeof sub === "string" && sub.length >= 1;
  const isShort = isSubject && sub.length <= limits.externalUserId.value;
  const isDated = Number.isFinite(exp) && Number.isFinite(iat);
  const begins = Math.max((iat as number) || 0, typeof nbf === "number" ? nbf : 0);
  return isShort && isDated && begins <= now + LEEWAY_SECONDS;
}
