// Where an authorization may redirect a person to, and with which parameters.
// Source: protocol: gateway-oauth-limits 5.2, 5.5.
import { isLoopback } from "../../platform/network/loopback.ts";
import type { ApplicationRecord } from "../applications/application.ts";

type Client = Pick<ApplicationRecord, "id" | "redirect_uris">;

/** Matches an http address: its host without the port, and its path. */
const httpAddress = /^http:\/\/(\[[0-9a-f:.]+\]|[^\s/?#@:[\]]+)(?::[0-9]{1,5})?(\/[^#]*)?$/i;

/**
 * A loopback address without its port, because a native app listens on any free port; undefined for
 * other addresses. Source: RFC 8252 7.3.
 */
function portless(uri: string): string | undefined {
  const [, host = "", path = "/"] = httpAddress.exec(uri) ?? [];
  return isLoopback(host) ? host.toLowerCase() + path : undefined;
}

/** Schemes that a browser would execute as a script, or open a file with. */
const unsafe = /^(javascript|data|vbscript|file|blob|about|view-source):/i;

/**
 * The redirect URI of a game's own scheme, which needs no registration. It has one slash, as the
 * SDK writes it.
 */
function ownScheme(clientId: string): string {
  return `discord-${clientId}:/authorize/callback`;
}

/**
 * Matches only the characters that RFC 3986 allows, so that the address is safe in headers and
 * pages.
 */
const addressLike = /^[a-z][a-z0-9+.-]*:[!-~]+$/i;

/** True for an address that may be registered: a browser can open it, and it runs no script. */
export function isWellFormed(uri: string): boolean {
  return addressLike.test(uri) && !uri.includes("#") && !unsafe.test(uri) && isUrl(uri);
}

/** True for an address that a browser can open; nothing listens on port 0. */
function isUrl(uri: string): boolean {
  return URL.canParse(uri) && new URL(uri).port !== "0";
}

/**
 * The address to redirect the person to.
 *
 * @returns the requested address if it is registered, the first registered one when none was
 *   requested, or undefined when there is none
 */
export function redirectFor(client: Client, requested: string | undefined): string | undefined {
  if (requested === undefined) return client.redirect_uris.find(isWellFormed);
  if (!isWellFormed(requested)) return undefined;
  if (requested === ownScheme(client.id) || client.redirect_uris.includes(requested))
    return requested;
  const local = portless(requested);
  if (local === undefined) return undefined;
  return client.redirect_uris.some((each) => portless(each) === local) ? requested : undefined;
}

/** True for an address that another app on the same device could claim. */
export function isCustomScheme(uri: string): boolean {
  return !/^https?:/i.test(uri);
}

/** True for an address that another program of the same machine could receive. */
export function isOpenToOthers(uri: string): boolean {
  return isCustomScheme(uri) || portless(uri) !== undefined;
}

/** An address with parameters added to its query or as its fragment; its existing query is kept. */
export function withParameters(
  uri: string,
  parameters: Readonly<Record<string, string | undefined>>,
  part: "query" | "fragment" = "query",
): string {
  const query = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const text = new URLSearchParams(query).toString();
  if (part === "fragment") return `${uri}#${text}`;
  return `${uri}${uri.includes("?") ? "&" : "?"}${text}`;
}
