// Teams of a world file, which may own applications. Source: product.md, World file.
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
  optionalFields,
  refine,
  text,
  textOr,
  word,
} from "../../schema/values.ts";
import { asShown, ownId, pastId, Person, ref, requireOne } from "./kinds.ts";

/** A team by reference, or as the API shows it; the team must exist. */
export const TeamReference = textOr(ref("team"), asShown(Team, "team"));

const fields = {
  name: text({ min: 1, max: 100 }),
  icon: optional(nullable(text({ max: 200 }))),
  owner: ref("user"),
  /** The members besides the owner, who may be listed too, as the API does. */
  members: optional(
    list(
      object({
        user: Person,
        /** Default: a developer. */
        role: optional(word(teamRoles)),
        /** Default: the invitation was accepted. */
        membership_state: optional(choice(Object.values(MembershipState))),
        /** The team's own id. */
        team_id: optional(pastId("team")),
        /** All permissions, as the API shows them. */
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
  /** The API's form of the field above. */
  owner_user_id: optional(ref("user")),
});

export const WorldTeam = refine(team, requireOne("owner", "owner_user_id"));

/** The fields of a team that may be changed. */
export const TeamChange = object(optionalFields(fields));
