// Replies in the API's shape to data that is not a valid HTTP request.
import type { Socket } from "node:net";
import {
  BadRequest,
  HeadersTooLarge,
  RequestTimeout,
  type ErrorDeclaration,
} from "@antechamber/contract";

const refusals: Readonly<Record<string, ErrorDeclaration>> = {
  HPE_HEADER_OVERFLOW: HeadersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: RequestTimeout,
};

function answerOf({ message, code }: ErrorDeclaration): string {
  const body = JSON.stringify({ message, code });
  return [
    `HTTP/1.1 ${message.replace(":", "")}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
    "",
    body,
  ].join("\r\n");
}

/** A socket, with the response that is being written to it, if any. */
interface AnsweringSocket extends Socket {
  readonly _httpMessage?: { readonly headersSent: boolean } | null;
}

/** Replies to what the HTTP parser rejects, unless a response has begun on the socket. */
export function answerBrokenRequests(error: NodeJS.ErrnoException, socket: AnsweringSocket): void {
  // oxlint-disable-next-line no-underscore-dangle -- nothing else shows that a reply has begun
  const hasBegun = socket._httpMessage?.headersSent === true;
  if (error.code === "ECONNRESET" || !socket.writable || hasBegun) return void socket.destroy();
  socket.end(answerOf(refusals[error.code ?? ""] ?? BadRequest), () => socket.destroy());
}
