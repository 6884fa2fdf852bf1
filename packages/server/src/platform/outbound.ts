// The port through which the service calls the outside: one request, one answer, nothing followed.

/** A call of an application's endpoint. */
export interface OutboundRequest {
  /** Absent: POST. A GET carries no body. */
  readonly method?: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How large an answer in multipart/form-data may be; absent: no larger than any other. */
  readonly filesMaxBytes?: number;
}

/** What came of a call. */
export type OutboundResult =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** The Content-Type header; empty without one. */
      readonly contentType: string;
      readonly body: Buffer;
    }
  | { readonly kind: "timedOut" }
  /** Refused, unreachable, or its answer was too large. */
  | { readonly kind: "failed"; readonly reason: string };

export interface Outbound {
  /**
   * Sends a request. It never throws, and follows no redirect.
   *
   * @param timeoutMs real milliseconds for the whole call
   */
  send(request: OutboundRequest, timeoutMs: number): Promise<OutboundResult>;
  /** Ends every call under way and closes idle connections. */
  close(): void;
}
