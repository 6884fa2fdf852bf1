// Replays single calls with the same credential. Source: product.md, Control plane.
import type { Method } from "@antechamber/contract";
import type { Entry, RecordedRequest } from "./entry.ts";
import { jsonValue } from "./view.ts";

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
export function repeat({ request, replayable, kind }: Entry, replacement: unknown) {
  if (kind !== "request" || request === undefined || replayable === undefined) return undefined;
  if (replacement === undefined && !replayable.isWhole) return undefined;
  const headers = headersOf(request);
  const call = { method: request.method as Method, url: replayable.url, headers };
  if (replacement === undefined) return { ...call, body: replayable.body };
  const { "content-type": type = "" } = headers;
  if (typeof replacement === "string" && !/^application\/json/i.test(type))
    return { ...call, body: replacement };
  return {
    ...call,
    headers: { ...headers, "content-type": "application/json" },
    body: json(replacement),
  };
}

/** The headers that the client sent, including its credential. */
function headersOf({ headers: { parts = [] } }: RecordedRequest): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const name = (parts[i] ?? "").toLowerCase();
    if (!OF_TRANSFER.has(name)) headers[name] = parts[i + 1] ?? "";
  }
  return headers;
}

/** Serialises bigints, which are integers too large for a double, digit by digit. */
function json(body: unknown): string {
  return JSON.stringify(body, (_key, each: unknown) =>
    typeof each === "bigint" ? each.toString() : each,
  );
}

/** The body of a response as it is shown: a value if it is JSON, else the text. */
export function shownBody(contentType: string, text: string): unknown {
  if (text === "") return undefined;
  return /^application\/json/i.test(contentType) ? jsonValue(text) : text;
}
