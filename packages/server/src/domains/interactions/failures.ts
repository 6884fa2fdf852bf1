// How an interaction fails: the causes, and the event for its user.
// Source: protocol: commands-and-interactions 6.1.
import { InteractionFailure } from "@antechamber/contract/interactions";
import { definedFields } from "../../platform/defined-fields.ts";
import type { ApiError } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import {
  interactions,
  interactionWithToken,
  type Cause,
  type InteractionRecord,
} from "./interaction.ts";

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
