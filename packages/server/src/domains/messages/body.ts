// What a sender decides of a message: read from a form, held against the rules that look at several
// fields at once. Source: protocol: commands-and-interactions 6.1, 6.4.
import {
  EmptyMessage,
  MessageFlag,
  type AllowedMentionsForm,
  type Embed,
  type Fault,
  type MessageChangeForm,
  type MessageForm,
} from "@antechamber/contract";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import { readComponents } from "./components.ts";
import { embedFaults, keptEmbed } from "./embeds.ts";

/** The part of a message that its sender writes. */
export interface MessageBody {
  readonly content: string;
  readonly embeds: object[];
  readonly components: object[];
  readonly flags: number;
  readonly tts: boolean;
}

/** Where a form stands in the request, for the paths of its faults. */
export type At = readonly (string | number)[];

/** Flags that a sender may set. Source: protocol: commands-and-interactions 6.1. */
const SENDER_FLAGS =
  MessageFlag.SUPPRESS_EMBEDS |
  MessageFlag.EPHEMERAL |
  MessageFlag.SUPPRESS_NOTIFICATIONS |
  MessageFlag.IS_VOICE_MESSAGE |
  MessageFlag.IS_COMPONENTS_V2;

function isV2(flags: number): boolean {
  return (flags & MessageFlag.IS_COMPONENTS_V2) !== 0;
}

function isEmpty(body: MessageBody): boolean {
  return body.content.trim() === "" && body.embeds.length === 0 && body.components.length === 0;
}

function under(path: At, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, path: [...path, ...fault.path] }));
}

function mentionFaults(allowed: AllowedMentionsForm | null | undefined): Fault[] {
  return (["users", "roles"] as const)
    .filter((kind) => allowed?.parse?.includes(kind) && (allowed[kind]?.length ?? 0) > 0)
    .map((kind) => ({
      path: [],
      code: "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
      message: `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
    }));
}

/** A message of the newer components holds nothing else. */
function legacyFaults(body: MessageBody): Fault[] {
  if (!isV2(body.flags)) return [];
  const used = [
    ...(body.content === "" ? [] : ["content"]),
    ...(body.embeds.length === 0 ? [] : ["embeds"]),
  ];
  return used.map((field) => ({
    path: [field],
    code: "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    message: `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
  }));
}

/** The form's embeds and components, undefined where it says nothing of them. */
interface Parts {
  readonly embeds: readonly Embed[] | undefined;
  readonly components: readonly unknown[] | undefined;
  readonly allowed: AllowedMentionsForm | null | undefined;
}

function assembled(body: MessageBody, parts: Parts, at: At): MessageBody {
  const read = readComponents(parts.components ?? [], isV2(body.flags));
  const whole = {
    ...body,
    ...(parts.embeds === undefined ? {} : { embeds: parts.embeds.map(keptEmbed) }),
    ...(parts.components === undefined ? {} : { components: read.components }),
  };
  const faults = [
    ...under(["embeds"], embedFaults(parts.embeds ?? [])),
    ...under(["components"], read.faults),
    ...under(["allowed_mentions"], mentionFaults(parts.allowed)),
    ...legacyFaults(whole),
  ];
  if (faults.length > 0) throw invalidForm(...under(at, faults));
  if (isEmpty(whole)) throw new ApiError(EmptyMessage);
  return whole;
}

/**
 * A new message's body. Flags that are not the sender's to set are dropped.
 *
 * @param at where the form stands in the request
 * @throws InvalidForm, EmptyMessage
 */
export function newBody(form: MessageForm, at: At): MessageBody {
  const body: MessageBody = {
    content: form.content ?? "",
    embeds: [],
    components: [],
    flags: (form.flags ?? 0) & SENDER_FLAGS,
    tts: form.tts ?? false,
  };
  const { embeds, components, allowed_mentions: allowed } = form;
  return assembled(body, { embeds, components, allowed }, at);
}

/**
 * A message's body after a change; what the change does not name stays. Embeds can be hidden and
 * shown again; who can see the message, and the newer components once there, stay as they are.
 *
 * @throws InvalidForm, EmptyMessage
 */
export function changedBody(before: MessageBody, form: MessageChangeForm, at: At): MessageBody {
  const given = form.flags;
  const changeable = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.IS_COMPONENTS_V2;
  const kept = before.flags & ~MessageFlag.SUPPRESS_EMBEDS;
  const body: MessageBody = {
    content: form.content === undefined ? before.content : (form.content ?? ""),
    embeds: before.embeds,
    components: before.components,
    flags: given === undefined || given === null ? before.flags : kept | (given & changeable),
    tts: false,
  };
  const parts = {
    embeds: form.embeds === null ? [] : form.embeds,
    components: form.components === null ? [] : form.components,
    allowed: form.allowed_mentions,
  };
  return assembled(body, parts, at);
}
