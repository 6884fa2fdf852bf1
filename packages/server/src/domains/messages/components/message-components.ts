// Components of a message: checked against the schemas of their kinds and the rules that span
// components, then stored as the API shows them. Source: protocol: commands-and-interactions 5.5.
import {
  COMPONENTS_MAX,
  ComponentType,
  LayoutComponents,
  LegacyComponents,
} from "@antechamber/contract/messages";
import { lengthOf, parserOf, type ValidationIssue } from "@antechamber/contract/schema";
import {
  everyComponent,
  isComponent,
  numbered,
  repeatedIds,
  withChildren,
  type Component,
} from "./component-tree.ts";

/** Code points of all text displays of a message. Source: assumed, as clients have observed it. */
const DISPLAYED_MAX = 4000;

export interface ReadComponents {
  readonly components: object[];
  readonly issues: readonly ValidationIssue[];
}

const readLayout = parserOf(LayoutComponents);
const readLegacy = parserOf(LegacyComponents);

/**
 * Reads the components of a message; paths of faults begin inside the list.
 *
 * @param isV2 whether the message has the flag that allows the newer components
 */
export function readMessageComponents(drafts: readonly unknown[], isV2: boolean): ReadComponents {
  const reading = (isV2 ? readLayout : readLegacy)(drafts);
  const all = everyComponent(drafts);
  const issues = [...(reading.ok ? [] : reading.issues), ...repeatedIds(all)];
  if (all.length > COMPONENTS_MAX) {
    const message = `Total number of components cannot exceed ${COMPONENTS_MAX}`;
    issues.push({ path: [], code: "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message });
  }
  const valid = reading.ok ? reading.value : [];
  const displayed = displays(valid).reduce((sum, content) => sum + lengthOf(content), 0);
  if (displayed > DISPLAYED_MAX) {
    const message = `Components displayable text size exceeds maximum size of ${DISPLAYED_MAX}`;
    issues.push({ path: [], code: "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message });
  }
  if (issues.length > 0) return { components: [], issues };
  return { components: numbered(valid).map((each) => shown(each as Component)), issues };
}

/** The contents of all text displays in the components, in order. */
function displays(components: readonly unknown[]): string[] {
  return everyComponent(components).flatMap(({ component }) => {
    const content = isComponent(component) ? component["content"] : undefined;
    return typeof content === "string" ? [content] : [];
  });
}

/** The contents of all text displays as one text, joined by line breaks. */
export function displayedText(components: readonly unknown[]): string {
  return displays(components).join("\n");
}

const media = { description: null, spoiler: false };
const select = { min_values: 1, max_values: 1 };

/** Defaults in replies for fields that the sender left out. Source: machine specification. */
const defaults: Readonly<Record<number, object>> = {
  [ComponentType.STRING_SELECT]: select,
  [ComponentType.USER_SELECT]: select,
  [ComponentType.ROLE_SELECT]: select,
  [ComponentType.MENTIONABLE_SELECT]: select,
  [ComponentType.CHANNEL_SELECT]: select,
  [ComponentType.THUMBNAIL]: media,
  [ComponentType.FILE]: { name: null, size: null, spoiler: false },
  [ComponentType.SEPARATOR]: { spacing: 1, divider: true },
  [ComponentType.CONTAINER]: { accent_color: null, spoiler: false },
};

/** A component as replies show it. */
function shown(component: Component): object {
  const { type, id, required: _ofModals, emoji, items, options, ...fields } = component;
  const whole = {
    type,
    id,
    ...defaults[type as number],
    ...fields,
    ...(emoji === undefined ? {} : { emoji: shownEmoji(emoji) }),
    ...(Array.isArray(items)
      ? { items: items.map((item: object) => ({ ...media, ...item })) }
      : {}),
    ...(Array.isArray(options) ? { options: options.map(shownOption) } : {}),
  };
  return withChildren(whole, shown);
}

function shownOption(option: Component): object {
  const { emoji } = option;
  return emoji === undefined ? option : { ...option, emoji: shownEmoji(emoji) };
}

function shownEmoji(emoji: unknown): object {
  return { name: "", ...(emoji as object) };
}
