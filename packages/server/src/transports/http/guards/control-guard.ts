// Protects the control plane: wrong keys are logged and rate limited by address, and in production
// mode the metrics need the key too. The right key is never delayed.
import { limits, Unauthorized } from "@antechamber/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../../../platform/api-error.ts";
import { windowKey, type RateLimitCounters } from "../../../platform/rate-limit-counters.ts";
import type { Clock } from "../../../platform/clock.ts";
import { secretCheck } from "../../../platform/crypto.ts";
import type { Logger } from "../../../platform/log.ts";
import { mapMaybePromise } from "../../../platform/async/maybe-promise.ts";
import { RateLimitError } from "../limits/rate-limit-refusals.ts";

export interface ControlGuardDeps {
  readonly controlKey: string;
  readonly production: boolean;
  /** Whether too many wrong keys are refused. */
  readonly limitsWrongKeys: () => boolean;
  readonly counters: RateLimitCounters;
  readonly clock: Pick<Clock, "now">;
  readonly log: Logger;
}

/** Other paths that agents and the console authenticate at with the key. */
const otherPaths = /^\/(console\/session|mcp)\b/;

/** Guards `/control/`, sign-in to the console, agents and, in production mode, `/metrics`. */
export function guardControl(app: FastifyInstance, deps: ControlGuardDeps): void {
  const { production, controlKey } = deps;
  const isControlKey = secretCheck(`Control ${controlKey}`);

  function refusalOf({
    url,
    headers,
    callerAddress,
    routeOptions,
  }: FastifyRequest): Error | undefined | Promise<Error | undefined> {
    const isMetrics = production && routeOptions.config.isMetrics === true;
    if (!isMetrics && !url.startsWith("/control/") && !otherPaths.test(url)) return undefined;
    const { authorization } = headers;
    if (authorization !== undefined) {
      // Agents send the key as a bearer token.
      const key = url.startsWith("/mcp")
        ? authorization.replace(/^Bearer /i, "Control ")
        : authorization;
      if (isControlKey(key)) return undefined;
      return mapMaybePromise(
        noteWrongKey(deps, callerAddress),
        (tooMany) => tooMany ?? refusalWithout(isMetrics),
      );
    }
    return refusalWithout(isMetrics);
  }

  app.addHook("onRequest", (request, _reply, done) => {
    void mapMaybePromise(refusalOf(request), done);
  });
}

/** The refusal of a call without a key; endpoints of the control plane refuse it themselves. */
function refusalWithout(isMetrics: boolean): Error | undefined {
  return isMetrics ? new ApiError(Unauthorized) : undefined;
}

/** Counts and logs a wrong key; returns the refusal when there were too many. */
function noteWrongKey(
  { counters, clock, log, limitsWrongKeys }: ControlGuardDeps,
  address: string,
): RateLimitError | undefined | Promise<RateLimitError | undefined> {
  const { value: max, windowMs } = limits.wrongControlKeys;
  const now = clock.now();
  const claim = { key: windowKey("control-key", `address ${address}`), max, windowMs };
  return mapMaybePromise(counters.take([claim], now), ({ windows, full }) => {
    if (full === undefined) {
      log.warn({ address }, "a call with a wrong control key");
      return undefined;
    }
    if (!limitsWrongKeys()) return undefined;
    return new RateLimitError((windows[0]?.endsAt ?? now) - now);
  });
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Only the operator may read it in production mode, however its URL is written. */
    isMetrics?: boolean;
  }
}
