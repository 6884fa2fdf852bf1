// Teams of a world file.
import { WorldTeam } from "@antechamber/contract/control";
import { teamPermissions } from "@antechamber/contract/applications";
import type { Static } from "@antechamber/contract/schema";
import { teams, type TeamMember } from "../../../domains/applications/teams.ts";
import { checkEachDerived, namedBy } from "../derived-fields.ts";
import type { Place } from "../json-path.ts";
import { personId } from "../people.ts";
import type { Resolved, WorldBuilder } from "../world-builder.ts";
import { forEachEntry } from "./placed-entries.ts";

type TeamEntry = Static<typeof WorldTeam>;

/** Loads the file's teams; users are loaded already. */
export function loadTeams(
  builder: WorldBuilder,
  entries: readonly (TeamEntry | undefined)[] | undefined,
): void {
  forEachEntry(entries, ["teams"], ({ entry, place }) => loadTeam(builder, entry, place));
}

/** Loads one team. */
export function loadTeam(builder: WorldBuilder, entry: TeamEntry, place: Place): void {
  const id = builder.id("team", entry.id, [...place, "id"]);
  builder.teams.add(id, entry.name);
  const found = builder.resolved(WorldTeam, { entry, place });
  const owner = namedBy(builder, [...place, "owner_user_id"], {
    own: found.owner,
    shown: found.owner_user_id,
  });
  if (owner === undefined) return;
  const { name, icon = null } = entry;
  builder.teamOwners.set(id, owner);
  const members = membersOf(builder, { id, owner, place }, found.members ?? []);
  builder.put(teams, { id, name, icon, owner_user_id: owner, members });
}

/** The owner and the other members of a team; the API shows the owner among them. */
function membersOf(
  builder: WorldBuilder,
  { id, owner, place }: { readonly id: string; readonly owner: string; readonly place: Place },
  members: NonNullable<Resolved<TeamEntry>["members"]>,
): TeamMember[] {
  const all: TeamMember[] = [{ user_id: owner, role: "admin", membership_state: 2 }];
  for (const [j, member] of members.entries()) {
    const user_id = personId(member?.user);
    if (member === undefined || user_id === undefined) continue;
    const at = { given: member, place: [...place, "members", j] };
    checkEachDerived(builder, at, { team_id: id, permissions: [...teamPermissions] });
    if (user_id === owner && typeof member.user === "object") {
      checkEachDerived(builder, at, { role: "admin", membership_state: 2 });
      continue;
    }
    const { role = "developer", membership_state = 2 } = member;
    if (all.some((each) => each.user_id === user_id)) {
      builder.issue([...at.place, "user"], "this user is in the team already");
    }
    all.push({ user_id, role, membership_state });
  }
  return all;
}
