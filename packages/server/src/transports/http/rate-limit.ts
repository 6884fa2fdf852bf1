// Counts calls in windows and tells clients where they stand.
// Source: requirements 8, protocol: gateway-oauth-limits 6.
import { limits, RateLimited, type EndpointDeclaration, type Limit } from "@antechamber/contract";
import type { Bus, Window } from "../../platform/bus.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Caller } from "../../platform/context.ts";
import { digestHex } from "../../platform/crypto.ts";
import { ApiError } from "../../platform/api-error.ts";

/** Which limits hold: those of production, those of an application that awaits approval, or none. */
export type LimitProfile = "production" | "unapproved" | "off";

export type RateHeaders = Readonly<Record<string, string>>;

const SECOND_MS = 1000;

/** One call as the limiter sees it. */
export interface Call {
  readonly caller: Caller;
  readonly requestsPerSecond?: number | undefined;
  readonly address: string;
  readonly params: Readonly<Record<string, string>>;
}

/** A 429 with its headers. */
export class RateLimitError extends ApiError {
  readonly headers: RateHeaders;
  constructor(body: { retry_after: number; global: boolean }, headers: RateHeaders) {
    super(RateLimited, { details: body });
    this.headers = headers;
  }
}

/** Resources whose routes have buckets of their own. */
const topLevel = ["channel_id", "guild_id", "application_id", "interaction_token"];

function ownerOf(call: Call, per: Limit["per"]): string {
  const { caller, params } = call;
  if (per === "interaction") return `interaction:${params["interaction_token"] ?? ""}`;
  if (per === "address" || caller.kind === "nobody") return `address:${call.address}`;
  if (caller.kind === "bot") return `application:${caller.application_id}`;
  if (caller.kind === "user") return `user:${caller.user_id}`;
  if (caller.kind !== "bearer") return "control";
  // A limit per application counts every token of the application, one per user each user apart.
  return per === "application" || caller.user_id === undefined
    ? `application:${caller.application_id}`
    : `user:${caller.application_id}:${caller.user_id}`;
}

function seconds(ms: number): string {
  return (ms / SECOND_MS).toFixed(3);
}

/** The limit of a route of which the reference tells no figure. */
function defaultLimit({ id }: EndpointDeclaration): Limit {
  const { value: count, windowMs } = limits.otherCalls;
  return { bucket: id, count, windowMs, per: "user" };
}

export interface Limiter {
  /** Counts a call; gives the headers of its answer, or throws RateLimitError. */
  take(call: Call): RateHeaders;
}

const noHeaders: RateHeaders = {};

/** Builds the limiter of one endpoint. */
export function limiterFor(
  endpoint: EndpointDeclaration,
  means: { readonly bus: Bus; readonly clock: Clock; readonly profile: () => LimitProfile },
): Limiter {
  const limit: Limit = endpoint.limit ?? defaultLimit(endpoint);
  const bucketId = digestHex(`bucket:${limit.bucket}`).slice(0, 32);
  const parts =
    endpoint.limit === undefined ? topLevel.filter((p) => endpoint.path.includes(`{${p}}`)) : [];
  const isOutsideGlobal = endpoint.outsideGlobalLimit === true;

  function takeGlobal(call: Call, now: number): void {
    const owner = ownerOf(call, "user");
    const window = means.bus.count(`global:${owner}`, SECOND_MS, now);
    if (window.used <= (call.requestsPerSecond ?? limits.allCalls.value)) return;
    const waitMs = window.endsAt - now;
    throw refusal(waitMs, { "x-ratelimit-global": "true", "x-ratelimit-scope": "global" });
  }

  function bucketHeaders(window: Window, now: number): Record<string, string> {
    return {
      "x-ratelimit-limit": String(limit.count),
      "x-ratelimit-remaining": String(Math.max(0, limit.count - window.used)),
      "x-ratelimit-reset": seconds(window.endsAt),
      "x-ratelimit-reset-after": seconds(window.endsAt - now),
      "x-ratelimit-bucket": bucketId,
    };
  }

  return {
    take(call) {
      if (endpoint.plane === "control" || means.profile() === "off") return noHeaders;
      const now = means.clock.now();
      if (!isOutsideGlobal) takeGlobal(call, now);
      const major = parts.map((part) => call.params[part]).join(":");
      const key = `${limit.bucket}:${ownerOf(call, limit.per)}:${major}`;
      const window = means.bus.count(key, limit.windowMs, now);
      const headers = bucketHeaders(window, now);
      if (window.used <= limit.count) return headers;
      throw refusal(window.endsAt - now, { ...headers, "x-ratelimit-scope": "user" });
    },
  };
}

/**
 * Clients differ in whether they believe the body or the headers, so both say the same; some want
 * `Via`.
 */
function refusal(waitMs: number, headers: Record<string, string>): RateLimitError {
  return new RateLimitError(
    { retry_after: waitMs / SECOND_MS, global: headers["x-ratelimit-global"] === "true" },
    { ...headers, "retry-after": String(Math.ceil(waitMs / SECOND_MS)), via: "1.1 antechamber" },
  );
}
