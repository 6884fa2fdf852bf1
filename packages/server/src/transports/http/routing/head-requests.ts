// HEAD is what GET is without the body (RFC 9110 9.3.2), and Node leaves that out by itself. So the
// router is asked for GET: routes of its own would be a second tree, for which every start waits.
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

export class HeadRequests {
  readonly #routed = new WeakSet<IncomingMessage>();

  /** To be called before a request is routed. */
  routeAsGet(request: IncomingMessage): void {
    if (request.method !== "HEAD") return;
    this.#routed.add(request);
    request.method = "GET";
  }

  /** Everything after the router sees the method that was asked for. */
  mount(app: FastifyInstance): void {
    app.addHook("onRequest", ({ raw }, _reply, done) => {
      if (raw.method === "GET" && this.#routed.has(raw)) raw.method = "HEAD";
      done();
    });
  }
}
