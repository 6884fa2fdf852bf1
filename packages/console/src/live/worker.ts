// One worker for all pages of a browser. It keeps one stream for each world that is shown, because
// a browser opens few connections to one service.
import { controlOf } from "../api/control.ts";
import type { Request, Sent } from "./messages.ts";
import { WorldStream, type Page } from "./world-stream.ts";

const streams = new Map<string, WorldStream>();

/** The connection to a page, from a shared or a dedicated worker. */
type Port = Pick<MessagePort, "postMessage" | "addEventListener">;

function serve(port: Port): void {
  let page: Page | undefined;
  let stream: WorldStream | undefined;
  let watched = "";

  function leave(): void {
    if (page !== undefined) stream?.leave(page);
    if (stream?.isUnwatched === true) {
      stream.end();
      if (streams.get(watched) === stream) streams.delete(watched);
    }
    stream = undefined;
  }

  port.addEventListener("message", (event) => {
    const request = event.data as Request;
    if (request.type === "close") {
      leave();
      return;
    }
    if (request.type !== "watch") {
      if (page !== undefined) stream?.take(page, request);
      return;
    }
    leave();
    const { turn } = request;
    page = { send: (update) => port.postMessage({ turn, update } satisfies Sent) };
    watched = request.world;
    stream = streams.get(watched);
    if (stream === undefined) {
      stream = new WorldStream(controlOf(watched));
      streams.set(watched, stream);
    }
    // A stream that was refused earlier, such as that of a missing world, may be accepted by now.
    stream.tryNow();
    stream.join(page);
  });
  if (port instanceof MessagePort) port.start();
}

const scope = globalThis as unknown as Port & EventTarget;
// Browsers without shared workers give each page a worker of its own.
if ("onconnect" in scope) {
  addEventListener("connect", (event) => {
    const [port] = (event as MessageEvent).ports;
    if (port !== undefined) serve(port);
  });
} else {
  serve(scope);
}
