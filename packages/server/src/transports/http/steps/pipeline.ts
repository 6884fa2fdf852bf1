// The way of a call, from its path to its answer. The steps are compiled once for each endpoint, and a
// call passes them from top to bottom; one that refuses throws, and nothing below it runs.
import { OffInProduction, RateLimited, UnknownWorld } from "@antechamber/contract";
import { ApiError } from "../../../platform/api-error.ts";
import type { Binding } from "../../../platform/handler.ts";
import { whenKnown } from "../../../platform/async/when-known.ts";
import { reasonIn } from "../requests/audit-reason.ts";
import type { Call, Run, Step, StepDeps } from "../calls/call.ts";
import type { EncodedReply } from "../calls/encoded-reply.ts";
import { closeToGuesses } from "./close-to-guesses.ts";
import { ignoredFieldsHeader } from "../bodies/missing-fields.ts";
import { faultStepFor } from "./fault-injection.ts";
import { limiterFor, type CountedCall } from "../limits/rate-limit.ts";
import { countedElsewhere, RateLimitError } from "../limits/rate-limit-refusals.ts";
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

/** Every step in its order; docs/architecture.md says what each is for. */
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

/** Endpoints that are for development do not exist in production. */
function refuseInProduction({ endpoint }: Binding, { production }: StepDeps): Run | undefined {
  if (!production || endpoint.developmentOnly !== true) return undefined;
  return () => {
    throw new ApiError(OffInProduction);
  };
}

/** The world that a call of the control plane names was looked for when the call came in. */
function namedWorld({ endpoint }: Binding): Run | undefined {
  if (endpoint.plane !== "control") return undefined;
  return ({ request, world }) => {
    const name = worldNamed(request.query);
    if (name === undefined || name === world.name) return;
    // Any other text is no name: the query says where that stands.
    if (/^[a-z0-9_-]{1,64}$/.test(name)) throw new ApiError(UnknownWorld);
  };
}

/** Takes one from the caller's buckets, before the body is read: malformed bodies count too. */
function rateLimit({ endpoint }: Binding): Run {
  const limiter = limiterFor(endpoint);
  return (call) =>
    whenKnown(limiter.take(countedCall(call), call.world), (headers) => {
      call.rateHeaders = headers;
    });
}

/** A planned fault is injected once the caller is known, and before anything is done. */
function injectFault({ endpoint }: Binding): Run {
  const faultStep = faultStepFor(endpoint);
  return (call) => {
    if (!call.world.faults.strikesCalls) return undefined;
    const injected = faultStep(countedCall(call), call.rateHeaders, call.world);
    if (injected !== undefined) call.hasWaited = true;
    return injected;
  };
}

function countedCall({ counted, request, params, origin }: Call): CountedCall {
  const { caller, requestsPerSecond, grant } = counted;
  return { caller, requestsPerSecond, grant, address: request.address, params, origin };
}

/** OAuth2 refuses in words of its own, and the control plane writes no audit log. */
function auditReason({ endpoint }: Binding): Run | undefined {
  if (endpoint.plane === "control" || endpoint.oauthForm === true) return undefined;
  return (call) => {
    call.auditReason = reasonIn(call.request.headers);
  };
}

/** Looks up the token in the path before a body is read; without a body the handler does it. */
function pathToken({ checkToken }: Binding): Run | undefined {
  if (checkToken === undefined) return undefined;
  return async ({ world, request, params, origin }) => {
    if (request.announcesBody) await world.work.read((ctx) => checkToken(ctx, params), origin);
  };
}

/** What can be refused before a body is read was not: the reply says how much of the limits is left. */
function limitHeaders(): Run {
  return (call) => {
    Object.assign(call.headers, call.rateHeaders);
  };
}

/** In production, fields that the reference has and this service lacks are named beside the answer. */
function nameIgnoredFields({ endpoint }: Binding, { ignoredFields }: StepDeps): Run {
  return (call) => {
    if (call.ignored.length === 0) return;
    ignoredFields(endpoint.id, call.ignored);
    Object.assign(call.headers, ignoredFieldsHeader(call.ignored));
  };
}

/**
 * The answer to a call, or the refusal, which the call then holds with the step's name. What is
 * known at once is given without a promise.
 */
export type Pipeline = (call: Call) => EncodedReply | Promise<EncodedReply>;

/**
 * The steps of one endpoint, for every world. They are compiled at its first call: a start waits
 * for none of them.
 */
export function pipelineFor(binding: Binding, deps: StepDeps): Pipeline {
  let compiled: Run | undefined;
  function answerOf({ answer }: Call): EncodedReply {
    if (answer === undefined) throw new Error(`${binding.endpoint.id} came to no answer`);
    return answer;
  }
  function refused(call: Call, thrown: unknown): never {
    const error = isLimit(thrown) ? countedElsewhere(thrown, momentOf(call)) : thrown;
    call.refusal = { step: call.step, error };
    throw error;
  }
  return (call) => {
    compiled ??= compile(binding, deps);
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

/** True for the refusal of a limit that a domain counts. */
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

/** Compiles admission, answer and the rest, with what stands around the first two. */
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

/** Steps as they were compiled for an endpoint; a call says which of them it is at. */
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
 * Several as one. Most have nothing to wait for, and those that follow run at once then.
 *
 * @param names of steps, for each run; absent where these are several steps themselves
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
