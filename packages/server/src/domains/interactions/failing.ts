// The end of an interaction without an answer. Source: protocol: commands-and-interactions 7.
import { InteractionFailure } from "@antechamber/contract";
import type { Context } from "../../platform/context.ts";
import { interactions, type InteractionRecord } from "./interaction.ts";

/** Ends an interaction that nobody answered, and tells the user. */
export function fail(ctx: Context, interaction: InteractionRecord, reason: number): void {
  if (interaction.progress.state !== "pending") return;
  const { id, user_id, nonce } = interaction;
  ctx.tx.put(interactions, { ...interaction, progress: { state: "failed", reason } });
  ctx.emit(
    InteractionFailure,
    { kind: "user", user_id },
    { id, ...(nonce === undefined ? {} : { nonce }), reason_code: reason },
  );
}
