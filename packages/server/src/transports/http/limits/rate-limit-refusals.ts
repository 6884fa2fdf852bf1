// Refusals by rate limits, of this process or of others: with the headers and the body of a 429.
// Source: requirements 8, protocol: gateway-oauth-limits 6.
import {
  RateLimited,
  ResourceRateLimited,
  type EndpointDeclaration,
  type ErrorDeclaration,
} from "@antechamber/contract";
import { ApiError, tooSoon } from "../../../platform/api-error.ts";
import type { Millis } from "../../../platform/clock.ts";
import { bucketId, limitOf, seconds, SECOND_MS } from "./endpoint-limits.ts";

export type RateHeaders = Readonly<Record<string, string>>;

export const noHeaders: RateHeaders = {};

/** Who used a limit up: the caller in its own bucket, the caller in all, or others too. */
type LimitScope = "user" | "global" | "shared";

interface RateLimitFacts {
  readonly declaration?: ErrorDeclaration;
  readonly scope?: LimitScope;
  /** How the caller's own bucket stands. */
  readonly standing?: RateHeaders;
}

/**
 * A 429 with its headers. Clients differ in whether they believe the body or the headers, so both
 * say the same; some want `Via`.
 */
export class RateLimitError extends ApiError {
  readonly headers: RateHeaders;
  constructor(
    waitMs: Millis,
    { declaration = RateLimited, scope = "user", standing = noHeaders }: RateLimitFacts = {},
  ) {
    const { code } = declaration;
    const body = { retry_after: waitMs / SECOND_MS, global: scope === "global" };
    super(declaration, { details: code === 0 ? body : { ...body, code } });
    this.headers = {
      ...standing,
      ...(body.global ? { "x-ratelimit-global": "true" } : {}),
      "x-ratelimit-scope": scope,
      "retry-after": String(Math.ceil(body.retry_after)),
      via: "1.1 antechamber",
    };
  }
}

/** A refusal that somebody asked for. */
export interface AskedRefusal {
  /** Seconds. */
  readonly retry_after: number;
  readonly scope?: LimitScope | undefined;
}

/** When a refusal comes, and how the caller's bucket stands by its own count. */
interface Moment {
  readonly now: Millis;
  readonly rateHeaders: RateHeaders;
}

/** The refusal that a limit would give, without any limit being reached. */
export function plannedRefusal(
  endpoint: EndpointDeclaration,
  { retry_after, scope = "user" }: AskedRefusal,
  { now, rateHeaders }: Moment,
): RateLimitError {
  const waitMs = Math.round(retry_after * SECOND_MS);
  if (scope === "global") return new RateLimitError(waitMs, { scope });
  if (scope === "shared") {
    return countedElsewhere(tooSoon(ResourceRateLimited, waitMs), { now, rateHeaders });
  }
  const limit = limitOf(endpoint, "production");
  const standing = {
    "x-ratelimit-limit": String(limit.count),
    "x-ratelimit-bucket": bucketId(limit),
    ...rateHeaders,
  };
  return countedElsewhere(tooSoon(RateLimited, waitMs), { now, rateHeaders: standing });
}

/**
 * The refusal of a limit that no bucket counts, with all that a 429 has. Where others use it up
 * too, the caller's own bucket is shown as full as it is.
 */
export function countedElsewhere(
  { declaration, details }: ApiError,
  { now, rateHeaders }: Moment,
): RateLimitError {
  const { retry_after: wait } = details;
  if (typeof wait !== "number")
    throw new Error(`${declaration.name} does not say how long to wait`);
  const waitMs = Math.round(wait * SECOND_MS);
  if (declaration.isShared === true) {
    return new RateLimitError(waitMs, { declaration, scope: "shared", standing: rateHeaders });
  }
  const standing = {
    ...rateHeaders,
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": seconds(now + waitMs),
    "x-ratelimit-reset-after": seconds(waitMs),
  };
  return new RateLimitError(waitMs, { declaration, standing });
}
