// The faults of a form, as a refusal lists them.
import { RestError } from "@antechamber/sdk/control";

export interface FaultAt {
  /** The place, such as `guilds[0].owner`; empty for the whole form. */
  readonly at: string;
  readonly message: string;
}

/** The most faults that are shown: once these are fixed, the next ones are. */
const SHOWN_MAX = 20;

/** True if the fault at a path is shown at its field: `["guilds", "0", "owner"]`. */
export type IsAtField = (path: readonly string[]) => boolean;

/**
 * The faults of a refusal with their places, except those that are shown at their fields; none for
 * other errors.
 */
export function faultsIn(error: unknown, isAtField: IsAtField = () => false): readonly FaultAt[] {
  if (!(error instanceof RestError)) return [];
  return faultsBelow(error.errors, [])
    .filter(({ path }) => !isAtField(path))
    .slice(0, SHOWN_MAX)
    .map(({ path, message }) => ({ at: path.reduce(placeIn, ""), message }));
}

interface FaultBelow {
  readonly path: readonly string[];
  readonly message: string;
}

function faultsBelow(value: unknown, path: readonly string[]): readonly FaultBelow[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([key, below]) => {
    if (key !== "_errors") return faultsBelow(below, [...path, key]);
    const own = Array.isArray(below) ? (below as readonly { readonly message?: unknown }[]) : [];
    return own.map(({ message }) => ({ path, message: String(message) }));
  });
}

function placeIn(at: string, key: string): string {
  if (/^\d+$/.test(key)) return `${at}[${key}]`;
  return at === "" ? key : `${at}.${key}`;
}
