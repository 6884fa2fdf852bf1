// Where a person may be sent back to. Source: protocol: gateway-oauth-limits 5.2, 5.5.
import type { ApplicationRecord } from "../applications/application.ts";

type Client = Pick<ApplicationRecord, "id" | "redirect_uris">;

/** Hosts that only mean this machine; the SDK listens there on a free port. Source: RFC 8252 7.3. */
const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::[0-9]{1,5})?(\/[^#]*)?$/i;

/** A loopback address without its port, or undefined for another one. */
function portless(uri: string): string | undefined {
  const [, host, path = "/"] = loopback.exec(uri) ?? [];
  return host === undefined ? undefined : host.toLowerCase() + path;
}

/** Schemes that a browser would run, or open a file by. */
const unsafe = /^(javascript|data|vbscript|file|blob|about|view-source):/i;

/** The scheme that is a game's own without being registered: one slash, as the SDK writes it. */
function ownScheme(clientId: string): string {
  return `discord-${clientId}:/authorize/callback`;
}

/**
 * Letters and signs of an address as RFC 3986 has them: nothing that a header or a page could trip
 * over.
 */
const addressLike = /^[a-z][a-z0-9+.-]*:[!-~]+$/i;

/** True for what may be registered: an address that a browser goes to, and no script. */
export function isWellFormed(uri: string): boolean {
  return addressLike.test(uri) && !uri.includes("#") && !unsafe.test(uri) && isUrl(uri);
}

/** Browsers go nowhere with another text, and nothing listens on port 0. */
function isUrl(uri: string): boolean {
  return URL.canParse(uri) && new URL(uri).port !== "0";
}

/**
 * The address to send the person back to.
 *
 * @returns what was asked for, if it is registered; the first registered one when nothing was asked
 *   for; undefined when there is none
 */
export function redirectFor(client: Client, asked: string | undefined): string | undefined {
  if (asked === undefined) return client.redirect_uris.find(isWellFormed);
  if (!isWellFormed(asked)) return undefined;
  if (asked === ownScheme(client.id) || client.redirect_uris.includes(asked)) return asked;
  const local = portless(asked);
  if (local === undefined) return undefined;
  return client.redirect_uris.some((each) => portless(each) === local) ? asked : undefined;
}

/** True for an address that another app on the same device could claim. */
export function isCustomScheme(uri: string): boolean {
  return !/^https?:/i.test(uri);
}

/** True for an address at which another program of the same machine may listen. */
export function isOpenToOthers(uri: string): boolean {
  return isCustomScheme(uri) || portless(uri) !== undefined;
}

/** An address with parameters added, in its query or after `#`; what stands there stays. */
export function withParameters(
  uri: string,
  parameters: Readonly<Record<string, string | undefined>>,
  part: "query" | "fragment" = "query",
): string {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const text = new URLSearchParams(given).toString();
  if (part === "fragment") return `${uri}#${text}`;
  return `${uri}${uri.includes("?") ? "&" : "?"}${text}`;
}
