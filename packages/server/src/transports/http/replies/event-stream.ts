// An answer that goes on: server-sent events, at the reader's own pace.
// Source: product.md, Journal; assumed: the HTML standard, Server-sent events.
import { limits } from "@antechamber/contract";
import type { FastifyReply } from "fastify";
import type { Cancel, Clock } from "../../../platform/clock.ts";
import type { EventSink, EventStream } from "../../../platform/handler.ts";
import type { Headers } from "../calls/call.ts";
import { whenGone } from "./when-gone.ts";

/** Real time between two comments that keep the connection open and show that its reader is there. */
const BEAT_MS = 15_000;
const BEAT = ": \n\n";

/** Begins the answer; it ends when its reader goes, or when its writer ends it. */
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
    // Proxies that gather answers must not gather this one.
    "x-accel-buffering": "no",
  });
  if (request.method === "HEAD") return void raw.end();
  raw.flushHeaders();
  let cancelBeat: Cancel = () => undefined;
  const sink: EventSink = {
    write(text) {
      raw.write(text);
      // What is written in spite of a full buffer is bounded too.
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
