// Generated from packages/contract by `npm run generate`; never edit.

/** Where a refusal names its entry in the journal. */
export const entryHeader = "X-Antechamber-Entry";
