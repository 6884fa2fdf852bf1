// Incident actions: invites or direct messages that a guild pauses. Source: protocol: moderation 5.
import { parseTimestamp } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import type { GuildRecord } from "./guild.ts";

/** The field of a guild that holds the end of a pause. */
export type Pause = "invites_disabled_until" | "dms_disabled_until";

/** The end of a pause as the wire format has it, or null. */
export function endOf({ incidents_data: data }: GuildRecord, pause: Pause): string | null {
  const end: unknown = data === null ? undefined : Reflect.get(data, pause);
  return typeof end === "string" ? end : null;
}

/** True while a pause lasts. */
export function isPaused(guild: GuildRecord, pause: Pause, now: number): boolean {
  const end = endOf(guild, pause);
  return end !== null && (parseTimestamp(end) ?? 0) > now;
}

/** True while nobody can join a guild by its invites, which stay as they are. */
export function areInvitesClosed(guild: GuildRecord, time: Pick<ReadContext, "now">): boolean {
  return (
    guild.features.includes("INVITES_DISABLED") ||
    isPaused(guild, "invites_disabled_until", time.now)
  );
}
