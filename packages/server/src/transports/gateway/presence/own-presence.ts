// How a session shows itself, read as leniently as libraries write it.
// Source: protocol: gateway-oauth-limits 4.2, 9 (choice 7).
import { presenceStatuses, type PresenceStatus } from "@antechamber/contract/guilds";
import { isPlainObject } from "@antechamber/contract/schema";
import type { Millis } from "../../../platform/clock.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What somebody does, as their client writes it. */
export interface OwnActivity {
  /** When it was added, which the service says; absent: it does not stand with a session yet. */
  readonly created_at?: Millis;
}

/** How a session shows itself. */
export interface OwnPresence {
  /** Who is invisible shows as offline. */
  readonly status: PresenceStatus;
  readonly activities: readonly OwnActivity[];
}

/** Activities of one session; frames are short, so that this holds what they may carry. */
const ACTIVITIES_MAX = 20;

/** What most sessions show. */
const online: OwnPresence = { status: "online", activities: [] };

/** Reads op 3, or the presence of an IDENTIFY; what is no presence is being online. */
export function readPresence(value: unknown): OwnPresence {
  if (!isPlainObject(value)) return online;
  const fields: Fields = value;
  const { status, activities } = fields;
  const listed: readonly unknown[] = Array.isArray(activities) ? activities : [];
  return {
    status: readStatus(status),
    activities: listed.filter(isPlainObject).slice(0, ACTIVITIES_MAX).map(asWritten),
  };
}

/** An activity without what clients do not say of it. */
function asWritten({ created_at: _at, ...activity }: Fields): OwnActivity {
  return activity;
}

function readStatus(value: unknown): PresenceStatus {
  if (value === "invisible") return "offline";
  return presenceStatuses.find((status) => status === value) ?? "online";
}
