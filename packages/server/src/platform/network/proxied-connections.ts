// Accepts a PROXY header from trusted proxies, in front of HTTP or a gateway's upgrade.
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { CallerAddresses } from "./caller-addresses.ts";
import type { Clock } from "../clock.ts";
import { readProxyHeader } from "./proxy-protocol.ts";

/** How long a proxy may take to send its header. Real milliseconds. */
export const PROXY_HEADER_TIMEOUT_MS = 5000;

export interface ProxiedDeps {
  readonly addresses: CallerAddresses;
  readonly clock: Pick<Clock, "after">;
}

/**
 * Reads the header of each connection of a trusted proxy, if there is one; other connections reach
 * the server unchanged.
 *
 * @returns a function that closes the connections whose header is incomplete, for the server's stop
 */
export function acceptProxyHeaders(server: Server, { addresses, clock }: ProxiedDeps): () => void {
  const waiting = new Set<Socket>();
  const listeners = server.listeners("connection") as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners("connection");

  function serve(socket: Socket): void {
    for (const listener of listeners) listener.call(server, socket);
  }

  function listen(socket: Socket): void {
    let bytes = Buffer.alloc(0);
    const end = () => socket.destroy();
    const cancel = clock.after(PROXY_HEADER_TIMEOUT_MS, end);
    const forget = () => {
      cancel();
      waiting.delete(socket);
    };
    const onData = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const header = readProxyHeader(bytes);
      if (header.is === "incomplete") return;
      if (header.is === "malformed") return end();
      const hasHeader = header.is === "whole";
      if (hasHeader && header.address !== undefined) addresses.setClient(socket, header.address);
      forget();
      socket.off("data", onData).off("end", end).off("error", end).off("close", forget);
      // Bytes behind the header are put back, for the next listener.
      socket.pause();
      const rest = hasHeader ? bytes.subarray(header.length) : bytes;
      if (rest.length > 0) socket.unshift(rest);
      serve(socket);
      socket.resume();
    };
    waiting.add(socket);
    socket.on("data", onData).on("end", end).on("error", end).on("close", forget);
  }

  server.on("connection", (socket: Socket) => {
    if (addresses.isProxy(socket)) listen(socket);
    else serve(socket);
  });
  return () => {
    for (const socket of waiting) socket.destroy();
  };
}
