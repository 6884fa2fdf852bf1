// A call that passes through the steps of the pipeline, and the type of a step.
import type { CacheDependencies } from "../../../platform/cache-dependencies.ts";
import type { Caller } from "../../../platform/context.ts";
import type { OpenEntry } from "../../../platform/journal.ts";
import type { Binding } from "../../../platform/handler.ts";
import type { EncodedReply } from "./encoded-reply.ts";
import type { KnownCaller } from "../authentication/authenticate.ts";
import type { RateHeaders } from "../limits/rate-limit-refusals.ts";
import type { Form } from "../bodies/request-body.ts";
import type { IncomingBody } from "../bodies/request-bytes.ts";
import type { RequestFacts } from "../requests/request-facts.ts";
import type { HttpWorld } from "./world.ts";

/** Headers of a reply, with names in lower case. */
export type Headers = Record<string, string>;

/** Why a call was refused, and by which step. */
export interface Refusal {
  readonly step: string;
  /** An ApiError for what the contract declares; anything else is an injected fault or a bug. */
  readonly error: unknown;
}

/** The state of a call, which steps read and extend. */
export interface Call {
  readonly request: RequestFacts;
  /** The world of the call: everything is read, counted and changed in it. */
  world: HttpWorld;
  /** The headers of the reply so far. */
  readonly headers: Headers;
  /** Undefined where no body is announced, or none is read. */
  body: IncomingBody | undefined;
  /** The call's journal entry, as the cause of what follows from it. */
  origin: OpenEntry | undefined;
  /** The current step. */
  step: string;
  params: Readonly<Record<string, string>>;
  caller: Caller | undefined;
  /** The caller for limits and injected faults; the body may prove one where the header does not. */
  counted: KnownCaller;
  rateHeaders: RateHeaders;
  /** True once the call had to wait: the credential may have been revoked meanwhile. */
  hasWaited: boolean;
  /** The reason for the audit log. */
  auditReason: string | undefined;
  query: unknown;
  /** Fields that the reference has and this endpoint ignores. */
  ignored: readonly string[];
  form: Form;
  /** The records that the reply of a GET depends on, for the cache. */
  dependencies: CacheDependencies | undefined;
  answer: EncodedReply | undefined;
  refusal: Refusal | undefined;
}

const nobody: KnownCaller = { caller: { kind: "nobody" } };
const none = Object.freeze({});
const nothingIgnored: readonly string[] = [];
const noForm: Form = { body: () => undefined, files: [] };

/** Creates a call before its first step. */
export function openCall(world: HttpWorld, request: RequestFacts, headers: Headers): Call {
  return {
    request,
    world,
    headers,
    body: undefined,
    origin: undefined,
    step: "",
    params: none,
    caller: undefined,
    counted: nobody,
    rateHeaders: none,
    hasWaited: false,
    auditReason: undefined,
    query: none,
    ignored: nothingIgnored,
    form: noForm,
    dependencies: undefined,
    answer: undefined,
    refusal: undefined,
  };
}

/** A step compiled for one endpoint. It refuses by throwing. */
export type Run = (call: Call) => void | Promise<void>;

/** Compiles a step for one endpoint; undefined where the endpoint does not need it. */
export type Step = (binding: Binding, deps: StepDeps) => Run | undefined;

/** What the steps of one endpoint are compiled with, for all worlds. */
export interface StepDeps {
  readonly production: boolean;
  /** Called with the fields of a call that were ignored. */
  readonly ignoredFields: (endpointId: string, fields: readonly string[]) => void;
}
