// Asks the IP ban before the API is called, and reports to it what the API replied.
import { type EndpointDeclaration, limits } from "@antechamber/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  isGoodPathToken,
  pathTokenIn,
  type PathToken,
} from "../../../domains/interactions/path-token.ts";
import type { KnownCaller } from "../authenticate.ts";
import type { Answered } from "../observers/call-observer.ts";
import { isRefusal } from "./ip-ban.ts";

export interface EdgeGuardDeps {
  readonly endpoints: readonly EndpointDeclaration[];
}

/** Pages ask before they show what they have. */
const PREFLIGHT = "OPTIONS";

function isGuarded({ url, method }: FastifyRequest): boolean {
  return url.startsWith("/api/") && method !== PREFLIGHT;
}

/** An address that is shut out gets no answer of the API's own: no JSON, no `Via`. */
function shutOut(reply: FastifyReply): void {
  void reply.code(429).type("text/plain").send("error code: 1015");
}

/** Strangers may be shut out; callers with a good credential are let in. */
export function guardEdge(app: FastifyInstance, deps: EdgeGuardDeps): void {
  const isStranger = strangerTest(deps);

  function isShutOut(request: FastifyRequest): boolean | Promise<boolean> {
    const { callerAddress: address, headers, world } = request;
    const { authorization } = headers;
    if (world.ipBan.isBlocked(address)) return isStranger(request);
    if (authorization === undefined || !world.ipBan.blocksCallers()) return false;
    return whenCallerKnown(
      world.callerOf(authorization),
      (known) => known !== undefined && world.ipBan.isCallerBlocked(address, known.caller),
    );
  }

  app.addHook("onRequest", (request, reply, letIn) => {
    const answer = (isOut: boolean) => (isOut ? shutOut(reply) : letIn());
    const is = isGuarded(request) && isShutOut(request);
    if (is instanceof Promise) is.then(answer, letIn);
    else answer(is);
  });
}

/** Tells the ban of refusals that count. */
export const edgeCounting: Answered = (request, reply) => {
  if (!isRefusal(reply.statusCode) || !isGuarded(request)) return;
  if (reply.getHeader("x-ratelimit-scope") === "shared") return;
  const { callerAddress: address, headers, world } = request;
  const { authorization } = headers;
  const isUnknown = authorization === undefined || reply.statusCode === 401;
  void whenCallerKnown(isUnknown ? undefined : world.callerOf(authorization), (found) =>
    world.ipBan.answered(address, found?.caller, reply.statusCode),
  );
};

/** Goes on with the caller of a call; a look-up that fails counts as no caller. */
function whenCallerKnown<T>(
  known: KnownCaller | undefined | Promise<KnownCaller | undefined>,
  use: (known: KnownCaller | undefined) => T,
): T | Promise<T> {
  return known instanceof Promise ? known.catch(() => undefined).then(use) : use(known);
}

/** Compiles the test whether a call, at an address that is shut out, shows nothing that is good. */
function strangerTest({ endpoints }: EdgeGuardDeps) {
  const provesInBody = new Set(
    endpoints.filter((each) => each.bodyCredential !== undefined).map((each) => each.id),
  );

  async function isBadToken({ world }: FastifyRequest, token: PathToken): Promise<boolean> {
    return !(await world.work.read((ctx) => isGoodPathToken(ctx, token)));
  }

  return (request: FastifyRequest): boolean | Promise<boolean> => {
    const { callerAddress: address, headers, params, route, world } = request;
    const { authorization } = headers;
    const token = pathTokenIn(params);
    // What their bodies prove is looked at later, under a limit of its own.
    if (provesInBody.has(route?.endpoint?.id ?? "")) return false;
    if (authorization !== undefined) {
      // Nobody guesses on at an address that is shut out.
      if (authorization.length < limits.guessableCredential.value) return true;
      return whenCallerKnown(
        world.callerOf(authorization),
        (known) => known === undefined || world.ipBan.isCallerBlocked(address, known.caller),
      );
    }
    return token === undefined || isBadToken(request, token);
  };
}
