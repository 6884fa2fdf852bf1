// A modal as an application writes it. Source: protocol: commands-and-interactions 5.5, machine
// specification.
import {
  Bool,
  choice,
  integer,
  list,
  object,
  optional,
  refine,
  tagged,
  text,
  type Report,
  type Static,
} from "../../schema/values.ts";
import { FileTypes } from "../commands/command-options.ts";
import { ComponentType } from "../messages/component-types.ts";
import {
  ChannelSelect,
  checkCounts,
  checkOptions,
  checkWidth,
  ComponentId,
  CustomId,
  MentionableSelect,
  optionFields,
  RoleSelect,
  StringSelect,
  TextDisplay,
  UserSelect,
} from "../messages/message-component-parts.ts";

const required = optional(Bool);

interface Answered {
  readonly required?: boolean;
  readonly min_values?: number;
}

interface Select extends Answered {
  readonly disabled?: boolean;
}

/**
 * Clients in some languages always write `disabled: false`. The leaf code is not public. Source:
 * requirements 7, protocol: commands-and-interactions 9.
 */
function checkDisabled({ disabled }: Select, report: Report): void {
  if (disabled !== true) return;
  const message = "Components in a modal cannot be disabled";
  report(["disabled"], "COMPONENT_DISABLED_IN_MODAL", message);
}

/** A component is required unless it says otherwise, and then asks for at least one value. */
function checkRequired({ required: isRequired, min_values: min }: Answered, report: Report): void {
  if (isRequired === false || min !== 0) return;
  const message = "Components marked as required cannot have a min_values of 0";
  report(["min_values"], "COMPONENT_REQUIRED_ZERO_MIN_VALUES", message);
}

function checkSelect(select: Select, report: Report): void {
  checkDisabled(select, report);
  checkRequired(select, report);
}

/** The most characters of a text input. */
const INPUT_MAX = 4000;

const inputFields = {
  type: choice([ComponentType.TEXT_INPUT]),
  id: ComponentId,
  custom_id: CustomId,
  style: choice([1, 2]),
  min_length: optional(integer({ min: 0, max: INPUT_MAX })),
  max_length: optional(integer({ min: 1, max: INPUT_MAX })),
  required,
  value: optional(text({ max: INPUT_MAX })),
  placeholder: optional(text({ max: 100 })),
};

interface InputBounds {
  readonly min_length?: number;
  readonly max_length?: number;
  readonly value?: string;
}

/** Source of the minimum for the value: discordjs/discord.js#10805, #11182. */
function checkInput({ min_length: min = 0, ...input }: InputBounds, report: Report): void {
  const { max_length: max = INPUT_MAX, value } = input;
  const length = value === undefined ? min : Array.from(value).length;
  if (min > max) {
    const message = `min_length value should be less than or equal to ${max}.`;
    report(["min_length"], "NUMBER_TYPE_MAX", message);
  } else if (length > max) {
    report(["value"], "BASE_TYPE_MAX_LENGTH", `Must be ${max} or fewer in length.`);
  } else if (length < min) {
    report(["value"], "BASE_TYPE_MIN_LENGTH", `Must be ${min} or more in length.`);
  }
}

const TextInput = refine(object(inputFields), checkInput);

/** A text input in an action row has its own label, because no label component surrounds it. */
const LabelledTextInput = refine(
  object({ ...inputFields, label: text({ min: 1, max: 45 }) }),
  checkInput,
);

const FILES_MAX = 10;

const FileUpload = refine(
  object({
    type: choice([ComponentType.FILE_UPLOAD]),
    id: ComponentId,
    custom_id: CustomId,
    min_values: optional(integer({ min: 0, max: FILES_MAX })),
    max_values: optional(integer({ min: 1, max: FILES_MAX })),
    required,
    file_types: optional(FileTypes),
  }),
  (upload, report, isInvalid) => {
    checkCounts(upload, report, isInvalid);
    checkRequired(upload, report);
  },
);

const GroupOption = object(optionFields);

const RadioGroup = refine(
  object({
    type: choice([ComponentType.RADIO_GROUP]),
    id: ComponentId,
    custom_id: CustomId,
    required,
    options: list(GroupOption, { min: 2, max: 10 }),
  }),
  ({ options }, report) => checkOptions(options ?? [], 1, report),
);

const CheckboxGroup = refine(
  object({
    type: choice([ComponentType.CHECKBOX_GROUP]),
    id: ComponentId,
    custom_id: CustomId,
    min_values: optional(integer({ min: 0, max: 10 })),
    max_values: optional(integer({ min: 1, max: 10 })),
    required,
    options: list(GroupOption, { min: 1, max: 10 }),
  }),
  (group, report, isInvalid) => {
    const { options, max_values, min_values } = group;
    // The number of options is unknown if they could not be read.
    const count = options?.length ?? Infinity;
    const bounds = { min_values: min_values ?? 0, max_values: max_values ?? count };
    checkCounts(bounds, report, isInvalid);
    checkRequired(group, report);
    checkOptions(options ?? [], bounds.max_values, report);
  },
);

const Checkbox = object({
  type: choice([ComponentType.CHECKBOX]),
  id: ComponentId,
  custom_id: CustomId,
  default: optional(Bool),
});

const Label = object({
  type: choice([ComponentType.LABEL]),
  id: ComponentId,
  label: text({ min: 1, max: 45 }),
  description: optional(text({ min: 1, max: 100 })),
  component: tagged({
    [ComponentType.STRING_SELECT]: refine(StringSelect, checkSelect),
    [ComponentType.TEXT_INPUT]: TextInput,
    [ComponentType.USER_SELECT]: refine(UserSelect, checkSelect),
    [ComponentType.ROLE_SELECT]: refine(RoleSelect, checkSelect),
    [ComponentType.MENTIONABLE_SELECT]: refine(MentionableSelect, checkSelect),
    [ComponentType.CHANNEL_SELECT]: refine(ChannelSelect, checkSelect),
    [ComponentType.FILE_UPLOAD]: FileUpload,
    [ComponentType.RADIO_GROUP]: RadioGroup,
    [ComponentType.CHECKBOX_GROUP]: CheckboxGroup,
    [ComponentType.CHECKBOX]: Checkbox,
  }),
});

/**
 * One text input. Deprecated by the reference, but many applications still send it. Source of the
 * number: discord-api-docs#4143.
 */
const InputRow = refine(
  object({
    type: choice([ComponentType.ACTION_ROW]),
    id: ComponentId,
    components: list(tagged({ [ComponentType.TEXT_INPUT]: LabelledTextInput }), { min: 1, max: 5 }),
  }),
  checkWidth,
);

/**
 * A modal. Ids are not assigned yet, and custom ids not compared with one another: that happens
 * when the modal is stored.
 *
 * @source protocol: commands-and-interactions 6.1; 10, choice 32
 */
export const ModalForm = object({
  custom_id: text({ min: 1, max: 100 }),
  title: text({ min: 1, max: 45 }),
  components: list(
    tagged({
      [ComponentType.ACTION_ROW]: InputRow,
      [ComponentType.TEXT_DISPLAY]: TextDisplay,
      [ComponentType.LABEL]: Label,
    }),
    { min: 1, max: 5 },
  ),
});

export type ModalDraft = Static<typeof ModalForm>;
