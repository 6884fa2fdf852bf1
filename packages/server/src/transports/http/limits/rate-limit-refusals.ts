// Refusals by rate limits, whether counted here or elsewhere, with the headers and body of a 429.
// Source: requirements 8, protocol: gateway-oauth-limits 6.
import {
  RateLimited,
  ResourceRateLimited,
  type EndpointDeclaration,
  type ErrorDeclaration,
} from "@antechamber/contract";
import { ApiError, tooManyRequests } from "../../../platform/api-error.ts";
import type { Millis } from "../../../platform/clock.ts";
import { bucketId, limitOf, seconds, SECOND_MS } from "./endpoint-limits.ts";

export type RateHeaders = Readonly<Record<string, string>>;

export const noHeaders: RateHeaders = {};

/**
 * Whose use exhausted the limit: the caller's in its bucket, the caller's in all, or that of others
 * too.
 */
type LimitScope = "user" | "global" | "shared";

interface RateLimitFacts {
  readonly declaration?: ErrorDeclaration;
  readonly scope?: LimitScope;
  /** The rate limit headers of the caller's own bucket. */
  readonly rateHeaders?: RateHeaders;
}

/**
 * A 429 with its headers. Some clients use the body and others the headers, so both have the same
 * values; some require `Via`.
 */
export class RateLimitError extends ApiError {
  readonly headers: RateHeaders;
  constructor(
    waitMs: Millis,
    { declaration = RateLimited, scope = "user", rateHeaders = noHeaders }: RateLimitFacts = {},
  ) {
    const { code } = declaration;
    const body = { retry_after: waitMs / SECOND_MS, global: scope === "global" };
    super(declaration, { details: code === 0 ? body : { ...body, code } });
    this.headers = {
      ...rateHeaders,
      ...(body.global ? { "x-ratelimit-global": "true" } : {}),
      "x-ratelimit-scope": scope,
      "retry-after": String(Math.ceil(body.retry_after)),
      via: "1.1 antechamber",
    };
  }
}

/** A refusal that was requested through the control plane. */
export interface RequestedRefusal {
  /** Seconds. */
  readonly retry_after: number;
  readonly scope?: LimitScope | undefined;
}

/** The time of a refusal, and the headers of the caller's bucket as it is counted. */
interface Moment {
  readonly now: Millis;
  readonly rateHeaders: RateHeaders;
}

/** A refusal as a rate limit would give it, although no limit was reached. */
export function plannedRefusal(
  endpoint: EndpointDeclaration,
  { retry_after, scope = "user" }: RequestedRefusal,
  { now, rateHeaders }: Moment,
): RateLimitError {
  const waitMs = Math.round(retry_after * SECOND_MS);
  if (scope === "global") return new RateLimitError(waitMs, { scope });
  if (scope === "shared") {
    return refusalWithoutBucket(tooManyRequests(ResourceRateLimited, waitMs), { now, rateHeaders });
  }
  const limit = limitOf(endpoint, "production");
  const headers = {
    "x-ratelimit-limit": String(limit.count),
    "x-ratelimit-bucket": bucketId(limit),
    ...rateHeaders,
  };
  return refusalWithoutBucket(tooManyRequests(RateLimited, waitMs), { now, rateHeaders: headers });
}

/**
 * A complete 429 for a limit that no bucket counts. If others use the limit up too, the caller's
 * own bucket is shown as it is counted.
 */
export function refusalWithoutBucket(
  { declaration, details }: ApiError,
  { now, rateHeaders }: Moment,
): RateLimitError {
  const { retry_after: wait } = details;
  if (typeof wait !== "number")
    throw new Error(`${declaration.name} does not say how long to wait`);
  const waitMs = Math.round(wait * SECOND_MS);
  if (declaration.isShared === true) {
    return new RateLimitError(waitMs, { declaration, scope: "shared", rateHeaders });
  }
  const headers = {
    ...rateHeaders,
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": seconds(now + waitMs),
    "x-ratelimit-reset-after": seconds(waitMs),
  };
  return new RateLimitError(waitMs, { declaration, rateHeaders: headers });
}
