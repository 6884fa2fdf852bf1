// Generated from packages/contract by `npm run generate`; never edit.

/** The header in which a refusal names its journal entry. */
export const entryHeader = "X-Antechamber-Entry";
