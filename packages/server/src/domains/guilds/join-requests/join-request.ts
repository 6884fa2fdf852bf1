// A user's request to join a guild. Source: protocol: join-requests 1.
import type { JoinRequest } from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { tableOf } from "../../../platform/store.ts";
import { compoundKey, withPrefix } from "../../../platform/records/compound-keys.ts";
import { users, userView } from "../../users/user.ts";

type View = Static<typeof JoinRequest>;

/** A user has at most one request to a guild: a new one replaces one that was reviewed. */
export type JoinRequestRecord = Omit<View, "user" | "actioned_by_user"> & {
  /** The user who approved or rejected it. */
  readonly actioned_by: string | null;
};

export const joinRequests = tableOf<JoinRequestRecord>()({
  name: "join_request",
  key: (request) => compoundKey(request.guild_id, request.user_id),
  indexes: {
    id: (request) => request.id,
    user: (request) => request.user_id,
  },
});

/** The requests to join a guild. */
export function joinRequestsOf(
  ctx: ReadContext,
  guildId: string,
): Promise<readonly JoinRequestRecord[]> {
  return ctx.tx.find(joinRequests, withPrefix(guildId));
}

/** A request as its reviewers and the applicant are shown it. */
export async function joinRequestView(
  ctx: ReadContext,
  { actioned_by, ...request }: JoinRequestRecord,
): Promise<View> {
  const user = await ctx.tx.get(users, snowflakeKey(request.user_id));
  const by = actioned_by === null ? undefined : await ctx.tx.get(users, snowflakeKey(actioned_by));
  return {
    ...request,
    ...(user === undefined ? {} : { user: userView(user) }),
    ...(by === undefined ? {} : { actioned_by_user: userView(by) }),
  };
}

/** Deletes the join requests of a deleted guild. */
export async function dropJoinRequests(ctx: Context, guildId: string): Promise<void> {
  for (const { user_id } of await joinRequestsOf(ctx, guildId)) {
    ctx.tx.delete(joinRequests, compoundKey(guildId, user_id));
  }
}

/** Deletes the join requests of a deleted user. */
export async function deleteJoinRequestsOf(ctx: Context, userId: string): Promise<void> {
  for (const { guild_id } of await ctx.tx.find(joinRequests, { index: "user", value: userId })) {
    ctx.tx.delete(joinRequests, compoundKey(guild_id, userId));
  }
}
