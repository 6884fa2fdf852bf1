// Timestamps as forms accept them. Source: protocol: gateway-oauth-limits 1.2.
import { unsafe } from "./schema-nodes.ts";
import { parseTimestamp } from "./timestamp.ts";
import { refine } from "./values.ts";

/** An ISO 8601 timestamp; without an offset it is UTC. */
export const Instant = refine(
  unsafe<string>({ type: "string", format: "date-time", maxLength: 64 }),
  (given, report) => {
    if (parseTimestamp(given) !== undefined) return;
    report([], "DATE_TIME_TYPE_PARSE", `Could not parse ${given}. Should be ISO8601.`);
  },
);
