/**
 * One way in which a caller may prove who they are. Source: requirements 5, protocol:
 * gateway-oauth-limits 5.
 */
export type Auth =
  | { readonly kind: "bot" }
  | {
      readonly kind: "bearer";
      readonly scopes: readonly string[];
      /** What the endpoint does not accept is refused as no credential would be: 401. */
      readonly elseUnauthorized?: true;
    }
  | { readonly kind: "signedIn" }
  | { readonly kind: "control" }
  | { readonly kind: "open" };

/** `Authorization: Bot <token>`. */
export const bot: Auth = { kind: "bot" };

/**
 * `Authorization: Bearer <token>` that holds at least one of the scopes, expanded from umbrellas;
 * any token where none is named.
 */
export function bearer(...scopes: readonly string[]): Auth {
  return { kind: "bearer", scopes };
}

/**
 * The same, where whatever the endpoint does not accept is answered with the 401 of no credential.
 *
 * @source protocol: gateway-oauth-limits 5.10, lobbies-and-sdk 1.1
 */
export function bearerElseUnauthorized(...scopes: readonly string[]): Auth {
  return { kind: "bearer", scopes, elseUnauthorized: true };
}

/** `Authorization: <user token>`: a person signed in with a first-party client. */
export const signedIn: Auth = { kind: "signedIn" };

/** The control key where only this machine can call and none is given. Source: product.md, Commands. */
export const DEFAULT_CONTROL_KEY = "antechamber";

/** `Authorization: Control <key>`: the operator or a test. */
export const control: Auth = { kind: "control" };

/**
 * No credential is needed, and one that is sent says only whose calls are counted; beside `bot`, a
 * bot's token is looked at where one is sent.
 */
export const open: Auth = { kind: "open" };

/** The scopes of which a bearer token needs one; none where it needs none, or cannot come in. */
export function scopesOf(auth: readonly Auth[]): string[] {
  return auth.flatMap((each) => (each.kind === "bearer" ? each.scopes : []));
}
