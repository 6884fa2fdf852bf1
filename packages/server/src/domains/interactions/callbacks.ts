// Each type of answer: what it may say, and what it does. Reading comes before writing, so that a faulty
// answer leaves everything as it was. Source: protocol: commands-and-interactions 6.1.
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
import { messageOf } from "../messages/operations.ts";
import { requireOwnSkus } from "../messages/components/premium-buttons.ts";
import { hasFlag, type ApplicationRecord } from "../applications/application.ts";
import { readModal, type KeptModal } from "../messages/components/modal-components.ts";
import { loadingBody, preparedChange, sendAnswer } from "./response-messages.ts";
import { joinedInstance } from "./activity.ts";
import type { Choice, InteractionRecord, Response } from "./interaction.ts";

/** What an answer came to: the response to keep, and the message that it made or is about. */
export interface Settled extends Omit<Response, "state" | "callbackType"> {
  readonly message?: MessageRecord;
}

/** Does what was read. */
export type Commit = (ctx: Context) => Promise<Settled>;

/** What came with an answer. */
export interface Given {
  readonly data: unknown;
  readonly files: readonly UploadedFile[];
}

type Callback = (
  ctx: ReadContext,
  interaction: InteractionRecord,
  given: Given,
) => Commit | Promise<Commit>;

const readMessage = parserOf(object({ data: optional(MessageDraft) }));
const readDeferred = parserOf(object({ data: optional(DeferredDraft) }));
const readChange = parserOf(object({ data: optional(MessageChange) }));
const readTexts = parserOf(object({ data: TextSuggestions }));
const readIntegers = parserOf(object({ data: IntegerSuggestions }));
const readNumbers = parserOf(object({ data: NumberSuggestions }));

function about(message: MessageRecord): Settled {
  return { message, messageId: message.id };
}

const send: Callback = async (context, interaction, { data, files }) => {
  const draft = parsedValue(readMessage({ data })).data ?? {};
  const at = ["data"];
  const answer = { body: newBody(draft, at, files), allowed: draft.allowed_mentions };
  const { components } = answer.body;
  await requireOwnSkus(context, interaction.application_id, { components, at });
  return async (ctx) => about(await sendAnswer(ctx, interaction, answer));
};

const promise: Callback = (_ctx, interaction, { data }) => {
  const flags = parsedValue(readDeferred({ data })).data?.flags ?? 0;
  const body = loadingBody({ isEphemeral: (flags & MessageFlag.EPHEMERAL) !== 0 });
  return async (ctx) => about(await sendAnswer(ctx, interaction, { body, allowed: undefined }));
};

/** The message that holds the component. @throws UnknownMessage when it was deleted */
async function sourceOf(
  ctx: ReadContext,
  { channel_id, sourceMessageId }: InteractionRecord,
): Promise<MessageRecord> {
  const source =
    sourceMessageId === undefined ? undefined : await messageOf(ctx, channel_id, sourceMessageId);
  if (source === undefined) throw new ApiError(UnknownMessage);
  return source;
}

const promiseChange: Callback = async (ctx, interaction) => {
  const source = await sourceOf(ctx, interaction);
  return async () => about(source);
};

const change: Callback = async (ctx, interaction, { data, files }) => {
  const payload = parsedValue(readChange({ data })).data ?? {};
  const source = await sourceOf(ctx, interaction);
  const at = ["data"];
  const commit = preparedChange(interaction, source, { payload, files, at });
  const components = payload.components ?? [];
  await requireOwnSkus(ctx, interaction.application_id, { components, at });
  return async (context) => about(await commit(context));
};

/** A suggestion's value is of the option's type. */
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

/** The user sees an offer to buy, though nothing is sold here. */
const askForPremium: Callback = () => async () => ({});

const launch: Callback = (_ctx, interaction) => async (ctx) => ({
  activityInstanceId: await joinedInstance(ctx, interaction),
});

/** What each type of answer does. */
export const callbacks: Readonly<Record<number, Callback>> = {
  [CallbackType.CHANNEL_MESSAGE_WITH_SOURCE]: send,
  [CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE]: promise,
  [CallbackType.DEFERRED_UPDATE_MESSAGE]: promiseChange,
  [CallbackType.UPDATE_MESSAGE]: change,
  [CallbackType.AUTOCOMPLETE_RESULT]: suggest,
  [CallbackType.MODAL]: showModal,
  [CallbackType.PREMIUM_REQUIRED]: askForPremium,
  [CallbackType.LAUNCH_ACTIVITY]: launch,
};

/** A modal that was opened from a component has a message to change; one of a command has none. */
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

/** The lists as the reference's refusals print them. */
const legalCallbacks: Readonly<Record<InteractionKind, readonly number[]>> = {
  command: [...newMessage, MODAL, PREMIUM_REQUIRED, LAUNCH_ACTIVITY],
  component: [...newMessage, ...sameMessage, MODAL, PREMIUM_REQUIRED, LAUNCH_ACTIVITY],
  autocomplete: [AUTOCOMPLETE_RESULT],
  modalOfComponent: [...newMessage, ...sameMessage, PREMIUM_REQUIRED, LAUNCH_ACTIVITY],
  modalOfCommand: [...newMessage, PREMIUM_REQUIRED, LAUNCH_ACTIVITY],
};

/** What kind of interaction it is. */
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
 * Refuses an answer of a type that does not fit the interaction, or that its application lacks the
 * flag for.
 *
 * @throws InvalidForm
 */
export function assertLegal(
  interaction: InteractionRecord,
  application: ApplicationRecord,
  callbackType: number,
): void {
  const legal = legalCallbacks[kindOf(interaction)];
  if (!legal.includes(callbackType)) throw otherThan(legal);
  if (callbackType !== LAUNCH_ACTIVITY || hasFlag(application, "EMBEDDED")) return;
  throw otherThan(legal.filter((type) => type !== LAUNCH_ACTIVITY));
}

function otherThan(legal: readonly number[]): ApiError {
  const message = `Value must be one of {${legal.join(", ")}}.`;
  return invalidForm({ path: ["type"], code: "BASE_TYPE_CHOICES", message });
}

/**
 * The modal in an answer's data, its components with ids.
 *
 * @param at where the data stands in the request
 * @throws InvalidForm
 */
export function modalIn(data: unknown, at: ValidationIssue["path"]): KeptModal {
  const reading = readModal(data ?? {});
  if (reading.ok) return reading.value;
  throw invalidForm(...reading.issues.map((issue) => ({ ...issue, path: [...at, ...issue.path] })));
}
