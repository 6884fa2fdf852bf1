// Teams of a world file, to which applications may belong. Source: product.md, World file.
import { limits } from "../../limits/limits.ts";
import { Team, MembershipState, teamRoles } from "../../resources/applications/teams.ts";
import {
  choice,
  list,
  nullable,
  object,
  optional,
  text,
  textOr,
  word,
} from "../../schema/values.ts";
import { asShown, ownId, ref } from "./world-kinds.ts";

/** A team by reference, or as the API shows it; the team must exist. */
export const TeamReference = textOr(ref("team"), asShown(Team, "team"));

const fields = {
  name: text({ min: 1, max: 100 }),
  icon: optional(nullable(text({ max: 200 }))),
  owner: ref("user"),
  /** Beside its owner. */
  members: optional(
    list(
      object({
        user: ref("user"),
        /** Left out: a developer. */
        role: optional(word(teamRoles)),
        /** Left out: the invitation was accepted. */
        membership_state: optional(choice(Object.values(MembershipState))),
      }),
      { max: limits.teamMembers.value },
    ),
  ),
};

export const WorldTeam = object({ id: optional(ownId("team")), ...fields });

/** What may be changed of a team. */
export const TeamChange = object({
  ...fields,
  name: optional(fields.name),
  owner: optional(fields.owner),
});
