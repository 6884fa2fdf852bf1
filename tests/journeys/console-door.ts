// A proxy in front of a service that forwards everything unchanged, and that a test may close or
// redirect.
import { once } from "node:events";
import { createServer, request as httpRequest, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Door {
  readonly url: string;
  /** The open responses to clients that follow the journal through it. */
  readonly streams: ReadonlySet<ServerResponse>;
  /** Ends all connections, and refuses new ones until it is redirected. */
  readonly shut: () => void;
  readonly lead: (to: string) => void;
  readonly close: () => void;
}

/** @param answer answers requests for the journal instead of the service */
export async function aDoor(
  to: string,
  answer?: (response: ServerResponse) => Promise<void>,
): Promise<Door> {
  let target: string | undefined = to;
  const streams = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (target === undefined) return void request.socket.destroy();
    if (request.url?.includes("follow=") === true) {
      streams.add(response);
      response.on("close", () => streams.delete(response));
      if (answer !== undefined) return void answer(response);
    }
    const { method, headers } = request;
    const passed = httpRequest(target + request.url, { method, headers, agent: false });
    passed.on("response", (answered) => {
      response.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(response);
    });
    passed.on("error", () => response.destroy());
    response.on("close", () => passed.destroy());
    request.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    streams,
    shut() {
      target = undefined;
      server.closeAllConnections();
    },
    lead(next) {
      target = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
