// Notices when the client of a reply has disconnected, or has received all of it.
import type { ServerResponse } from "node:http";

/** The connection to a client. */
export type ReplyConnection = Pick<ServerResponse, "closed" | "once">;

/** Calls back once the connection is closed; at once, if that happened earlier. */
export function whenGone(way: ReplyConnection, call: () => void): void {
  if (way.closed) call();
  else way.once("close", call);
}
