// HEAD is GET without the body (RFC 9110 9.3.2), which Node leaves out by itself. So HEAD is routed
// as GET: routes of its own would double the router's tree, which every start waits for.
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

export class HeadRequests {
  readonly #routed = new WeakSet<IncomingMessage>();

  /** Must be called before a request is routed. */
  routeAsGet(request: IncomingMessage): void {
    if (request.method !== "HEAD") return;
    this.#routed.add(request);
    request.method = "GET";
  }

  /** Restores the original method after the router. */
  mount(app: FastifyInstance): void {
    app.addHook("onRequest", ({ raw }, _reply, done) => {
      if (raw.method === "GET" && this.#routed.has(raw)) raw.method = "HEAD";
      done();
    });
  }
}
