// What an interaction's token permits after the first answer: reading, editing and deleting its
// messages, and sending follow-ups. Source: protocol: commands-and-interactions 6.4.
import {
  InvalidWebhookToken,
  limits,
  TooManyFollowUps,
  UnknownMessage,
  UnknownWebhook,
  type UploadedFile,
} from "@antechamber/contract";
import { CallbackType, InteractionAnswered } from "@antechamber/contract/interactions";
import {
  MessageFlag,
  type MessageChangeForm,
  type MessageForm,
} from "@antechamber/contract/messages";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { applications } from "../applications/application.ts";
import { channelWebhooks } from "../guilds/webhooks/channel-webhook.ts";
import { screenedText } from "../messages/auto-moderation/writing.ts";
import { newBody } from "../messages/body.ts";
import { isLoading, type MessageRecord } from "../messages/message.ts";
import { deleteMessage, editMessage, messageOf } from "../messages/operations.ts";
import { requireOwnSkus } from "../messages/components/premium-buttons.ts";
import { requireUnblockedChange } from "./answer-screening.ts";
import { joinTrace } from "./respond.ts";
import { preparedChange, rightsOf, sendFollowUp, type Answer } from "./response-messages.ts";
import {
  expiryOf,
  interactions,
  interactionWithToken,
  type InteractionRecord,
  type Response,
} from "./interaction.ts";

/** An interaction that was answered. */
export interface Answered {
  readonly interaction: InteractionRecord;
  readonly response: Response;
}

/**
 * The error for an invalid token: InvalidWebhookToken when the path names an application or a
 * channel's webhook, otherwise UnknownWebhook.
 */
async function refusalOfToken(
  ctx: ReadContext,
  { webhook_id }: { readonly webhook_id: string },
): Promise<ApiError> {
  const key = snowflakeKey(webhook_id);
  const named = (await ctx.tx.get(applications, key)) ?? (await ctx.tx.get(channelWebhooks, key));
  return new ApiError(named === undefined ? UnknownWebhook : InvalidWebhookToken);
}

/**
 * The answered interaction of a token.
 *
 * @throws InvalidWebhookToken for an unknown or expired token; UnknownWebhook when the interaction
 *   belongs to another application or was not answered, or the path names no existing webhook
 */
export async function answeredInteraction(
  ctx: ReadContext,
  path: { readonly webhook_id: string; readonly webhook_token: string },
): Promise<Answered> {
  const interaction = await interactionWithToken(ctx, path.webhook_token);
  if (interaction === undefined || ctx.now >= expiryOf(interaction)) {
    throw await refusalOfToken(ctx, path);
  }
  const { progress } = interaction;
  const isAnswered = progress.state === "responded" && progress.choices === undefined;
  if (interaction.application_id !== path.webhook_id || !isAnswered) {
    throw new ApiError(UnknownWebhook);
  }
  joinTrace(ctx, interaction);
  return { interaction, response: progress };
}

/** The name of the message that the first answer made or changed. */
export const ORIGINAL = "@original";

/** A form with its files. */
interface Sent<F> {
  /** Parses the form. Throws InvalidForm when it is faulty. */
  readonly payload: () => F;
  readonly files: readonly UploadedFile[];
}

/**
 * A message that was sent with the interaction's token, or the message of the component that was
 * used or that opened the modal.
 *
 * @param name an id, or `@original`
 * @throws UnknownMessage
 */
export async function ownMessage(
  ctx: ReadContext,
  { interaction, response }: Answered,
  name: string,
): Promise<MessageRecord> {
  const id = name === ORIGINAL ? response.messageId : name;
  const message = id === undefined ? undefined : await messageOf(ctx, interaction.channel_id, id);
  const isOwn =
    message?.interactionId === interaction.id ||
    id === response.messageId ||
    id === interaction.sourceMessageId;
  if (message === undefined || !isOwn) throw new ApiError(UnknownMessage);
  return message;
}

/**
 * Edits a message of the interaction; this completes a deferred answer.
 *
 * @throws UnknownMessage, InvalidForm, EmptyMessage, PollNotEditable, VoiceMessageNotEditable,
 *   MessageBlocked
 */
export async function changeOwnMessage(
  ctx: Context,
  answered: Answered,
  change: Sent<MessageChangeForm> & { readonly name: string },
): Promise<MessageRecord> {
  const message = await ownMessage(ctx, answered, change.name);
  const sent = { payload: change.payload(), files: change.files, at: [] };
  const commit = preparedChange(answered.interaction, message, sent);
  const components = sent.payload.components ?? [];
  await requireOwnSkus(ctx, answered.interaction.application_id, { components, at: [] });
  storeFulfilled(ctx, answered, message);
  return commit(ctx);
}

/** Deletes a message of the interaction. @throws UnknownMessage */
export async function deleteOwnMessage(
  ctx: Context,
  answered: Answered,
  name: string,
): Promise<void> {
  const message = await ownMessage(ctx, answered, name);
  storeFulfilled(ctx, answered, message);
  await deleteMessage(ctx, message);
}

function storeFulfilled(ctx: Context, answered: Answered, message: MessageRecord): void {
  if (message.id !== answered.response.messageId) return;
  const now = asFulfilled(ctx, answered);
  if (now !== answered.interaction) ctx.tx.put(interactions, now);
}

/** The interaction after a deferred update was completed by an edit, a deletion or a follow-up. */
function asFulfilled(ctx: Context, { interaction, response }: Answered): InteractionRecord {
  const isPromised = response.callbackType === CallbackType.DEFERRED_UPDATE_MESSAGE;
  if (!isPromised || response.isFulfilled === true) return interaction;
  ctx.emit(InteractionAnswered, { kind: "nobody" }, { id: interaction.id });
  return { ...interaction, progress: { ...response, isFulfilled: true } };
}

/**
 * Sends a follow-up message, or fills in a deferred one.
 *
 * @throws InvalidForm, EmptyMessage, TooManyFollowUps, MessageBlocked
 */
export async function followUp(
  ctx: Context,
  answered: Answered,
  { payload, files }: Sent<MessageForm>,
): Promise<MessageRecord> {
  const { interaction, response } = answered;
  const { messageId: originalId } = response;
  const draft = payload();
  const answer = { body: newBody(draft, [], files), allowed: draft.allowed_mentions };
  const { components } = answer.body;
  await requireOwnSkus(ctx, interaction.application_id, { components, at: [] });
  const original =
    originalId === undefined ? undefined : await messageOf(ctx, interaction.channel_id, originalId);
  if (original !== undefined && isLoading(original))
    return fillDeferred(ctx, original, { answered, answer });
  const isLimited = interaction.isUserInstallOnly;
  if (isLimited && interaction.followUps >= limits.followUpsOfUserInstall.value) {
    throw new ApiError(TooManyFollowUps);
  }
  const followUps = interaction.followUps + 1;
  ctx.tx.put(interactions, { ...asFulfilled(ctx, answered), followUps });
  return sendFollowUp(ctx, interaction, { answer, originalId });
}

/**
 * Fills in the deferred answer. Whether it is ephemeral was decided then; the follow-up's flag is
 * ignored.
 *
 * @throws MessageBlocked
 */
async function fillDeferred(
  ctx: Context,
  original: MessageRecord,
  { answered, answer }: { answered: Answered; answer: Answer },
): Promise<MessageRecord> {
  const flags =
    (answer.body.flags & ~MessageFlag.EPHEMERAL) | (original.flags & MessageFlag.EPHEMERAL);
  const { interaction } = answered;
  const text = screenedText(answer.body);
  await requireUnblockedChange(ctx, interaction, { message: original, text });
  const rights = rightsOf(interaction, answer.allowed);
  return editMessage(ctx, original, { body: { ...answer.body, flags }, rights, edited: false });
}
