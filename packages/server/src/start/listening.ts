// How the HTTP server starts to listen, and how it is closed.
import type { AddressInfo } from "node:net";
import { limits } from "@antechamber/contract";
import type { FastifyInstance } from "fastify";
import { StartError } from "./open-world.ts";
import type { Clock } from "../platform/clock.ts";

/** Starts to listen. @returns the URL @throws StartError if the port is in use */
export async function listenOn(
  http: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> {
  try {
    await http.listen({ host, port, backlog: limits.connectionsToAccept.value });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isTaken = code === "EADDRINUSE";
    const why = isTaken
      ? "another program listens there; stop it, or pass another --port"
      : message;
    throw new StartError(`cannot listen on ${host}:${port}: ${why}`);
  }
  const { port: actual } = http.server.address() as AddressInfo;
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${actual}`;
}

/** How long closing the remaining connections may take, in real milliseconds. */
const CUT_PATIENCE_MS = 500;

/**
 * Lets calls under way finish, and closes their connections; after the timeout, connections are
 * closed all the same, so that a stop always ends.
 */
export async function closeWithin(
  http: FastifyInstance,
  patienceMs: number,
  clock: Clock,
): Promise<void> {
  const cancel = clock.after(patienceMs, () => http.server.closeAllConnections());
  // Otherwise, connections that finish a call from here on would be kept alive for another one.
  http.server.keepAliveTimeout = 1;
  http.server.keepAliveTimeoutBuffer = 0;
  await within(http.close(), patienceMs + CUT_PATIENCE_MS, clock);
  cancel();
}

/** Waits for work to finish, but no longer than a number of real milliseconds. */
export async function within(
  work: Promise<unknown>,
  patienceMs: number,
  clock: Clock,
): Promise<void> {
  const late = Promise.withResolvers<void>();
  const cancel = clock.after(patienceMs, () => late.resolve());
  await Promise.race([work, late.promise]);
  cancel();
}
