// Generated from the machine specification and the contract by `npm run generate`; never edit.
import type { MissingFields, MissingOperation } from "../schema/missing-fields.ts";

/** Operations of the reference that this service does not serve. */
export const missingOperations: readonly MissingOperation[] = [];

/** By endpoint, fields of the reference that it does not take. */
export const missingFields: Readonly<Record<string, MissingFields>> = {};
