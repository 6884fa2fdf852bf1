// The kinds of journal entries. Source: product.md, Journal.

/** The kinds of entries. */
export const journalKinds = [
  "request",
  "dispatch",
  "frame",
  "delivery",
  "job",
  "decision",
  "fault",
  "refusal",
  "clock",
] as const;
