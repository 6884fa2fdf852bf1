// The address under which a call is routed, of those that mean the same.
import { inOriginForm } from "./known-paths.ts";

/** In a name such as `Harbor/general` the slash is part of it, written as it is or as `%2F`. */
const QUALIFIED_NAME = /^(\/control\/v1\/(?:channels|roles|skus)\/[^/?]+)\/([^/?]+)$/;

/**
 * The path under which a request is routed: `/api/v9` and `/api` mean `/api/v10`, `%40` is `@`, two
 * slashes are one, and a bot's own id is `@me`. What is encoded wrongly stands for itself, and is
 * then no id or name of anything. What is encoded without need is decoded, so that every guard sees
 * the path that the router finds. Source: product.md, One origin; protocol: gateway-oauth-limits
 * 1.2.
 */
export function routedUrl(url: string, authorization: string | undefined): string {
  return ownPath(plainUrl(url), authorization);
}

function plainUrl(asked: string): string {
  if (asked.startsWith("/api/v10/") && !asked.includes("%") && !asked.includes("//")) return asked;
  const url = inOriginForm(asked);
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

/** What is below `@me` alone. */
const BELOW_A_USER = /^\/api\/v10\/users\/([0-9]+)\/(?:applications|channels|connections|guilds)\b/;
const BOT_TOKEN = /^Bot ([\w-]+)\./i;

/**
 * A bot may name itself there: discord.js 13 opens direct messages so. Its token begins with its
 * id.
 */
function ownPath(url: string, authorization = ""): string {
  const id = BELOW_A_USER.exec(url)?.[1];
  if (id === undefined) return url;
  const head = BOT_TOKEN.exec(authorization)?.[1] ?? "";
  const isOwn = Buffer.from(head, "base64url").toString() === id;
  return isOwn ? url.replace(id, "@me") : url;
}

/** A path whose percent signs all encode something: those that do not are encoded themselves. */
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

/** What follows the version, or undefined for a version that is not served. */
function versionless(path: string): string | undefined {
  if (path.startsWith("/api/v9/")) return path.slice(7);
  return /^\/api\/v[0-9]+(\/|$)/.test(path) ? undefined : path.slice(4);
}
