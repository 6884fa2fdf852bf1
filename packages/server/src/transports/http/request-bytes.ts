// The bytes of a request's body, up to a limit.
import type { IncomingMessage } from "node:http";
import { EntityTooLarge } from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";

function isWithoutBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return (length === undefined || length === "0") && headers["transfer-encoding"] === undefined;
}

/**
 * Reads a body, undefined where none is announced.
 *
 * @throws EntityTooLarge as soon as it is known to be longer than the limit; of what is left the
 *   rest is not kept
 */
export function bytesOf(request: IncomingMessage, limit: number): Promise<Buffer> | undefined {
  if (isWithoutBody(request)) return undefined;
  return new Promise((resolve, reject) => {
    const tooLarge = () => reject(new ApiError(EntityTooLarge));
    if (Number(request.headers["content-length"]) > limit) return tooLarge();
    let chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) return chunks.push(chunk);
      chunks = [];
      return tooLarge();
    });
    request.on("end", () => {
      const [first] = chunks;
      resolve(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length));
    });
    // The client went away: nobody reads the answer to that.
    request.on("error", () => reject(new ClientGone()));
  });
}

/** The connection ended before the body did. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
  readonly statusCode = 400;
}
