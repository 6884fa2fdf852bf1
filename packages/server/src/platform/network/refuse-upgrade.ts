// Refuses upgrades to WebSockets.
import type { Duplex } from "node:stream";

/**
 * Replies to an upgrade request with a status such as `503 Service Unavailable`, and closes the
 * connection. Node leaves its errors to the handler of the upgrade, and keeps it open for a client
 * that does not close it.
 */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.on("error", () => undefined);
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
