// A service on loopback answers only to loopback's names: a page elsewhere could make its own name lead
// here, and would then speak to this machine as its own origin, with credentials that everyone knows.

/** True for a `Host` that is served. */
export type HostGuard = (host: string | undefined) => boolean;

const loopback = /^(localhost|([a-z0-9-]+\.)+localhost|127(\.[0-9]{1,3}){3}|\[::1\])\.?$/i;

/** Names that were let in, kept as they came: clients say the same one each time. */
const KNOWN_MAX = 100;

function nameOf(host: string): string {
  return host.replace(/:[0-9]*$/, "").toLowerCase();
}

/**
 * The guard of a service that listens on an address.
 *
 * @param publicUrl where clients were told to find it, whose name is served too
 * @returns undefined where any name is served, because others than this machine may call
 */
export function hostGuard(listensOn: string, publicUrl: string | undefined): HostGuard | undefined {
  const address = listensOn.includes(":") ? `[${listensOn}]` : listensOn;
  if (!loopback.test(address)) return undefined;
  const own = publicUrl === undefined ? undefined : nameOf(new URL(publicUrl).host);
  const known = new Set<string>();
  return (host) => {
    // Only programs of before HTTP/1.1 leave it out.
    if (host === undefined || known.has(host)) return true;
    const name = nameOf(host);
    if (!loopback.test(name) && name !== own) return false;
    if (known.size < KNOWN_MAX) known.add(host);
    return true;
  };
}
