// The port through which the service calls the outside: one POST, one answer, nothing followed.

/** A call of somebody's endpoint. */
export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of a call. */
export type OutboundResult =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** As the header says; empty without one. */
      readonly contentType: string;
      readonly body: Buffer;
    }
  | { readonly kind: "timedOut" }
  /** Refused, unreachable, or its answer was too large. */
  | { readonly kind: "failed"; readonly reason: string };

export interface Outbound {
  /**
   * Posts a request. It never throws, and follows no redirect.
   *
   * @param timeoutMs real milliseconds for the whole call
   */
  send(request: OutboundRequest, timeoutMs: number): Promise<OutboundResult>;
  /** Ends every call under way and closes what is kept open. */
  close(): void;
}
