// The events of an interaction, for its application and its user. Source: protocol:
// commands-and-interactions 5 and 7, gateway-oauth-limits 4.12.
import { event } from "../../event.ts";
import {
  anything,
  choice,
  dictionary,
  integer,
  list,
  nullable,
  object,
  optional,
  secret,
  Snowflake,
  text,
} from "../../schema/values.ts";
import { InteractionChannel, InteractionData, InteractionMember } from "./interaction-payload.ts";
import { Entitlement } from "../entitlements/entitlements.ts";
import { GatewayMessage, Message } from "../messages/messages.ts";
import { User } from "../users/users.ts";

/**
 * An interaction as its application receives it. Source: protocol: commands-and-interactions 5.1,
 * 5.2.
 */
export const Interaction = object({
  app_permissions: text(),
  application_id: Snowflake,
  attachment_size_limit: integer(),
  authorizing_integration_owners: dictionary(Snowflake),
  channel: InteractionChannel,
  channel_id: Snowflake,
  context: choice([0, 1, 2]),
  data: InteractionData,
  entitlement_sku_ids: list(Snowflake),
  entitlements: list(Entitlement),
  guild: optional(object({ features: list(text()), id: Snowflake, locale: text() })),
  guild_id: optional(Snowflake),
  guild_locale: optional(text()),
  id: Snowflake,
  locale: text(),
  member: optional(InteractionMember),
  /** The message with the component that was used, or from which the modal was opened. */
  message: optional(Message),
  token: secret(text()),
  type: integer(),
  user: optional(User),
  version: integer(),
});

/** A value that the user's client chose, which the events of its interaction repeat. */
export const Nonce = anything<string | number>();

export const InteractionCreate = event({
  name: "INTERACTION_CREATE",
  source: "protocol: commands-and-interactions 5",
  summary: "A user invoked a command, used a component or submitted a modal.",
  scope: "application",
  isAlphabetical: true,
  payload: Interaction,
});

const forUser = "protocol: commands-and-interactions 7";

/** Applications that act for the user do not receive these: they may concern other applications. */
const ofTheUser = { scope: "user", audience: "users" } as const;

/** The event as the invoking user's own sessions receive it. */
export const InteractionCreated = event({
  name: "INTERACTION_CREATE",
  source: forUser,
  summary: "The session's user created an interaction, which was sent to its application.",
  ...ofTheUser,
  payload: object({ id: Snowflake, nonce: optional(Nonce) }),
});

export const InteractionSuccess = event({
  name: "INTERACTION_SUCCESS",
  source: forUser,
  summary: "The application acknowledged the interaction of the session's user.",
  ...ofTheUser,
  payload: object({ id: Snowflake, nonce: optional(Nonce) }),
});

/** Why an interaction failed. */
export const FailureReason = { UNKNOWN: 1, TIMEOUT: 2 } as const;

export const InteractionFailure = event({
  name: "INTERACTION_FAILURE",
  source: forUser,
  summary:
    "The application did not respond to the interaction of the session's user in time, or responded with an invalid response.",
  ...ofTheUser,
  payload: object({ id: Snowflake, nonce: optional(Nonce), reason_code: integer() }),
});

/** A modal, as its user receives it. Source: protocol: commands-and-interactions 5.5. */
export const ShownModal = object({
  custom_id: text(),
  title: text(),
  components: list(anything<object>()),
});

export const InteractionModalCreate = event({
  name: "INTERACTION_MODAL_CREATE",
  source: forUser,
  summary: "The application responded to the interaction of the session's user with a modal.",
  ...ofTheUser,
  payload: object({
    id: Snowflake,
    nonce: optional(Nonce),
    channel_id: Snowflake,
    application: object({ id: Snowflake, name: text(), icon: nullable(text()) }),
    ...ShownModal.properties,
  }),
});

/** One suggestion for the option that is being typed. */
export const AutocompleteChoice = object({
  name: text(),
  name_localizations: optional(nullable(dictionary(nullable(text())))),
  value: anything<string | number>(),
});

export const AutocompleteResponse = event({
  name: "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE",
  source: forUser,
  summary: "The application suggested values for the option that the user is typing.",
  ...ofTheUser,
  payload: object({ choices: list(AutocompleteChoice), nonce: optional(Nonce) }),
});

export const InteractionAnswered = event({
  name: "INTERACTION_ANSWERED",
  source: "assumed: a wait for suggestions must hear that they came; their event names no id",
  summary:
    "An interaction was answered in a way that no other event reports with the interaction's id.",
  scope: "nobody",
  payload: object({ id: Snowflake }),
});

export const InteractionPosting = event({
  name: "INTERACTION_POSTING",
  source: "protocol: commands-and-interactions 5, 7",
  summary: "An interaction was handed over for delivery by HTTP instead of the gateway.",
  scope: "nobody",
  payload: Interaction,
});

export const InteractionExpired = event({
  name: "INTERACTION_EXPIRED",
  source: "assumed: a wait for an answer must hear that none can come any more",
  summary: "The token of an interaction expired.",
  scope: "nobody",
  payload: object({ id: Snowflake }),
});

const ephemeral = "protocol: gateway-oauth-limits 4.5";

export const EphemeralMessageCreate = event({
  name: "MESSAGE_CREATE",
  source: ephemeral,
  summary: "A message that only one user can see was sent.",
  ...ofTheUser,
  payload: GatewayMessage,
});

export const EphemeralMessageUpdate = event({
  name: "MESSAGE_UPDATE",
  source: ephemeral,
  summary: "A message that only one user can see was updated.",
  ...ofTheUser,
  payload: GatewayMessage,
});

export const EphemeralMessageDelete = event({
  name: "MESSAGE_DELETE",
  source: ephemeral,
  summary: "A message that only one user could see was deleted.",
  ...ofTheUser,
  payload: object({ id: Snowflake, channel_id: Snowflake }),
});

const direct = { guild: "DIRECT_MESSAGES" } as const;

/** The application that responded receives its own message like a direct message. */
export const OwnEphemeralMessageCreate = event({
  name: EphemeralMessageCreate.name,
  source: ephemeral,
  summary: "The application sent a message that only one user can see.",
  scope: "application",
  intent: direct,
  payload: EphemeralMessageCreate.payload,
});

export const OwnEphemeralMessageUpdate = event({
  name: EphemeralMessageUpdate.name,
  source: ephemeral,
  summary: "A message of the application that only one user can see was updated.",
  scope: "application",
  intent: direct,
  payload: EphemeralMessageUpdate.payload,
});

export const OwnEphemeralMessageDelete = event({
  name: EphemeralMessageDelete.name,
  source: ephemeral,
  summary: "A message of the application that only one user could see was deleted.",
  scope: "application",
  intent: direct,
  payload: EphemeralMessageDelete.payload,
});
