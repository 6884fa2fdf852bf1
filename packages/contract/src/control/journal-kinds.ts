// What kinds of entry a journal has. Source: product.md, Journal.

/** Kinds of entry. */
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
