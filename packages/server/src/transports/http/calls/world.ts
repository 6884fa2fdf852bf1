// What belongs to one world, as its calls need it. Routes, readers and writers are compiled once for a
// process; the steps take everything else from the world of the call.
import type { LimitsProfile } from "@antechamber/contract/control";
import type { FastifyRequest } from "fastify";
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

/** Answers that are given again while nothing has changed. */
export type ResponseCache = Cache<EncodedReply>;

export interface HttpWorld {
  readonly name: string;
  /** It was deleted: calls that were under way find nothing any more. */
  readonly hasEnded: () => boolean;
  readonly work: Transactions;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly authenticate: Authenticate;
  /** Who shows a credential, whatever they call; undefined for one that is none. */
  readonly callerOf: (header: string) => KnownCaller | Promise<KnownCaller | undefined>;
  /** Whom a body proves to be calling, for what is counted. */
  readonly callerInBody: BodyAuthenticator;
  readonly counters: RateLimitCounters;
  /** The limits in force; asked at each call, since another world file may name others. */
  readonly profile: () => LimitsProfile;
  readonly isLimited: () => boolean;
  readonly ipBan: IpBans;
  readonly faults: FaultPlan;
  readonly responses: ResponseCache;
  /** Where calls are written down; absent: nowhere. */
  readonly journal: Journal | undefined;
  /** Finds the world of what a body shows, where calls of other worlds come in too. */
  readonly worldOfBody?: ((claim: BodyClaim) => Promise<HttpWorld | undefined>) | undefined;
  /** The handler of an endpoint in this world. */
  readonly bindingOf: (endpointId: string) => Binding;
}

/** Says in which world a call is made. */
export type FindWorld = (request: FastifyRequest) => HttpWorld | Promise<HttpWorld>;

declare module "fastify" {
  interface FastifyRequest {
    /** Known as soon as the call was let in. */
    world: HttpWorld;
  }
}
