import { EventEmitter } from "node:events";
import type { FastifyReply } from "fastify";
import { expect, test } from "vitest";
import { openStream } from "./event-stream.ts";

/** A stream to a client that is connected, or that left before the reply began. */
function aStream(closed: boolean) {
  const raw = Object.assign(new EventEmitter(), {
    closed,
    destroyed: closed,
    writeHead: () => undefined,
    flushHeaders: () => undefined,
    write: () => true,
  });
  const reply = { raw, request: { method: "GET" }, hijack: () => undefined };
  const resources = new Set<string>(["writer", "beat"]);
  const clock = { after: () => () => resources.delete("beat") };
  openStream(reply as unknown as FastifyReply, () => () => resources.delete("writer"), {
    headers: {},
    clock,
  });
  return { raw, resources };
}

test("a stream ends when its reader disconnects", () => {
  const { raw, resources } = aStream(false);
  expect([...resources]).toEqual(["writer", "beat"]);
  raw.emit("close");
  expect([...resources]).toEqual([]);
});

test("a stream whose reader disconnected before the start ends at once", () => {
  expect([...aStream(true).resources]).toEqual([]);
});
