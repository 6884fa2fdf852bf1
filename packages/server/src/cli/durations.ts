// Parses durations and instants as users write them.
import { isoDuration, millisecondsOf } from "../kit/client/durations.ts";
import { instantOf, instantText } from "./environment.ts";
import { wrongUsage } from "./failures.ts";
import type { Session } from "./session.ts";

/** `5m`, `1h30m` or `PT5M` in milliseconds. @throws CommandFailure */
export function durationOf(text: string): number {
  try {
    return millisecondsOf(text);
  } catch (error) {
    return wrongUsage((error as Error).message);
  }
}

/** A duration in the ISO 8601 form of the control plane. @throws CommandFailure */
export function isoOf(text: string): string {
  return isoDuration(durationOf(text));
}

/**
 * Parses a written instant that begins with its year into milliseconds since 1970; NaN for any
 * other text.
 */
export function writtenInstantOf(text: string): number {
  // A lone number would be parsed as a year of the last century, or as a month.
  return /^\d{4}(?!\d)/.test(text) ? instantOf(text) : Number.NaN;
}

/**
 * An instant in the form of the wire: the written one, or a duration before the world's current
 * time.
 */
export async function instantBefore(session: Session, text: string): Promise<string> {
  const instant = writtenInstantOf(text);
  if (!Number.isNaN(instant)) return instantText(instant);
  const agoMs = durationOf(text);
  const { now } = await session.call("control.clock.get");
  return instantText(instantOf(now) - agoMs);
}
