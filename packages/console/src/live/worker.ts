// One worker for all pages of a browser: of every world that is shown it keeps one stream, since a
// browser opens few connections to one service.
import type { Request, Update } from "./messages.ts";
import { WorldStream, type Page } from "./world-stream.ts";

const streams = new Map<string, WorldStream>();

/** A page, as its shared worker or its own one speaks with it. */
type Port = Pick<MessagePort, "postMessage" | "addEventListener">;

function serve(port: Port): void {
  const page: Page = { send: (update: Update) => port.postMessage(update) };
  let stream: WorldStream | undefined;
  let watched = "";

  function leave(): void {
    stream?.leave(page);
    if (stream?.isUnwatched === true) {
      stream.end();
      streams.delete(watched);
    }
    stream = undefined;
  }

  port.addEventListener("message", (event) => {
    const request = event.data as Request;
    if (request.type === "close") return leave();
    if (request.type !== "watch") return stream?.take(page, request);
    leave();
    watched = request.world;
    stream = streams.get(watched);
    if (stream === undefined) streams.set(watched, (stream = new WorldStream(watched)));
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
