// What falls due in an interaction's life. Source: protocol: commands-and-interactions 6.1.
import { ageKey, FailureReason, InteractionExpired } from "@antechamber/contract";
import type { AnyJob, JobDeclaration } from "../../platform/jobs.ts";
import { forgetFiles } from "../messages/jobs.ts";
import { fail, silence } from "./failing.ts";
import { expiryOf, interactions } from "./interaction.ts";

interface OfInteraction {
  readonly id: string;
}

/** After the token's end, the record says nothing that an unknown token would not say. */
const tokenEnd: JobDeclaration<OfInteraction> = {
  name: "interaction.expire",
  async run(ctx, { id }) {
    const interaction = await ctx.tx.get(interactions, ageKey(id));
    if (interaction === undefined) return;
    ctx.tx.delete(interactions, ageKey(id));
    const { uploadIds } = interaction;
    if (uploadIds !== undefined) ctx.schedule(forgetFiles, ctx.now, { ids: uploadIds });
    ctx.emit(InteractionExpired, { kind: "nobody" }, { id });
  },
};

/** Three seconds after the sending: without an answer, the interaction has failed. */
export const missedDeadline: JobDeclaration<OfInteraction> = {
  name: "interaction.deadline",
  async run(ctx, { id }) {
    const interaction = await ctx.tx.get(interactions, ageKey(id));
    if (interaction === undefined) return;
    ctx.schedule(tokenEnd, expiryOf(interaction), { id });
    const cause = interaction.refusal ?? silence;
    fail(ctx, interaction, { reason: FailureReason.TIMEOUT, cause });
  },
};

export const interactionJobs: readonly AnyJob[] = [missedDeadline, tokenEnd];
