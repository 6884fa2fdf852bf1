// What components of messages and of modals share. Source: protocol: commands-and-interactions 5.5;
// leaf codes that are not there are those that clients have received.
import {
  Bool,
  choice,
  integer,
  list,
  object,
  optional,
  Snowflake,
  refine,
  text,
  word,
  type Report,
} from "../../schema/values.ts";
import { ChannelType } from "../guilds/channel-types.ts";
import { ComponentType } from "./component-types.ts";

export const CustomId = text({ min: 1, max: 100 });

/** Absent or 0: the service assigns an id. */
export const ComponentId = optional(integer({ min: 0 }));

/**
 * True for a single emoji; digits and the like are text unless they are keycaps. The pattern is
 * large, so it is inside the function, where it is only compiled when it is needed.
 */
export function isEmoji(name: string): boolean {
  return /^(?:\p{RGI_Emoji}|(?![0-9#*])\p{Emoji}\uFE0F?)$/v.test(name);
}

/**
 * A custom emoji by id, or a Unicode emoji. The code of its fault is the same outside of buttons.
 * Source: discord-api-docs#8071.
 */
export const ComponentEmoji = refine(
  object({ id: optional(Snowflake), name: optional(text({ max: 32 })), animated: optional(Bool) }),
  ({ id, name = "" }, report, isInvalid) => {
    if (id !== undefined || isInvalid("id") || isInvalid("name") || isEmoji(name)) return;
    report(["name"], "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
  },
);

const selectFields = {
  id: ComponentId,
  custom_id: CustomId,
  placeholder: optional(text({ max: 150 })),
  min_values: optional(integer({ min: 0, max: 25 })),
  max_values: optional(integer({ min: 1, max: 25 })),
  disabled: optional(Bool),
  /** For modals; on a message it has no effect. */
  required: optional(Bool),
};

/** The width of an action row, which a select menu or a text input fills, in buttons. */
const ROW_WIDTH = 5;

/** Checks that the components of an action row fit beside one another. */
export function checkWidth(
  { components }: { readonly components?: readonly unknown[] },
  report: Report,
): void {
  let width = 0;
  // The list and its items are undefined if they are invalid.
  for (const [i, child] of (components ?? []).entries()) {
    width += (child as { type?: number } | undefined)?.type === 2 ? 1 : ROW_WIDTH;
    if (child === undefined || width <= ROW_WIDTH) continue;
    const message = "The specified component exceeds the maximum width";
    report(["components", i], "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
  }
}

interface Counts {
  readonly min_values?: number;
  readonly max_values?: number;
}

type IsFaulty = (field: string) => boolean;

/** Checks the minimum and maximum number of values, which are both 1 by default. */
export function checkCounts(counts: Counts, report: Report, isInvalid: IsFaulty): void {
  const { min_values: min = 1, max_values: max = 1 } = counts;
  if (isInvalid("min_values") || isInvalid("max_values") || min <= max) return;
  const message = `min_values value should be less than or equal to ${max}.`;
  report(["min_values"], "NUMBER_TYPE_MAX", message);
}

interface Choice {
  readonly value?: string;
  readonly default?: boolean;
}

/** Checks that values are distinct, and that no more are preselected than may be selected. */
export function checkOptions(
  options: readonly (Choice | undefined)[],
  max: number,
  report: Report,
): void {
  const seen = new Set<string>();
  for (const [i, option] of options.entries()) {
    const value = option?.value;
    if (value === undefined) continue;
    if (seen.has(value)) {
      const message = "The specified option value is already used";
      report(["options", i, "value"], "COMPONENT_OPTION_VALUE_DUPLICATED", message);
    }
    seen.add(value);
  }
  const chosen = options.filter((option) => option?.default === true).length;
  if (chosen > max) tooManyDefaults(["options"], report);
}

function tooManyDefaults(path: readonly string[], report: Report): void {
  const message = "The specified number of default values exceeds the specified maximum values";
  report(path, "COMPONENT_TOO_MANY_DEFAULT_VALUES", message);
}

interface WithOptions extends Counts {
  readonly options?: readonly (Choice | undefined)[];
}

/** Checks a select menu that lists its own options. */
function checkStringSelect(menu: WithOptions, report: Report, isInvalid: IsFaulty): void {
  checkCounts(menu, report, isInvalid);
  const { options, max_values: max = 1 } = menu;
  if (options === undefined || isInvalid("max_values")) return;
  if (max > options.length) {
    report(["options"], "BASE_TYPE_MIN_LENGTH", `Must be ${max} or more in length.`);
  }
  checkOptions(options, max, report);
}

export const optionFields = {
  label: text({ min: 1, max: 100 }),
  value: text({ min: 1, max: 100 }),
  description: optional(text({ max: 100 })),
  default: optional(Bool),
};

/** One option of a select menu. */
const SelectOption = object({ ...optionFields, emoji: optional(ComponentEmoji) });

const DEFAULTS_MAX = 25;

/** Preselected users, roles or channels. */
function defaultValues<const W extends readonly string[]>(...kinds: W) {
  return optional(list(object({ id: Snowflake, type: word(kinds) }), { max: DEFAULTS_MAX }));
}

interface WithDefaults extends Counts {
  readonly default_values?: readonly unknown[];
}

/** Checks a select menu whose values the client provides. */
function checkAutoSelect(menu: WithDefaults, report: Report, isInvalid: IsFaulty): void {
  checkCounts(menu, report, isInvalid);
  const { default_values: defaults = [], max_values: max = 1 } = menu;
  if (!isInvalid("max_values") && defaults.length > max)
    tooManyDefaults(["default_values"], report);
}

/** A select menu that lists its own options. */
export const StringSelect = refine(
  object({
    type: choice([ComponentType.STRING_SELECT]),
    ...selectFields,
    options: list(SelectOption, { min: 1, max: 25 }),
  }),
  checkStringSelect,
);

/** Select menus whose values the client provides. */
export const UserSelect = refine(
  object({
    type: choice([ComponentType.USER_SELECT]),
    ...selectFields,
    default_values: defaultValues("user"),
  }),
  checkAutoSelect,
);
export const RoleSelect = refine(
  object({
    type: choice([ComponentType.ROLE_SELECT]),
    ...selectFields,
    default_values: defaultValues("role"),
  }),
  checkAutoSelect,
);
export const MentionableSelect = refine(
  object({
    type: choice([ComponentType.MENTIONABLE_SELECT]),
    ...selectFields,
    default_values: defaultValues("user", "role"),
  }),
  checkAutoSelect,
);
export const ChannelSelect = refine(
  object({
    type: choice([ComponentType.CHANNEL_SELECT]),
    ...selectFields,
    default_values: defaultValues("channel"),
    channel_types: optional(list(choice(Object.values(ChannelType)))),
  }),
  checkAutoSelect,
);

export const TextDisplay = object({
  type: choice([ComponentType.TEXT_DISPLAY]),
  id: ComponentId,
  content: text({ min: 1, max: 4000 }),
});
