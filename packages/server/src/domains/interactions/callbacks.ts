// Each type of answer: what it may say, and what it does. Reading comes before writing, so that a faulty
// answer leaves everything as it was. Source: protocol: commands-and-interactions 6.1.
import {
  AutocompleteDraft,
  CallbackType,
  DeferredDraft,
  formReader,
  MessageChange,
  MessageDraft,
  MessageFlag,
  object,
  optional,
  OptionType,
  UnknownMessage,
  type Fault,
  type Reading,
  type UploadedFile,
} from "@antechamber/contract";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { newBody } from "../messages/body.ts";
import type { MessageRecord } from "../messages/message.ts";
import { messageOf } from "../messages/operations.ts";
import { requireOwnSkus } from "../messages/components/premium-buttons.ts";
import { loadingBody, preparedChange, sendAnswer } from "./answer-messages.ts";
import { joinedInstance } from "./activity.ts";
import type { Choice, InteractionRecord, Response } from "./interaction.ts";
import { modalIn } from "./modals/modal.ts";
import { quoted, valueFault } from "./option-values.ts";

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

const readMessage = formReader(object({ data: optional(MessageDraft) }));
const readDeferred = formReader(object({ data: optional(DeferredDraft) }));
const readChange = formReader(object({ data: optional(MessageChange) }));
const readChoices = formReader(object({ data: AutocompleteDraft }));

function settled<T>(reading: Reading<T>): T {
  if (!reading.ok) throw invalidForm(...reading.faults);
  return reading.value;
}

function about(message: MessageRecord): Settled {
  return { message, messageId: message.id };
}

const send: Callback = async (context, interaction, { data, files }) => {
  const draft = settled(readMessage({ data })).data ?? {};
  const at = ["data"];
  const answer = { body: newBody(draft, at, files), allowed: draft.allowed_mentions };
  const { components } = answer.body;
  await requireOwnSkus(context, interaction.application_id, { components, at });
  return async (ctx) => about(await sendAnswer(ctx, interaction, answer));
};

const promise: Callback = (_ctx, interaction, { data }) => {
  const flags = settled(readDeferred({ data })).data?.flags ?? 0;
  const body = loadingBody((flags & MessageFlag.EPHEMERAL) !== 0);
  return async (ctx) => about(await sendAnswer(ctx, interaction, { body, allowed: undefined }));
};

/** The message that holds the component. @throws UnknownMessage when it is gone */
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
  const form = settled(readChange({ data })).data ?? {};
  const source = await sourceOf(ctx, interaction);
  const at = ["data"];
  const commit = preparedChange(interaction, source, { form, files, at });
  const components = form.components ?? [];
  await requireOwnSkus(ctx, interaction.application_id, { components, at });
  return async (context) => about(await commit(context));
};

const suggest: Callback = (_ctx, interaction, { data }) => {
  const { choices = [] } = settled(readChoices({ data })).data;
  const faults = choices.flatMap(
    (choice, i) => choiceFault(interaction.focusedType, choice, ["data", "choices", i]) ?? [],
  );
  if (faults.length > 0) throw invalidForm(...faults);
  return async () => ({ choices });
};

/** Source: protocol: commands-and-interactions 3.2, O19 and O20. */
const CHOICE_TEXT_MAX = 100;

/** A suggestion's value is of the option's type. */
function choiceFault(
  type: number | undefined,
  { value }: Choice,
  path: Fault["path"],
): Fault | undefined {
  const at = [...path, "value"];
  if (type !== OptionType.STRING) {
    const fault = valueFault({ type: type ?? OptionType.INTEGER, name: "" }, value);
    return fault && { path: at, ...fault };
  }
  if (typeof value !== "string") {
    const message = `Could not interpret "${quoted(value)}" as string.`;
    return { path: at, code: "STRING_TYPE_CONVERT", message };
  }
  if (Array.from(value).length <= CHOICE_TEXT_MAX) return undefined;
  const message = `Must be ${CHOICE_TEXT_MAX} or fewer in length.`;
  return { path: at, code: "BASE_TYPE_MAX_LENGTH", message };
}

const showModal: Callback = (_ctx, _interaction, { data }) => {
  const modal = modalIn(data, ["data"]);
  return async () => ({ modal });
};

/** The user is told of a purchase, which nothing here sells. */
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
