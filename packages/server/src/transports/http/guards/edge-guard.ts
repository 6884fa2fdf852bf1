// Applies the IP ban before the API is called, and reports the API's replies to it.
import { type EndpointDeclaration, limits } from "@antechamber/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  isGoodPathToken,
  pathTokenIn,
  type PathToken,
} from "../../../domains/interactions/path-token.ts";
import type { Millis } from "../../../platform/clock.ts";
import type { KnownCaller } from "../authentication/authenticate.ts";
import { SECOND_MS } from "../limits/endpoint-limits.ts";
import { RateLimitError } from "../limits/rate-limit-refusals.ts";
import { isRefusal } from "./ip-ban.ts";

export interface EdgeGuardDeps {
  readonly endpoints: readonly EndpointDeclaration[];
}

/** Browsers send preflight requests without the credential of the page. */
const PREFLIGHT = "OPTIONS";

function isGuarded({ url, method }: FastifyRequest): boolean {
  return url.startsWith("/api/") && method !== PREFLIGHT;
}

/**
 * Rejects a call of a banned address, without JSON or `Via` like the API's own replies. Some
 * clients retry at once, and for ever, unless they are sent how long to wait. Source: protocol:
 * gateway-oauth-limits 6.3.
 */
function shutOut(reply: FastifyReply, waitMs: Millis): void {
  reply.request.refusal = { step: "guards", error: new RateLimitError(waitMs) };
  void reply
    .code(429)
    .header("retry-after", String(Math.ceil(waitMs / SECOND_MS)))
    .type("text/plain")
    .send("error code: 1015");
}

/** Rejects unauthenticated callers at a banned address; callers with a valid credential pass. */
export function guardEdge(app: FastifyInstance, deps: EdgeGuardDeps): void {
  const strangersMs = bannedAddressTest(deps);

  function blockedMs(request: FastifyRequest): Millis | Promise<Millis> {
    const { callerAddress: address, headers, world } = request;
    const { authorization } = headers;
    const waitMs = world.ipBan.blockedMs(address);
    if (waitMs > 0) return strangersMs(request, waitMs);
    if (authorization === undefined || !world.ipBan.blocksCallers()) return 0;
    return whenCallerKnown(world.callerOf(authorization), (found) =>
      found === undefined ? 0 : world.ipBan.blockedMs(address, found.caller),
    );
  }

  app.addHook("onRequest", (request, reply, letIn) => {
    const answer = (waitMs: Millis) => (waitMs > 0 ? shutOut(reply, waitMs) : letIn());
    const waitMs = isGuarded(request) ? blockedMs(request) : 0;
    if (waitMs instanceof Promise) waitMs.then(answer, letIn);
    else answer(waitMs);
  });
}

/** Reports refusals that count to the ban. */
export function countRefusal(request: FastifyRequest, reply: FastifyReply): void {
  if (!isRefusal(reply.statusCode) || !isGuarded(request)) return;
  if (reply.getHeader("x-ratelimit-scope") === "shared") return;
  const { callerAddress: address, headers, world } = request;
  const { authorization } = headers;
  const isUnknown = authorization === undefined || reply.statusCode === 401;
  void whenCallerKnown(isUnknown ? undefined : world.callerOf(authorization), (found) =>
    world.ipBan.answered(address, found?.caller, reply.statusCode),
  );
}

/** Calls `use` with the caller once known; a lookup that fails counts as no caller. */
function whenCallerKnown<T>(
  found: KnownCaller | undefined | Promise<KnownCaller | undefined>,
  use: (found: KnownCaller | undefined) => T,
): T | Promise<T> {
  return found instanceof Promise ? found.catch(() => undefined).then(use) : use(found);
}

/**
 * Compiles a check of calls from a banned address: how long a call is rejected, or 0 if it shows a
 * valid credential or token.
 */
function bannedAddressTest({ endpoints }: EdgeGuardDeps) {
  const provesInBody = new Set(
    endpoints.filter((each) => each.bodyCredential !== undefined).map((each) => each.id),
  );

  function isGoodToken({ world }: FastifyRequest, token: PathToken): Promise<boolean> {
    return world.work.read((ctx) => isGoodPathToken(ctx, token));
  }

  return (request: FastifyRequest, waitMs: Millis): Millis | Promise<Millis> => {
    const { callerAddress: address, headers, params, route, world } = request;
    const { authorization } = headers;
    const token = pathTokenIn(params);
    // The credential in the body is checked later, under a limit of its own.
    if (provesInBody.has(route?.endpoint?.id ?? "")) return 0;
    if (authorization !== undefined) {
      // A credential short enough to be guessed is not even checked at a banned address.
      if (authorization.length < limits.guessableCredential.value) return waitMs;
      return whenCallerKnown(world.callerOf(authorization), (found) =>
        found === undefined ? waitMs : world.ipBan.blockedMs(address, found.caller),
      );
    }
    if (token === undefined) return waitMs;
    return isGoodToken(request, token).then((isGood) => (isGood ? 0 : waitMs));
  };
}
