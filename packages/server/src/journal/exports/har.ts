// A trace as an HTTP archive, version 1.2, as browsers and other tools read it.
// Source: assumed: http://www.softwareishard.com/blog/har-12-spec/.
import { STATUS_CODES } from "node:http";
import { timestamp } from "@antechamber/contract/schema";
import type { Entry, RecordedMessage } from "../entry.ts";
import { headerOf } from "../redaction/header-blocks.ts";

/** What the archive states about its origin. */
export interface HarDeps {
  readonly version: string;
  readonly url: string;
}

/** Writes an archive of the HTTP exchanges: calls that came in and deliveries that went out. */
export function harArchive(entries: readonly Entry[], deps: HarDeps): string {
  const exchanges = entries.filter(({ request }) => request !== undefined);
  const log = {
    version: "1.2",
    creator: { name: "Antechamber", version: deps.version },
    entries: exchanges.map((entry) => harEntry(entry, deps.url)),
  };
  return JSON.stringify({ log }, undefined, 1);
}

function harEntry({ request, response, status, ms = 0, ...entry }: Entry, base: string) {
  return {
    startedDateTime: timestamp(Math.floor(entry.realAt)),
    time: ms,
    request: harRequest(request, base),
    response: harResponse(response, status),
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
  };
}

function harRequest(request: Entry["request"], base: string) {
  const { method = "GET", url = "/", body = "" } = request ?? {};
  const address = addressOf(url, base);
  return {
    ...common(request),
    method,
    url: address.href,
    queryString: [...address.searchParams].map(([name, value]) => ({ name, value })),
    ...postData(request),
    bodySize: Buffer.byteLength(body),
  };
}

/**
 * The URL that a call asked for. An unknown client may send something that is no URL, or starts
 * with two slashes.
 */
function addressOf(url: string, base: string): URL {
  const whole = url.startsWith("/") ? base + url : url;
  return URL.parse(whole) ?? URL.parse(url, base) ?? new URL(base);
}

function harResponse(response: Entry["response"], status = 0) {
  const { body: text = "" } = response ?? {};
  const size = Buffer.byteLength(text);
  const mimeType = response && headerOf(response.headers, "content-type");
  return {
    ...common(response),
    status,
    statusText: STATUS_CODES[status] ?? "",
    content: { size, mimeType: mimeType ?? "", text },
    redirectURL: "",
    bodySize: size,
  };
}

function common(message: RecordedMessage | undefined) {
  return { httpVersion: "HTTP/1.1", cookies: [], headers: namedValues(message), headersSize: -1 };
}

function postData(request: Entry["request"]) {
  if (request?.body === undefined) return {};
  const mimeType = headerOf(request.headers, "content-type") ?? "";
  return { postData: { mimeType, text: request.body } };
}

function namedValues(message: RecordedMessage | undefined) {
  const { redacted = [] } = message?.headers ?? {};
  return Array.from({ length: redacted.length / 2 }, (_, i) => ({
    name: redacted[i * 2] ?? "",
    value: redacted[i * 2 + 1] ?? "",
  }));
}
