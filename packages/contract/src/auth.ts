/**
 * One way in which a caller may prove who they are. Source: requirements 5, protocol:
 * gateway-oauth-limits 5.
 */
export type Auth =
  | { readonly kind: "bot" }
  | {
      readonly kind: "bearer";
      readonly scopes: readonly string[];
      /** Every other credential is refused as none would be. */
      readonly isAlone?: true;
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
 * Any bearer token, and to every other credential the same 401 as to none.
 *
 * @source protocol: gateway-oauth-limits 5.10
 */
export const bearerAlone: Auth = { kind: "bearer", scopes: [], isAlone: true };

/** `Authorization: <user token>`: a person signed in with a first-party client. */
export const signedIn: Auth = { kind: "signedIn" };

/** The control key where only this machine can call and none is given. Source: product.md, Commands. */
export const DEFAULT_CONTROL_KEY = "antechamber";

/** `Authorization: Control <key>`: the operator or a test. */
export const control: Auth = { kind: "control" };

/**
 * No credential is needed, and one that is sent is not looked at; beside `bot`, a bot's token is
 * looked at where one is sent.
 */
export const open: Auth = { kind: "open" };
