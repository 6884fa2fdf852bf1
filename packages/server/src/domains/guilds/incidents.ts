// What a guild switched off while something goes on. Source: protocol: moderation 5.
import { parseTimestamp } from "@antechamber/contract/schema";
import type { GuildRecord } from "./guild.ts";

/** The field under which a guild keeps the end of a pause. */
export type Pause = "invites_disabled_until" | "dms_disabled_until";

/** The end of a pause as the wire writes it, or null. */
export function endOf({ incidents_data: data }: GuildRecord, pause: Pause): string | null {
  const end: unknown = data === null ? undefined : Reflect.get(data, pause);
  return typeof end === "string" ? end : null;
}

/** True until the end of a pause. */
export function isPaused(guild: GuildRecord, pause: Pause, now: number): boolean {
  const end = endOf(guild, pause);
  return end !== null && (parseTimestamp(end) ?? 0) > now;
}
