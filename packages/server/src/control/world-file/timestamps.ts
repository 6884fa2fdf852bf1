// Moments of a world file as the wire writes them. Malformed ones were reported while the file was
// read. Source: protocol: gateway-oauth-limits 1.2.
import { parseTimestamp, timestamp } from "@antechamber/contract/schema";

/** A moment of the file as the wire writes it. */
export function asTimestamp(given: string | null | undefined): string | null {
  const at = given === undefined || given === null ? undefined : parseTimestamp(given);
  return at === undefined ? null : timestamp(at);
}

/** The same as `asTimestamp` of a derived field; undefined where it is left out. */
export function asGiven(given: string | null | undefined): string | null | undefined {
  return given === undefined ? undefined : asTimestamp(given);
}
