// Limits on sockets: how many one address may open, and how long a client may take no data.
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { CallerAddresses } from "../../../platform/network/caller-addresses.ts";
import type { Cancel, Clock, Millis } from "../../../platform/clock.ts";

export interface SocketBounds {
  readonly perAddress: number;
  /** Real time in which a client must take some of the data written to it. */
  readonly writePatienceMs: Millis;
}

export interface SocketDeps {
  readonly clock: Pick<Clock, "after">;
  readonly addresses: CallerAddresses;
  readonly bounds: SocketBounds;
}

/** Number of checks within the write timeout. */
const LOOKS = 3;

/** Applies the bounds to every socket of a server. */
export function boundSockets(server: Server, { clock, addresses, bounds }: SocketDeps): void {
  const openSockets = new Map<string, number>();
  const { writePatienceMs } = bounds;
  const answering = new Set<Duplex>();
  let cancelLook: Cancel | undefined;

  /** Checks all sockets together, because a timer per reply would cost more than most replies. */
  function look(): void {
    for (const socket of answering) watchWrites(socket as Socket, writePatienceMs);
    cancelLook = answering.size === 0 ? undefined : clock.after(writePatienceMs / LOOKS, look);
  }

  /** The address that a socket counts for; undefined for a trusted proxy, used by many callers. */
  function countedAddress(socket: Socket): string | undefined {
    return addresses.isProxy(socket) ? undefined : addresses.addressOf({ headers: {}, socket });
  }

  function release(address: string): void {
    const remaining = (openSockets.get(address) ?? 0) - 1;
    if (remaining > 0) openSockets.set(address, remaining);
    else openSockets.delete(address);
  }

  /** One listener shared by all sockets, with the socket as `this`. */
  function forget(this: Socket): void {
    answering.delete(this);
    const address = countedAddress(this);
    if (address !== undefined) release(address);
  }

  server.on("connection", (socket: Socket) => {
    const address = countedAddress(socket);
    const count = address === undefined ? 0 : (openSockets.get(address) ?? 0) + 1;
    if (count > bounds.perAddress) return void socket.resetAndDestroy();
    if (address !== undefined) openSockets.set(address, count);
    answering.add(socket);
    // `once` would create a wrapper for each socket.
    socket.on("close", forget);
    cancelLook ??= clock.after(writePatienceMs / LOOKS, look);
  });
  // The gateway limits its own sockets.
  server.on("upgrade", (_request, socket: Duplex) => answering.delete(socket));
  server.on("close", () => cancelLook?.());
}

/**
 * Sets a timeout while data is waiting: the server closes a socket at its timeout, which restarts
 * whenever data is taken.
 */
function watchWrites(socket: Socket, patienceMs: Millis): void {
  const isWatched = socket.timeout === patienceMs;
  const isBehind = socket.writableLength > 0;
  if (isBehind && !isWatched) socket.setTimeout(patienceMs);
  else if (!isBehind && isWatched) socket.setTimeout(0);
}
