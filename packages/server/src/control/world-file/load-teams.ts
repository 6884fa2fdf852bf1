// Teams of a world file.
import { WorldTeam } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import { teams, type TeamMember } from "../../domains/applications/teams.ts";
import type { Place } from "./json-path.ts";
import type { WorldBuilder } from "./world-builder.ts";

type TeamEntry = Static<typeof WorldTeam>;

/** Loads the file's teams, whose members are known. */
export function loadTeams(
  builder: WorldBuilder,
  entries: readonly (TeamEntry | undefined)[] = [],
): void {
  for (const [i, entry] of entries.entries()) {
    if (entry !== undefined) loadTeam(builder, entry, ["teams", i]);
  }
}

/** Loads one team. */
export function loadTeam(builder: WorldBuilder, entry: TeamEntry, place: Place): void {
  const id = builder.id("team", entry.id, [...place, "id"]);
  builder.teams.add(id, entry.name);
  const { owner, members = [] } = builder.resolved(WorldTeam, { entry, place });
  if (owner === undefined) return;
  const all: TeamMember[] = [{ user_id: owner, role: "admin", membership_state: 2 }];
  for (const [j, member] of members.entries()) {
    if (member?.user === undefined) continue;
    const { user: user_id, role = "developer", membership_state = 2 } = member;
    if (all.some((each) => each.user_id === user_id)) {
      builder.issue([...place, "members", j, "user"], "this user is in the team already");
    }
    all.push({ user_id, role, membership_state });
  }
  const { name, icon = null } = entry;
  builder.put(teams, { id, name, icon, owner_user_id: owner, members: all });
}
