// The callback types: what an answer of each type may contain, and what it does. All checks precede
// all writes, so that a faulty answer changes nothing. Source: protocol: commands-and-interactions
// 6.1.
import { UnknownMessage, type UploadedFile } from "@antechamber/contract";
import { OptionType } from "@antechamber/contract/commands";
import {
  CallbackType,
  IntegerSuggestions,
  InteractionType,
  NumberSuggestions,
  TextSuggestions,
} from "@antechamber/contract/interactions";
import {
  DeferredDraft,
  MessageChange,
  MessageDraft,
  MessageFlag,
} from "@antechamber/contract/messages";
import {
  object,
  optional,
  parserOf,
  type ParseResult,
  type ValidationIssue,
} from "@antechamber/contract/schema";
import { ApiError, invalidForm, parsedValue } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { newBody } from "../messages/body.ts";
import type { MessageRecord } from "../messages/message.ts";
import { requireOwnSkus } from "../messages/components/premium-buttons.ts";
import { hasFlag, type ApplicationRecord } from "../applications/application.ts";
import { readModal, type ModalWithIds } from "../messages/components/modal-components.ts";
import { loadingBody, preparedChange, sendAnswer } from "./response-messages.ts";
import { joinedInstance } from "./activity.ts";
import type { Choice, InteractionRecord, Response } from "./interaction.ts";
import { sourceMessageOf } from "./source-message.ts";

/** The result of an answer: the response to store, and the message that it created or refers to. */
export interface Settled extends Omit<Response, "state" | "callbackType"> {
  readonly message?: MessageRecord;
}

/** Performs the writes of an answer that was checked. */
export type Commit = (ctx: Context) => Promise<Settled>;

/** The data and files of an answer. */
export interface CallbackInput {
  readonly data: unknown;
  readonly files: readonly UploadedFile[];
}

type Callback = (
  ctx: ReadContext,
  interaction: InteractionRecord,
  given: CallbackInput,
) => Commit | Promise<Commit>;

const readMessage = parserOf(object({ data: optional(MessageDraft) }));
const readDeferred = parserOf(object({ data: optional(DeferredDraft) }));
const readChange = parserOf(object({ data: optional(MessageChange) }));
const readTexts = parserOf(object({ data: TextSuggestions }));
const readIntegers = parserOf(object({ data: IntegerSuggestions }));
const readNumbers = parserOf(object({ data: NumberSuggestions }));

function settledBy(message: MessageRecord): Settled {
  return { message, messageId: message.id };
}

const send: Callback = async (context, interaction, { data, files }) => {
  const draft = parsedValue(readMessage({ data })).data ?? {};
  const at = ["data"];
  const answer = { body: newBody(draft, at, files), allowed: draft.allowed_mentions };
  const { components } = answer.body;
  await requireOwnSkus(context, interaction.application_id, { components, at });
  return async (ctx) => settledBy(await sendAnswer(ctx, interaction, answer));
};

const deferMessage: Callback = (_ctx, interaction, { data }) => {
  const flags = parsedValue(readDeferred({ data })).data?.flags ?? 0;
  const body = loadingBody({ isEphemeral: (flags & MessageFlag.EPHEMERAL) !== 0 });
  return async (ctx) => settledBy(await sendAnswer(ctx, interaction, { body, allowed: undefined }));
};

/** The message that contains the component. @throws UnknownMessage when it was deleted */
async function sourceOf(ctx: ReadContext, interaction: InteractionRecord): Promise<MessageRecord> {
  const source = await sourceMessageOf(ctx, interaction);
  if (source === undefined) throw new ApiError(UnknownMessage);
  return source;
}

const deferUpdate: Callback = async (ctx, interaction) => {
  const source = await sourceOf(ctx, interaction);
  return async () => settledBy(source);
};

const updateMessage: Callback = async (ctx, interaction, { data, files }) => {
  const payload = parsedValue(readChange({ data })).data ?? {};
  const source = await sourceOf(ctx, interaction);
  const at = ["data"];
  const commit = preparedChange(interaction, source, { payload, files, at });
  const components = payload.components ?? [];
  await requireOwnSkus(ctx, interaction.application_id, { components, at });
  return async (context) => settledBy(await commit(context));
};

/** The parser for suggestions, whose values have the option's type. */
function readerFor(
  type: number | undefined,
): (value: unknown) => ParseResult<{ data: { choices?: Choice[] } }> {
  if (type === OptionType.INTEGER) return readIntegers;
  return type === OptionType.NUMBER ? readNumbers : readTexts;
}

const suggest: Callback = (_ctx, { focusedType }, { data }) => {
  const { choices = [] } = parsedValue(readerFor(focusedType)({ data })).data;
  return async () => ({ choices });
};

const showModal: Callback = (_ctx, _interaction, { data }) => {
  const modal = modalIn(data, ["data"]);
  return async () => ({ modal });
};

/** The user's client shows an offer to buy; the service itself sells nothing. */
const askForPremium: Callback = () => async () => ({});

const launch: Callback = (_ctx, interaction) => async (ctx) => ({
  activityInstanceId: await joinedInstance(ctx, interaction),
});

/** The implementation of each callback type. */
export const callbacks: Readonly<Record<number, Callback>> = {
  [CallbackType.CHANNEL_MESSAGE_WITH_SOURCE]: send,
  [CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE]: deferMessage,
  [CallbackType.DEFERRED_UPDATE_MESSAGE]: deferUpdate,
  [CallbackType.UPDATE_MESSAGE]: updateMessage,
  [CallbackType.AUTOCOMPLETE_RESULT]: suggest,
  [CallbackType.MODAL]: showModal,
  [CallbackType.PREMIUM_REQUIRED]: askForPremium,
  [CallbackType.LAUNCH_ACTIVITY]: launch,
};

/**
 * The kinds of interactions that allow different callback types. Among modals, only those that a
 * component opened have a message to update.
 */
export type InteractionKind =
  | "command"
  | "component"
  | "autocomplete"
  | "modalOfComponent"
  | "modalOfCommand";

const {
  CHANNEL_MESSAGE_WITH_SOURCE,
  DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE,
  DEFERRED_UPDATE_MESSAGE,
  UPDATE_MESSAGE,
  AUTOCOMPLETE_RESULT,
  MODAL,
  PREMIUM_REQUIRED,
  LAUNCH_ACTIVITY,
} = CallbackType;

const newMessage = [CHANNEL_MESSAGE_WITH_SOURCE, DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE] as const;
const sameMessage = [DEFERRED_UPDATE_MESSAGE, UPDATE_MESSAGE] as const;

/** The legal callback types in the order in which the reference's errors list them. */
const legalCallbacks: Readonly<Record<InteractionKind, readonly number[]>> = {
  command: [...newMessage, MODAL, PREMIUM_REQUIRED, LAUNCH_ACTIVITY],
  component: [...newMessage, ...sameMessage, MODAL, PREMIUM_REQUIRED, LAUNCH_ACTIVITY],
  autocomplete: [AUTOCOMPLETE_RESULT],
  modalOfComponent: [...newMessage, ...sameMessage, PREMIUM_REQUIRED, LAUNCH_ACTIVITY],
  modalOfCommand: [...newMessage, PREMIUM_REQUIRED, LAUNCH_ACTIVITY],
};

/** The kind of an interaction. */
function kindOf({
  type,
  sourceMessageId,
}: Pick<InteractionRecord, "type" | "sourceMessageId">): InteractionKind {
  switch (type) {
    case InteractionType.MESSAGE_COMPONENT:
      return "component";
    case InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE:
      return "autocomplete";
    case InteractionType.MODAL_SUBMIT:
      return sourceMessageId === undefined ? "modalOfCommand" : "modalOfComponent";
    default:
      return "command";
  }
}

/**
 * Refuses a callback type that is not legal for the interaction, or that needs a flag which its
 * application lacks.
 *
 * @throws InvalidForm
 */
export function assertLegal(
  interaction: InteractionRecord,
  application: ApplicationRecord,
  callbackType: number,
): void {
  const legal = legalCallbacks[kindOf(interaction)];
  if (!legal.includes(callbackType)) throw unlistedType(legal);
  if (callbackType !== LAUNCH_ACTIVITY || hasFlag(application, "EMBEDDED")) return;
  throw unlistedType(legal.filter((type) => type !== LAUNCH_ACTIVITY));
}

function unlistedType(legal: readonly number[]): ApiError {
  const message = `Value must be one of {${legal.join(", ")}}.`;
  return invalidForm({ path: ["type"], code: "BASE_TYPE_CHOICES", message });
}

/**
 * Parses the modal in an answer's data, and gives its components ids.
 *
 * @param at the path of the data in the request
 * @throws InvalidForm
 */
export function modalIn(data: unknown, at: ValidationIssue["path"]): ModalWithIds {
  const reading = readModal(data ?? {});
  if (reading.ok) return reading.value;
  throw invalidForm(...reading.issues.map((issue) => ({ ...issue, path: [...at, ...issue.path] })));
}
