// The presence that a session sets, read as leniently as libraries write it.
// Source: protocol: gateway-oauth-limits 4.2, 9 (choice 7).
import { presenceStatuses, type PresenceStatus } from "@antechamber/contract/guilds";
import { isPlainObject } from "@antechamber/contract/schema";
import type { Millis } from "../../../platform/clock.ts";

type Fields = Readonly<Record<string, unknown>>;

/** An activity as a client sends it. */
export interface OwnActivity {
  /** When it was added, set by the service; absent: no session has it yet. */
  readonly created_at?: Millis;
}

/** The presence that a session sets. */
export interface OwnPresence {
  /** An invisible user shows as offline. */
  readonly status: PresenceStatus;
  readonly activities: readonly OwnActivity[];
}

/** Activities of one session; the limit on frames leaves room for hardly more. */
const ACTIVITIES_MAX = 20;

/** What most sessions set, which they share: each keeps what it has set. */
const withoutActivities: Readonly<Record<PresenceStatus, OwnPresence>> = {
  online: { status: "online", activities: [] },
  dnd: { status: "dnd", activities: [] },
  idle: { status: "idle", activities: [] },
  offline: { status: "offline", activities: [] },
};

/** Reads op 3, or the presence of an IDENTIFY; anything that is not a presence means online. */
export function readPresence(value: unknown): OwnPresence {
  if (!isPlainObject(value)) return withoutActivities.online;
  const fields: Fields = value;
  const { status, activities } = fields;
  const listed: readonly unknown[] = Array.isArray(activities) ? activities : [];
  const own: OwnPresence = {
    status: readStatus(status),
    activities: listed.filter(isPlainObject).slice(0, ACTIVITIES_MAX).map(asWritten),
  };
  return own.activities.length === 0 ? withoutActivities[own.status] : own;
}

/** An activity without the field that only the service sets. */
function asWritten({ created_at: _at, ...activity }: Fields): OwnActivity {
  return activity;
}

function readStatus(value: unknown): PresenceStatus {
  if (value === "invisible") return "offline";
  return presenceStatuses.find((status) => status === value) ?? "online";
}
