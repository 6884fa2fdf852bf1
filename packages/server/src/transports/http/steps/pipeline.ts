// The pipeline of a call, from its path to its reply. The steps are compiled once for each
// endpoint, and run from top to bottom; a step that refuses throws, and the steps below it do not
// run.
import { OffInProduction, RateLimited, UnknownWorld } from "@antechamber/contract";
import { ApiError } from "../../../platform/api-error.ts";
import type { Binding } from "../../../platform/handler.ts";
import { mapMaybePromise } from "../../../platform/async/maybe-promise.ts";
import { reasonIn } from "../requests/audit-reason.ts";
import type { Call, Run, Step, StepDeps } from "../calls/call.ts";
import type { EncodedReply } from "../calls/encoded-reply.ts";
import { closeToGuesses } from "./close-to-guesses.ts";
import { ignoredFieldsHeader } from "../bodies/missing-fields.ts";
import { faultStepFor } from "./fault-injection.ts";
import { joinTrace } from "./interaction-trace.ts";
import { limiterFor, type CountedCall } from "../limits/rate-limit.ts";
import { refusalWithoutBucket, RateLimitError } from "../limits/rate-limit-refusals.ts";
import { withResponseCache } from "../replies/response-cache.ts";
import {
  authenticate,
  authenticateAgain,
  countedCaller,
  credentialInBody,
} from "./authenticate.ts";
import { body } from "./body.ts";
import { handler } from "./handler.ts";
import { worldNamed } from "../requests/request-facts.ts";
import { path } from "./path.ts";
import { query } from "./query.ts";

/** Every step in its order; docs/architecture.md explains each. */
export const steps: readonly Step[] = [
  path,
  authenticate,
  countedCaller,
  credentialInBody,
  refuseInProduction,
  namedWorld,
  rateLimit,
  injectFault,
  auditReason,
  query,
  pathToken,
  limitHeaders,
  body,
  authenticateAgain,
  handler,
  nameIgnoredFields,
];

/** Endpoints for development do not exist in production. */
function refuseInProduction({ endpoint }: Binding, { production }: StepDeps): Run | undefined {
  if (!production || endpoint.developmentOnly !== true) return undefined;
  return () => {
    throw new ApiError(OffInProduction);
  };
}

/** Refuses a control plane call that names an unknown world; known ones were found earlier. */
function namedWorld({ endpoint }: Binding): Run | undefined {
  if (endpoint.plane !== "control") return undefined;
  return ({ request, world }) => {
    const name = worldNamed(request.query);
    if (name === undefined || name === world.name) return;
    // Any other text is not a valid name, which the query's schema reports.
    if (/^[a-z0-9_-]{1,64}$/.test(name)) throw new ApiError(UnknownWorld);
  };
}

/** Counts the call in the caller's buckets before reading the body: malformed ones count too. */
function rateLimit({ endpoint }: Binding): Run {
  const limiter = limiterFor(endpoint);
  return (call) =>
    mapMaybePromise(limiter.take(countedCall(call), call.world), (headers) => {
      call.rateHeaders = headers;
    });
}

/** Injects a fault once the caller is known, and before anything is done. */
function injectFault({ endpoint }: Binding): Run {
  const faultStep = faultStepFor(endpoint);
  return (call) => {
    if (!call.world.faults.hasCallFaults) return undefined;
    const injected = faultStep(countedCall(call), call.rateHeaders, call.world);
    if (injected !== undefined) call.hasWaited = true;
    return injected;
  };
}

function countedCall({ counted, request, params, origin }: Call): CountedCall {
  const { caller, requestsPerSecond, grant } = counted;
  return { caller, requestsPerSecond, grant, address: request.address, params, origin };
}

/** OAuth2 endpoints have their own errors, and the control plane writes no audit log. */
function auditReason({ endpoint }: Binding): Run | undefined {
  if (endpoint.plane === "control" || endpoint.oauthForm === true) return undefined;
  return (call) => {
    call.auditReason = reasonIn(call.request.headers);
  };
}

/** Checks the token in the path before a body is read; without a body, the handler does it. */
function pathToken({ checkToken }: Binding): Run | undefined {
  if (checkToken === undefined) return undefined;
  return async ({ world, request, params, origin }) => {
    if (request.announcesBody) await world.work.read((ctx) => checkToken(ctx, params), origin);
  };
}

/** Adds the rate limit headers to the reply, once no check before the body has refused the call. */
function limitHeaders(): Run {
  return (call) => {
    Object.assign(call.headers, call.rateHeaders);
  };
}

/** Names ignored fields that the reference has; only in production are they not refused. */
function nameIgnoredFields({ endpoint }: Binding, { ignoredFields }: StepDeps): Run {
  return (call) => {
    if (call.ignored.length === 0) return;
    ignoredFields(endpoint.id, call.ignored);
    Object.assign(call.headers, ignoredFieldsHeader(call.ignored));
  };
}

/**
 * Produces the reply to a call, or throws the refusal, which the call then has with the step's
 * name. Replies that need no waiting are returned without a promise.
 */
export type Pipeline = (call: Call) => EncodedReply | Promise<EncodedReply>;

/** Compiles the pipeline of one endpoint, for all worlds. */
export function pipelineFor(binding: Binding, deps: StepDeps): Pipeline {
  const compiled = compile(binding, deps);
  function answerOf({ answer }: Call): EncodedReply {
    if (answer === undefined) throw new Error(`${binding.endpoint.id} came to no answer`);
    return answer;
  }
  function refused(call: Call, thrown: unknown): never {
    const error = isLimit(thrown) ? refusalWithoutBucket(thrown, momentOf(call)) : thrown;
    if (error instanceof RateLimitError) joinTrace(call);
    call.refusal = { step: call.step, error };
    throw error;
  }
  return (call) => {
    try {
      const waiting = compiled(call);
      if (waiting === undefined) return answerOf(call);
      return waiting.then(
        () => answerOf(call),
        (error: unknown) => refused(call, error),
      );
    } catch (error) {
      return refused(call, error);
    }
  };
}

/** True for the refusal of a rate limit that a domain counts. */
function isLimit(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    error.declaration.status === RateLimited.status &&
    !(error instanceof RateLimitError)
  );
}

function momentOf({ world, rateHeaders }: Call) {
  return { now: world.clock.now(), rateHeaders };
}

/** Compiles admission, reply and the rest, with the wrappers of the first two. */
function compile(binding: Binding, deps: StepDeps): Run {
  const bodyAt = steps.indexOf(body);
  const answeredAt = steps.indexOf(handler) + 1;
  const againAt = steps.indexOf(authenticateAgain);
  const part = (from: number, to?: number) => stepsInOrder(steps.slice(from, to), binding, deps);
  return inOrder([
    closeToGuesses(binding, part(0, bodyAt)),
    withResponseCache(binding, part(bodyAt, answeredAt), part(againAt, againAt + 1)),
    part(answeredAt),
  ]);
}

/** Compiles steps for an endpoint; a call's `step` names the one that is running. */
function stepsInOrder(part: readonly Step[], binding: Binding, deps: StepDeps): Run {
  const compiled = part.flatMap((step) => {
    const run = step(binding, deps);
    return run === undefined ? [] : [{ name: step.name, run }];
  });
  return inOrder(
    compiled.map(({ run }) => run),
    compiled.map(({ name }) => name),
  );
}

/**
 * Runs several steps as one. Most do not wait, and then the next one runs at once.
 *
 * @param names the steps of the runs; absent where each run consists of several steps
 */
function inOrder(runs: readonly Run[], names?: readonly string[]): Run {
  function from(first: number, call: Call): void | Promise<void> {
    for (let at = first; at < runs.length; at += 1) {
      if (names !== undefined) call.step = names[at] ?? "";
      const waiting = runs[at]?.(call);
      if (waiting !== undefined)
        return at + 1 === runs.length ? waiting : goOn(waiting, at + 1, call);
    }
    return undefined;
  }
  function goOn(waiting: Promise<void>, at: number, call: Call): Promise<void> {
    return waiting.then(() => from(at, call));
  }
  return (call) => from(0, call);
}
