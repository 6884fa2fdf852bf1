// Checks that every call must pass first, gateway upgrades included: whether it may come in at all.
// Source: product.md, Who may call from a browser.
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { CallerAddresses } from "../../../platform/network/caller-addresses.ts";

/** Why a call was not admitted. */
export interface Closed {
  readonly status: number;
  /** Its name in the journal. */
  readonly name: string;
  /** The document that describes the rule. */
  readonly source: string;
  /** An explanation for the developer or operator of the caller. */
  readonly message: string;
}

/** One check; undefined admits a call. */
export type Guard = (request: IncomingMessage) => Closed | undefined;

/** Combines several checks, in order. */
export function entranceOf(guards: readonly (Guard | undefined)[]): Guard {
  const present = guards.filter((guard) => guard !== undefined);
  return (request) => {
    for (const guard of present) {
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
 * Runs before everything else, and determines the address of the caller. The refusal explains the
 * reason, which no page can read.
 */
export function guardEntrance(app: FastifyInstance, { entrance, addresses }: EntranceDeps): void {
  app.decorateRequest("callerAddress", "");
  app.decorateRequest("closed", undefined);
  app.addHook("onRequest", (request, reply, done) => {
    request.callerAddress = addresses.addressOf(request.raw);
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
    /** The address of the caller, as limits count it. */
    callerAddress: string;
    /** Why the call was not admitted; undefined if it was. */
    closed: Closed | undefined;
  }
}
