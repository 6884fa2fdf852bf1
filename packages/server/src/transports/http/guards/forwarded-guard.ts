// A proxy in front means that others than this machine call. A service that is in development mode only
// because nobody said otherwise must not serve them with credentials that everyone knows.
import type { IncomingMessage } from "node:http";
import type { Closed, Guard } from "./entrance.ts";

const forwarded: Closed = {
  status: 403,
  name: "ForwardedInDevelopment",
  source: "product.md, Commands",
  message:
    "This call came through a proxy, and the service is in development mode, where anybody may act as anybody. Start it with --mode production and a --control-key of 32 characters; or, if only you can reach the proxy, with --mode development, --trusted-proxies and a --control-key.",
};

/** What proxies add to a call. */
function isForwarded({ headers }: IncomingMessage): boolean {
  for (const name in headers) {
    if (name === "forwarded" || name === "via" || name.startsWith("x-forwarded-")) return true;
  }
  return false;
}

/** @param isOpen whether the operator knows that others call: nothing is guarded then */
export function forwardedGuard(isOpen: boolean): Guard | undefined {
  if (isOpen) return undefined;
  return (request) => (isForwarded(request) ? forwarded : undefined);
}
