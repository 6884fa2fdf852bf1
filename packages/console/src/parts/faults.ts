// Everything that is wrong with what was sent, as a refusal lists it.
import { RestError } from "@antechamber/sdk/control";

export interface FaultAt {
  /** `guilds[0].owner`; empty for the whole. */
  readonly at: string;
  readonly message: string;
}

/** More are not shown: who mends the first ones sees the rest. */
const SHOWN_MAX = 20;

/** Whether what is wrong at a place is said there, where its field is: `["guilds", "0", "owner"]`. */
export type IsAtField = (path: readonly string[]) => boolean;

/**
 * The faults that a refusal lists, each with its place, but for those that stand at their fields;
 * none for other errors.
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
