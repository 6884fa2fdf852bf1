import type { ReadContext } from "../../platform/context.ts";
import { pairsOf } from "../applications/installs.ts";
import { members } from "./guild.ts";

/** How many are in a guild. Nobody's presence is stored, so nobody counts as online. */
export async function countsOf(ctx: ReadContext, guildId: string) {
  const count = await ctx.tx.count(members, pairsOf(guildId));
  return { approximate_member_count: count, approximate_presence_count: 0 };
}
