// The deadlines of an interaction. Source: protocol: commands-and-interactions 6.1.
import {
  FailureReason,
  InteractionExpired,
  InteractionFailure,
} from "@antechamber/contract/interactions";
import { snowflakeKey } from "@antechamber/contract/schema";
import { definedFields } from "../../platform/defined-fields.ts";
import type { ApiError } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { onDeadline, type Deadline } from "../../platform/schedule/deadlines.ts";
import { deleteFiles } from "../messages/jobs.ts";
import {
  interactions,
  interactionWithToken,
  type Cause,
  type InteractionRecord,
} from "./interaction.ts";

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

/** Source: protocol: commands-and-interactions 7. */
const DEADLINE_RULE = "protocol: commands-and-interactions 7";

/** The cause of a failure when no answer came in time. */
export const timeoutCause: Cause = {
  kind: "timeout",
  message: "No answer came within three seconds.",
  rule: DEADLINE_RULE,
};

/** The cause for an answer that was refused. */
export function refusalCause(error: ApiError, status?: number): Cause {
  const { code, source: rule } = error.declaration;
  const { errors } = error.details as { readonly errors?: object };
  const refusal = { code, message: error.message, ...definedFields({ errors }) };
  const message = `The answer was refused: ${error.message}.`;
  return {
    kind: "answer",
    message,
    ...definedFields({ status }),
    error: refusal,
    rule,
  };
}

/** Stores why an answer was refused, while the interaction is still pending. */
export async function storeRefusal(ctx: Context, token: string, error: ApiError): Promise<void> {
  const interaction = await interactionWithToken(ctx, token);
  if (interaction?.progress.state !== "pending") return;
  ctx.tx.put(interactions, { ...interaction, refusal: refusalCause(error) });
}

/** Fails a pending interaction, and emits that to its user. */
export function failInteraction(
  ctx: Context,
  interaction: InteractionRecord,
  { reason, cause }: { readonly reason: number; readonly cause: Cause },
): void {
  if (interaction.progress.state !== "pending") return;
  ctx.tx.put(interactions, { ...interaction, progress: { state: "failed", reason, cause } });
  emitFailure(ctx, interaction, reason);
}

/** Emits an interaction's failure to its user. */
export function emitFailure(
  ctx: Context,
  { id, user_id, nonce }: InteractionRecord,
  reason: number,
): void {
  ctx.emit(
    InteractionFailure,
    { kind: "user", user_id },
    { id, ...definedFields({ nonce }), reason_code: reason },
  );
}
