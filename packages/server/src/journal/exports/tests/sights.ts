// What a reader sees of a message, and the controls on it: never the payload as it is.
import { MessageFlag } from "@antechamber/contract/messages";
import { Text, type Shown, type ShownMessage } from "./model.ts";
import { plainText, textOf, type Reading } from "./texts.ts";

/** An object of the API, as it stands in the journal. */
export type Wire = Readonly<Record<string, unknown>>;

/** A text of an object; empty where it has none. */
export function textIn(wire: Wire, key: string): string {
  const value = wire[key];
  return typeof value === "string" ? value : "";
}

export function wireList(value: unknown): readonly Wire[] {
  return Array.isArray(value) ? (value as readonly Wire[]) : [];
}

/** Texts of embeds that are read, by where they stand. */
const embedTexts = ["title", "description", "url"] as const;
/** Texts of components that are read. */
const componentTexts = ["label", "placeholder", "content", "title", "description"] as const;

/** What is seen of a message. */
export function shownMessage(message: Wire, reading: Reading): ShownMessage {
  const fields: Record<string, Shown> = {};
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

/** It only says that the application thinks. */
export function isLoading({ flags }: Wire): boolean {
  return typeof flags === "number" && (flags & MessageFlag.LOADING) !== 0;
}

function isEmpty(shown: Shown): boolean {
  return !(shown instanceof Text) && typeof shown === "object" && Object.keys(shown).length === 0;
}

function embedOf(embed: Wire, reading: Reading): Readonly<Record<string, Shown>> {
  const shown: Record<string, Shown> = textsOf(embed, embedTexts, reading);
  const author = textsOf((embed["author"] ?? {}) as Wire, ["name"], reading);
  const footer = textsOf((embed["footer"] ?? {}) as Wire, ["text"], reading);
  if (!isEmpty(author)) shown["author"] = author;
  const fields = wireList(embed["fields"]).map((each) => textsOf(each, ["name", "value"], reading));
  if (fields.length > 0) shown["fields"] = fields;
  if (!isEmpty(footer)) shown["footer"] = footer;
  return shown;
}

function textsOf(wire: Wire, keys: readonly string[], reading: Reading): Record<string, Shown> {
  const found: Record<string, Shown> = {};
  for (const key of keys) {
    const value = wire[key];
    // Addresses of this service are signed anew each time.
    if (typeof value !== "string" || value === "" || /^https?:.*\/cdn\//.test(value)) continue;
    found[key] = textOf(value, reading);
  }
  return found;
}

function componentsOf(components: unknown, reading: Reading): readonly Shown[] {
  return wireList(components)
    .map((each) => componentOf(each, reading))
    .filter((each) => !isEmpty(each));
}

function componentOf(component: Wire, reading: Reading): Readonly<Record<string, Shown>> {
  const shown = textsOf(component, componentTexts, reading);
  if (typeof component["style"] === "number" && component["url"] !== undefined) {
    Object.assign(shown, textsOf(component, ["url"], reading));
  }
  if (component["disabled"] === true) shown["disabled"] = true;
  const options = wireList(component["options"]).map((each) => textsOf(each, ["label"], reading));
  if (options.length > 0) shown["options"] = options;
  const inner = componentsOf(component["components"], reading);
  if (inner.length > 0) shown["components"] = inner;
  for (const key of ["component", "accessory"]) {
    const [one] = componentsOf(component[key] === undefined ? [] : [component[key]], reading);
    if (one !== undefined) shown[key] = one;
  }
  return shown;
}

/** Something on a message or in a form that a user can use. */
export interface Control {
  readonly customId: string;
  /** What stands on it or around it. */
  readonly label: string | undefined;
  readonly wire: Wire;
}

/** Every control, the outermost first. */
export function controlsIn(components: unknown, around?: string): readonly Control[] {
  return wireList(components).flatMap((each) => {
    const label = nameOf(each["label"]) ?? around ?? nameOf(each["placeholder"]);
    const customId = each["custom_id"];
    const own = typeof customId === "string" ? [{ customId, label, wire: each }] : [];
    const held = each["component"] === undefined ? [] : [each["component"]];
    const beside = each["accessory"] === undefined ? [] : [each["accessory"]];
    return [
      ...own,
      ...controlsIn(each["components"], around),
      ...controlsIn(held, nameOf(each["label"])),
      ...controlsIn(beside, around),
    ];
  });
}

function nameOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** What a control is called: by its label where no other has it, else by its custom id. */
export function controlName(
  customId: string,
  controls: readonly Control[],
  reading: Reading,
): string | undefined {
  const found = controls.find((each) => each.customId === customId);
  const label = found?.label;
  const isAlone = controls.filter((each) => each.label === label).length === 1;
  const byLabel = label === undefined || !isAlone ? undefined : plainText(label, reading);
  return byLabel ?? plainText(customId, reading);
}
