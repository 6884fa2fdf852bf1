// The end of an interaction without an answer. Source: protocol: commands-and-interactions 7.
import { InteractionFailure } from "@antechamber/contract";
import type { ApiError } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { interactions, tokenDigest, type Cause, type InteractionRecord } from "./interaction.ts";

/** Source: protocol: commands-and-interactions 7. */
const DEADLINE_RULE = "protocol: commands-and-interactions 7";

/** Nothing came in time. */
export const silence: Cause = {
  kind: "timeout",
  message: "No answer came within three seconds.",
  rule: DEADLINE_RULE,
};

/** An answer that was refused. */
export function refusalCause(error: ApiError, status?: number): Cause {
  const { code, source: rule } = error.declaration;
  const { errors } = error.details as { readonly errors?: object };
  const shown = { code, message: error.message, ...(errors === undefined ? {} : { errors }) };
  const message = `The answer was refused: ${error.message}.`;
  return {
    kind: "answer",
    message,
    ...(status === undefined ? {} : { status }),
    error: shown,
    rule,
  };
}

/** Notes down why an answer was refused, while another may still be given. */
export async function noteRefusal(ctx: Context, token: string, error: ApiError): Promise<void> {
  const interaction = await ctx.tx.lookup(interactions, "token", tokenDigest(token));
  if (interaction?.progress.state !== "pending") return;
  ctx.tx.put(interactions, { ...interaction, refusal: refusalCause(error) });
}

/** Ends an interaction that nobody answered, and tells the user. */
export function fail(
  ctx: Context,
  interaction: InteractionRecord,
  { reason, cause }: { readonly reason: number; readonly cause: Cause },
): void {
  if (interaction.progress.state !== "pending") return;
  const { id, user_id, nonce } = interaction;
  ctx.tx.put(interactions, { ...interaction, progress: { state: "failed", reason, cause } });
  ctx.emit(
    InteractionFailure,
    { kind: "user", user_id },
    { id, ...(nonce === undefined ? {} : { nonce }), reason_code: reason },
  );
}
