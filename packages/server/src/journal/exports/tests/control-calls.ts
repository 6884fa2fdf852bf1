// Translates calls that users made with a client of their own into the matching calls of the
// control plane, which a test can make too.
import type { Entry } from "../../entry.ts";
import { NotRepeatable } from "./repeatable-values.ts";
import { formOf, type Interactions } from "./interactions.ts";
import { CHAT_INPUT, type Names } from "./names.ts";
import { textIn, wireList, type Wire } from "./visible-messages.ts";
import { INTERACTION } from "./segments.ts";

/** Interaction types. Source: protocol: commands-and-interactions 5.1. */
const Kind = { COMMAND: 2, COMPONENT: 3, TYPING: 4, FORM: 5 } as const;
const BUTTON = 2;
const ATTACHMENT_OPTION = 11;
const FILE_FIELD = 19;

/** The contents of files by file id, in base64. */
export type Bytes = ReadonlyMap<string, string>;

export interface ControlCall {
  /** The endpoint of the control plane that does the same as the call. */
  readonly name: string;
  readonly body: Wire;
}

export interface ActContext {
  readonly names: Names;
  readonly interactions: Interactions;
  readonly bytes: Bytes;
}

/** The content of an act's call as a call of the control plane. @throws NotRepeatable */
export function controlCallOf(entry: Entry, context: ActContext): ControlCall {
  const { name, requestBody = "" } = entry;
  const body = requestBody === "" ? {} : formOf(requestBody);
  if (body === undefined) throw new NotRepeatable("its body is not whole in the journal");
  const isForm = requestBody.startsWith("--");
  const attachments = isForm ? filesOf(entry, context) : undefined;
  const withFiles = attachments === undefined ? body : { ...body, attachments };
  if (name === "channels.createMessage") {
    const isUploaded = !isForm && wireList(body["attachments"]).length > 0;
    if (isUploaded) throw new NotRepeatable("its files were uploaded before it");
    return { name: "control.message", body: { ...withFiles, channel: channelIn(entry.url) } };
  }
  return name === INTERACTION
    ? callOfInteraction(body, attachments ?? [], context.names)
    : { name, body: withFiles };
}

function channelIn(url: string): string {
  return /\/channels\/(\d+)\//.exec(url)?.[1] ?? "";
}

interface File {
  readonly filename: string;
  readonly data: string;
}

/** The files of a form, whose bytes the service has stored. @throws NotRepeatable */
function filesOf(entry: Entry, { interactions, bytes }: ActContext): readonly File[] {
  return interactions.files(entry).map(({ id, filename }) => {
    const data = bytes.get(id);
    if (data === undefined)
      throw new NotRepeatable(`the file ${filename} is too large or not kept`);
    return { filename, data };
  });
}

function callOfInteraction(body: Wire, attachments: readonly File[], names: Names): ControlCall {
  const { type, application_id, guild_id, channel_id, message_id } = body;
  const data = (body["data"] ?? {}) as Wire;
  const nameOf = fileNames(data, attachments);
  if (type === Kind.COMPONENT) {
    const { component_type, custom_id, values } = data;
    const control = { message: message_id, custom_id };
    return component_type === BUTTON
      ? { name: "control.click", body: control }
      : { name: "control.select", body: { ...control, values } };
  }
  if (type === Kind.FORM) {
    const fields: Wire = Object.fromEntries(
      inputComponents(data["components"]).map((each) => [
        textIn(each, "custom_id"),
        inputValue(each, nameOf),
      ]),
    );
    return { name: "control.submit", body: { interaction: data["id"], fields, attachments } };
  }
  const command = names.command("", String(data["id"]));
  if (command === undefined) throw new NotRepeatable("its command is not known any more");
  const { path, leaves } = innermostOptions(command.name, wireList(data["options"]));
  const options: Wire = Object.fromEntries(
    leaves.map((each) => [
      textIn(each, "name"),
      each["type"] === ATTACHMENT_OPTION ? nameOf(each["value"]) : each["value"],
    ]),
  );
  const { target_id: target } = data;
  const invocation = {
    application: application_id,
    channel: channel_id,
    ...(guild_id === undefined ? {} : { guild: guild_id }),
    command: { name: path, type: command.type },
    options,
    attachments,
    ...(target === undefined || command.type === CHAT_INPUT ? {} : { target }),
  };
  if (type !== Kind.TYPING) return { name: "control.invoke", body: invocation };
  const focused = leaves.find((each) => each["focused"] === true)?.["name"];
  return { name: "control.autocomplete", body: { ...invocation, focused } };
}

/**
 * Returns a function that maps the numeric file references of the wire to the filenames that a test
 * uses.
 */
function fileNames(data: Wire, files: readonly File[]) {
  const drafts = wireList(data["attachments"]);
  return (reference: unknown): unknown => {
    const i = drafts.findIndex((each) => String(each["id"]) === String(reference));
    const own = files.find(({ filename }) => filename === drafts[i]?.["filename"]);
    return (own ?? files[i])?.filename ?? reference;
  };
}

/** The full path of a command, and the options of its innermost subcommand. */
function innermostOptions(name: string, options: readonly Wire[]) {
  let [path, leaves] = [name, options];
  for (
    let inner = leaves[0];
    Array.isArray(inner?.["options"]) || isSubcommand(inner);
    inner = leaves[0]
  ) {
    path += ` ${String(inner?.["name"])}`;
    leaves = wireList(inner?.["options"]);
  }
  return { path, leaves };
}

/** Whether an option is a subcommand or a subcommand group. */
function isSubcommand(option: Wire | undefined): boolean {
  return option?.["type"] === 1 || option?.["type"] === 2;
}

/** The input components of a modal, whatever components they are nested in. */
function inputComponents(components: unknown): readonly Wire[] {
  return wireList(components).flatMap((each) => {
    const child = each["component"] === undefined ? [] : [each["component"]];
    const own = each["custom_id"] === undefined ? [] : [each];
    return [...own, ...inputComponents(each["components"]), ...inputComponents(child)];
  });
}

function inputValue(field: Wire, nameOf: (reference: unknown) => unknown): unknown {
  const { type, value, values } = field;
  if (type !== FILE_FIELD) return values ?? value;
  return (Array.isArray(values) ? values : []).map(nameOf);
}
