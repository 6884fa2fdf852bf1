// A service on loopback replies only to loopback's host names. Otherwise a page elsewhere could
// point its own name here (DNS rebinding), and call this machine as its own origin, with publicly
// known credentials.
import { isGuardedName } from "../../../platform/network/guarded-names.ts";
import { isLoopback } from "../../../platform/network/loopback.ts";
import type { Closed, Guard } from "./entrance.ts";

/** Source: RFC 9110 15.5.20. */
const notServed: Closed = {
  status: 421,
  name: "ForeignName",
  source: "product.md, Who may call from a browser",
  message:
    "This service answers to the names of this machine alone; start it with --public-url to serve another one.",
};

/** Number of accepted names that are cached as sent, since clients send the same one each time. */
const KNOWN_MAX = 100;

/** True for a host, with or without a port, that only this machine can reach. */
export function isLoopbackName(host: string): boolean {
  return isLoopback(nameOf(host));
}

function nameOf(host: string): string {
  return host.replace(/:[0-9]*$/, "").toLowerCase();
}

/**
 * The guard of a service that listens on an address.
 *
 * @param ownUrls the URLs that clients are given, whose host names are served too
 * @param servesGuardedNames whether clients also reach it under the platform's host names
 * @returns undefined where any name is served, because callers outside this machine are expected
 */
export function hostGuard(
  listensOn: string,
  ownUrls: readonly string[],
  servesGuardedNames = false,
): Guard | undefined {
  if (!isLoopbackName(listensOn.includes(":") ? `[${listensOn}]` : listensOn)) return undefined;
  const own = new Set(ownUrls.map((url) => nameOf(new URL(url).host)));
  const accepted = new Set<string>();
  return ({ headers: { host } }) => {
    // Only clients older than HTTP/1.1 omit it.
    if (host === undefined || accepted.has(host)) return undefined;
    const isServed =
      isLoopbackName(host) || own.has(nameOf(host)) || (servesGuardedNames && isGuardedName(host));
    if (!isServed) return notServed;
    if (accepted.size < KNOWN_MAX) accepted.add(host);
    return undefined;
  };
}
