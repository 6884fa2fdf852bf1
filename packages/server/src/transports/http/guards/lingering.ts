// The end of a connection whose request was answered before all of its body came. To close it at once
// would reset it, and the answer would be lost to a client that is still sending.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../../../platform/clock.ts";

/** What is still taken from the client, so that it notices the answer. */
const TAKEN_MAX_BYTES = 128 * 1024;
/** How long it has to leave. */
const PATIENCE_MS = 2000;

/** Ends answers whose connection is not used again. */
export class Lingering {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Sends the body of an answer whose head was written, and closes once the client has read it, or
   * in a while.
   */
  end(
    request: IncomingMessage,
    response: ServerResponse,
    body: string | Uint8Array | undefined,
  ): void {
    if (body === undefined) response.flushHeaders();
    else response.write(body);
    let left = TAKEN_MAX_BYTES;
    const close = (): void => {
      cancel();
      request.off("data", take).off("end", close).off("close", close);
      response.end();
    };
    const cancel = this.#clock.after(PATIENCE_MS, close);
    function take(chunk: Buffer): void {
      left -= chunk.length;
      if (left <= 0) request.pause();
    }
    request.on("data", take).on("end", close).on("close", close);
    request.on("error", close);
    request.resume();
  }
}
