// Requests to join a guild, as a world file has them.
import type { WorldJoinRequest } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import { joinRequestsOf } from "../../../domains/guilds/join-requests/join-request.ts";
import type { ReadContext } from "../../../platform/context.ts";
import { omitDefaults } from "../omit-defaults.ts";

const unset = {
  reviewed_at: null,
  rejection_reason: null,
  actioned_by: null,
  form_responses: [],
};

/** The requests to join a guild. */
export async function joinRequestEntries(
  ctx: ReadContext,
  guildId: string,
): Promise<Static<typeof WorldJoinRequest>[]> {
  const all = await joinRequestsOf(ctx, guildId);
  return all.map(
    ({ id, user_id: user, created_at, application_status, guild_id: _guild, ...rest }) => ({
      id,
      user,
      created_at,
      status: application_status ?? "STARTED",
      ...omitDefaults(rest, unset),
    }),
  );
}
