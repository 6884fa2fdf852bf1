// Answers to reads that nothing has changed since. Source: docs/decisions, "Answers are remembered".
import type { Caller } from "../../platform/context.ts";
import { Cache } from "../../platform/cache.ts";
import type { Transactions } from "../../platform/transactions.ts";

/** Answers kept at hand, and their characters in all. */
const REPLIES_MAX = 10_000;
const CHARACTERS_MAX = 16 * 1024 * 1024;

/** A reply on its way out: its body is encoded, or absent. */
export interface EncodedReply {
  readonly status: number;
  readonly json: string | undefined;
  /** Absent: JSON. */
  readonly mediaType?: string;
  /** Beside those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type ResponseCache = Cache<EncodedReply>;

export function responseCache(work: Transactions): ResponseCache {
  return new Cache({
    holds: work.holds,
    entriesMax: REPLIES_MAX,
    sizeMax: CHARACTERS_MAX,
    sizeOf: ({ json }) => json?.length ?? 0,
  });
}

/** Who asked for what in which language; undefined for callers whose rights may change with time. */
export function responseKey(
  caller: Caller,
  url: string,
  locale: string | undefined,
): string | undefined {
  if (caller.kind === "bot") return `bot ${caller.application_id} ${locale ?? ""} ${url}`;
  return caller.kind === "user" ? `user ${caller.user_id} ${locale ?? ""} ${url}` : undefined;
}
