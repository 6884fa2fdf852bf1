// The first answer to an interaction. Source: protocol: commands-and-interactions 6.1, 6.3.
import { AlreadyAcknowledged, UnknownInteraction, type UploadedFile } from "@antechamber/contract";
import {
  AutocompleteResponse,
  CallbackType,
  InteractionAnswered,
  InteractionModalCreate,
  InteractionSuccess,
  type CallbackResponse,
  type InteractionCallback,
} from "@antechamber/contract/interactions";
import { MessageFlag } from "@antechamber/contract/messages";
import type { Static } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import type { ApplicationRecord } from "../applications/application.ts";
import { applicationOf } from "../applications/operations.ts";
import { isLoading, type MessageRecord } from "../messages/message.ts";
import type { MessageViewer } from "../messages/readable.ts";
import { callbacks, assertLegal } from "./callbacks.ts";
import {
  deadlineOf,
  expiryOf,
  interactions,
  interactionWithToken,
  type InteractionRecord,
  type Response,
} from "./interaction.ts";

type Payload = Static<typeof InteractionCallback>;

/** One call of the callback route. */
export interface CallbackCall {
  readonly id: string;
  readonly token: string;
  /** Parses the form. Throws InvalidForm when it is faulty. */
  readonly payload: () => Payload;
  readonly files: readonly UploadedFile[];
}

export interface Acknowledged {
  readonly interaction: InteractionRecord;
  readonly response: Response;
  /** The message that the answer created, changed, or promised to change. */
  readonly message: MessageRecord | undefined;
}

/** Adds what an application does with an interaction's token to the trace of the interaction. */
export function joinTrace({ origin }: ReadContext, interaction: InteractionRecord): void {
  origin?.join(interaction);
  origin?.actFor(interaction.application_id, interaction.application_id);
}

/** The interaction of a token. @throws UnknownInteraction */
export async function interactionOfToken(
  ctx: ReadContext,
  { id, token }: Pick<CallbackCall, "id" | "token">,
): Promise<InteractionRecord> {
  const found = await interactionWithToken(ctx, token);
  if (found?.id !== id) throw new ApiError(UnknownInteraction);
  joinTrace(ctx, found);
  return found;
}

/**
 * Answers an interaction by its token, once. A faulty answer leaves it pending.
 *
 * @throws UnknownInteraction, InvalidForm, EmptyMessage, UnknownMessage, AlreadyAcknowledged
 */
export async function acknowledge(ctx: Context, call: CallbackCall): Promise<Acknowledged> {
  return answer(ctx, await interactionOfToken(ctx, call), call);
}

/** Answers an interaction by the callback route or an HTTP reply. @throws as `acknowledge` does */
export async function answer(
  ctx: Context,
  interaction: InteractionRecord,
  { payload, files }: Pick<CallbackCall, "payload" | "files">,
): Promise<Acknowledged> {
  assertOpen(ctx, interaction);
  const { type: callbackType, data } = payload();
  const application = await applicationOf(ctx, interaction.application_id);
  assertLegal(interaction, application, callbackType);
  const prepare = callbacks[callbackType];
  if (prepare === undefined) throw new Error(`nothing is done for answers of type ${callbackType}`);
  const commit = await prepare(ctx, interaction, { data, files });
  if (interaction.progress.state === "responded") throw new ApiError(AlreadyAcknowledged);
  const { message, ...outcome } = await commit(ctx);
  const response: Response = { state: "responded", callbackType, ...outcome };
  ctx.tx.put(interactions, { ...interaction, progress: response });
  emitToUser(ctx, interaction, { application, response });
  return { interaction, response, message };
}

/**
 * Refuses an interaction that has failed, is too late for a first answer, or whose token has
 * expired.
 */
function assertOpen(ctx: ReadContext, interaction: InteractionRecord): void {
  const { state } = interaction.progress;
  const isLate = state === "pending" && ctx.now >= deadlineOf(interaction);
  if (state === "failed" || isLate || ctx.now >= expiryOf(interaction)) {
    throw new ApiError(UnknownInteraction);
  }
}

function emitToUser(
  ctx: Context,
  interaction: InteractionRecord,
  { application, response }: { application: ApplicationRecord; response: Response },
): void {
  const { id, user_id, channel_id, nonce } = interaction;
  const user = { kind: "user", user_id } as const;
  const named = definedFields({ nonce });
  const { choices, modal } = response;
  if (choices !== undefined) {
    ctx.emit(AutocompleteResponse, user, { choices, ...named });
    ctx.emit(InteractionAnswered, { kind: "nobody" }, { id });
  } else if (modal !== undefined) {
    const { id: applicationId, name, icon } = application;
    const about = { channel_id, application: { id: applicationId, name, icon } };
    ctx.emit(InteractionModalCreate, user, { id, ...named, ...about, ...modal });
  } else {
    ctx.emit(InteractionSuccess, user, { id, ...named });
  }
}

function messageFields(message: MessageRecord | undefined) {
  if (message === undefined) return {};
  return {
    response_message_id: message.id,
    response_message_loading: isLoading(message),
    response_message_ephemeral: (message.flags & MessageFlag.EPHEMERAL) !== 0,
  };
}

/** The reply of the callback route with `with_response`. */
export async function callbackResponse(
  done: Acknowledged,
  view: MessageViewer,
): Promise<Static<typeof CallbackResponse>> {
  const { interaction, response, message } = done;
  const { id, type, channel_id, guild_id } = interaction;
  const { activityInstanceId } = response;
  const activity = definedFields({ activity_instance_id: activityInstanceId });
  const resource = await resourceOf(done, view);
  return {
    interaction: {
      id,
      type,
      ...activity,
      ...messageFields(message),
      channel_id,
      ...definedFields({ guild_id }),
    },
    ...definedFields({ resource }),
  };
}

/**
 * The callback types whose reply contains a message, and the type that the reply names. A deferred
 * message is returned as a loading message, which published programs read; the machine
 * specification has only type 4 for a new message.
 */
const withMessage: Readonly<Record<number, number>> = {
  [CallbackType.CHANNEL_MESSAGE_WITH_SOURCE]: CallbackType.CHANNEL_MESSAGE_WITH_SOURCE,
  [CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE]: CallbackType.CHANNEL_MESSAGE_WITH_SOURCE,
  [CallbackType.UPDATE_MESSAGE]: CallbackType.UPDATE_MESSAGE,
};

async function resourceOf({ response, message }: Acknowledged, view: MessageViewer) {
  const { callbackType, activityInstanceId } = response;
  if (activityInstanceId !== undefined)
    return { type: callbackType, activity_instance: { id: activityInstanceId } };
  const type = withMessage[callbackType];
  if (message === undefined || type === undefined) return undefined;
  return { type, message: await view(message) };
}
