// Why a call did not go well.
import type { AnswerHeaders } from "./call-shape.ts";
import { entryHeader } from "./generated/headers.ts";

const noHeaders: AnswerHeaders = { get: () => null };

/** The service answered with a refusal. */
export class RestError extends Error {
  override readonly name = "RestError";
  /** The HTTP status. */
  readonly status: number;
  /** The API's own code; 0 where there is none. */
  readonly code: number;
  /** The answer as it came. */
  readonly body: string;
  /** Faults of a form, nested by their paths. */
  readonly errors: unknown;
  /** An OAuth2 refusal's code, such as `invalid_grant`. */
  readonly oauthError: string | undefined;
  /** Seconds to wait, of the answer's body or else its header; 0 where it says nothing. */
  readonly retryAfter: number;
  /** The journal's entry of the call, where the service names it: in development mode. */
  readonly entry: string | undefined;

  /** What a response says that is no good one, and its text. */
  static of(
    { status, headers }: { readonly status: number; readonly headers: AnswerHeaders },
    body: string,
  ): RestError {
    return new RestError(status, body, headers);
  }

  constructor(status: number, body: string, headers: AnswerHeaders = noHeaders) {
    const fields = fieldsOf(body);
    const message = fields["message"] ?? fields["error_description"] ?? fields["error"];
    super(typeof message === "string" ? message : `the service answered ${status}`);
    this.status = status;
    this.body = body;
    this.code = numberOr0(fields["code"]);
    this.errors = fields["errors"];
    this.oauthError = typeof fields["error"] === "string" ? fields["error"] : undefined;
    this.retryAfter = numberOr0(fields["retry_after"] ?? Number(headers.get("retry-after")));
    this.entry = headers.get(entryHeader) ?? undefined;
  }
}

/** No answer came. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

function numberOr0(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

function fieldsOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
