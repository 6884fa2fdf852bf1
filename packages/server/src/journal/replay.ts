// Replays single calls with the same credential. Source: product.md, Control plane.
import type { Method } from "@antechamber/contract";
import type { Entry, RecordedRequest } from "./entry.ts";
import { value } from "./view.ts";

/** A call that can be made again. It contains the credential, and is never shown. */
export interface RepeatedCall {
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface RepeatedAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  readonly entry: string | null;
}

/** Makes a call of this service as a client would. */
export type RepeatCall = (call: RepeatedCall) => Promise<RepeatedAnswer>;

/** Headers of the connection or the transfer, which are generated anew. */
const OF_TRANSFER = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "keep-alive",
  "expect",
  "upgrade",
]);

/**
 * The call to make again, with another body if one is given; undefined when the journal does not
 * have it whole.
 */
export function repeat({ request, remembered, kind }: Entry, given: unknown) {
  if (kind !== "request" || request === undefined || remembered === undefined) return undefined;
  if (given === undefined && !remembered.isWhole) return undefined;
  const headers = headersIn(request);
  const call = { method: request.method as Method, url: remembered.url, headers };
  if (given === undefined) return { ...call, body: remembered.body };
  const { "content-type": type = "" } = headers;
  if (typeof given === "string" && !/^application\/json/i.test(type))
    return { ...call, body: given };
  return {
    ...call,
    headers: { ...headers, "content-type": "application/json" },
    body: json(given),
  };
}

/** The headers that the client sent, including its credential. */
function headersIn({ headers: { parts = [] } }: RecordedRequest): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const name = (parts[i] ?? "").toLowerCase();
    if (!OF_TRANSFER.has(name)) headers[name] = parts[i + 1] ?? "";
  }
  return headers;
}

/** Serialises bigints, which are integers too large for a double, digit by digit. */
function json(given: unknown): string {
  return JSON.stringify(given, (_key, each: unknown) =>
    typeof each === "bigint" ? each.toString() : each,
  );
}

/** The body of a response as it is shown: a value if it is JSON, else the text. */
export function shownBody(contentType: string, text: string): unknown {
  if (text === "") return undefined;
  return /^application\/json/i.test(contentType) ? value(text) : text;
}
