// The data of an interaction: who used which command, component or modal, and with which values.
// Source: protocol: commands-and-interactions 5.2 to 5.5.
import {
  anything,
  dictionary,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
  Timestamp,
} from "../../schema/values.ts";
import { Channel, MemberWithoutUser, Role } from "../guilds/guilds.ts";
import { Attachment } from "../messages/message-attachments.ts";
import { Message } from "../messages/messages.ts";
import { User } from "../users/users.ts";

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

/** The invoking member, with their permissions in the channel. */
export const InteractionMember = object({ user: User, ...memberFields });

/** A member without their user, who is in `users`. */
export const ResolvedMember = object(resolvedMemberFields);

const { permission_overwrites: _overwrites, ...channelFields } = Channel.properties;

/** A channel with the invoking user's permissions in it. */
export const InteractionChannel = object({
  ...channelFields,
  permissions: optional(text()),
  app_permissions: optional(text()),
});

/** The objects that the ids in an interaction refer to, by id. */
export const Resolved = object({
  users: optional(dictionary(User)),
  members: optional(dictionary(ResolvedMember)),
  roles: optional(dictionary(Role)),
  channels: optional(dictionary(InteractionChannel)),
  messages: optional(dictionary(Message)),
  attachments: optional(dictionary(Attachment)),
});

/** An option of an invocation: with a value, or with the options of a subcommand. */
export interface InvokedOption {
  readonly type: number;
  readonly name: string;
  readonly value?: string | number | boolean;
  readonly options?: readonly InvokedOption[];
  /** The option that is being typed, in an autocomplete interaction. */
  readonly focused?: true;
}

/** `data` of types 2 and 4. Source: protocol: commands-and-interactions 5.3. */
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

/** `data` of type 3. */
export const ComponentUse = object({
  custom_id: text(),
  component_type: integer(),
  id: integer(),
  values: optional(list(text())),
  resolved: optional(Resolved),
});

/** `data` of type 5. */
export const ModalSubmission = object({
  custom_id: text(),
  components: list(anything<object>()),
  resolved: optional(Resolved),
});

/**
 * `data` of any type: a command's id is a snowflake, a component's is a number within its message.
 * The interaction's type determines which fields it has.
 */
export const InteractionData = object({
  id: optional(anything<string | number>()),
  name: optional(text()),
  type: optional(integer()),
  version: optional(Snowflake),
  guild_id: optional(Snowflake),
  options: optional(list(anything<InvokedOption>())),
  target_id: optional(Snowflake),
  custom_id: optional(text()),
  component_type: optional(integer()),
  values: optional(list(text())),
  components: optional(list(anything<object>())),
  resolved: optional(Resolved),
});
