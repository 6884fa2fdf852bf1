// The deadlines of an interaction. Source: protocol: commands-and-interactions 6.1.
import { FailureReason, InteractionExpired } from "@antechamber/contract/interactions";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Context } from "../../platform/context.ts";
import { onDeadline, type Deadline } from "../../platform/schedule/deadlines.ts";
import { deleteFiles } from "../messages/jobs.ts";
import { failInteraction } from "./failures.ts";
import { interactions, type Cause, type InteractionRecord } from "./interaction.ts";

/** The cause of a failure when no answer came in time. */
const timeoutCause: Cause = {
  kind: "timeout",
  message: "No answer came within three seconds.",
  rule: "protocol: commands-and-interactions 7",
};

/** Fails an interaction that was not answered within three seconds. */
function missFirstAnswer(ctx: Context, interaction: InteractionRecord): void {
  const cause = interaction.refusal ?? timeoutCause;
  failInteraction(ctx, interaction, { reason: FailureReason.TIMEOUT, cause });
}

/** Deletes an interaction's record when its token expires; then the token is unknown. */
export function endToken(ctx: Context, { id, uploadIds }: InteractionRecord): void {
  ctx.tx.delete(interactions, snowflakeKey(id));
  if (uploadIds !== undefined) ctx.schedule(deleteFiles, ctx.now, { ids: uploadIds });
  ctx.emit(InteractionExpired, { kind: "nobody" }, { id });
}

const isPending = ({ progress }: InteractionRecord) => progress.state === "pending";

export const interactionDeadlines: readonly Deadline[] = [
  onDeadline(interactions, {
    kind: (interaction) =>
      isPending(interaction) ? "interaction.first_answer" : "interaction.token",
    subject: ({ id }) => id,
    run: (ctx, interaction) =>
      isPending(interaction) ? missFirstAnswer(ctx, interaction) : endToken(ctx, interaction),
  }),
];
