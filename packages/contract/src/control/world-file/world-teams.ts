// Teams of a world file, to which applications may belong. Source: product.md, World file.
import { limits } from "../../limits/limits.ts";
import {
  Team,
  MembershipState,
  teamPermissions,
  teamRoles,
} from "../../resources/applications/teams.ts";
import {
  choice,
  list,
  nullable,
  object,
  optional,
  refine,
  text,
  textOr,
  word,
} from "../../schema/values.ts";
import { asShown, ownId, pastId, Person, ref, requireOne } from "./world-kinds.ts";

/** A team by reference, or as the API shows it; the team must exist. */
export const TeamReference = textOr(ref("team"), asShown(Team, "team"));

const fields = {
  name: text({ min: 1, max: 100 }),
  icon: optional(nullable(text({ max: 200 }))),
  owner: ref("user"),
  /** Beside its owner, who may stand among them as the API shows them. */
  members: optional(
    list(
      object({
        user: Person,
        /** Left out: a developer. */
        role: optional(word(teamRoles)),
        /** Left out: the invitation was accepted. */
        membership_state: optional(choice(Object.values(MembershipState))),
        /** The team's own id. */
        team_id: optional(pastId("team")),
        /** As the API shows them: all. */
        permissions: optional(list(word(teamPermissions))),
      }),
      { max: limits.teamMembers.value },
    ),
  ),
};

const team = object({
  id: optional(ownId("team")),
  ...fields,
  owner: optional(fields.owner),
  /** The same as the API shows it. */
  owner_user_id: optional(ref("user")),
});

export const WorldTeam = refine(team, requireOne("owner", "owner_user_id"));

/** What may be changed of a team. */
export const TeamChange = object({
  ...fields,
  name: optional(fields.name),
  owner: optional(fields.owner),
});
