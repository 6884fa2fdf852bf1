// What an interaction's token opens after the first answer: reading, changing and deleting its
// messages, and sending more. Source: protocol: commands-and-interactions 6.4.
import {
  InvalidWebhookToken,
  limits,
  MessageFlag,
  TooManyFollowUps,
  UnknownMessage,
  UnknownWebhook,
  type MessageChangeForm,
  type MessageForm,
} from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { changedBody, newBody } from "../messages/body.ts";
import type { MessageRecord } from "../messages/message.ts";
import { deleteMessage, editMessage, messageOf } from "../messages/operations.ts";
import { isLoading, sendFollowUp } from "./answer-messages.ts";
import { expiryOf, interactions, tokenDigest, type InteractionRecord } from "./interaction.ts";

/** An interaction that was answered, with its first message's id. */
export interface Answered {
  readonly interaction: InteractionRecord;
  readonly originalId: string;
}

/**
 * The interaction that a token opens.
 *
 * @throws InvalidWebhookToken for a token that never was or has ended, UnknownWebhook when it is of
 *   another application or was not answered
 */
export async function answeredInteraction(
  ctx: ReadContext,
  path: { readonly application_id: string; readonly interaction_token: string },
): Promise<Answered> {
  const digest = tokenDigest(path.interaction_token);
  const interaction = await ctx.tx.lookup(interactions, "token", digest);
  if (interaction === undefined || ctx.now >= expiryOf(interaction)) {
    throw new ApiError(InvalidWebhookToken);
  }
  const { progress } = interaction;
  if (interaction.application_id !== path.application_id || progress.state !== "responded") {
    throw new ApiError(UnknownWebhook);
  }
  return { interaction, originalId: progress.messageId };
}

/** A message that was sent with the interaction's token. @throws UnknownMessage */
export async function ownMessage(
  ctx: ReadContext,
  { interaction }: Answered,
  id: string,
): Promise<MessageRecord> {
  const message = await messageOf(ctx, interaction.channel_id, id);
  if (message?.interactionId !== interaction.id) throw new ApiError(UnknownMessage);
  return message;
}

/**
 * Changes a message of the interaction; one that was promised comes with it.
 *
 * @throws UnknownMessage, InvalidForm, EmptyMessage
 */
export async function changeOwnMessage(
  ctx: Context,
  answered: Answered,
  change: { readonly id: string; readonly form: () => MessageChangeForm },
): Promise<MessageRecord> {
  const message = await ownMessage(ctx, answered, change.id);
  const form = change.form();
  const everyone = answered.interaction.mayMentionEveryone;
  const rights =
    form.content === undefined
      ? undefined
      : { allowed: form.allowed_mentions ?? undefined, everyone };
  const body = changedBody(message, form, []);
  const flags = body.flags & ~MessageFlag.LOADING;
  return editMessage(ctx, message, {
    body: { ...body, flags },
    rights,
    edited: !isLoading(message),
  });
}

/** Deletes a message of the interaction. @throws UnknownMessage */
export async function deleteOwnMessage(
  ctx: Context,
  answered: Answered,
  id: string,
): Promise<void> {
  deleteMessage(ctx, await ownMessage(ctx, answered, id));
}

/**
 * Sends another message, or fills the one that was promised.
 *
 * @throws InvalidForm, EmptyMessage, TooManyFollowUps
 */
export async function followUp(
  ctx: Context,
  answered: Answered,
  form: () => MessageForm,
): Promise<MessageRecord> {
  const { interaction, originalId } = answered;
  const draft = form();
  const answer = { body: newBody(draft, []), allowed: draft.allowed_mentions };
  const original = await messageOf(ctx, interaction.channel_id, originalId);
  if (original !== undefined && isLoading(original))
    return fill(ctx, original, { answered, answer });
  const isLimited = interaction.isUserInstallOnly;
  if (isLimited && interaction.followUps >= limits.followUpsOfUserInstall.value) {
    throw new ApiError(TooManyFollowUps);
  }
  ctx.tx.put(interactions, { ...interaction, followUps: interaction.followUps + 1 });
  return sendFollowUp(ctx, interaction, { answer, originalId });
}

/** The promise decided who sees the message; what the follow-up says of that has no effect. */
function fill(
  ctx: Context,
  original: MessageRecord,
  {
    answered,
    answer,
  }: { answered: Answered; answer: Parameters<typeof sendFollowUp>[2]["answer"] },
): Promise<MessageRecord> {
  const flags =
    (answer.body.flags & ~MessageFlag.EPHEMERAL) | (original.flags & MessageFlag.EPHEMERAL);
  const rights = { allowed: answer.allowed, everyone: answered.interaction.mayMentionEveryone };
  return editMessage(ctx, original, { body: { ...answer.body, flags }, rights, edited: false });
}
