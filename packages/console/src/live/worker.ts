// One worker for all pages of a browser: of every world that is shown it keeps one stream, since a
// browser opens few connections to one service.
import { controlOf } from "../api/control.ts";
import type { Request, Sent } from "./messages.ts";
import { WorldStream, type Page } from "./world-stream.ts";

const streams = new Map<string, WorldStream>();

/** A page, as its shared worker or its own one speaks with it. */
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
    // What was refused to the pages before, such as a world that there was not, may be there by now.
    stream.tryNow();
    stream.join(page);
  });
  if (port instanceof MessagePort) port.start();
}

const scope = globalThis as unknown as Port & EventTarget;
// A browser without shared workers gives each page one of its own.
if ("onconnect" in scope) {
  addEventListener("connect", (event) => {
    const [port] = (event as MessageEvent).ports;
    if (port !== undefined) serve(port);
  });
} else {
  serve(scope);
}
