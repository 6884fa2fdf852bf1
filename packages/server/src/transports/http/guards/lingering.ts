// Closes a connection whose request was replied to before its whole body had arrived. Closing at
// once would reset the connection, and a client that is still sending would lose the reply.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../../../platform/clock.ts";

/** How much more is read from the client, so that it can receive the reply. */
const TAKEN_MAX_BYTES = 128 * 1024;
/** How long the client has to disconnect, in milliseconds. */
const PATIENCE_MS = 2000;

/** Ends replies whose connections are not reused. */
export class LingeringClose {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Sends the body of a reply whose head was written, and closes the connection once the client has
   * finished, or after a timeout.
   */
  end(
    request: IncomingMessage,
    response: ServerResponse,
    body: string | Uint8Array | undefined,
  ): void {
    if (body === undefined) response.flushHeaders();
    else response.write(body);
    let remaining = TAKEN_MAX_BYTES;
    const close = (): void => {
      cancel();
      request.off("data", take).off("end", close).off("close", close);
      response.end();
    };
    const cancel = this.#clock.after(PATIENCE_MS, close);
    function take(chunk: Buffer): void {
      remaining -= chunk.length;
      if (remaining <= 0) request.pause();
    }
    request.on("data", take).on("end", close).on("close", close);
    request.on("error", close);
    request.resume();
  }
}
