// The body of a request as it comes: how much of it is taken, and how long it is waited for.
import type { IncomingMessage, ServerResponse } from "node:http";
import { EntityTooLarge, limits, RequestTimeout, Unavailable } from "@antechamber/contract";
import { ApiError } from "../../../platform/api-error.ts";
import type { Cancel, Clock } from "../../../platform/clock.ts";
import { DenseSet, type DenseMember } from "../../../platform/collections/dense-set.ts";
import { GatheredBytes } from "../../../platform/formats/gathered-bytes.ts";
import type { BodyAccount } from "./body-budget.ts";

/** Takes a body piece by piece. */
export interface BodySink<T> {
  /** @returns false when no more is wanted */
  write(chunk: Buffer): boolean;
  /** What was made of it. */
  end(): T | Promise<T>;
}

/** The body of a request, of which nothing was read yet. */
export interface IncomingBody {
  readonly contentType: string | undefined;
  /**
   * Reads it.
   *
   * @throws EntityTooLarge as soon as it is known to be longer than the limit, Unavailable when too
   *   many bytes are under way, RequestTimeout when it does not go on, ClientGone
   */
  receive<T>(sink: BodySink<T>, limit: number): Promise<T>;
}

/** True when the headers announce a body. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return (length !== undefined && length !== "0") || headers["transfer-encoding"] !== undefined;
}

/** What is left of a shorter body is passed over, and the connection goes on. */
const PASSED_OVER_MAX_BYTES = 65_536;

/** True while there is more of the body to come than is passed over. */
export function isUnread(request: IncomingMessage): boolean {
  if (request.complete || !announcesBody(request)) return false;
  const length = request.headers["content-length"];
  return length === undefined || Number(length) > PASSED_OVER_MAX_BYTES;
}

/** The connection ended before the body did. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
  readonly statusCode = 400;
}

export interface ReceivingDeps {
  /** Asks the client for the body, where it waits to be asked; absent: it was asked. */
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
  { response, account, watch, ...given }: Receiving<T>,
): Promise<T> {
  const { limit } = given;
  if (Number(request.headers["content-length"]) > limit) {
    return Promise.reject(new ApiError(EntityTooLarge));
  }
  // One that announces no body has ended before it began, and says nothing any more.
  if (request.readableEnded) return Promise.resolve(given.sink.end());
  // The request lives on while its client leaves; what came of its body does not.
  let sink: BodySink<T> | undefined = given.sink;
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
  // The client went away: nobody reads the answer to that.
  request.on("error", () => stop(new ClientGone()));
  // A client that sent `Expect: 100-continue` waits for it before its body.
  if (request.headers.expect !== undefined) response?.writeContinue();
  return promise;
}

/** Keeps a body whole. */
export function wholeBody(): BodySink<Buffer> {
  const bytes = new GatheredBytes();
  return {
    write(chunk) {
      bytes.add(chunk);
      return true;
    },
    end: () => bytes.whole(),
  };
}

/** Takes a body's first piece, and no more. */
export function firstPiece(): BodySink<Buffer> {
  const bytes = new GatheredBytes();
  return {
    write(chunk) {
      bytes.add(chunk);
      return false;
    },
    end: () => bytes.whole(),
  };
}

/** A body of a stranger that was read, and may be read again. */
export async function heldBody(body: IncomingBody): Promise<IncomingBody> {
  const bytes = await body.receive(wholeBody(), limits.strangerBody.value);
  return {
    contentType: body.contentType,
    async receive(sink) {
      if (bytes.length > 0) sink.write(bytes);
      return sink.end();
    },
  };
}

/** A body under way, as far as its progress is watched. */
export interface WatchedBody {
  /** Bytes so far. */
  received(): number;
  stalled(): void;
}

interface Watched extends DenseMember {
  readonly body: WatchedBody;
  /** How much had come at the last look; undefined for what is newer. */
  before: number | undefined;
}

export interface BodyWatch {
  /** Watches a body until what it gives is called. */
  add(body: WatchedBody): Cancel;
}

/**
 * Gives up bodies that do not go on. It looks at all of them together, because a timer for each
 * would cost more than most bodies take to come.
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
