// Thrown by injected faults instead of a reply. Source: product.md, Control plane.
import { STATUS_CODES } from "node:http";

/** The reply of an injected fault. */
export class InjectedResponse extends Error {
  override readonly name = "InjectedResponse";
  readonly status: number;
  readonly contentType: string;
  /** Undefined for a status without a body. */
  readonly text: string | undefined;

  constructor(status: number, body: unknown) {
    super(`a planned ${status}`);
    this.status = status;
    const isPage = typeof body === "string";
    this.contentType = isPage ? "text/html" : "application/json";
    if (status === 204 || status === 304) this.text = undefined;
    else this.text = isPage ? body : JSON.stringify(body ?? defaultBody(status));
  }
}

/** An injected fault that cuts the connection without a reply. */
export class InjectedDisconnect extends Error {
  override readonly name = "InjectedDisconnect";
}

/** The API's error shape. Source: protocol: gateway-oauth-limits 1.4. */
function defaultBody(status: number): object {
  return { message: `${status}: ${STATUS_CODES[status] ?? "Unknown"}`, code: 0 };
}
