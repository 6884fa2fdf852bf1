// Who watches what calls come and how they end: the log of calls, and whatever else is given to the
// server. While nobody does, nothing is made or kept for it.
import type { EndpointDeclaration } from "@antechamber/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../../platform/context.ts";
import { GatheredBytes } from "../../../platform/formats/gathered-bytes.ts";
import type { Call, Refusal } from "../calls/call.ts";
import type { BodySink, IncomingBody } from "../bodies/request-bytes.ts";
import { declaredPath } from "../calls/route.ts";

/** A call that has its answer. What costs something is made when it is asked for. */
export interface EndedCall {
  readonly method: string;
  /** Path and query as they were routed. Secrets may stand in it. */
  readonly url: string;
  /** The path as it may be shown to anybody; undefined where no endpoint was found. */
  readonly shownPath: string | undefined;
  /** The path of the route that was found, endpoint or not; undefined for a path that nobody knows. */
  readonly route: string | undefined;
  readonly endpoint: EndpointDeclaration | undefined;
  /** Undefined while it is not known who calls. */
  readonly caller: Caller | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly status: number;
  /** Absent for an answer of the handler, and for what was sent away before the steps began. */
  readonly refusal: Refusal | undefined;
  readonly ms: number;
  readonly requestHeaders: Readonly<Record<string, string | string[] | undefined>>;
  /** As much of the body as was read, up to a limit, where an observer keeps bodies. */
  readonly requestBody: Buffer | undefined;
  readonly responseHeaders: Readonly<Record<string, unknown>>;
  /** The body of the answer, where an endpoint gave it. */
  readonly responseText: string | undefined;
}

export interface CallObserver {
  /** Whether `requestBody` is wanted: bodies are kept for nobody else. */
  readonly keepsBodies?: boolean;
  /** Called at the end of each call but those of monitors. */
  readonly ended: (call: EndedCall) => void;
}

/** Of each body, what is kept for observers. */
export const OBSERVED_BODY_MAX_BYTES = 65_536;

/** What comes of a body is kept beside the request while it is read. */
export function recordBody(request: FastifyRequest, body: IncomingBody): IncomingBody {
  const kept = new GatheredBytes();
  request.observedBody = kept;
  return {
    contentType: body.contentType,
    receive: (sink, limit) => body.receive(new RecordingSink(kept, sink), limit),
  };
}

/** Keeps the beginning of what it passes on. */
class RecordingSink<T> implements BodySink<T> {
  readonly #kept: GatheredBytes;
  readonly #sink: BodySink<T>;

  constructor(kept: GatheredBytes, sink: BodySink<T>) {
    this.#kept = kept;
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
 * A call as the server has it once its answer has left. A class, since accessors of an object
 * literal would keep the whole request until the next full garbage collection.
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
    return this.#request.observedBody?.whole();
  }

  get responseHeaders() {
    // Of an answer that was written directly, the call has them.
    return { ...this.#reply.getHeaders(), ...this.#request.call?.headers };
  }

  get responseText() {
    return this.#request.responseText;
  }
}

/** What the observers of calls are given at the end of one. */
export function endedCall(request: FastifyRequest, reply: FastifyReply, ms: number): EndedCall {
  return new AnsweredCall(request, reply, ms);
}

declare module "fastify" {
  interface FastifyRequest {
    /** Absent before the first step. */
    call: Call | undefined;
    refusal: Refusal | undefined;
    observedBody: GatheredBytes | undefined;
    /** The body of the answer of an endpoint. */
    responseText: string | undefined;
  }
}
