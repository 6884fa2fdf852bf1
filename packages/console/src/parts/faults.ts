// Everything that is wrong with what was sent, as a refusal lists it.
import { RestError } from "@antechamber/sdk/control";

export interface FaultAt {
  /** `guilds[0].owner`; empty for the whole. */
  readonly at: string;
  readonly message: string;
}

/** More are not shown: who mends the first ones sees the rest. */
const SHOWN_MAX = 20;

/** The faults that a refusal lists, each with its place; none for other errors. */
export function faultsIn(error: unknown): readonly FaultAt[] {
  return error instanceof RestError ? faultsBelow(error.errors, "").slice(0, SHOWN_MAX) : [];
}

function faultsBelow(value: unknown, at: string): readonly FaultAt[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([key, below]) => {
    if (key !== "_errors") return faultsBelow(below, placeIn(at, key));
    const own = Array.isArray(below) ? (below as readonly { readonly message?: unknown }[]) : [];
    return own.map(({ message }) => ({ at, message: String(message) }));
  });
}

function placeIn(at: string, key: string): string {
  if (/^\d+$/.test(key)) return `${at}[${key}]`;
  return at === "" ? key : `${at}.${key}`;
}
