// Delivers an interaction to its application over HTTP: it is claimed once, and its reply or
// failure is recorded.
// Source: protocol: commands-and-interactions 6.2, 7.
import type { UploadedFile } from "@antechamber/contract";
import {
  FailureReason,
  type Interaction,
  type InteractionCallback,
} from "@antechamber/contract/interactions";
import { snowflakeKey, type ParseResult, type Static } from "@antechamber/contract/schema";
import { ApiError, parsedValue } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { applications, type ApplicationRecord } from "../applications/application.ts";
import { answer } from "./respond.ts";
import { failInteraction, refusalCause } from "./failures.ts";
import { interactions, type Cause } from "./interaction.ts";

type Payload = Pick<Static<typeof Interaction>, "id" | "application_id">;

/** Where an interaction is posted. */
export interface DeliveryTarget {
  readonly url: string;
  readonly application: ApplicationRecord;
}

/**
 * Where a pending interaction is posted; undefined when it is not pending or its application has no
 * endpoint.
 */
export async function deliveryTargetOf(
  ctx: ReadContext,
  { id, application_id }: Payload,
): Promise<DeliveryTarget | undefined> {
  const [interaction, application] = await Promise.all([
    ctx.tx.get(interactions, snowflakeKey(id)),
    ctx.tx.get(applications, snowflakeKey(application_id)),
  ]);
  const url = application?.interactions_endpoint_url ?? null;
  if (interaction?.progress.state !== "pending") return undefined;
  return application === undefined || url === null ? undefined : { url, application };
}

/**
 * Claims an interaction for delivery, so that only one process posts it; undefined when another
 * process did or when it is not pending.
 */
export async function claimDelivery(
  ctx: Context,
  payload: Payload,
): Promise<DeliveryTarget | undefined> {
  const interaction = await ctx.tx.get(interactions, snowflakeKey(payload.id));
  if (interaction === undefined || interaction.isPosted === true) return undefined;
  ctx.tx.put(interactions, { ...interaction, isPosted: true });
  return deliveryTargetOf(ctx, payload);
}

/** An endpoint's reply: the parsed form and the files. */
export interface InlineReply {
  readonly reading: ParseResult<Static<typeof InteractionCallback>>;
  readonly files: readonly UploadedFile[];
}

/**
 * Answers an interaction with its endpoint's reply. A reply after the callback route was used has
 * no effect.
 *
 * @throws ApiError when the reply is not a legal answer to the interaction
 */
export async function answerInline(
  ctx: Context,
  id: string,
  { reading, files }: InlineReply,
): Promise<void> {
  const interaction = await ctx.tx.get(interactions, snowflakeKey(id));
  if (interaction?.progress.state !== "pending") return;
  const payload = () => parsedValue(reading);
  await answer(ctx, interaction, { payload, files });
}

/** Fails an interaction whose endpoint failed, unless the callback route answered it. */
export async function failPosting(ctx: Context, id: string, cause: Cause): Promise<void> {
  const interaction = await ctx.tx.get(interactions, snowflakeKey(id));
  const reason = cause.kind === "timeout" ? FailureReason.TIMEOUT : FailureReason.UNKNOWN;
  if (interaction !== undefined) failInteraction(ctx, interaction, { reason, cause });
}

/** Why an endpoint's reply was refused; undefined for any other error, which is a bug. */
export function replyRefusal(error: unknown, status: number): Cause | undefined {
  return error instanceof ApiError ? refusalCause(error, status) : undefined;
}
