// Counts calls in windows, and shows clients in headers how many are left.
// Source: requirements 8, protocol: gateway-oauth-limits 6.
import { limits, type EndpointDeclaration, type Limit } from "@antechamber/contract";
import type { LimitsProfile } from "@antechamber/contract/control";
import { whenKnown } from "../../../platform/async/when-known.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Caller } from "../../../platform/context.ts";
import { digestHex } from "../../../platform/crypto.ts";
import type { Origin } from "../../../platform/journal.ts";
import {
  windowKey,
  type Claim,
  type RateLimitCounters,
  type Taking,
  type Window,
} from "../../../platform/rate-limit-counters.ts";
import { bucketId, defaultLimit, limitOf, seconds, SECOND_MS } from "./endpoint-limits.ts";
import { noHeaders, RateLimitError, type RateHeaders } from "./rate-limit-refusals.ts";

/** One call as the limiter sees it. */
export interface CountedCall {
  readonly caller: Caller;
  readonly requestsPerSecond?: number | undefined;
  readonly address: string;
  /** Of nobody who shows what was given for one sign-in: that sign-in has windows of its own. */
  readonly grant?: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** As the journal has it. */
  readonly origin?: Origin | undefined;
}

/** Resources whose routes have buckets of their own, and the secrets that stand for one. */
const topLevel = ["channel_id", "guild_id", "application_id", "webhook_id"];
const topLevelSecrets = ["interaction_token", "webhook_token"];

function ownerOf(call: CountedCall, per: Limit["per"]): string {
  const { caller, params } = call;
  // Buckets are shown to the operator, and the token is a secret.
  if (per === "webhook") return `webhook ${digestHex(params["webhook_token"] ?? "")}`;
  if (call.grant !== undefined) return `grant ${call.grant}`;
  if (per === "address" || caller.kind === "nobody") return `address ${call.address}`;
  if (caller.kind === "bot") return `application ${caller.application_id}`;
  if (caller.kind === "user") return `user ${caller.user_id}`;
  if (caller.kind !== "bearer") return "control";
  // A limit per application counts every token of the application, one per user each user apart.
  const { application_id, user_id, isOwn } = caller;
  const isShared = per === "application" || isOwn === true || user_id === undefined;
  return isShared ? `application ${application_id}` : `user ${user_id} of ${application_id}`;
}

/** The key of the application's, user's or address's calls in all. */
const GLOBAL = "global";

export interface Limiter {
  /**
   * Counts a call of a world; gives the headers of its answer, or throws RateLimitError. Where
   * other processes count too, it takes a moment.
   */
  take(call: CountedCall, world: LimiterDeps): RateHeaders | Promise<RateHeaders>;
}

/** What one world counts with. */
export interface LimiterDeps {
  readonly counters: RateLimitCounters;
  readonly clock: Clock;
  /** Asked at each call: another world may name another one. */
  readonly profile: () => LimitsProfile;
}

const unlimited: Limiter = { take: () => noHeaders };

/** Builds the limiter of one endpoint, which follows the profile in force. */
export function limiterFor(endpoint: EndpointDeclaration): Limiter {
  if (endpoint.plane === "control") return unlimited;
  const limiters: Partial<Record<LimitsProfile, Limiter>> = { off: unlimited };
  return {
    take(call, world) {
      const profile = world.profile();
      return (limiters[profile] ??= limiterUnder(profile, endpoint)).take(call, world);
    },
  };
}

function limiterUnder(profile: LimitsProfile, endpoint: EndpointDeclaration): Limiter {
  const declared =
    endpoint.limit === undefined ? looseBucket(endpoint) : bucketOf(limitOf(endpoint, profile));
  const ofKnown = declared.limit.per === "address" ? looseBucket(endpoint) : declared;

  /** What this process takes, where it has a share of the limit. */
  function headersOf({ used, max, endsAt }: Window, { id }: RouteClaim, now: number) {
    return {
      "x-ratelimit-limit": String(max),
      "x-ratelimit-bucket": id,
      "x-ratelimit-remaining": String(Math.max(0, max - used)),
      "x-ratelimit-reset": seconds(endsAt),
      "x-ratelimit-reset-after": seconds(endsAt - now),
    };
  }

  /** A refusal of another limit is none of the bucket's, so the bucket is asked last. */
  function claimsOf(call: CountedCall, own: RouteClaim): readonly Claim[] {
    return endpoint.outsideGlobalLimit === true ? [own] : [globalClaim(call), own];
  }

  return {
    take(call, { counters, clock }) {
      const now = clock.now();
      const own = routeClaim(call, call.caller.kind === "nobody" ? declared : ofKnown);
      const judge = ({ windows, full }: Taking): RateHeaders => {
        const endsAt = windows[full ?? 0]?.endsAt ?? now;
        const isGlobal = full !== undefined && full < windows.length - 1;
        if (isGlobal) throw new RateLimitError(endsAt - now, { scope: "global" });
        const standing = headersOf(windows.at(-1) as Window, own, now);
        if (full === undefined) return standing;
        throw new RateLimitError(endsAt - now, { standing });
      };
      return whenKnown(counters.take(claimsOf(call, own), now), judge);
    },
  };
}

/** A limit as the calls of an endpoint are held to it. */
interface Bucket {
  readonly limit: Limit;
  /** Its name in headers. */
  readonly id: string;
  /** Parameters of the path that have buckets of their own. */
  readonly parts: readonly string[];
  /** No figure is known, so one route is not held to less than all calls together. */
  readonly isLoose: boolean;
}

function bucketOf(limit: Limit): Bucket {
  return { limit, id: bucketId(limit), parts: [], isLoose: false };
}

function looseBucket(endpoint: EndpointDeclaration): Bucket {
  const parts = [...topLevel, ...topLevelSecrets].filter((part) =>
    endpoint.path.includes(`{${part}}`),
  );
  return { ...bucketOf(defaultLimit(endpoint)), parts, isLoose: true };
}

interface RouteClaim extends Claim {
  readonly id: string;
}

/** Buckets are shown to the operator, so no secret stands in their names. */
function partOf({ params }: CountedCall, part: string): string {
  const value = params[part] ?? "";
  return topLevelSecrets.includes(part) ? digestHex(value) : value;
}

function routeClaim(call: CountedCall, { limit, id, parts, isLoose }: Bucket): RouteClaim {
  const major = parts.map((part) => partOf(call, part)).join(" ");
  const key = windowKey(limit.bucket, ownerOf(call, limit.per), major);
  const raised = isLoose ? (call.requestsPerSecond ?? 0) : 0;
  return { key, id, max: Math.max(limit.count, raised), windowMs: limit.windowMs };
}

/**
 * All calls of an application, by its bot and by every token of it together; of a signed-in user;
 * or of an address without a credential. Source: requirements 8.
 */
function globalClaim(call: CountedCall): Claim {
  const key = windowKey(GLOBAL, ownerOf(call, "application"));
  return { key, max: call.requestsPerSecond ?? limits.allCalls.value, windowMs: SECOND_MS };
}
