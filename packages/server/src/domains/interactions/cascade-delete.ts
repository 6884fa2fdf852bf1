// Ends the interactions of a deleted application or user.
import { FailureReason } from "@antechamber/contract/interactions";
import type { Context } from "../../platform/context.ts";
import { interactions } from "./interaction.ts";
import { endToken } from "./deadlines.ts";
import { emitFailure } from "./failures.ts";

/** Fails the pending interactions of a user or application, and ends all tokens; messages stay. */
export async function endInteractionsOf(ctx: Context, id: string): Promise<void> {
  for (const interaction of await ctx.tx.find(interactions)) {
    const { application_id, user_id, progress } = interaction;
    if (application_id !== id && user_id !== id) continue;
    if (progress.state === "pending") emitFailure(ctx, interaction, FailureReason.UNKNOWN);
    endToken(ctx, interaction);
  }
}
