// How errors are declared, and the errors of the HTTP level, whose code is 0.
import type { TObject } from "typebox";
/**
 * A declared error: an HTTP status with the reference's code and text.
 *
 * @source protocol: gateway-oauth-limits 1.4, 1.6
 */
export interface ErrorDeclaration {
  readonly name: string;
  readonly status: number;
  readonly code: number;
  readonly message: string;
  /** The OAuth2 name of the error: its body is then `{error, error_description}`, as RFC 6749 says. */
  readonly oauth?: string;
  /** True for a 429 of a resource's limit, which other callers use up too. */
  readonly isShared?: true;
  /** The fields of its body besides `message` and `code`. */
  readonly details?: TObject;
  readonly source: string;
}

/** The body of an error as RFC 6749 5.2 defines it; a text that only repeats the name is omitted. */
export function oauthErrorBody(of: { readonly oauth: string; readonly message: string }) {
  const { oauth, message } = of;
  return message === oauth ? { error: oauth } : { error: oauth, error_description: message };
}

/** Declares an error. */
export function error<const D extends ErrorDeclaration>(declaration: D): D {
  return declaration;
}

const transport = "protocol: gateway-oauth-limits 1.4";

export const BadRequest = error({
  name: "BadRequest",
  status: 400,
  code: 0,
  message: "400: Bad Request",
  source: transport,
});
export const Unauthorized = error({
  name: "Unauthorized",
  status: 401,
  code: 0,
  message: "401: Unauthorized",
  source: transport,
});
export const NotFound = error({
  name: "NotFound",
  status: 404,
  code: 0,
  message: "404: Not Found",
  source: transport,
});
export const MethodNotAllowed = error({
  name: "MethodNotAllowed",
  status: 405,
  code: 0,
  message: "405: Method Not Allowed",
  source: transport,
});
/**
 * Something that the reference has and this service lacks. Clients should fail at once and show the
 * text: some retry after every 5xx and then throw without reading the body, and many treat 404 as a
 * regular result, such as "not banned".
 */
export const NotBuilt = error({
  name: "NotBuilt",
  status: 405,
  code: 0,
  message: "Not built here yet",
  source:
    "assumed: 405, which no client library calls again or takes for an answer; see docs/reference/not-there-yet.md",
});
export const RequestTimeout = error({
  name: "RequestTimeout",
  status: 408,
  code: 0,
  message: "408: Request Timeout",
  source: transport,
});
export const HeadersTooLarge = error({
  name: "HeadersTooLarge",
  status: 431,
  code: 0,
  message: "431: Request Header Fields Too Large",
  source: transport,
});
export const InternalError = error({
  name: "InternalError",
  status: 500,
  code: 0,
  message: "500: Internal Server Error",
  source: transport,
});
export const Unavailable = error({
  name: "Unavailable",
  status: 503,
  code: 0,
  message: "503: Service Unavailable",
  source: transport,
});
