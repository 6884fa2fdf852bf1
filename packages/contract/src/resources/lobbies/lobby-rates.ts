// How often lobbies may be called. Source: requirements 8, protocol: lobbies-and-sdk 5.1.
import type { Limit } from "../../endpoint.ts";
import { limits, type NamedLimit } from "../../limits/limits.ts";

type Rate = NamedLimit & { readonly windowMs: number };

/** What an application has to make do with before it is approved. */
function unapproved() {
  const { value: count, windowMs } = limits.unapprovedLobbyCalls;
  return { count, windowMs, per: "application" } as const;
}

/** Calls that everyone of an application shares. */
export function perApplication(bucket: string, { value: count, windowMs }: Rate): Limit {
  return { bucket, count, windowMs, per: "application" };
}

/** The same, with less before the application is approved. */
export function perApprovedApplication(bucket: string, rate: Rate): Limit {
  return { ...perApplication(bucket, rate), unapproved: unapproved() };
}

/**
 * Calls for which no figure is public once an application is approved: as many as of every route
 * without one.
 *
 * @param before what holds before the approval
 */
export function perUnlistedRoute(
  bucket: string,
  before: Rate = limits.unapprovedLobbyCalls,
): Limit {
  const { value: count, windowMs } = before;
  return { ...perApplication(bucket, limits.otherCalls), unapproved: { count, windowMs } };
}

/** Calls of each user; before the application is approved, those of everyone together. */
export function perPlayer(bucket: string, { value: count, windowMs }: Rate): Limit {
  return { bucket, count, windowMs, per: "user", unapproved: unapproved() };
}
