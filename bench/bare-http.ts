// Reading bodies and sending answers, for the bare program.
import type { IncomingMessage, ServerResponse } from "node:http";

export type Route = (request: IncomingMessage, response: ServerResponse) => void;

export function send(response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(json),
  });
  response.end(json);
}

export function bodyOf(request: IncomingMessage, use: (text: string) => void): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => use(Buffer.concat(chunks).toString("utf8")));
}
