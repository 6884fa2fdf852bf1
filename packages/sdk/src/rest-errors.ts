// The errors of calls that failed.
import type { AnswerHeaders } from "./call-shape.ts";
import { entryHeader } from "./generated/headers.ts";

const noHeaders: AnswerHeaders = { get: () => null };

/** The service refused the call. */
export class RestError extends Error {
  override readonly name = "RestError";
  /** The HTTP status. */
  readonly status: number;
  /** The API's error code; 0 if there is none. */
  readonly code: number;
  /** The body of the response, unchanged. */
  readonly body: string;
  /** The validation errors of a form, nested by path. */
  readonly errors: unknown;
  /** The code of an OAuth2 error, such as `invalid_grant`. */
  readonly oauthError: string | undefined;
  /** Seconds to wait, from the body or else the header of the response; 0 if neither says. */
  readonly retryAfter: number;
  /** The id of the call's journal entry, which the service sends in development mode. */
  readonly entry: string | undefined;

  /** Makes the error for a refusal, from the response and its text. */
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

/** No response arrived. */
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
