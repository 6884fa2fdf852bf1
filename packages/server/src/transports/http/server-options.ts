// How the servers of a process read requests: one server for all worlds, and one for each beside
// the first.
import type { Server, ServerOptions } from "node:http";
import { limits } from "@antechamber/contract";
import type { Guard } from "./guards/entrance.ts";
import { boundSockets, type SocketDeps } from "./guards/sockets.ts";

/** How often late requests are checked for, in milliseconds. */
const LATE_REQUESTS_LOOK_MS = 5000;

export function serverOptions(entrance: Guard): ServerOptions {
  return {
    headersTimeout: limits.requestHead.value,
    connectionsCheckingInterval: LATE_REQUESTS_LOOK_MS,
    requireHostHeader: false,
    maxHeaderSize: limits.requestHeadBytes.value,
    // Otherwise the stream of an absent body would be opened, read and ended all the same.
    optimizeEmptyRequests: true,
    // Some clients offer to upgrade to other protocols on every call; those calls are answered as
    // usual.
    shouldUpgradeCallback: (request) =>
      /^websocket$/i.test(request.headers.upgrade ?? "") && entrance(request) === undefined,
  };
}

/** Applies the declared limits to the sockets of a server. */
export function boundHttpSockets(server: Server, deps: Omit<SocketDeps, "bounds">): void {
  boundSockets(server, {
    ...deps,
    bounds: {
      perAddress: limits.socketsPerAddress.value,
      writePatienceMs: limits.writePatience.value,
    },
  });
}
