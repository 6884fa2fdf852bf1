// The first answer to an interaction. Source: protocol: commands-and-interactions 6.1, 6.3.
import {
  AlreadyAcknowledged,
  CallbackType,
  DeferredDraft,
  formReader,
  InteractionSuccess,
  InteractionType,
  MessageDraft,
  MessageFlag,
  object,
  optional,
  UnknownInteraction,
  type CallbackResponse,
  type InteractionCallback,
  type Reading,
  type Static,
} from "@antechamber/contract";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { newBody } from "../messages/body.ts";
import { messageView, type MessageRecord } from "../messages/message.ts";
import { loadingBody, sendAnswer, type Answer } from "./answer-messages.ts";
import {
  deadlineOf,
  expiryOf,
  interactions,
  tokenDigest,
  type InteractionRecord,
} from "./interaction.ts";

/** One call of the callback route. */
export interface CallbackCall {
  readonly id: string;
  readonly token: string;
  /** Throws InvalidForm when the form itself is faulty. */
  readonly form: () => Static<typeof InteractionCallback>;
}

export interface Acknowledged {
  readonly interaction: InteractionRecord;
  readonly callbackType: number;
  readonly message: MessageRecord;
}

/** What each type of interaction may be answered with, as far as it can be. */
const legalCallbacks: Readonly<Record<number, readonly number[]>> = {
  [InteractionType.APPLICATION_COMMAND]: [
    CallbackType.CHANNEL_MESSAGE_WITH_SOURCE,
    CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE,
  ],
};

const readMessage = formReader(object({ data: optional(MessageDraft) }));
const readDeferred = formReader(object({ data: optional(DeferredDraft) }));

function settled<T>(reading: Reading<T>): T {
  if (!reading.ok) throw invalidForm(...reading.faults);
  return reading.value;
}

/**
 * Answers an interaction, once. A faulty answer leaves it open.
 *
 * @throws UnknownInteraction, InvalidForm, EmptyMessage, AlreadyAcknowledged
 */
export async function acknowledge(ctx: Context, call: CallbackCall): Promise<Acknowledged> {
  const interaction = await openInteraction(ctx, call);
  const { type: callbackType, data } = call.form();
  const answer = answerIn(interaction, callbackType, data);
  if (interaction.progress.state === "responded") throw new ApiError(AlreadyAcknowledged);
  const message = await sendAnswer(ctx, interaction, answer);
  const { id, user_id, nonce } = interaction;
  ctx.tx.put(interactions, {
    ...interaction,
    progress: { state: "responded", callbackType, messageId: message.id },
  });
  ctx.emit(
    InteractionSuccess,
    { kind: "user", user_id },
    { id, ...(nonce === undefined ? {} : { nonce }) },
  );
  return { interaction, callbackType, message };
}

/** The interaction of a callback: known, not failed, in time for a first answer, its token alive. */
async function openInteraction(ctx: Context, call: CallbackCall): Promise<InteractionRecord> {
  const found = await ctx.tx.lookup(interactions, "token", tokenDigest(call.token));
  if (found === undefined || found.id !== call.id || ctx.now >= expiryOf(found)) {
    throw new ApiError(UnknownInteraction);
  }
  const { state } = found.progress;
  const isLate = state === "pending" && ctx.now >= deadlineOf(found);
  if (state === "failed" || isLate) throw new ApiError(UnknownInteraction);
  return found;
}

function answerIn(interaction: InteractionRecord, callbackType: number, data: unknown): Answer {
  const legal = legalCallbacks[interaction.type] ?? [];
  if (!legal.includes(callbackType)) {
    const message = `Value must be one of {${legal.join(", ")}}.`;
    throw invalidForm({ path: ["type"], code: "BASE_TYPE_CHOICES", message });
  }
  if (callbackType === CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE) {
    const flags = settled(readDeferred({ data })).data?.flags ?? 0;
    return { body: loadingBody((flags & MessageFlag.EPHEMERAL) !== 0), allowed: undefined };
  }
  const draft = settled(readMessage({ data })).data ?? {};
  return { body: newBody(draft, ["data"]), allowed: draft.allowed_mentions };
}

/** What a callback answers when it is asked to. Source: protocol: commands-and-interactions 6.3. */
export function callbackResponse(done: Acknowledged): Static<typeof CallbackResponse> {
  const { interaction, callbackType, message } = done;
  const { id, type, channel_id, guild_id } = interaction;
  const isMessage = callbackType === CallbackType.CHANNEL_MESSAGE_WITH_SOURCE;
  return {
    interaction: {
      id,
      type,
      response_message_id: message.id,
      response_message_loading: (message.flags & MessageFlag.LOADING) !== 0,
      response_message_ephemeral: (message.flags & MessageFlag.EPHEMERAL) !== 0,
      channel_id,
      ...(guild_id === undefined ? {} : { guild_id }),
    },
    ...(isMessage ? { resource: { type: callbackType, message: messageView(message) } } : {}),
  };
}
