// Lookups for moderation. Source: protocol: moderation 2.
import { UnknownRole } from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import { roles, type RoleRecord } from "../guilds/guild.ts";

/** The role of a guild with an id. @throws UnknownRole */
export async function roleOf(ctx: ReadContext, guildId: string, id: string): Promise<RoleRecord> {
  const role = await ctx.tx.get(roles, compoundKey(guildId, id));
  if (role === undefined) throw new ApiError(UnknownRole);
  return role;
}
