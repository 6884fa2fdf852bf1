// Generated from the machine specification and the contract by `npm run generate`; never edit.
import type { MissingFields, MissingOperation } from "../schema/missing-fields.ts";

/** Operations of the reference that this service does not implement. */
export const missingOperations: readonly MissingOperation[] = [];

/** By endpoint, fields of the reference that it does not accept. */
export const missingFields: Readonly<Record<string, MissingFields>> = {};
