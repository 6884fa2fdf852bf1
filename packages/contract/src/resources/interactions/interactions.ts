// Invoking an application as a signed-in user, and the application's first response. Source:
// protocol: commands-and-interactions 6.1.
import { open, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  AlreadyAcknowledged,
  ApplicationInteractionFailed,
  EmptyMessage,
  MissingAccess,
  MissingPermissions,
  UnknownApplication,
  UnknownChannel,
  UnknownGuild,
  UnknownInteraction,
  UnknownMessage,
  UnknownUser,
} from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import {
  anything,
  Bool,
  choice,
  dictionary,
  double,
  inDetail,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  tagged,
  text,
  trimmed,
  type TSchema,
} from "../../schema/values.ts";
import { NUMBER_EDGE } from "../commands/command-types.ts";
import { MessageBlocked } from "../guilds/auto-moderation.ts";
import { InteractionForm } from "./interaction-forms.ts";
import { DeferredDraft, MessageChange, MessageDraft } from "../messages/message-draft.ts";
import { ModalForm } from "./modal-form.ts";
import {
  NotATextChannel,
  PollNotEditable,
  voiceMessageErrors,
  TooManyAttachments,
  VoiceMessageNotEditable,
} from "../messages/message-errors.ts";
import { Message } from "../messages/messages.ts";

export const CallbackType = {
  PONG: 1,
  CHANNEL_MESSAGE_WITH_SOURCE: 4,
  DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE: 5,
  DEFERRED_UPDATE_MESSAGE: 6,
  UPDATE_MESSAGE: 7,
  AUTOCOMPLETE_RESULT: 8,
  MODAL: 9,
  PREMIUM_REQUIRED: 10,
  IFRAME_MODAL: 11,
  LAUNCH_ACTIVITY: 12,
  SKU_PURCHASE_ELIGIBILITY: 13,
} as const;

export const createInteraction = endpoint({
  id: "interactions.create",
  source: "protocol: commands-and-interactions 7",
  summary:
    "Create an interaction as the signed-in user: a command, a component, a modal, or the autocomplete of an option.",
  method: "POST",
  path: "/interactions",
  auth: [signedIn],
  multipart: true,
  body: InteractionForm,
  replies: { 204: none },
  errors: [
    ApplicationInteractionFailed,
    MissingAccess,
    MissingPermissions,
    NotATextChannel,
    UnknownApplication,
    UnknownChannel,
    UnknownGuild,
    UnknownInteraction,
    UnknownMessage,
    UnknownUser,
  ],
});

/** Suggestions with values of one type. */
function suggestions<S extends TSchema>(value: S) {
  const each = object({
    // A name of spaces alone is too short. Source: Statsify/statsify#830.
    name: trimmed({ min: 1, max: limits.choiceName.value }),
    name_localizations: optional(nullable(dictionary(nullable(text())))),
    value,
  });
  const bounds = { max: limits.choicesPerOption.value, sparse: true };
  return object({ choices: optional(list(each, bounds)) });
}

/** Suggestions for an option that is being typed, whose type determines the type of their values. */
const AutocompleteDraft = suggestions(anything<string | number>());

/**
 * Suggestions for options of texts, integers and other numbers.
 *
 * @source protocol: commands-and-interactions 3.2, O19, O20, O23
 */
export const TextSuggestions = suggestions(text({ max: limits.choiceValue.value }));
export const IntegerSuggestions = suggestions(integer({ width: "int53" }));
export const NumberSuggestions = suggestions(double({ min: -NUMBER_EDGE, max: NUMBER_EDGE }));

/**
 * `type` determines the format of `data`: for 4 a new message, for 5 only its flags, for 7 a change
 * of the component's message, for 8 suggestions, for 9 a modal.
 */
export const InteractionCallback = inDetail(
  object({
    type: choice([1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]),
    data: optional(anything()),
  }),
  () =>
    tagged({
      4: object({ type: choice([4]), data: optional(MessageDraft) }),
      5: object({ type: choice([5]), data: optional(DeferredDraft) }),
      7: object({ type: choice([7]), data: optional(MessageChange) }),
      8: object({ type: choice([8]), data: AutocompleteDraft }),
      9: object({ type: choice([9]), data: ModalForm }),
    }),
);

/** Source: protocol: commands-and-interactions 6.3. */
export const CallbackResponse = object({
  interaction: object({
    id: Snowflake,
    type: integer(),
    activity_instance_id: optional(text()),
    response_message_id: optional(Snowflake),
    response_message_loading: optional(Bool),
    response_message_ephemeral: optional(Bool),
    channel_id: optional(Snowflake),
    guild_id: optional(Snowflake),
  }),
  resource: optional(
    object({
      type: integer(),
      message: optional(Message),
      activity_instance: optional(object({ id: text() })),
    }),
  ),
});

export const answerInteraction = endpoint({
  id: "interactions.callback",
  source: "protocol: commands-and-interactions 6.1",
  summary: "Create the response to an interaction, once and within three seconds.",
  method: "POST",
  path: "/interactions/{interaction_id}/{interaction_token}/callback",
  auth: [open],
  outsideGlobalLimit: true,
  multipart: true,
  query: object({ with_response: optional(Bool) }),
  body: InteractionCallback,
  replies: { 200: CallbackResponse, 204: none },
  errors: [
    UnknownInteraction,
    AlreadyAcknowledged,
    EmptyMessage,
    MessageBlocked,
    PollNotEditable,
    UnknownChannel,
    UnknownMessage,
    TooManyAttachments,
    VoiceMessageNotEditable,
    ...voiceMessageErrors,
  ],
});
