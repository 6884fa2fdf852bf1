// Range and conditional requests for files. Source: RFC 9110 13, 14.
import type { IncomingHttpHeaders } from "node:http";

/** A range of bytes, both ends included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** True when the client has the current file already. */
export function isKnown({ "if-none-match": etags }: IncomingHttpHeaders, etag: string): boolean {
  if (etags === undefined) return false;
  const tags = etags.split(",").map((each) => each.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag);
}

/**
 * The requested range; undefined for the whole file, which is also the reply to several ranges at
 * once and to malformed ones.
 */
export function rangeOf(
  { range, "if-range": condition }: IncomingHttpHeaders,
  { etag, size }: { readonly etag: string; readonly size: number },
): ByteRange | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? "") ?? [];
  if (condition !== undefined && condition !== etag) return undefined;
  if (first === "") return last === "" ? undefined : endOf(size, Number(last));
  const from = Number(first);
  const to = last === "" ? Infinity : Number(last);
  if (to < from) return undefined;
  return from >= size ? "unsatisfiable" : { from, to: Math.min(to, size - 1) };
}

function endOf(size: number, length: number): ByteRange | "unsatisfiable" {
  if (length === 0 || size === 0) return "unsatisfiable";
  return { from: Math.max(0, size - length), to: size - 1 };
}
