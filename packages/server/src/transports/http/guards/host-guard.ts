// A service on loopback answers only to loopback's names: a page elsewhere could make its own name lead
// here, and would then call this machine as its own origin, with credentials that everyone knows.
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

/** Names that were let in, kept as they came: clients say the same one each time. */
const KNOWN_MAX = 100;

/** True for a `Host` or an origin's host, with or without a port, that only this machine can reach. */
export function isLoopbackName(host: string): boolean {
  return isLoopback(nameOf(host));
}

function nameOf(host: string): string {
  return host.replace(/:[0-9]*$/, "").toLowerCase();
}

/**
 * The guard of a service that listens on an address.
 *
 * @param ownUrls the addresses that clients are given, whose names are served too
 * @param servesGuardedNames whether programs find it under the platform's names, too
 * @returns undefined where any name is served, because others than this machine may call
 */
export function hostGuard(
  listensOn: string,
  ownUrls: readonly string[],
  servesGuardedNames = false,
): Guard | undefined {
  if (!isLoopbackName(listensOn.includes(":") ? `[${listensOn}]` : listensOn)) return undefined;
  const own = new Set(ownUrls.map((url) => nameOf(new URL(url).host)));
  const known = new Set<string>();
  return ({ headers: { host } }) => {
    // Only programs of before HTTP/1.1 leave it out.
    if (host === undefined || known.has(host)) return undefined;
    const isServed =
      isLoopbackName(host) || own.has(nameOf(host)) || (servesGuardedNames && isGuardedName(host));
    if (!isServed) return notServed;
    if (known.size < KNOWN_MAX) known.add(host);
    return undefined;
  };
}
