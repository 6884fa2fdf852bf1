// A proxy in front means that callers outside this machine reach the service. A service that is in
// development mode only by default must not serve them, because its credentials are publicly known.
import type { IncomingMessage } from "node:http";
import type { Closed, Guard } from "./entrance.ts";

const forwarded: Closed = {
  status: 403,
  name: "ForwardedInDevelopment",
  source: "product.md, Commands",
  message:
    "This call came through a proxy, and the service is in development mode, where anybody may act as anybody. Start it with --mode production and a --control-key of 32 characters; or, if only you can reach the proxy, with --mode development, --trusted-proxies and a --control-key.",
};

/** True if the call has headers that proxies add. */
function isForwarded({ headers }: IncomingMessage): boolean {
  for (const name in headers) {
    if (name === "forwarded" || name === "via" || name.startsWith("x-forwarded-")) return true;
  }
  return false;
}

/** @param isOpen whether the operator has allowed callers from outside: nothing is guarded then */
export function forwardedGuard(isOpen: boolean): Guard | undefined {
  if (isOpen) return undefined;
  return (request) => (isForwarded(request) ? forwarded : undefined);
}
