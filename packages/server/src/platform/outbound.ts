// The port for outbound calls: one request, one answer, no redirects.

/** A call to an application's endpoint. */
export interface OutboundRequest {
  /** Absent: POST. A GET carries no body. */
  readonly method?: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The maximum size of an answer in multipart/form-data; absent: that of any other. */
  readonly filesMaxBytes?: number;
}

/** The result of a call. */
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
  /** Aborts every call in progress and closes idle connections. */
  close(): void;
}
