// The port of an additional world: a server on loopback with the same routes and the same limits on
// sockets and headers. Source: product.md, Control plane.
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { limits } from "@antechamber/contract";
import type { FastifyInstance } from "fastify";
import type { Clock } from "../platform/clock.ts";
import { boundHttpSockets, serverOptions } from "../transports/http/server-options.ts";
import type { Guard } from "../transports/http/guards/entrance.ts";
import type { Gateway } from "../transports/gateway/gateway.ts";
import type { Host } from "./host.ts";

export interface WorldPortDeps {
  readonly app: FastifyInstance;
  readonly host: Host;
  readonly clock: Clock;
  readonly entrance: Guard;
  readonly gateway: Gateway;
  /** Called with each request before it is handled. */
  readonly arrived: (request: IncomingMessage) => void;
}

export interface WorldPort {
  /** `http://127.0.0.1:40001`. */
  readonly url: string;
  /** Stops accepting connections; calls under way have a moment to finish. */
  close(): void;
}

const LOOPBACK = "127.0.0.1";
/** Real milliseconds that calls under way have to finish when their world is deleted. */
const CLOSE_PATIENCE_MS = 1000;
/** Server events that are forwarded to the main server. */
const served = ["request", "checkContinue", "checkExpectation"] as const;

/** Opens a free port for a world. */
export async function openWorldPort(deps: WorldPortDeps): Promise<WorldPort> {
  const { app, host, clock, gateway, arrived } = deps;
  const server = createServer(serverOptions(deps.entrance));
  server.requestTimeout = app.server.requestTimeout;
  server.keepAliveTimeout = app.server.keepAliveTimeout;
  boundHttpSockets(server, { ...host, clock });
  for (const name of served) {
    server.on(name, (request, response) => {
      arrived(request);
      app.server.emit(name, request, response);
    });
  }
  server.on("clientError", (error, socket) => app.server.emit("clientError", error, socket));
  server.on("upgrade", (request, socket, head) => gateway.upgrade(request, socket, head));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    const backlog = limits.connectionsToAccept.value;
    server.listen({ host: LOOPBACK, port: 0, backlog }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://${LOOPBACK}:${port}`, close: () => close(server, host.clock) };
}

function close(server: Server, clock: Clock): void {
  const cancel = clock.after(CLOSE_PATIENCE_MS, () => server.closeAllConnections());
  server.close(() => cancel());
  server.closeIdleConnections();
}
