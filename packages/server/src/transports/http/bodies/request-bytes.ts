// Receives the body of a request, within limits on its size and on the time it takes.
import type { IncomingMessage, ServerResponse } from "node:http";
import { EntityTooLarge, limits, RequestTimeout, Unavailable } from "@antechamber/contract";
import { ApiError } from "../../../platform/api-error.ts";
import type { Cancel, Clock } from "../../../platform/clock.ts";
import { DenseSet, type DenseMember } from "../../../platform/collections/dense-set.ts";
import { GatheredBytes } from "../../../platform/formats/gathered-bytes.ts";
import type { BodyAccount } from "./body-budget.ts";

/** Receives a body chunk by chunk. */
export interface BodySink<T> {
  /** @returns false when no more is needed */
  write(chunk: Buffer): boolean;
  /** The result. */
  end(): T | Promise<T>;
}

/** The body of a request, which was not read yet. */
export interface IncomingBody {
  readonly contentType: string | undefined;
  /**
   * Reads the body.
   *
   * @throws EntityTooLarge as soon as it is known to be longer than the limit, Unavailable when the
   *   budget for bodies is exhausted, RequestTimeout when it stalls, ClientGone
   */
  receive<T>(sink: BodySink<T>, limit: number): Promise<T>;
}

/** True when the headers announce a body. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return (length !== undefined && length !== "0") || headers["transfer-encoding"] !== undefined;
}

/** The unread rest of a body up to this length is discarded, and the connection is kept alive. */
const PASSED_OVER_MAX_BYTES = 65_536;

/** True while the rest of the body may be too long to be discarded. */
export function isUnread(request: IncomingMessage): boolean {
  if (request.complete || !announcesBody(request)) return false;
  const length = request.headers["content-length"];
  return length === undefined || Number(length) > PASSED_OVER_MAX_BYTES;
}

/** The connection was closed before the end of the body. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
  readonly statusCode = 400;
}

export interface ReceivingDeps {
  /** Requests the body from a client that waits for `100 Continue`; absent: already requested. */
  readonly response?: Pick<ServerResponse, "writeContinue">;
  readonly account: BodyAccount;
  readonly watch: BodyWatch;
}

/** The body of a request that announces one. */
export function incomingBody(request: IncomingMessage, deps: ReceivingDeps): IncomingBody {
  return {
    contentType: request.headers["content-type"],
    receive: (sink, limit) => receive(request, { ...deps, sink, limit }),
  };
}

interface Receiving<T> extends ReceivingDeps {
  readonly sink: BodySink<T>;
  readonly limit: number;
}

function receive<T>(
  request: IncomingMessage,
  { response, account, watch, ...receiving }: Receiving<T>,
): Promise<T> {
  const { limit } = receiving;
  if (Number(request.headers["content-length"]) > limit) {
    return Promise.reject(new ApiError(EntityTooLarge));
  }
  // A request without a body has ended already, and emits no more events.
  if (request.readableEnded) return Promise.resolve(receiving.sink.end());
  // The request object lives until its client leaves; what was read of its body must not.
  let sink: BodySink<T> | undefined = receiving.sink;
  let length = 0;
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const forget = watch.add({
    received: () => length,
    stalled: () => stop(new ApiError(RequestTimeout)),
  });
  function leave(): void {
    forget();
    sink = undefined;
    request.off("data", take).off("end", finish).pause();
  }
  function stop(refusal: Error): void {
    leave();
    reject(refusal);
  }
  function finish(): void {
    const taker = sink;
    leave();
    if (taker !== undefined) resolve(taker.end());
  }
  function take(chunk: Buffer): void {
    length += chunk.length;
    if (length > limit) return stop(new ApiError(EntityTooLarge));
    if (!account.add(chunk.length)) return stop(new ApiError(Unavailable));
    if (sink?.write(chunk) === false) finish();
  }
  request.on("data", take).on("end", finish);
  // The client is gone, so this error is not sent to it.
  request.on("error", () => stop(new ClientGone()));
  // A client that sent `Expect: 100-continue` waits for this before it sends its body.
  if (request.headers.expect !== undefined) response?.writeContinue();
  return promise;
}

/** Collects a whole body. */
export function wholeBody(): BodySink<Buffer> {
  const bytes = new GatheredBytes();
  return {
    write(chunk) {
      bytes.add(chunk);
      return true;
    },
    end: () => bytes.toBuffer(),
  };
}

/** Collects only the first chunk of a body. */
export function firstPiece(): BodySink<Buffer> {
  const bytes = new GatheredBytes();
  return {
    write(chunk) {
      bytes.add(chunk);
      return false;
    },
    end: () => bytes.toBuffer(),
  };
}

/** Reads the body of an unauthenticated sender, which may then be read again. */
export async function bufferedBody(body: IncomingBody): Promise<IncomingBody> {
  const bytes = await body.receive(wholeBody(), limits.strangerBody.value);
  return {
    contentType: body.contentType,
    async receive(sink) {
      if (bytes.length > 0) sink.write(bytes);
      return sink.end();
    },
  };
}

/** A body in transfer, whose progress is checked. */
export interface WatchedBody {
  /** Bytes received so far. */
  received(): number;
  stalled(): void;
}

interface Watched extends DenseMember {
  readonly body: WatchedBody;
  /** Bytes received at the last check; undefined before the first one. */
  before: number | undefined;
}

export interface BodyWatch {
  /** Watches a body until the returned function is called. */
  add(body: WatchedBody): Cancel;
}

/**
 * Times out bodies that stall. All are checked together, because a timer for each would cost more
 * than most bodies take to arrive.
 */
export function bodyWatch(clock: Clock): BodyWatch {
  const windowMs = limits.bodyWindow.value;
  const leastBytes = limits.bodyProgress.value;
  const watched = new DenseSet<Watched>();
  let isLooking = false;

  function look(): void {
    watched.forEach((each) => {
      const { body, before } = each;
      const received = body.received();
      each.before = received;
      if (before !== undefined && received - before < leastBytes) body.stalled();
    });
    isLooking = watched.size > 0;
    if (isLooking) clock.after(windowMs, look);
  }

  return {
    add(body) {
      const each: Watched = { body, before: undefined, index: -1 };
      watched.add(each);
      if (!isLooking) {
        isLooking = true;
        clock.after(windowMs, look);
      }
      return () => watched.delete(each);
    },
  };
}
