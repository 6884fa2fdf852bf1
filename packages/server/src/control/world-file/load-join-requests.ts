// Requests to join a guild.
import { WorldJoinRequest } from "@antechamber/contract/control";
import { parseTimestamp, timestamp, type Static } from "@antechamber/contract/schema";
import {
  joinRequests,
  type JoinRequestRecord,
} from "../../domains/guilds/join-requests/join-request.ts";
import type { GuildBuilder } from "./guild-builder.ts";
import { asTimestamp } from "./load-members.ts";
import type { WorldBuilder } from "./world-builder.ts";

type Entry = Static<typeof WorldJoinRequest>;

/** Loads the requests to join a guild. */
export function loadJoinRequests(
  builder: WorldBuilder,
  guild: GuildBuilder,
  entries: readonly (Entry | undefined)[] = [],
): void {
  const applicants = new Set<string>();
  for (const [i, entry] of entries.entries()) {
    if (entry === undefined) continue;
    const place = [...guild.place, "join_requests", i];
    const { user } = builder.resolved(WorldJoinRequest, { entry, place });
    if (user === undefined) continue;
    if (applicants.has(user)) builder.issue([...place, "user"], "this user asks to join already");
    applicants.add(user);
    const id = builder.id("join request", entry.id, [...place, "id"]);
    const at = { id, guild_id: guild.id, user_id: user };
    builder.put(joinRequests, { ...at, ...written(builder, entry) });
  }
}

/** The fields of a request that refer to no user. */
function written(
  builder: WorldBuilder,
  { status = "SUBMITTED", ...entry }: Entry,
): Omit<JoinRequestRecord, "id" | "guild_id" | "user_id"> {
  const isReviewed = status === "APPROVED" || status === "REJECTED";
  const { reviewed_at, rejection_reason = null, actioned_by = null } = entry;
  return {
    created_at: timestamp(parseTimestamp(entry.created_at ?? "") ?? builder.now),
    reviewed_at: isReviewed ? (asTimestamp(reviewed_at) ?? timestamp(builder.now)) : null,
    application_status: status,
    rejection_reason: status === "REJECTED" ? rejection_reason : null,
    form_responses: [...(entry.form_responses ?? [])],
    actioned_by: isReviewed ? actioned_by : null,
  };
}
