// Sends a reply without the framework's own steps for replies, which cost as much as all others of
// a short reply together (docs/decisions, "The path of a write"). To do without this, reply with
// `send(reply.headers(headers), status, json)`.
import type { FastifyReply } from "fastify";
import type { Headers } from "../calls/call.ts";
import type { EncodedReply } from "../calls/encoded-reply.ts";
import { endEntry } from "../observers/journal-entries.ts";
import type { LingeringClose } from "../guards/lingering.ts";
import { isUnread } from "../bodies/request-bytes.ts";
import type { WriteBatch } from "./write-batch.ts";

/** Exactly this value, as some libraries compare it. Source: clients.md 6. */
export const JSON_TYPE = "application/json";

/** Writes head and body at once. */
export function writeDirectly(
  reply: FastifyReply,
  { status, json, bytes: picture, mediaType = JSON_TYPE }: EncodedReply,
  headers: Headers,
): void {
  reply.request.responseText = json;
  const head: string[] = [];
  for (const name in headers) head.push(name, headers[name] ?? "");
  const content = picture ?? json;
  const bytes = content === undefined ? 0 : Buffer.byteLength(content);
  if (content !== undefined) head.push("content-type", mediaType, "content-length", String(bytes));
  if (reply.request.entry !== undefined) {
    endEntry(reply.request, { status, headers: head, body: json, bytes });
  }
  reply.hijack();
  const request = reply.request.raw;
  if (!isUnread(request)) {
    reply.raw.writeHead(status, head);
    // Replies to writes already leave together, because their transactions share a commit.
    if (request.method === "GET") reply.server.writes.end(reply.raw, content);
    else reply.raw.end(content);
    return;
  }
  // The rest of the body is not waited for. The journal keeps `head`, so it must not be changed
  // here.
  const isNamed = headers["connection"] !== undefined;
  reply.raw.writeHead(status, isNamed ? head : [...head, "connection", "close"]);
  reply.server.lingering.end(request, reply.raw, content);
}

declare module "fastify" {
  interface FastifyInstance {
    lingering: LingeringClose;
    writes: WriteBatch;
  }
}
