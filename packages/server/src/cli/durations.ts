// Durations and instants as people write them.
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

/** The same as the control plane takes it. @throws CommandFailure */
export function isoOf(text: string): string {
  return isoDuration(durationOf(text));
}

/** Milliseconds since 1970 of an instant that somebody wrote, its year first; NaN for none. */
export function writtenInstantOf(text: string): number {
  // A lone number would be read as a year of the last century, or as a month.
  return /^\d{4}(?!\d)/.test(text) ? instantOf(text) : Number.NaN;
}

/** An instant as the wire has it: one that is written, or a duration before the world's now. */
export async function instantBefore(session: Session, text: string): Promise<string> {
  const written = writtenInstantOf(text);
  if (!Number.isNaN(written)) return instantText(written);
  const back = durationOf(text);
  const { now } = await session.call("control.clock.get");
  return instantText(instantOf(now) - back);
}
