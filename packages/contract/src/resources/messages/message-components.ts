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
import { ButtonStyle, ComponentType } from "./component-types.ts";
import { AttachmentUrl, ButtonUrl, MediaUrl } from "./message-urls.ts";

const buttonFields = object({
  type: choice([ComponentType.BUTTON]),
  id: ComponentId,
  style: choice(Object.values(ButtonStyle)),
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
  [ComponentType.BUTTON]: Button,
  [ComponentType.STRING_SELECT]: StringSelect,
  [ComponentType.USER_SELECT]: UserSelect,
  [ComponentType.ROLE_SELECT]: RoleSelect,
  [ComponentType.MENTIONABLE_SELECT]: MentionableSelect,
  [ComponentType.CHANNEL_SELECT]: ChannelSelect,
});

/** One to five buttons, or one select menu. */
const ActionRow = refine(
  object({
    type: choice([ComponentType.ACTION_ROW]),
    id: ComponentId,
    components: list(RowChild, { min: 1, max: 5 }),
  }),
  checkWidth,
);

const Media = object({ url: MediaUrl });
const Description = optional(text({ min: 1, max: 1024 }));

const Thumbnail = object({
  type: choice([ComponentType.THUMBNAIL]),
  id: ComponentId,
  media: Media,
  description: Description,
  spoiler: optional(Bool),
});

const Section = object({
  type: choice([ComponentType.SECTION]),
  id: ComponentId,
  components: list(tagged({ [ComponentType.TEXT_DISPLAY]: TextDisplay }), { min: 1, max: 3 }),
  accessory: tagged({ [ComponentType.BUTTON]: Button, [ComponentType.THUMBNAIL]: Thumbnail }),
});

const MediaGallery = object({
  type: choice([ComponentType.MEDIA_GALLERY]),
  id: ComponentId,
  items: list(object({ media: Media, description: Description, spoiler: optional(Bool) }), {
    min: 1,
    max: 10,
  }),
});

const File = object({
  type: choice([ComponentType.FILE]),
  id: ComponentId,
  file: object({ url: AttachmentUrl }),
  spoiler: optional(Bool),
});

const Separator = object({
  type: choice([ComponentType.SEPARATOR]),
  id: ComponentId,
  spacing: optional(choice([1, 2])),
  divider: optional(Bool),
});

const inContainer = {
  [ComponentType.ACTION_ROW]: ActionRow,
  [ComponentType.SECTION]: Section,
  [ComponentType.TEXT_DISPLAY]: TextDisplay,
  [ComponentType.MEDIA_GALLERY]: MediaGallery,
  [ComponentType.FILE]: File,
  [ComponentType.SEPARATOR]: Separator,
} as const;

/** The most layout components in one message, including nested ones. */
export const COMPONENTS_MAX = 40;

const Container = object({
  type: choice([ComponentType.CONTAINER]),
  id: ComponentId,
  components: list(tagged(inContainer), { min: 1, max: COMPONENTS_MAX }),
  accent_color: optional(nullable(integer({ min: 0, max: 0xff_ff_ff }))),
  spoiler: optional(Bool),
});

/** Components of a message without the flag IS_COMPONENTS_V2. */
export const LegacyComponents = list(tagged({ [ComponentType.ACTION_ROW]: ActionRow }), { max: 5 });

/** A component at the top level of a message, with or without that flag. */
export const AnyComponent = tagged({ ...inContainer, [ComponentType.CONTAINER]: Container });

/** Components of a message with the flag IS_COMPONENTS_V2. */
export const LayoutComponents = list(AnyComponent, { max: COMPONENTS_MAX });
