// Counts calls in windows, and shows clients in headers how many are left.
// Source: requirements 8, protocol: gateway-oauth-limits 6.
import { limits, type EndpointDeclaration, type Limit } from "@antechamber/contract";
import type { LimitsProfile } from "@antechamber/contract/control";
import { mapMaybePromise } from "../../../platform/async/maybe-promise.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Caller } from "../../../platform/context.ts";
import { digestHex } from "../../../platform/crypto.ts";
import type { Origin } from "../../../platform/journal.ts";
import {
  windowKey,
  type Claim,
  type RateLimitCounters,
  type CountResult,
  type Window,
} from "../../../platform/rate-limit-counters.ts";
import { bucketId, defaultLimit, limitOf, seconds, SECOND_MS } from "./endpoint-limits.ts";
import { noHeaders, RateLimitError, type RateHeaders } from "./rate-limit-refusals.ts";

/** The properties of a call that the limiter uses. */
export interface CountedCall {
  readonly caller: Caller;
  readonly requestsPerSecond?: number | undefined;
  readonly address: string;
  /** The hash of the grant that an unknown caller shows: that sign-in has windows of its own. */
  readonly grant?: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** The call's entry in the journal. */
  readonly origin?: Origin | undefined;
}

/** Path parameters whose values have separate buckets, and secrets that identify one of these. */
const topLevel = ["channel_id", "guild_id", "application_id", "webhook_id"];
const topLevelSecrets = ["interaction_token", "webhook_token"];

function ownerOf(call: CountedCall, per: Limit["per"]): string {
  const { caller, params } = call;
  // Keys of buckets are shown to the operator, so they must not contain the token.
  if (per === "webhook") return `webhook ${digestHex(params["webhook_token"] ?? "")}`;
  if (call.grant !== undefined) return `grant ${call.grant}`;
  if (per === "address" || caller.kind === "nobody") return `address ${call.address}`;
  if (caller.kind === "bot") return `application ${caller.application_id}`;
  if (caller.kind === "user") return `user ${caller.user_id}`;
  if (caller.kind !== "bearer") return "control";
  // A limit per application counts all its tokens together; one per user counts each user's.
  const { application_id, user_id, isOwn } = caller;
  const isShared = per === "application" || isOwn === true || user_id === undefined;
  return isShared ? `application ${application_id}` : `user ${user_id} of ${application_id}`;
}

/** The bucket of all calls of an application, a user or an address. */
const GLOBAL = "global";

export interface Limiter {
  /**
   * Counts a call of a world, and returns the headers for its reply, or throws RateLimitError. It
   * is asynchronous where other processes count too.
   */
  take(call: CountedCall, world: LimiterDeps): RateHeaders | Promise<RateHeaders>;
}

/** What a world provides for counting. */
export interface LimiterDeps {
  readonly counters: RateLimitCounters;
  readonly clock: Clock;
  /** Read for each call, since a new world file may select another profile. */
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

  /** Uses the window's own maximum, which is lower if this process only has a share. */
  function headersOf({ used, max, endsAt }: Window, { id }: RouteClaim, now: number) {
    return {
      "x-ratelimit-limit": String(max),
      "x-ratelimit-bucket": id,
      "x-ratelimit-remaining": String(Math.max(0, max - used)),
      "x-ratelimit-reset": seconds(endsAt),
      "x-ratelimit-reset-after": seconds(endsAt - now),
    };
  }

  /** The bucket comes last, because a refusal by another limit must not count against it. */
  function claimsOf(call: CountedCall, own: RouteClaim): readonly Claim[] {
    return endpoint.outsideGlobalLimit === true ? [own] : [globalClaim(call), own];
  }

  return {
    take(call, { counters, clock }) {
      const now = clock.now();
      const own = routeClaim(call, call.caller.kind === "nobody" ? declared : ofKnown);
      const judge = ({ windows, full }: CountResult): RateHeaders => {
        const endsAt = windows[full ?? 0]?.endsAt ?? now;
        const isGlobal = full !== undefined && full < windows.length - 1;
        if (isGlobal) throw new RateLimitError(endsAt - now, { scope: "global" });
        const rateHeaders = headersOf(windows.at(-1) as Window, own, now);
        if (full === undefined) return rateHeaders;
        throw new RateLimitError(endsAt - now, { rateHeaders });
      };
      return mapMaybePromise(counters.take(claimsOf(call, own), now), judge);
    },
  };
}

/** The bucket in which an endpoint's calls are counted. */
interface Bucket {
  readonly limit: Limit;
  /** Its id in headers. */
  readonly id: string;
  /** Path parameters whose values have separate buckets. */
  readonly parts: readonly string[];
  /** The reference gives no figure, so the route is allowed no less than all calls together. */
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

/** Hashes secrets, because the keys of buckets are shown to the operator. */
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
 * Counts all calls of an application, by its bot and all its tokens together; of a signed-in user;
 * or of an address without a credential. Source: requirements 8.
 */
function globalClaim(call: CountedCall): Claim {
  const key = windowKey(GLOBAL, ownerOf(call, "application"));
  return { key, max: call.requestsPerSecond ?? limits.allCalls.value, windowMs: SECOND_MS };
}
