// The parts of one world that its calls need. Routes, parsers and encoders are compiled once per
// process; the steps take everything else from the world of the call.
import type { LimitsProfile } from "@antechamber/contract/control";
import type { FastifyRequest } from "fastify";
import type { AbandonableWork } from "../../../platform/async/abandonable-work.ts";
import type { Cache } from "../../../platform/cache/cache.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Settings } from "../../../platform/context.ts";
import type { FaultPlan } from "../../../platform/faults/fault-injection.ts";
import type { Binding } from "../../../platform/handler.ts";
import type { Journal } from "../../../platform/journal.ts";
import type { RateLimitCounters } from "../../../platform/rate-limit-counters.ts";
import type { Transactions } from "../../../platform/transactions.ts";
import type { Authenticate, KnownCaller } from "../authentication/authenticate.ts";
import type { BodyAuthenticator, BodyClaim } from "../authentication/body-credential.ts";
import type { EncodedReply } from "./encoded-reply.ts";
import type { IpBans } from "../guards/ip-ban.ts";

/** The cache of replies. */
export type ResponseCache = Cache<EncodedReply>;

export interface HttpWorld {
  readonly name: string;
  /** True once the world was deleted: calls in progress then find nothing. */
  readonly hasEnded: () => boolean;
  /** Calls that may wait: those that still do when the world is deleted are refused. */
  readonly waitingCalls: Pick<AbandonableWork, "run">;
  readonly work: Transactions;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly authenticate: Authenticate;
  /** The caller of a credential, for any endpoint; undefined for an invalid one. */
  readonly callerOf: (header: string) => KnownCaller | Promise<KnownCaller | undefined>;
  /** The caller that the body proves, for rate limits. */
  readonly callerInBody: BodyAuthenticator;
  readonly counters: RateLimitCounters;
  /** The limits profile in force, read for each call, since a new world file may select another. */
  readonly profile: () => LimitsProfile;
  readonly isLimited: () => boolean;
  readonly ipBan: IpBans;
  readonly faults: FaultPlan;
  readonly responses: ResponseCache;
  /** The journal that calls are recorded in; absent: none is kept. */
  readonly journal: Journal | undefined;
  /** Finds the world of a credential in a body, where calls of other worlds arrive too. */
  readonly worldOfBody?: ((claim: BodyClaim) => Promise<HttpWorld | undefined>) | undefined;
  /** The handler of an endpoint in this world. */
  readonly bindingOf: (endpointId: string) => Binding;
}

/** Determines the world of a call. */
export type FindWorld = (request: FastifyRequest) => HttpWorld | Promise<HttpWorld>;

declare module "fastify" {
  interface FastifyRequest {
    /** Set as soon as the call was admitted. */
    world: HttpWorld;
  }
}
