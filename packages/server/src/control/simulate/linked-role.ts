// Claiming a linked role as a simulated user through the control plane.
import { UnknownMember } from "@antechamber/contract";
import { claimLinkedRole, NotALinkedRole, RequirementsNotMet } from "@antechamber/contract/control";
import { ApiError } from "../../platform/api-error.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import { memberView } from "../../domains/guilds/guild.ts";
import { linkedRoles } from "../../domains/guilds/linked-roles/linked-role.ts";
import { claimRole } from "../../domains/guilds/linked-roles/operations.ts";
import { memberOf } from "../../domains/guilds/operations.ts";
import { referencedRole } from "../../domains/guilds/references.ts";
import { actingUser } from "../../domains/users/acting-user.ts";

export const linkedRoleHandlers: readonly Binding[] = [
  handle(claimLinkedRole, async (ctx, { params, body }) => {
    const user = await actingUser(ctx, params.user);
    const role = await referencedRole(ctx, { text: body().role, path: ["role"] });
    const member = await memberOf(ctx, role.guild_id, user.id);
    if (member === undefined) throw new ApiError(UnknownMember);
    const linked = await ctx.tx.get(linkedRoles, compoundKey(role.guild_id, role.id));
    if (linked === undefined) throw new ApiError(NotALinkedRole);
    const claimed = await claimRole(ctx, member, linked);
    if (claimed === undefined) throw new ApiError(RequirementsNotMet);
    return reply(200, memberView(claimed, user));
  }),
];
