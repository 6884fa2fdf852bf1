// Normalizes equivalent URLs to the one that is routed.
import { inOriginForm } from "./known-paths.ts";

/** In a name such as `Harbor/general` the slash belongs to the name, literally or as `%2F`. */
const QUALIFIED_NAME = /^(\/control\/v1\/(?:channels|roles|skus)\/[^/?]+)\/([^/?]+)$/;

/**
 * Normalizes the path of a request: `/api/v9` and `/api` mean `/api/v10`, `%40` is `@`, two slashes
 * are one, and a bot's own id is `@me`. Invalid percent encoding is taken literally, so that it
 * matches no id or name. Unnecessary encoding is decoded, so that every guard checks the path that
 * the router finds. Source: product.md, One origin; protocol: gateway-oauth-limits 1.2.
 */
export function routedUrl(url: string, authorization: string | undefined): string {
  return ownPath(plainUrl(url), authorization);
}

function plainUrl(rawUrl: string): string {
  if (rawUrl.startsWith("/api/v10/") && !rawUrl.includes("%") && !rawUrl.includes("//"))
    return rawUrl;
  const url = inOriginForm(rawUrl);
  const queryAt = url.indexOf("?");
  const path = decodedWhereFree(wellEncoded(queryAt < 0 ? url : url.slice(0, queryAt)));
  const query = queryAt < 0 ? "" : url.slice(queryAt);
  if (!path.startsWith("/api/")) return path.replace(QUALIFIED_NAME, "$1%2F$2") + query;
  const single = path.replaceAll(/\/{2,}/g, "/");
  const rest = single.startsWith("/api/v10/") ? single.slice(8) : versionless(single);
  return (
    `/api${rest === undefined ? single.slice(4) : `/v10${rest}`}`.replaceAll("%40", "@") + query
  );
}

/** Paths that exist only below `@me`. */
const BELOW_A_USER = /^\/api\/v10\/users\/([0-9]+)\/(?:applications|channels|connections|guilds)\b/;
const BOT_TOKEN = /^Bot ([\w-]+)\./i;

/**
 * A bot may use its own id there, as discord.js 13 does to open direct messages. A bot's token
 * begins with its id.
 */
function ownPath(url: string, authorization = ""): string {
  const id = BELOW_A_USER.exec(url)?.[1];
  if (id === undefined) return url;
  const head = BOT_TOKEN.exec(authorization)?.[1] ?? "";
  const isOwn = Buffer.from(head, "base64url").toString() === id;
  return isOwn ? url.replace(id, "@me") : url;
}

/** Encodes percent signs that do not encode anything. */
function wellEncoded(path: string): string {
  if (!path.includes("%") || isDecodable(path)) return path;
  const segments = path.split("/");
  return segments.map((each) => (isDecodable(each) ? each : each.replaceAll("%", "%25"))).join("/");
}

/** Letters, digits, `-`, `.`, `_` and `~`, encoded. Source: RFC 3986 2.3, 6.2.2.2. */
const ENCODED_UNRESERVED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

function decodedWhereFree(path: string): string {
  return path.includes("%")
    ? path.replaceAll(ENCODED_UNRESERVED, (each) => decodeURIComponent(each))
    : path;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The path after the version; undefined for a version that is not served. */
function versionless(path: string): string | undefined {
  if (path.startsWith("/api/v9/")) return path.slice(7);
  return /^\/api\/v[0-9]+(\/|$)/.test(path) ? undefined : path.slice(4);
}
