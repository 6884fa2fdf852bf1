// The outcome of an entry, as a shape and a colour.
import type { types } from "@antechamber/sdk/control";

export interface Sign {
  readonly text: string;
  readonly tone: "good" | "bad" | "warn" | "soft";
}

/** The summary of an entry without its duration, for rows that show the duration by itself. */
export function untimedSummary({ summary, kind }: types.JournalEntry): string {
  return kind === "request" ? summary.replace(/ in [\d.]+ ms(?=,|$)/, "") : summary;
}

const CLIENT_FAULT = 400;

export function signOf({ status, refusal, kind, ms }: types.JournalEntry): Sign {
  if (refusal !== undefined && status === undefined) return { text: "✕", tone: "bad" };
  if (kind === "fault") return { text: "!", tone: "warn" };
  if (status === undefined) return { text: ms === undefined ? "◷" : "", tone: "soft" };
  if (status >= CLIENT_FAULT) return { text: `✕ ${status}`, tone: status === 429 ? "warn" : "bad" };
  return { text: `✓ ${status}`, tone: "good" };
}
