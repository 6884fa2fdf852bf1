// Teams and the applications that they own.
// Source: the reference's public page on teams; machine specification.
import {
  MembershipState,
  teamPermissions,
  type Team,
  type teamRoles,
} from "@antechamber/contract/applications";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { invalidForm } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { tableOf } from "../../platform/store.ts";
import { userDefaults, users, userView, type UserRecord } from "../users/user.ts";
import type { ApplicationRecord } from "./application.ts";

export interface TeamMember {
  readonly user_id: string;
  readonly role: (typeof teamRoles)[number];
  readonly membership_state: 1 | 2;
}

export interface TeamRecord {
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly owner_user_id: string;
  /** All members, the owner first. */
  readonly members: readonly TeamMember[];
}

export const teams = tableOf<TeamRecord>()({
  name: "team",
  key: (team) => snowflakeKey(team.id),
  indexes: {
    name: (team) => team.name,
    member: (team) => team.members.map(({ user_id }) => user_id),
  },
});

/** The team of an application, or undefined. */
export async function teamOf(
  ctx: ReadContext,
  { team_id: id }: Pick<ApplicationRecord, "team_id">,
): Promise<TeamRecord | undefined> {
  return id === undefined ? undefined : ctx.tx.get(teams, snowflakeKey(id));
}

/** A team as shown to its applications. */
export async function teamView(
  ctx: ReadContext,
  { members, ...team }: TeamRecord,
): Promise<Static<typeof Team>> {
  const memberViews: Static<typeof Team>["members"] = [];
  for (const { user_id, role, membership_state } of members) {
    const user = await ctx.tx.get(users, snowflakeKey(user_id));
    if (user === undefined) continue;
    const view = { user: userView(user), team_id: team.id, membership_state, role };
    memberViews.push({ ...view, permissions: [...teamPermissions] });
  }
  return { ...team, members: memberViews };
}

/** The flag of the pseudo user that represents a team as owner. */
const TEAM_PSEUDO_USER = 1 << 10;

/** The pseudo user that is shown as the owner of a team's application. */
export function teamAsOwner({ id }: TeamRecord): UserRecord {
  const flags = TEAM_PSEUDO_USER;
  const names = { username: `team${id}`, discriminator: "0000" };
  return { ...userDefaults, id, ...names, flags, public_flags: flags };
}

/** True for a user who accepted the invitation to the team. */
function isIn({ members }: TeamRecord, userId: string): boolean {
  return members.some(
    ({ user_id, membership_state: state }) =>
      user_id === userId && state === MembershipState.ACCEPTED,
  );
}

/** True for the owner of an application, or an accepted member of the team that owns it. */
export async function owns(
  ctx: ReadContext,
  application: ApplicationRecord,
  userId: string,
): Promise<boolean> {
  const team = await teamOf(ctx, application);
  return team === undefined ? application.owner_id === userId : isIn(team, userId);
}

/**
 * The fields that change when an application is moved to a team of its owner.
 *
 * @throws InvalidForm
 */
export async function teamFields(
  ctx: ReadContext,
  application: ApplicationRecord,
  teamId: string | null | undefined,
): Promise<Partial<ApplicationRecord>> {
  if (teamId === undefined || teamId === null) return {};
  const team = await ctx.tx.get(teams, snowflakeKey(teamId));
  if (team === undefined || !isIn(team, application.owner_id)) {
    const message = "The owner of the application is in no such team.";
    throw invalidForm({ path: ["team_id"], code: "APPLICATION_TEAM_UNKNOWN", message });
  }
  return { team_id: team.id, owner_id: team.owner_user_id };
}

/** Replaces one account by another in its teams. */
export async function giveTeams(
  ctx: Context,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  for (const team of await ctx.tx.find(teams, { index: "member", value: from })) {
    const isThere = team.members.some(({ user_id }) => user_id === to);
    const members = team.members.flatMap((each) => {
      if (each.user_id !== from) return each;
      return isThere ? [] : { ...each, user_id: to };
    });
    const owner_user_id = team.owner_user_id === from ? to : team.owner_user_id;
    ctx.tx.put(teams, { ...team, owner_user_id, members });
  }
}

/** Removes a deleted user from their teams. */
export async function removeFromTeams(ctx: Context, userId: string): Promise<void> {
  for (const team of await ctx.tx.find(teams, { index: "member", value: userId })) {
    const members = team.members.filter(({ user_id }) => user_id !== userId);
    ctx.tx.put(teams, { ...team, members });
  }
}
