// Components of messages, as their senders write them. Source: protocol: commands-and-interactions
// 5.5, machine specification; leaf codes that are not there are those that clients have received.
import {
  Bool,
  choice,
  integer,
  list,
  nullable,
  object,
  optional,
  refine,
  Snowflake,
  tagged,
  text,
  type Report,
  type Static,
} from "../../schema/values.ts";
import {
  ChannelSelect,
  checkWidth,
  ComponentEmoji,
  ComponentId,
  CustomId,
  MentionableSelect,
  RoleSelect,
  StringSelect,
  TextDisplay,
  UserSelect,
} from "./message-component-parts.ts";
import { AttachmentUrl, ButtonUrl, MediaUrl } from "./message-urls.ts";

export const ComponentType = {
  ACTION_ROW: 1,
  BUTTON: 2,
  STRING_SELECT: 3,
  TEXT_INPUT: 4,
  USER_SELECT: 5,
  ROLE_SELECT: 6,
  MENTIONABLE_SELECT: 7,
  CHANNEL_SELECT: 8,
  SECTION: 9,
  TEXT_DISPLAY: 10,
  THUMBNAIL: 11,
  MEDIA_GALLERY: 12,
  FILE: 13,
  SEPARATOR: 14,
  CONTAINER: 17,
  LABEL: 18,
  FILE_UPLOAD: 19,
  RADIO_GROUP: 21,
  CHECKBOX_GROUP: 22,
  CHECKBOX: 23,
} as const;

/** Styles 1 to 4 trigger an interaction, 5 opens a URL, 6 sells an SKU. */
export const ButtonStyle = { LINK: 5, PREMIUM: 6 } as const;

const buttonFields = object({
  type: choice([2]),
  id: ComponentId,
  style: choice([1, 2, 3, 4, 5, 6]),
  label: optional(text({ max: 80 })),
  emoji: optional(ComponentEmoji),
  custom_id: optional(CustomId),
  url: optional(ButtonUrl),
  sku_id: optional(Snowflake),
  disabled: optional(Bool),
});

type ButtonFields = Partial<Static<typeof buttonFields>>;

/** The field that a button of this style requires; the other two are not allowed. */
function requiredFieldOf(style: number): "custom_id" | "url" | "sku_id" {
  if (style === ButtonStyle.LINK) return "url";
  return style === ButtonStyle.PREMIUM ? "sku_id" : "custom_id";
}

function reportMissingField(lead: ReturnType<typeof requiredFieldOf>, report: Report): void {
  if (lead === "custom_id") {
    report([lead], "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required");
  } else {
    report([lead], "BASE_TYPE_REQUIRED", "This field is required");
  }
}

function checkButton(
  button: ButtonFields,
  report: Report,
  isInvalid: (field: string) => boolean,
): void {
  const { style } = button;
  if (style === undefined) return;
  const lead = requiredFieldOf(style);
  if (button[lead] === undefined && !isInvalid(lead)) reportMissingField(lead, report);
  reportOtherFields(button, lead, report);
  if (lead === "sku_id") return reportLabelAndEmoji(button, report);
  const { label = "", emoji } = button;
  const isBlank = label === "" && emoji === undefined && !isInvalid("label") && !isInvalid("emoji");
  if (isBlank) report(["label"], "BASE_TYPE_REQUIRED", "This field is required");
}

/**
 * A premium button shows its SKU, so it has no label or emoji. Source: the reference's page on
 * components; the leaf code is assumed.
 */
function reportLabelAndEmoji(button: ButtonFields, report: Report): void {
  for (const field of ["label", "emoji"] as const) {
    if (button[field] === undefined) continue;
    const message = "A premium button has neither a label nor an emoji";
    report([field], "BUTTON_COMPONENT_PREMIUM_FACE", message);
  }
}

function reportOtherFields(
  button: ButtonFields,
  lead: ReturnType<typeof requiredFieldOf>,
  report: Report,
): void {
  for (const other of ["custom_id", "url", "sku_id"] as const) {
    if (other === lead || button[other] === undefined) continue;
    const message = "A custom id and url cannot both be specified";
    report([other], "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message);
  }
}

const Button = refine(buttonFields, checkButton);

const RowChild = tagged({
  2: Button,
  3: StringSelect,
  5: UserSelect,
  6: RoleSelect,
  7: MentionableSelect,
  8: ChannelSelect,
});

/** One to five buttons, or one select menu. */
const ActionRow = refine(
  object({ type: choice([1]), id: ComponentId, components: list(RowChild, { min: 1, max: 5 }) }),
  checkWidth,
);

const Media = object({ url: MediaUrl });
const Description = optional(text({ min: 1, max: 1024 }));

const Thumbnail = object({
  type: choice([11]),
  id: ComponentId,
  media: Media,
  description: Description,
  spoiler: optional(Bool),
});

const Section = object({
  type: choice([9]),
  id: ComponentId,
  components: list(tagged({ 10: TextDisplay }), { min: 1, max: 3 }),
  accessory: tagged({ 2: Button, 11: Thumbnail }),
});

const MediaGallery = object({
  type: choice([12]),
  id: ComponentId,
  items: list(object({ media: Media, description: Description, spoiler: optional(Bool) }), {
    min: 1,
    max: 10,
  }),
});

const File = object({
  type: choice([13]),
  id: ComponentId,
  file: object({ url: AttachmentUrl }),
  spoiler: optional(Bool),
});

const Separator = object({
  type: choice([14]),
  id: ComponentId,
  spacing: optional(choice([1, 2])),
  divider: optional(Bool),
});

const inContainer = {
  1: ActionRow,
  9: Section,
  10: TextDisplay,
  12: MediaGallery,
  13: File,
  14: Separator,
} as const;

/** The most layout components in one message, including nested ones. */
export const COMPONENTS_MAX = 40;

const Container = object({
  type: choice([17]),
  id: ComponentId,
  components: list(tagged(inContainer), { min: 1, max: COMPONENTS_MAX }),
  accent_color: optional(nullable(integer({ min: 0, max: 0xff_ff_ff }))),
  spoiler: optional(Bool),
});

/** Components of a message without the flag IS_COMPONENTS_V2. */
export const LegacyComponents = list(tagged({ 1: ActionRow }), { max: 5 });

/** A component at the top level of a message, with or without that flag. */
export const AnyComponent = tagged({ ...inContainer, 17: Container });

/** Components of a message with the flag IS_COMPONENTS_V2. */
export const LayoutComponents = list(AnyComponent, { max: COMPONENTS_MAX });
