// Requests to join a guild.
import { WorldJoinRequest } from "@antechamber/contract/control";
import { parseTimestamp, timestamp, type Static } from "@antechamber/contract/schema";
import {
  joinRequests,
  type JoinRequestRecord,
} from "../../../domains/guilds/join-requests/join-request.ts";
import type { GuildBuilder } from "../guild-builder.ts";
import { asTimestamp } from "../timestamps.ts";
import { checkEachDerived } from "../derived-fields.ts";
import { personId, userNamed } from "../people.ts";
import type { WorldBuilder } from "../world-builder.ts";
import { forEachEntry } from "./placed-entries.ts";

type Entry = Static<typeof WorldJoinRequest>;

/** Loads the requests to join a guild. */
export function loadJoinRequests(
  builder: WorldBuilder,
  guild: GuildBuilder,
  entries: readonly (Entry | undefined)[] | undefined,
): void {
  const applicants = new Set<string>();
  forEachEntry(entries, [...guild.place, "join_requests"], ({ entry, place }) => {
    const found = builder.resolved(WorldJoinRequest, { entry, place });
    const user = userNamed(builder, place, found);
    if (user === undefined) return;
    const path = [...place, entry.user === undefined ? "user_id" : "user"];
    if (applicants.has(user)) builder.issue(path, "this user has a join request already");
    applicants.add(user);
    const id = builder.id("join request", entry.id, [...place, "id"]);
    const at = { id, guild_id: guild.id, user_id: user };
    const { guild_id, application_status } = found;
    const actioned_by_user = personId(entry.actioned_by_user);
    const request = { ...at, ...requestFields(builder, entry) };
    checkEachDerived(
      builder,
      { given: { guild_id, application_status, actioned_by_user }, place },
      {
        guild_id: guild.id,
        application_status: request.application_status,
        actioned_by_user: request.actioned_by,
      },
    );
    builder.put(joinRequests, request);
  });
}

/** The fields of a request that do not refer to users. */
function requestFields(
  builder: WorldBuilder,
  { application_status = "SUBMITTED", status = application_status, ...entry }: Entry,
): Omit<JoinRequestRecord, "id" | "guild_id" | "user_id"> {
  return {
    created_at: timestamp(parseTimestamp(entry.created_at ?? "") ?? builder.now),
    application_status: status,
    form_responses: [...(entry.form_responses ?? [])],
    ...reviewOf(builder, status, entry),
  };
}

/** The user who approved or rejected a request, when, and why. */
function reviewOf(
  builder: WorldBuilder,
  status: string,
  { reviewed_at, rejection_reason = null, actioned_by_user, ...entry }: Entry,
) {
  if (status !== "APPROVED" && status !== "REJECTED")
    return { reviewed_at: null, rejection_reason: null, actioned_by: null };
  return {
    reviewed_at: asTimestamp(reviewed_at) ?? timestamp(builder.now),
    rejection_reason: status === "REJECTED" ? rejection_reason : null,
    actioned_by: entry.actioned_by ?? personId(actioned_by_user) ?? null,
  };
}
