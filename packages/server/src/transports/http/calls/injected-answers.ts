// What a planned fault throws in place of an answer. Source: product.md, Control plane.
import { STATUS_CODES } from "node:http";

/** What a fault answers in the endpoint's place. */
export class InjectedResponse extends Error {
  override readonly name = "InjectedResponse";
  readonly status: number;
  readonly contentType: string;
  /** Undefined for a status that has no body. */
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

/** A fault cuts the connection: there is no answer. */
export class InjectedDisconnect extends Error {
  override readonly name = "InjectedDisconnect";
}

/** The API's error shape. Source: protocol: gateway-oauth-limits 1.4. */
function defaultBody(status: number): object {
  return { message: `${status}: ${STATUS_CODES[status] ?? "Unknown"}`, code: 0 };
}
