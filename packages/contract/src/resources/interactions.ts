// Invoking an application as a signed-in user, and the application's first answer.
import { open, signedIn } from "../auth.ts";
import { endpoint, none } from "../endpoint.ts";
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
} from "../error.ts";
import {
  anything,
  Bool,
  choice,
  integer,
  list,
  object,
  optional,
  refine,
  Snowflake,
  text,
} from "../values.ts";
import { Nonce } from "./interaction-events.ts";
import { interactionWebhookEndpoints } from "./interaction-webhooks.ts";
import { invokeCommand } from "./invoke.ts";
import { Message } from "./messages.ts";

/** Source: protocol: commands-and-interactions 6.1. */
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

/** An option with a value, as a client sends it; the value's type hangs on the option. */
const LeafOption = object({
  type: optional(integer()),
  name: text(),
  value: optional(anything()),
});
const OptionOfLevelTwo = object({ ...LeafOption.properties, options: optional(list(LeafOption)) });

/** Options nest three deep at most: group, subcommand, value. Source: requirements 2.3. */
const SentOption = object({ ...LeafOption.properties, options: optional(list(OptionOfLevelTwo)) });

/**
 * `data` of an interaction of type 2 as a client sends it. Source: protocol:
 * commands-and-interactions 7.
 */
export const CommandInvocationForm = object({
  id: Snowflake,
  type: optional(integer()),
  name: optional(text()),
  version: optional(Snowflake),
  guild_id: optional(Snowflake),
  options: optional(list(SentOption)),
  target_id: optional(Snowflake),
});

/** Source: protocol: commands-and-interactions 7; the length is the reference's for messages. */
const NONCE_MAX = 25;

const NonceForm = refine(Nonce, (nonce, report) => {
  const isInteger = typeof nonce === "bigint" || Number.isInteger(nonce);
  if (typeof nonce !== "string" && !isInteger) {
    report([], "NONCE_TYPE_INVALID_TYPE", "This field must be a string or integer");
  } else if (String(nonce).length > NONCE_MAX) {
    report([], "BASE_TYPE_MAX_LENGTH", `Must be ${NONCE_MAX} or fewer in length.`);
  }
});

/** What `data` holds hangs on `type`: for 2 it is a command's invocation. */
export const InteractionForm = object({
  type: choice([2]),
  application_id: Snowflake,
  guild_id: optional(Snowflake),
  channel_id: Snowflake,
  session_id: optional(text()),
  nonce: optional(NonceForm),
  data: anything(),
});

export const createInteraction = endpoint({
  id: "interactions.create",
  source: "protocol: commands-and-interactions 7",
  summary: "Invoke an application's command as the signed-in user.",
  method: "POST",
  path: "/interactions",
  auth: [signedIn],
  body: InteractionForm,
  replies: { 204: none },
  errors: [
    ApplicationInteractionFailed,
    MissingAccess,
    MissingPermissions,
    UnknownApplication,
    UnknownChannel,
    UnknownGuild,
    UnknownMessage,
    UnknownUser,
  ],
});

/** What `data` holds hangs on `type`: for 4 a new message, for 5 its flags alone. */
export const InteractionCallback = object({
  type: choice([1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]),
  data: optional(anything()),
});

/** Source: protocol: commands-and-interactions 6.3. */
export const CallbackResponse = object({
  interaction: object({
    id: Snowflake,
    type: integer(),
    response_message_id: optional(Snowflake),
    response_message_loading: optional(Bool),
    response_message_ephemeral: optional(Bool),
    channel_id: optional(Snowflake),
    guild_id: optional(Snowflake),
  }),
  resource: optional(object({ type: integer(), message: optional(Message) })),
});

export const answerInteraction = endpoint({
  id: "interactions.callback",
  source: "protocol: commands-and-interactions 6.1",
  summary: "Answer an interaction, once, within three seconds.",
  method: "POST",
  path: "/interactions/{interaction_id}/{interaction_token}/callback",
  auth: [open],
  outsideGlobalLimit: true,
  multipart: true,
  query: object({ with_response: optional(Bool) }),
  body: InteractionCallback,
  replies: { 200: CallbackResponse, 204: none },
  errors: [UnknownInteraction, AlreadyAcknowledged, EmptyMessage, UnknownChannel],
});

export const interactionEndpoints = [
  createInteraction,
  answerInteraction,
  ...interactionWebhookEndpoints,
  invokeCommand,
] as const;
