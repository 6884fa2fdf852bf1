// HTTP calls without `fetch`, which takes long to load, and waits for ever if a test has replaced
// Node's `setImmediate`.
import type { IncomingMessage, RequestOptions } from "node:http";
import { buffer } from "node:stream/consumers";

/** Sends a request without following redirects. Rejects if there is no response. */
export function sentOverHttp(
  url: URL,
  options: RequestOptions,
  body?: string | Uint8Array,
): Promise<IncomingMessage> {
  // An import would read every name of the module, one of which loads the code of `fetch`.
  const { request } = process.getBuiltinModule(url.protocol === "https:" ? "https" : "http");
  return new Promise((resolve, reject) => {
    request(url, options, resolve).on("error", reject).end(body);
  });
}

/** Statuses of responses without a body. Source: Fetch standard, null body status. */
const WITHOUT_BODY = [204, 205, 304];

/** Makes a call as `fetch` does, but returns redirects as they are. */
export async function fetchOverHttp(url: string, init: RequestInit): Promise<Response> {
  const outgoing = new Request(url, init);
  const { method, headers, signal } = outgoing;
  const body = Buffer.from(await outgoing.arrayBuffer());
  const options = { method, headers: Object.fromEntries(headers), signal };
  const answer = await sentOverHttp(new URL(url), options, body.length === 0 ? undefined : body);
  const { statusCode: status = 0, statusMessage: statusText = "", headersDistinct } = answer;
  const content = await buffer(answer);
  const pairs = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const isEmpty = WITHOUT_BODY.includes(status);
  return new Response(isEmpty ? null : new Uint8Array(content), {
    status,
    statusText,
    headers: pairs,
  });
}
