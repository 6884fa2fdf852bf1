// A streaming reply: server-sent events, at the pace of the reader.
// Source: product.md, Journal; assumed: the HTML standard, Server-sent events.
import { limits } from "@antechamber/contract";
import type { FastifyReply } from "fastify";
import type { Cancel, Clock } from "../../../platform/clock.ts";
import type { EventSink, EventStream } from "../../../platform/handler.ts";
import type { Headers } from "../calls/call.ts";
import { whenGone } from "./when-gone.ts";

/** Real time between comments that keep the connection alive and detect a reader that is gone. */
const BEAT_MS = 15_000;
const BEAT = ": \n\n";

/** Starts the stream, which ends when the reader disconnects or the writer ends it. */
export function openStream(
  reply: FastifyReply,
  stream: EventStream,
  { headers, clock }: { readonly headers: Headers; readonly clock: Pick<Clock, "after"> },
): void {
  const { raw, request } = reply;
  reply.hijack();
  raw.writeHead(200, {
    ...headers,
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    // Keeps proxies from buffering the stream.
    "x-accel-buffering": "no",
  });
  if (request.method === "HEAD") return void raw.end();
  raw.flushHeaders();
  let cancelBeat: Cancel = () => undefined;
  const sink: EventSink = {
    write(text) {
      raw.write(text);
      // Limits what is written in spite of backpressure.
      if (raw.writableLength > limits.journalBacklog.value) raw.destroy();
    },
    isReady: () => !raw.writableNeedDrain && !raw.destroyed && !raw.writableEnded,
    onDrain: (ready) => void raw.on("drain", ready),
    end: () => void raw.end(),
  };
  const beat = (): void => {
    cancelBeat = clock.after(BEAT_MS, beat);
    if (sink.isReady()) raw.write(BEAT);
  };
  const leave = stream(sink);
  beat();
  whenGone(raw, () => {
    cancelBeat();
    leave();
  });
}
