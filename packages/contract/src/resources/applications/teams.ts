// Teams, to which applications may belong.
// Source: the reference's public page on teams; machine specification.
import { integer, list, nullable, object, Snowflake, text } from "../../schema/values.ts";
import { User } from "../users/users.ts";

export const teamRoles = ["admin", "developer", "read_only"] as const;

/** The permissions of a team's members: always all. */
export const teamPermissions = ["*"] as const;

/** Whether a member was invited or has accepted. */
export const MembershipState = { INVITED: 1, ACCEPTED: 2 } as const;

/** A team as its applications see it. */
export const Team = object({
  id: Snowflake,
  icon: nullable(text()),
  name: text(),
  owner_user_id: Snowflake,
  members: list(
    object({
      user: User,
      team_id: Snowflake,
      membership_state: integer(),
      role: text(),
      permissions: list(text()),
    }),
  ),
});
