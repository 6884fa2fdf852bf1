// Rules of the reference that apply from a certain date. The date is compared with the service's
// clock, so that a world may be set before it. Source: requirements 9.
import { holds, type PermissionName } from "./permissions.ts";
import { parseTimestamp } from "../schema/timestamp.ts";

/** A rule with the date from which it applies. */
export interface DatedRule {
  /** An ISO date; the rule starts at midnight UTC, because the reference does not say when. */
  readonly from: string;
  readonly rule: string;
  readonly source: string;
}

const sheet = "requirements 9";

/** Permissions of which any was also sufficient before that date. */
interface PermissionSplit extends DatedRule {
  readonly before: readonly PermissionName[];
}

const SPLIT_DAY = "2026-02-23T00:00:00Z";

/** Permissions that were split off from broader ones. */
export const permissionSplits = {
  PIN_MESSAGES: {
    from: SPLIT_DAY,
    before: ["MANAGE_MESSAGES"],
    rule: "Pinning and unpinning need PIN_MESSAGES; MANAGE_MESSAGES no longer suffices.",
    source: sheet,
  },
  BYPASS_SLOWMODE: {
    from: SPLIT_DAY,
    before: ["MANAGE_MESSAGES", "MANAGE_CHANNELS"],
    rule: "Sending without waiting needs BYPASS_SLOWMODE; MANAGE_MESSAGES and MANAGE_CHANNELS no longer suffice.",
    source: sheet,
  },
  CREATE_GUILD_EXPRESSIONS: {
    from: SPLIT_DAY,
    before: ["MANAGE_GUILD_EXPRESSIONS"],
    rule: "Adding emojis needs CREATE_GUILD_EXPRESSIONS; MANAGE_GUILD_EXPRESSIONS no longer suffices.",
    source: sheet,
  },
  CREATE_EVENTS: {
    from: SPLIT_DAY,
    before: ["MANAGE_EVENTS"],
    rule: "Scheduling an event needs CREATE_EVENTS; MANAGE_EVENTS no longer suffices.",
    source: sheet,
  },
} as const satisfies Readonly<Partial<Record<PermissionName, PermissionSplit>>>;

/** Every rule with a date. */
export const datedRules = {
  ...permissionSplits,
  encryptedCalls: {
    from: "2026-03-01T00:00:00Z",
    rule: "Only end-to-end encrypted calls are supported: no call is carried here at all, and clients are told that there is no voice server.",
    source: sheet,
  },
  legacyConnections: {
    from: "2026-07-10T00:00:00Z",
    rule: "Connections to legacy game platforms are no longer listed.",
    source: sheet,
  },
} as const satisfies Readonly<Record<string, DatedRule>>;

/** True from the rule's date on. */
export function isInForce({ from }: DatedRule, now: number): boolean {
  return now >= (parseTimestamp(from) ?? 0);
}

/** True if a set contains a permission, or one that it was split from, before the rule's date. */
export function holdsSplit(set: bigint, name: keyof typeof permissionSplits, now: number): boolean {
  const split: PermissionSplit = permissionSplits[name];
  if (holds(set, name)) return true;
  return !isInForce(split, now) && split.before.some((broader) => holds(set, broader));
}
