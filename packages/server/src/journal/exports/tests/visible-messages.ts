// The visible parts of a message, and the controls on it, so that tests do not depend on the whole
// payload.
import { MessageFlag } from "@antechamber/contract/messages";
import { Text, type ExpectedValue, type VisibleMessage } from "./model.ts";
import { plainText, textOf, type Reading } from "./texts.ts";

/** An object of the API, as recorded in the journal. */
export type Wire = Readonly<Record<string, unknown>>;

/** A string field of an object; empty where the object has no such field. */
export function textIn(wire: Wire, key: string): string {
  const value = wire[key];
  return typeof value === "string" ? value : "";
}

export function wireList(value: unknown): readonly Wire[] {
  return Array.isArray(value) ? (value as readonly Wire[]) : [];
}

/** The text fields of embeds that are compared, in order of display. */
const embedTexts = ["title", "description", "url"] as const;
/** The text fields of components that are compared. */
const componentTexts = ["label", "placeholder", "content", "title", "description"] as const;

/** The visible parts of a message. */
export function visibleMessage(message: Wire, reading: Reading): VisibleMessage {
  const fields: Record<string, ExpectedValue> = {};
  const embeds = wireList(message["embeds"]).map((each) => embedOf(each, reading));
  if (embeds.some((each) => !isEmpty(each))) fields["embeds"] = embeds.filter((e) => !isEmpty(e));
  const components = componentsOf(message["components"], reading);
  if (components.length > 0) fields["components"] = components;
  const files = wireList(message["attachments"]).map(({ filename }) => ({
    filename: textOf(String(filename), reading),
  }));
  if (files.length > 0) fields["attachments"] = files;
  return {
    content: textOf(textIn(message, "content"), reading),
    ephemeral: isEphemeral(message),
    fields,
  };
}

export function isEphemeral({ flags }: Wire): boolean {
  return typeof flags === "number" && (flags & MessageFlag.EPHEMERAL) !== 0;
}

/** Whether a message is the "thinking…" placeholder of a deferred response. */
export function isLoading({ flags }: Wire): boolean {
  return typeof flags === "number" && (flags & MessageFlag.LOADING) !== 0;
}

function isEmpty(value: ExpectedValue): boolean {
  return !(value instanceof Text) && typeof value === "object" && Object.keys(value).length === 0;
}

function embedOf(embed: Wire, reading: Reading): Readonly<Record<string, ExpectedValue>> {
  const visible: Record<string, ExpectedValue> = textsOf(embed, embedTexts, reading);
  const author = textsOf((embed["author"] ?? {}) as Wire, ["name"], reading);
  const footer = textsOf((embed["footer"] ?? {}) as Wire, ["text"], reading);
  if (!isEmpty(author)) visible["author"] = author;
  const fields = wireList(embed["fields"]).map((each) => textsOf(each, ["name", "value"], reading));
  if (fields.length > 0) visible["fields"] = fields;
  if (!isEmpty(footer)) visible["footer"] = footer;
  return visible;
}

function textsOf(
  wire: Wire,
  keys: readonly string[],
  reading: Reading,
): Record<string, ExpectedValue> {
  const found: Record<string, ExpectedValue> = {};
  for (const key of keys) {
    const value = wire[key];
    // URLs of this service's CDN are signed anew each time, so they differ between runs.
    if (typeof value !== "string" || value === "" || /^https?:.*\/cdn\//.test(value)) continue;
    found[key] = textOf(value, reading);
  }
  return found;
}

function componentsOf(components: unknown, reading: Reading): readonly ExpectedValue[] {
  return wireList(components)
    .map((each) => componentOf(each, reading))
    .filter((each) => !isEmpty(each));
}

function componentOf(component: Wire, reading: Reading): Readonly<Record<string, ExpectedValue>> {
  const visible = textsOf(component, componentTexts, reading);
  if (typeof component["style"] === "number" && component["url"] !== undefined) {
    Object.assign(visible, textsOf(component, ["url"], reading));
  }
  if (component["disabled"] === true) visible["disabled"] = true;
  const options = wireList(component["options"]).map((each) => textsOf(each, ["label"], reading));
  if (options.length > 0) visible["options"] = options;
  const inner = componentsOf(component["components"], reading);
  if (inner.length > 0) visible["components"] = inner;
  for (const key of ["component", "accessory"]) {
    const [one] = componentsOf(component[key] === undefined ? [] : [component[key]], reading);
    if (one !== undefined) visible[key] = one;
  }
  return visible;
}

/** A component with a custom id, on a message or in a modal. */
export interface Control {
  readonly customId: string;
  /** The text on the component or on the label around it. */
  readonly label: string | undefined;
  readonly wire: Wire;
}

/** Every control, the outermost first. */
export function controlsIn(components: unknown, outerLabel?: string): readonly Control[] {
  return wireList(components).flatMap((each) => {
    const label = nameOf(each["label"]) ?? outerLabel ?? nameOf(each["placeholder"]);
    const customId = each["custom_id"];
    const own = typeof customId === "string" ? [{ customId, label, wire: each }] : [];
    const child = each["component"] === undefined ? [] : [each["component"]];
    const accessory = each["accessory"] === undefined ? [] : [each["accessory"]];
    return [
      ...own,
      ...controlsIn(each["components"], outerLabel),
      ...controlsIn(child, nameOf(each["label"])),
      ...controlsIn(accessory, outerLabel),
    ];
  });
}

function nameOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * The name that a test uses for a control: its label where it is unique, else its custom id;
 * undefined where that differs between runs.
 */
export function controlName(
  customId: string,
  controls: readonly Control[],
  reading: Reading,
): string | undefined {
  const found = controls.find((each) => each.customId === customId);
  const label = found?.label;
  const isUnique = controls.filter((each) => each.label === label).length === 1;
  const byLabel = label === undefined || !isUnique ? undefined : plainText(label, reading);
  return byLabel ?? plainText(customId, reading);
}
