// Binds endpoints to the functions that implement them.
import type { EndpointDeclaration, Input, Reply } from "@antechamber/contract";
import type { Caller, Context, ReadContext, WithCaller } from "./context.ts";
import type { Origin } from "./journal.ts";
import type { Transactions } from "./transactions.ts";

/** A handler's view of its request: a GET can only read. */
export type HandlerContext<E extends EndpointDeclaration> = WithCaller<
  E["method"] extends "GET" ? ReadContext : Context
>;

/** The context of a handler that awaits the outside: it opens its transactions itself. */
export interface AsyncContext {
  readonly caller: Caller;
  /** The journal entry that this is done for; its transactions have it already. */
  readonly origin?: Origin | undefined;
  readonly work: Transactions;
  /** Calls back once the caller has disconnected, or was answered. */
  readonly whenGone: WhenGone;
}

/** Calls back once nobody waits for a reply any more. */
export type WhenGone = (leave: () => void) => void;

export interface Binding {
  readonly endpoint: EndpointDeclaration;
  /** `inside`: runs in one transaction. `outside`: opens its own, and may wait in between. */
  readonly kind: "inside" | "outside";
  readonly run: (ctx: never, input: Input<EndpointDeclaration>) => Promise<AnyReply>;
  /**
   * Looks up the token in the path, for endpoints without any other credential. It runs before a
   * body is read, and throws what the handler would.
   */
  readonly checkToken?: TokenCheck | undefined;
}

export type TokenCheck = (
  ctx: ReadContext,
  params: Readonly<Record<string, string>>,
) => Promise<unknown>;

export interface AnyReply {
  readonly status: number;
  readonly body?: unknown;
  /** Sent instead of the body; it stays open. */
  readonly stream?: EventStream;
}

/** Where server-sent events are written. */
export interface EventSink {
  write(text: string): void;
  /** False while earlier writes are still buffered. */
  isReady(): boolean;
  /** Sets a callback for each time that it is ready again. */
  onDrain(ready: () => void): void;
  end(): void;
}

/** Begins to write; the returned function is called when the reader disconnects. */
export type EventStream = (sink: EventSink) => () => void;

/** Implements an endpoint by a function that runs inside one transaction and may run again. */
export function handle<E extends EndpointDeclaration>(
  endpoint: E,
  run: (ctx: HandlerContext<E>, input: Input<E>) => Promise<Reply<E>>,
  checkToken?: (ctx: ReadContext, params: Input<E>["params"]) => Promise<unknown>,
): Binding {
  return { endpoint, kind: "inside", run, checkToken: checkToken as TokenCheck | undefined };
}

/**
 * Implements an endpoint that must await the outside world, with transactions of its own around the
 * wait.
 */
export function handleAsync<E extends EndpointDeclaration>(
  endpoint: E,
  run: (ctx: AsyncContext, input: Input<E>) => Promise<Reply<E>>,
  checkToken?: (ctx: ReadContext, params: Input<E>["params"]) => Promise<unknown>,
): Binding {
  return { endpoint, kind: "outside", run, checkToken: checkToken as TokenCheck | undefined };
}

/** Implements an endpoint that only reads, and may answer with a stream. */
export function handleStream<E extends EndpointDeclaration>(
  endpoint: E,
  run: (
    ctx: HandlerContext<E>,
    input: Input<E>,
  ) => Promise<Reply<E> | { readonly status: 200; readonly stream: EventStream }>,
): Binding {
  return { endpoint, kind: "inside", run };
}

/** A reply with a body. */
export function reply<const S extends number, B>(status: S, body: B): { status: S; body: B } {
  return { status, body };
}

/** The reply without a body. */
export const noContent = { status: 204 } as const;
