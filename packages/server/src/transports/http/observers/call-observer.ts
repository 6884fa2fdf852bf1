// Observers of calls and their results: the request log, and any others that the server is given.
// While there are none, nothing is computed or kept for them.
import type { EndpointDeclaration } from "@antechamber/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../../platform/context.ts";
import { GatheredBytes } from "../../../platform/formats/gathered-bytes.ts";
import type { Call, Refusal } from "../calls/call.ts";
import type { BodySink, IncomingBody } from "../bodies/request-bytes.ts";
import { declaredPath } from "../calls/route.ts";

/** A call that was replied to. Expensive values are computed when they are read. */
export interface EndedCall {
  readonly method: string;
  /** Path and query as they were routed; may contain secrets. */
  readonly url: string;
  /** The path without secrets; undefined where no endpoint was found. */
  readonly shownPath: string | undefined;
  /** The path of the route that was found, endpoint or not; undefined for an unknown path. */
  readonly route: string | undefined;
  readonly endpoint: EndpointDeclaration | undefined;
  /** Undefined before the caller is authenticated. */
  readonly caller: Caller | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly status: number;
  /** Absent for a reply of the handler, and for a call that was refused before the first step. */
  readonly refusal: Refusal | undefined;
  readonly ms: number;
  readonly requestHeaders: Readonly<Record<string, string | string[] | undefined>>;
  /** The beginning of the body as far as it was read, if an observer keeps bodies. */
  readonly requestBody: Buffer | undefined;
  readonly responseHeaders: Readonly<Record<string, unknown>>;
  /** The body of an endpoint's reply. */
  readonly responseText: string | undefined;
}

export interface CallObserver {
  /** Whether `requestBody` is needed: otherwise bodies are not kept. */
  readonly keepsBodies?: boolean;
  /** Called at the end of each call, except health checks. */
  readonly ended: (call: EndedCall) => void;
}

/** How much of each body is kept for observers. */
export const OBSERVED_BODY_MAX_BYTES = 65_536;

/** Keeps the body of a request as it is read. */
export function recordBody(request: FastifyRequest, body: IncomingBody): IncomingBody {
  const observed = new GatheredBytes();
  request.observedBody = observed;
  return {
    contentType: body.contentType,
    receive: (sink, limit) => body.receive(new RecordingSink(observed, sink), limit),
  };
}

/** Keeps the beginning of the data that it passes on. */
class RecordingSink<T> implements BodySink<T> {
  readonly #kept: GatheredBytes;
  readonly #sink: BodySink<T>;

  constructor(observed: GatheredBytes, sink: BodySink<T>) {
    this.#kept = observed;
    this.#sink = sink;
  }

  write(chunk: Buffer): boolean {
    const room = OBSERVED_BODY_MAX_BYTES - this.#kept.length;
    if (room > 0) this.#kept.add(chunk.length <= room ? chunk : chunk.subarray(0, room));
    return this.#sink.write(chunk);
  }

  end(): T | Promise<T> {
    return this.#sink.end();
  }
}

/**
 * A call whose reply was sent. A class, because accessors of an object literal would keep the whole
 * request alive until the next full garbage collection.
 */
class AnsweredCall implements EndedCall {
  readonly ms: number;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;

  constructor(request: FastifyRequest, reply: FastifyReply, ms: number) {
    this.ms = ms;
    this.#request = request;
    this.#reply = reply;
  }

  get method() {
    return this.#request.method;
  }

  get url() {
    return this.#request.url;
  }

  get route() {
    return declaredPath(this.#request);
  }

  get endpoint() {
    return this.#request.route?.endpoint;
  }

  get shownPath() {
    return this.#request.route?.shownPath?.(this.params);
  }

  get caller() {
    return this.#request.call?.caller;
  }

  get params() {
    return (this.#request.params ?? {}) as EndedCall["params"];
  }

  get status() {
    return this.#reply.raw.statusCode;
  }

  get refusal() {
    return this.#request.refusal;
  }

  get requestHeaders() {
    return this.#request.headers;
  }

  get requestBody() {
    return this.#request.observedBody?.toBuffer();
  }

  get responseHeaders() {
    // The headers of a reply that was written directly are in the call.
    return { ...this.#reply.getHeaders(), ...this.#request.call?.headers };
  }

  get responseText() {
    return this.#request.responseText;
  }
}

/** Creates the summary of a call that observers receive at its end. */
export function endedCall(request: FastifyRequest, reply: FastifyReply, ms: number): EndedCall {
  return new AnsweredCall(request, reply, ms);
}

declare module "fastify" {
  interface FastifyRequest {
    /** Absent before the first step. */
    call: Call | undefined;
    refusal: Refusal | undefined;
    observedBody: GatheredBytes | undefined;
    /** The body of an endpoint's reply. */
    responseText: string | undefined;
  }
}
