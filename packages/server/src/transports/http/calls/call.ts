// One call on its way through the steps of the pipeline, and what a step is.
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

/** Headers of an answer, by name in lower case. */
export type Headers = Record<string, string>;

/** Why a call got no reply of its handler, and which step said so. */
export interface Refusal {
  readonly step: string;
  /** An ApiError for what the contract declares; anything else is an injected fault or a bug. */
  readonly error: unknown;
}

/** Steps read what earlier ones found out, and write down what they find out themselves. */
export interface Call {
  readonly request: RequestFacts;
  /** Where it is made: whatever is read, counted or changed is of this world. */
  world: HttpWorld;
  /** Of the answer, as they gather. */
  readonly headers: Headers;
  /** Undefined where none is announced, or none is read. */
  body: IncomingBody | undefined;
  /** What is written down of it, for what it causes. */
  origin: OpenEntry | undefined;
  /** The step that is under way. */
  step: string;
  params: Readonly<Record<string, string>>;
  caller: Caller | undefined;
  /** Whom limits and planned faults take for the caller: the body may prove more than the header. */
  counted: KnownCaller;
  rateHeaders: RateHeaders;
  /** Much may have happened while something was waited for: the credential may have ended. */
  hasWaited: boolean;
  /** Why it is made, as the audit log is to have it. */
  auditReason: string | undefined;
  query: unknown;
  /** Fields that the reference takes and this endpoint does not. */
  ignored: readonly string[];
  form: Form;
  /** What the reply of a GET rests on. */
  dependencies: CacheDependencies | undefined;
  answer: EncodedReply | undefined;
  refusal: Refusal | undefined;
}

const nobody: KnownCaller = { caller: { kind: "nobody" } };
const none = Object.freeze({});
const nothingIgnored: readonly string[] = [];
const noForm: Form = { body: () => undefined, files: [] };

/** A call before its first step. */
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

/** A step as it was compiled for one endpoint. It refuses by throwing. */
export type Run = (call: Call) => void | Promise<void>;

/** Compiles a step for one endpoint; undefined where the endpoint has no need of it. */
export type Step = (binding: Binding, deps: StepDeps) => Run | undefined;

/** What the steps of one endpoint are compiled with, whatever the world. */
export interface StepDeps {
  readonly production: boolean;
  /** Receives the fields of a call that were ignored. */
  readonly ignoredFields: (endpointId: string, fields: readonly string[]) => void;
}
