// What an application and its user hear of an interaction.
// Source: protocol: commands-and-interactions 5 and 7, gateway-oauth-limits 4.12.
import { event } from "../event.ts";
import {
  anything,
  choice,
  dictionary,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
  Timestamp,
} from "../values.ts";
import { Channel, MemberWithoutUser, Role } from "./guilds.ts";
import { GatewayMessage, Message } from "./messages.ts";
import { User } from "./users.ts";

/** Source: protocol: commands-and-interactions 5. */
export const InteractionType = {
  PING: 1,
  APPLICATION_COMMAND: 2,
  MESSAGE_COMPONENT: 3,
  APPLICATION_COMMAND_AUTOCOMPLETE: 4,
  MODAL_SUBMIT: 5,
} as const;

const memberFields = {
  ...MemberWithoutUser.properties,
  permissions: text(),
  unusual_dm_activity_until: nullable(Timestamp),
};
const { deaf: _deaf, mute: _mute, ...resolvedMemberFields } = memberFields;

/** The invoking member, with what they may do in the channel. */
export const InteractionMember = object({ user: User, ...memberFields });

/**
 * A member beside the user who is named in `users`. Source: protocol: commands-and-interactions
 * 5.4.
 */
export const ResolvedMember = object(resolvedMemberFields);

const { permission_overwrites: _overwrites, ...channelFields } = Channel.properties;

/**
 * A channel with what the invoking user may do there. Source: protocol: commands-and-interactions
 * 5.4.
 */
export const InteractionChannel = object({
  ...channelFields,
  permissions: optional(text()),
  app_permissions: optional(text()),
});

/**
 * The records behind the ids of an interaction, by id. Source: protocol: commands-and-interactions
 * 5.4.
 */
export const Resolved = object({
  users: optional(dictionary(User)),
  members: optional(dictionary(ResolvedMember)),
  roles: optional(dictionary(Role)),
  channels: optional(dictionary(InteractionChannel)),
  messages: optional(dictionary(Message)),
});

/** An option as it was invoked: with a value, or with the options of a subcommand. */
export interface InvokedOption {
  readonly type: number;
  readonly name: string;
  readonly value?: string | number | boolean;
  readonly options?: readonly InvokedOption[];
}

/** Source: protocol: commands-and-interactions 5.3. */
export const CommandInvocation = object({
  id: Snowflake,
  name: text(),
  type: integer(),
  version: Snowflake,
  guild_id: optional(Snowflake),
  options: optional(list(anything<InvokedOption>())),
  resolved: optional(Resolved),
  target_id: optional(Snowflake),
});

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
  data: CommandInvocation,
  entitlement_sku_ids: list(Snowflake),
  entitlements: list(anything<object>()),
  guild: optional(object({ features: list(text()), id: Snowflake, locale: text() })),
  guild_id: optional(Snowflake),
  guild_locale: optional(text()),
  id: Snowflake,
  locale: text(),
  member: optional(InteractionMember),
  token: text(),
  type: integer(),
  user: optional(User),
  version: integer(),
});

/** A word that the user's client made up, sent back with everything about its interaction. */
export const Nonce = anything<string | number>();

export const InteractionCreate = event({
  name: "INTERACTION_CREATE",
  source: "protocol: commands-and-interactions 5",
  summary: "A user invoked the application.",
  scope: "application",
  payload: Interaction,
});

const forUser = "protocol: commands-and-interactions 7";

/** The same event as the invoking user's own sessions see it. */
export const InteractionCreated = event({
  name: "INTERACTION_CREATE",
  source: forUser,
  summary: "The user's interaction was sent to its application.",
  scope: "user",
  payload: object({ id: Snowflake, nonce: optional(Nonce) }),
});

export const InteractionSuccess = event({
  name: "INTERACTION_SUCCESS",
  source: forUser,
  summary: "The application acknowledged the user's interaction.",
  scope: "user",
  payload: object({ id: Snowflake, nonce: optional(Nonce) }),
});

/** Why an interaction failed. Source: protocol: commands-and-interactions 7. */
export const FailureReason = { UNKNOWN: 1, TIMEOUT: 2 } as const;

export const InteractionFailure = event({
  name: "INTERACTION_FAILURE",
  source: forUser,
  summary: "The application did not answer the user's interaction, or answered wrongly.",
  scope: "user",
  payload: object({ id: Snowflake, nonce: optional(Nonce), reason_code: integer() }),
});

export const InteractionExpired = event({
  name: "INTERACTION_EXPIRED",
  source: "assumed: a wait for an answer must hear that none can come any more",
  summary: "The token of an interaction is no longer accepted.",
  scope: "nobody",
  payload: object({ id: Snowflake }),
});

const ephemeral = "protocol: gateway-oauth-limits 4.5";

export const EphemeralMessageCreate = event({
  name: "MESSAGE_CREATE",
  source: ephemeral,
  summary: "A message was sent that one user alone can see.",
  scope: "user",
  payload: GatewayMessage,
});

export const EphemeralMessageUpdate = event({
  name: "MESSAGE_UPDATE",
  source: ephemeral,
  summary: "A message changed that one user alone can see.",
  scope: "user",
  payload: GatewayMessage,
});

export const EphemeralMessageDelete = event({
  name: "MESSAGE_DELETE",
  source: ephemeral,
  summary: "A message was deleted that one user alone could see.",
  scope: "user",
  payload: object({ id: Snowflake, channel_id: Snowflake }),
});

export const interactionEvents = [
  InteractionCreate,
  InteractionCreated,
  InteractionSuccess,
  InteractionFailure,
  InteractionExpired,
  EphemeralMessageCreate,
  EphemeralMessageUpdate,
  EphemeralMessageDelete,
] as const;
