// When the client of an answer has gone, or has taken all of it.
import type { ServerResponse } from "node:http";

/** The way to a client. */
export type Way = Pick<ServerResponse, "closed" | "once">;

/** Calls once a way is closed: at once when that was while the answer was still being made. */
export function whenGone(way: Way, call: () => void): void {
  if (way.closed) call();
  else way.once("close", call);
}
