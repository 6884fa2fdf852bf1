// What is asked of every call before anything is known of it, gateway upgrades included: whether it may
// come in at all. Source: product.md, Who may call from a browser.
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { CallerAddresses } from "../../../platform/network/caller-addresses.ts";

/** Why a call may not come in. */
export interface Closed {
  readonly status: number;
  /** As the journal names it. */
  readonly name: string;
  /** Where it is promised. */
  readonly source: string;
  /** For the developer or operator behind it. */
  readonly message: string;
}

/** One question; undefined lets a call on. */
export type Guard = (request: IncomingMessage) => Closed | undefined;

/** All of them, in their order. */
export function entranceOf(guards: readonly (Guard | undefined)[]): Guard {
  const asked = guards.filter((guard) => guard !== undefined);
  return (request) => {
    for (const guard of asked) {
      const closed = guard(request);
      if (closed !== undefined) return closed;
    }
    return undefined;
  };
}

interface EntranceDeps {
  readonly entrance: Guard;
  readonly addresses: CallerAddresses;
}

/**
 * Asks before everything else, and says where a call comes from. One that is sent away learns why,
 * and no page can read it.
 */
export function guardEntrance(app: FastifyInstance, { entrance, addresses }: EntranceDeps): void {
  app.decorateRequest("callerAddress", "");
  app.decorateRequest("closed", undefined);
  app.addHook("onRequest", (request, reply, done) => {
    request.callerAddress = addresses.of(request.raw);
    const closed = entrance(request.raw);
    if (closed === undefined) return done();
    request.closed = closed;
    void sendAway(reply, request.url, closed);
  });
}

function sendAway(reply: FastifyReply, url: string, { status, message }: Closed): FastifyReply {
  reply.code(status);
  if (!/^\/(api|control)\b/.test(url)) return reply.type("text/plain").send(`${message}\n`);
  const body = JSON.stringify({ message, code: 0 });
  return reply.header("content-type", "application/json").serializer(String).send(body);
}

declare module "fastify" {
  interface FastifyRequest {
    /** Where the call comes from, as limits count it. */
    callerAddress: string;
    /** Why it may not come in; undefined where it may. */
    closed: Closed | undefined;
  }
}
