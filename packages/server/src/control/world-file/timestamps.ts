// Timestamps of a world file in the format of the API. Malformed ones were reported while the file
// was read. Source: protocol: gateway-oauth-limits 1.2.
import { parseTimestamp, timestamp } from "@antechamber/contract/schema";

/** A timestamp of the file in the format of the API; null if it is missing or malformed. */
export function asTimestamp(text: string | null | undefined): string | null {
  const at = text === undefined || text === null ? undefined : parseTimestamp(text);
  return at === undefined ? null : timestamp(at);
}

/** A derived field's timestamp in the format of the API; undefined if it is left out. */
export function optionalTimestamp(text: string | null | undefined): string | null | undefined {
  return text === undefined ? undefined : asTimestamp(text);
}
