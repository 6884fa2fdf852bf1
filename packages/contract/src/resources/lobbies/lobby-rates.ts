// Rate limits of lobby calls. Source: requirements 8, protocol: lobbies-and-sdk 5.1.
import { rateLimit, type Limit, type Rate } from "../../endpoint.ts";
import { limits } from "../../limits/limits.ts";

/** The limit of an unapproved application. */
function unapproved() {
  const { value: count, windowMs } = limits.unapprovedLobbyCalls;
  return { count, windowMs, per: "application" } as const;
}

/** A limit that all callers of an application share. */
export function perApplication(bucket: string, rate: Rate): Limit {
  return rateLimit(bucket, rate, "application");
}

/** The same limit, but a lower one for an unapproved application. */
export function perApprovedApplication(bucket: string, rate: Rate): Limit {
  return { ...perApplication(bucket, rate), unapproved: unapproved() };
}

/**
 * The limit of a route whose limit for approved applications is not public: the default one.
 *
 * @param before the limit of an unapproved application
 */
export function perUnlistedRoute(
  bucket: string,
  before: Rate = limits.unapprovedLobbyCalls,
): Limit {
  const { value: count, windowMs } = before;
  return { ...perApplication(bucket, limits.otherCalls), unapproved: { count, windowMs } };
}

/** A limit for each user; in an unapproved application, all users share one. */
export function perPlayer(bucket: string, rate: Rate): Limit {
  return { ...rateLimit(bucket, rate, "user"), unapproved: unapproved() };
}
