// The roles of a guild that moderators name in requests. Source: protocol: moderation 2.
import { UnknownRole } from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { RoleRecord } from "../guilds/guild.ts";
import type { PermissionContext } from "../guilds/permissions.ts";

/** The roles of the guild with these ids. @throws UnknownRole */
export function rolesNamed(
  { roles: all }: Pick<PermissionContext, "roles">,
  ids: readonly string[],
): readonly RoleRecord[] {
  return ids.map((id) => {
    const role = all.find((each) => each.id === id);
    if (role === undefined) throw new ApiError(UnknownRole);
    return role;
  });
}
