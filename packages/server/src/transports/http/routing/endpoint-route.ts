// Handles the calls of an endpoint. Compiled at its first call, so that a start does not wait for
// it.
import type { EndpointDeclaration } from "@antechamber/contract";
import { planeBase } from "@antechamber/contract/openapi";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../../platform/clock.ts";
import type { Binding } from "../../../platform/handler.ts";
import { isAtPlatform, withPlatformFiles } from "../../../platform/network/service-address.ts";
import { withBodyAccount } from "../steps/body-account.ts";
import { openCall, type Call, type StepDeps } from "../calls/call.ts";
import { recordBody, type CallObserver } from "../observers/call-observer.ts";
import { writeDirectly } from "../replies/direct-write.ts";
import type { EncodedReply } from "../calls/encoded-reply.ts";
import { openStream } from "../replies/event-stream.ts";
import { entryOpener } from "../observers/journal-entries.ts";
import { isParameter, segmentsOf } from "./known-paths.ts";
import { sendToPage } from "./page-redirect.ts";
import { pipelineFor } from "../steps/pipeline.ts";
import { announcesBody } from "../bodies/request-bytes.ts";
import type { RequestFacts } from "../requests/request-facts.ts";
import { shownPath } from "../observers/request-log.ts";
import { headersFor } from "../replies/responses.ts";
import type { Params, Route } from "../calls/route.ts";
import type { RepeatedCalls } from "./send-again.ts";

export interface RouteDeps extends StepDeps {
  readonly clock: Pick<Clock, "after">;
  /** Whether the journals of worlds keep bodies of calls. */
  readonly keepsBodies: boolean;
  /** Calls that are being repeated. */
  readonly repeated: RepeatedCalls;
  /** Observers of calls, some of which also need the bodies. */
  readonly observers: readonly CallObserver[];
  /**
   * Receives every reply of a handler before it is sent, for tests that compare replies with a
   * specification.
   */
  readonly inspect?:
    | ((endpointId: string, status: number, json: string | undefined) => void)
    | undefined;
}

export class EndpointRoute implements Route {
  readonly url: string;
  readonly endpoint: EndpointDeclaration;
  readonly #compile: () => Route["answer"];
  readonly #parameters: readonly (readonly [at: number, name: string])[];
  #answer: Route["answer"] | undefined;
  #shown: ReturnType<typeof shownPath> | undefined;

  constructor(app: FastifyInstance, binding: Binding, deps: RouteDeps & { readonly url: string }) {
    this.url = deps.url;
    this.endpoint = binding.endpoint;
    this.#compile = () => answerFor(app, binding, deps);
    this.#parameters = segmentsOf(deps.url).flatMap((each, at) =>
      isParameter(each) ? [[at, each.slice(1)] as const] : [],
    );
  }

  paramsOf(segments: readonly string[]): Params {
    const params: Params = {};
    for (const [at, name] of this.#parameters) {
      const value = segments[at] ?? "";
      params[name] = value.includes("%") ? decodeURIComponent(value) : value;
    }
    return params;
  }

  shownPath(params: Readonly<Params>): string {
    const { plane = "api", path } = this.endpoint;
    this.#shown ??= shownPath(planeBase[plane] + path);
    return this.#shown(params);
  }

  answer(request: FastifyRequest, reply: FastifyReply, failed: (error: Error) => void): void {
    this.#answer ??= this.#compile();
    this.#answer(request, reply, failed);
  }
}

function answerFor(app: FastifyInstance, binding: Binding, deps: RouteDeps): Route["answer"] {
  const { endpoint } = binding;
  const { inspect, observers, repeated, clock } = deps;
  const begin = entryOpener(endpoint, repeated);
  const isWritten = begin !== undefined && deps.keepsBodies;
  const keepsBodies = isWritten || observers.some((each) => each.keepsBodies === true);
  const record = keepsBodies ? recordBody : undefined;
  const pipeline = pipelineFor(binding, deps);
  const answerTo = withBodyAccount(endpoint, pipeline, { ...app.bodies, record });
  return (request, reply, failed) => {
    if (sendToPage(endpoint, request, reply) !== undefined) return;
    const call = openCall(request.world, factsOf(request, reply), headersFor(endpoint, request));
    request.call = call;
    if (begin !== undefined) call.origin = request.entry = begin(request);
    const finish = (answer: EncodedReply): void => {
      const { status, json, mediaType, stream } = answer;
      inspect?.(endpoint.id, status, mediaType === undefined ? json : undefined);
      if (stream === undefined) writeDirectly(reply, addressedTo(call, answer), call.headers);
      else openStream(reply, stream, { headers: call.headers, clock });
    };
    const fail = (error: unknown): void => {
      reply.headers(call.headers);
      failed(error as Error);
    };
    try {
      const answer = answerTo(call, request, reply);
      if (answer instanceof Promise) void answer.then(finish).catch(fail);
      else finish(answer);
    } catch (error) {
      fail(error);
    }
  };
}

/** The reply with the addresses of files as its caller knows them. */
function addressedTo({ world, request }: Call, answer: EncodedReply): EncodedReply {
  const { json } = answer;
  const { host } = request.headers;
  if (json === undefined || !isAtPlatform(world.settings, host as string | undefined))
    return answer;
  return { ...answer, json: withPlatformFiles(world.settings, json) };
}

function factsOf(request: FastifyRequest, { raw }: FastifyReply): RequestFacts {
  return {
    method: request.method,
    params: request.params as Params,
    query: request.query as Record<string, unknown>,
    headers: request.headers,
    address: request.callerAddress,
    url: request.url,
    announcesBody: announcesBody(request.raw),
    reply: raw,
  };
}
