import type { ScopeName } from "./scopes.ts";

/**
 * A way in which a caller may authenticate. Source: requirements 5, protocol: gateway-oauth-limits
 * 5.
 */
export type Auth =
  | { readonly kind: "bot" }
  | {
      readonly kind: "bearer";
      readonly scopes: readonly ScopeName[];
      /** Credentials that the endpoint does not accept get the same 401 as a missing credential. */
      readonly elseUnauthorized?: true;
    }
  | { readonly kind: "signedIn" }
  | { readonly kind: "control" }
  | { readonly kind: "open" };

/** `Authorization: Bot <token>`. */
export const bot: Auth = { kind: "bot" };

/**
 * `Authorization: Bearer <token>` with at least one of the scopes, after expanding umbrella scopes;
 * any token if none is named.
 */
export function bearer(...scopes: readonly ScopeName[]): Auth {
  return { kind: "bearer", scopes };
}

/**
 * Like `bearer`, but credentials that the endpoint does not accept get the same 401 as a missing
 * one.
 *
 * @source protocol: gateway-oauth-limits 5.10, lobbies-and-sdk 1.1
 */
export function bearerElseUnauthorized(...scopes: readonly ScopeName[]): Auth {
  return { kind: "bearer", scopes, elseUnauthorized: true };
}

/** `Authorization: <user token>`: a user who is signed in with a first-party client. */
export const signedIn: Auth = { kind: "signedIn" };

/**
 * The default control key, if only this machine can call and no other key is set. Source:
 * product.md, Commands.
 */
export const DEFAULT_CONTROL_KEY = "antechamber";

/** `Authorization: Control <key>`: the operator or a test. */
export const control: Auth = { kind: "control" };

/**
 * No credential is needed; if one is sent, it only determines whose rate limits apply. Together
 * with `bot`, a bot's token is verified if one is sent.
 */
export const open: Auth = { kind: "open" };

/** The scopes of which a bearer token needs one; empty if it needs none, or is not accepted. */
export function scopesOf(auth: readonly Auth[]): string[] {
  return auth.flatMap((each) => (each.kind === "bearer" ? each.scopes : []));
}
