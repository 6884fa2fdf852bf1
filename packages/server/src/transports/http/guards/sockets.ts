// Sockets as such: how many one address may hold, and those whose clients stop taking their answer.
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { CallerAddresses } from "../../../platform/network/caller-addresses.ts";
import type { Cancel, Clock, Millis } from "../../../platform/clock.ts";

export interface SocketBounds {
  readonly perAddress: number;
  /** Real time in which a client must take something of what is written for it. */
  readonly writePatienceMs: Millis;
}

export interface SocketDeps {
  readonly clock: Pick<Clock, "after">;
  readonly addresses: CallerAddresses;
  readonly bounds: SocketBounds;
}

/** How many looks fall into the patience with a client. */
const LOOKS = 3;

/** Holds every socket of a server to its bounds. */
export function boundSockets(server: Server, { clock, addresses, bounds }: SocketDeps): void {
  const held = new Map<string, number>();
  const { writePatienceMs } = bounds;
  const answering = new Set<Duplex>();
  let cancelLook: Cancel | undefined;

  /** One look at all of them, because a timer at each answer would cost more than most answers. */
  function look(): void {
    for (const socket of answering) watchWrites(socket as Socket, writePatienceMs);
    cancelLook = answering.size === 0 ? undefined : clock.after(writePatienceMs / LOOKS, look);
  }

  /** Undefined for the socket of a trusted proxy, which stands for many callers. */
  function countedAddress(socket: Socket): string | undefined {
    return addresses.isProxy(socket) ? undefined : addresses.of({ headers: {}, socket });
  }

  function release(address: string): void {
    const left = (held.get(address) ?? 0) - 1;
    if (left > 0) held.set(address, left);
    else held.delete(address);
  }

  /** For all sockets, of which there are many. */
  function forget(this: Socket): void {
    answering.delete(this);
    const address = countedAddress(this);
    if (address !== undefined) release(address);
  }

  server.on("connection", (socket: Socket) => {
    const address = countedAddress(socket);
    const count = address === undefined ? 0 : (held.get(address) ?? 0) + 1;
    if (count > bounds.perAddress) return void socket.resetAndDestroy();
    if (address !== undefined) held.set(address, count);
    answering.add(socket);
    // Not by `once`, which makes a listener of it for each.
    socket.on("close", forget);
    cancelLook ??= clock.after(writePatienceMs / LOOKS, look);
  });
  // The gateway looks after its own.
  server.on("upgrade", (_request, socket: Duplex) => answering.delete(socket));
  server.on("close", () => cancelLook?.());
}

/** The server itself ends a socket whose time is up; every byte that is taken begins it anew. */
function watchWrites(socket: Socket, patienceMs: Millis): void {
  const isWatched = socket.timeout === patienceMs;
  const isBehind = socket.writableLength > 0;
  if (isBehind && !isWatched) socket.setTimeout(patienceMs);
  else if (!isBehind && isWatched) socket.setTimeout(0);
}
