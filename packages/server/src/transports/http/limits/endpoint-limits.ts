// The rate limits of endpoints, as clients see them in headers.
// Source: requirements 8, protocol: gateway-oauth-limits 6.
import { limits, type EndpointDeclaration, type Limit } from "@antechamber/contract";
import type { LimitsProfile } from "@antechamber/contract/control";
import { digestHex } from "../../../platform/crypto.ts";

export const SECOND_MS = 1000;

/** Formats milliseconds as the seconds of a header. */
export function seconds(ms: number): string {
  return (ms / SECOND_MS).toFixed(3);
}

/** The limit of a route for which the reference gives no figure. */
export function defaultLimit({ id }: EndpointDeclaration): Limit {
  const { value: count, windowMs } = limits.otherCalls;
  return { bucket: id, count, windowMs, per: "user" };
}

/** The limit of an endpoint under a limits profile. */
export function limitOf(endpoint: EndpointDeclaration, profile: LimitsProfile): Limit {
  const limit = endpoint.limit ?? defaultLimit(endpoint);
  return profile === "unapproved" ? { ...limit, ...limit.unapproved } : limit;
}

/** The bucket id in headers. */
export function bucketId(limit: Limit): string {
  return digestHex(`bucket:${limit.bucket}`).slice(0, 32);
}
