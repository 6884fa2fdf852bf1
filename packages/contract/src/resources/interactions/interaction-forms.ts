// Interactions that a user's client creates: the `data` of each type.
// Source: protocol: commands-and-interactions 5.5, 7.
import {
  anything,
  choice,
  inDetail,
  integer,
  list,
  object,
  optional,
  Snowflake,
  tagged,
  text,
} from "../../schema/values.ts";
import { NonceForm } from "../messages/nonce.ts";
import { AttachmentDrafts } from "../messages/message-attachments.ts";

/** An option with a value, as a client sends it; the option determines the type of the value. */
const LeafOption = object({
  type: optional(integer()),
  name: text(),
  value: optional(anything()),
  focused: optional(anything()),
});
const OptionOfLevelTwo = object({ ...LeafOption.properties, options: optional(list(LeafOption)) });

/** Options nest at most three levels: group, subcommand, value. Source: requirements 2.3. */
const SentOption = object({ ...LeafOption.properties, options: optional(list(OptionOfLevelTwo)) });

/** `data` of types 2 and 4. */
export const CommandInvocationForm = object({
  id: Snowflake,
  type: optional(integer()),
  name: optional(text()),
  version: optional(Snowflake),
  guild_id: optional(Snowflake),
  options: optional(list(SentOption)),
  target_id: optional(Snowflake),
  attachments: optional(AttachmentDrafts),
});

/** The most values of one select menu. */
const VALUES_MAX = 25;

/** `data` of type 3. */
export const ComponentUseForm = object({
  component_type: integer(),
  custom_id: text({ min: 1, max: 100 }),
  values: optional(list(text(), { max: VALUES_MAX })),
});

/** The most components at the top level of a modal. */
const MODAL_COMPONENTS_MAX = 40;

/** `data` of type 5. Its components are checked against the modal that was shown. */
export const ModalSubmissionForm = object({
  /** The interaction whose response was the modal. */
  id: Snowflake,
  custom_id: text({ min: 1, max: 100 }),
  components: list(anything(), { max: MODAL_COMPONENTS_MAX }),
  attachments: optional(AttachmentDrafts),
});

const interactionFields = {
  application_id: Snowflake,
  guild_id: optional(Snowflake),
  channel_id: Snowflake,
  /** The message with the component that is used, for type 3. */
  message_id: optional(Snowflake),
  session_id: optional(text()),
  nonce: optional(NonceForm),
};

/** `type` determines the format of `data`. */
export const InteractionForm = inDetail(
  object({ type: choice([2, 3, 4, 5]), ...interactionFields, data: anything() }),
  () =>
    tagged({
      2: object({ type: choice([2]), ...interactionFields, data: CommandInvocationForm }),
      3: object({ type: choice([3]), ...interactionFields, data: ComponentUseForm }),
      4: object({ type: choice([4]), ...interactionFields, data: CommandInvocationForm }),
      5: object({ type: choice([5]), ...interactionFields, data: ModalSubmissionForm }),
    }),
);
