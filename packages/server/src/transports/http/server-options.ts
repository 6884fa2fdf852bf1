// How the servers of a process read what comes: one for all worlds, and one for each beside the first.
import type { Server, ServerOptions } from "node:http";
import { limits } from "@antechamber/contract";
import type { Guard } from "./guards/entrance.ts";
import { boundSockets, type SocketDeps } from "./guards/sockets.ts";

/** How often requests that are late are looked for. */
const LATE_REQUESTS_LOOK_MS = 5000;

export function serverOptions(entrance: Guard): ServerOptions {
  return {
    headersTimeout: limits.requestHead.value,
    connectionsCheckingInterval: LATE_REQUESTS_LOOK_MS,
    requireHostHeader: false,
    maxHeaderSize: limits.requestHeadBytes.value,
    // The stream of a body that is not there would be opened, read and ended all the same.
    optimizeEmptyRequests: true,
    // Some clients offer other protocols on every call; those calls are answered as they are.
    shouldUpgradeCallback: (request) =>
      /^websocket$/i.test(request.headers.upgrade ?? "") && entrance(request) === undefined,
  };
}

/** Holds the sockets of a server to the declared limits. */
export function boundHttpSockets(server: Server, deps: Omit<SocketDeps, "bounds">): void {
  boundSockets(server, {
    ...deps,
    bounds: {
      perAddress: limits.socketsPerAddress.value,
      writePatienceMs: limits.writePatience.value,
    },
  });
}
