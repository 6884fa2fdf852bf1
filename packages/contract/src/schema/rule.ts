// Rules of the reference beyond types and bounds.

/** Reports a fault at a path inside the value that a rule checks. */
export type Report = (path: readonly (string | number)[], code: string, message: string) => void;

/**
 * Distinguishes a field that was given but invalid from one that was left out. For a list: an item
 * by its index, or a field inside it.
 */
export type IsInvalid = (field: string | number, inside?: string) => boolean;

/** A rule of the reference beyond types and bounds; invalid parts are undefined in its value. */
export type Rule<T> = (value: T, report: Report, isInvalid: IsInvalid) => void;
