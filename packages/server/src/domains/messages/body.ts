// The part of a message that its sender writes: read from a form, and checked by the rules that
// concern several fields at once. Source: protocol: commands-and-interactions 6.1, 6.4.
import { EmptyMessage, limits, type UploadedFile } from "@antechamber/contract";
import {
  MessageFlag,
  type Embed,
  type ChannelMessageChangeForm,
  type MessageChangeForm,
  CannotEditStickers,
  type MessageForm,
  type PollForm,
  type SharedClientTheme,
  TooManyAttachments,
  VoiceMessageNotEditable,
  type Attachment,
} from "@antechamber/contract/messages";
import type { StickerItem } from "@antechamber/contract/guilds";
import {
  type ValidationIssue,
  parseTimestamp,
  timestamp,
  type Static,
} from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { attachFiles, type FileForm, type FilePlan } from "./files/attaching.ts";
import { readMessageComponents } from "./components/message-components.ts";
import { filesOf, isLoading, type MessageRecord } from "./message.ts";
import { isVoiceMessage, requireSound } from "./files/voice-messages.ts";
import { filenameOf } from "./files/attachment.ts";
import { everyComponent, type Component } from "./components/component-tree.ts";

/** The part of a message that its sender writes. */
export interface MessageBody {
  readonly content: string;
  readonly embeds: object[];
  readonly components: object[];
  readonly flags: number;
  readonly tts: boolean;
  /** Absent: the message keeps its files. */
  readonly files?: FilePlan;
  readonly newPoll?: PollForm;
  /** Absent: the message keeps its stickers. */
  readonly stickers?: readonly ShownSticker[];
  readonly theme?: Static<typeof SharedClientTheme>;
}

/** A body that consists of text only. */
export function plainBody(content: string, flags = 0): MessageBody {
  return { content, embeds: [], components: [], flags, tts: false };
}

type ShownSticker = Static<typeof StickerItem>;

/** The fields of a message before a change that the change depends on. */
export type PreviousMessage = Pick<
  MessageBody & MessageRecord,
  "content" | "embeds" | "components" | "flags"
> &
  Partial<
    Pick<
      MessageRecord,
      | "attachments"
      | "shownAttachments"
      | "poll"
      | "message_snapshots"
      | "sticker_items"
      | "shared_client_theme"
    >
  >;

/** The path of a form within the request, which begins the paths of its faults. */
export type FormPath = readonly (string | number)[];

/** Flags that a sender may set. */
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

function holdsFiles({ kept, added }: FilePlan): boolean {
  return kept.length + added.length > 0;
}

/** True if the message shows a poll, a sticker, a theme or a forwarded message. */
function holdsMore(
  { newPoll, stickers, theme }: MessageBody,
  before: PreviousMessage | undefined,
): boolean {
  if ((stickers ?? before?.sticker_items ?? []).length > 0) return true;
  if ((theme ?? before?.shared_client_theme) !== undefined) return true;
  return (newPoll ?? before?.poll ?? before?.message_snapshots) !== undefined;
}

function withPathPrefix(path: FormPath, issues: readonly ValidationIssue[]): ValidationIssue[] {
  return issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}

/** A message that uses the newer components may hold nothing else. */
function legacyFaults(body: MessageBody): ValidationIssue[] {
  if (!isV2(body.flags)) return [];
  const used = [
    ...(body.content === "" ? [] : ["content"]),
    ...(body.embeds.length === 0 ? [] : ["embeds"]),
    ...(body.newPoll === undefined ? [] : ["poll"]),
    ...((body.stickers ?? []).length === 0 ? [] : ["sticker_ids"]),
    ...(body.theme === undefined ? [] : ["shared_client_theme"]),
  ];
  return used.map((field) => ({
    path: [field],
    code: "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    message: `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
  }));
}

/** Fields of the form that are checked against one another; undefined if absent. */
interface Parts {
  readonly embeds: readonly Embed[] | undefined;
  readonly components: readonly unknown[] | undefined;
  readonly files: FileForm;
  readonly before: PreviousMessage | undefined;
}

function withParts(
  body: MessageBody,
  { embeds, components, files }: Parts,
  read: { readonly components: object[]; readonly plan: FilePlan },
): MessageBody {
  const changesFiles = files.drafts !== undefined || files.files.length > 0;
  return {
    ...body,
    ...(embeds === undefined ? {} : { embeds: embeds.map(embedView) }),
    ...(components === undefined ? {} : { components: read.components }),
    ...(changesFiles ? { files: read.plan } : {}),
  };
}

function assembled(body: MessageBody, parts: Parts, at: FormPath): MessageBody {
  const read = readMessageComponents(parts.components ?? [], isV2(body.flags));
  const there = parts.before === undefined ? [] : filesOf({ attachments: [], ...parts.before });
  const { plan, issues: fileFaults } = attachFiles(parts.files, there);
  const whole = withParts(body, parts, { components: read.components, plan });
  const issues = [
    ...withPathPrefix(["components"], read.issues),
    ...withPathPrefix(["components"], mediaIssues(read.components, plan, there)),
    ...withPathPrefix(["attachments"], fileFaults),
    ...legacyFaults(whole),
  ];
  if (issues.length > 0) throw invalidForm(...withPathPrefix(at, issues));
  const fileCount = plan.kept.length + plan.added.length;
  if (fileCount > limits.messageAttachments.value) throw new ApiError(TooManyAttachments);
  if (isVoiceMessage(whole) && parts.before === undefined) requireSound(whole);
  const showsElse = holdsFiles(plan) || holdsMore(whole, parts.before);
  if (isEmpty(whole) && !showsElse) throw new ApiError(EmptyMessage);
  return whole;
}

/**
 * The body of a new message. Flags that the sender may not set are dropped.
 *
 * @param at the path of the form within the request
 * @param files the files that came with the request
 * @throws InvalidForm, EmptyMessage, VoiceMessageWithContent, VoiceMessageWithoutSound,
 *   VoiceMessageWithoutMetadata
 */
export function newBody(
  payload: MessageForm & Pick<MessageBody, "stickers" | "theme">,
  at: FormPath,
  files: readonly UploadedFile[] = [],
): MessageBody {
  const { embeds, components, attachments: drafts, poll } = payload;
  const body: MessageBody = {
    content: payload.content ?? "",
    embeds: [],
    components: [],
    flags: (payload.flags ?? 0) & SENDER_FLAGS,
    tts: payload.tts ?? false,
    ...definedFields({ newPoll: poll, stickers: payload.stickers, theme: payload.theme }),
  };
  const parts = { embeds, components, files: { drafts, files }, before: undefined };
  return assembled(body, parts, at);
}

/** A change, and the files that came with it. */
export interface SentChange {
  readonly payload: ChannelMessageChangeForm;
  readonly files: readonly UploadedFile[];
}

/**
 * A message's body after a change; fields that the change does not name stay as they were. A change
 * can suppress embeds and show them again. It cannot change who sees the message, nor take the flag
 * for the newer components back. A poll can only be added to a loading message.
 *
 * @throws InvalidForm, TooManyAttachments, EmptyMessage, VoiceMessageNotEditable,
 *   CannotEditStickers
 */
export function changedBody(
  before: PreviousMessage,
  { payload, files }: SentChange,
  at: FormPath,
): MessageBody {
  if (isVoiceMessage(before)) throw new ApiError(VoiceMessageNotEditable);
  const changeable = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.IS_COMPONENTS_V2;
  const unchangeable = before.flags & ~MessageFlag.SUPPRESS_EMBEDS;
  const body: MessageBody = {
    content: payload.content === undefined ? before.content : (payload.content ?? ""),
    embeds: before.embeds,
    components: before.components,
    flags:
      payload.flags === undefined
        ? before.flags
        : unchangeable | ((payload.flags ?? 0) & changeable),
    tts: false,
    ...pollIn(before, payload),
    ...stickersIn(before, payload.sticker_ids),
  };
  const parts = {
    embeds: payload.embeds === null ? [] : payload.embeds,
    components: payload.components === null ? [] : payload.components,
    files: { drafts: payload.attachments === null ? [] : payload.attachments, files },
    before,
  };
  return assembled(body, parts, at);
}

function pollIn(before: PreviousMessage, { poll }: MessageChangeForm) {
  return poll === undefined || !isLoading(before) ? {} : { newPoll: poll };
}

/** A change can remove all stickers, but add none. @throws CannotEditStickers */
function stickersIn(
  { sticker_items: there = [] }: PreviousMessage,
  stickerIds?: readonly string[] | null,
) {
  if (stickerIds === undefined) return {};
  const ids = new Set(stickerIds);
  if (ids.size === 0) return { stickers: [] };
  if (ids.size === there.length && there.every(({ id }) => ids.has(id))) return {};
  throw new ApiError(CannotEditStickers);
}

/** A part of an embed under its name, or nothing if its main field is missing. */
function part<P extends object>(name: string, value: P | undefined, main: keyof P) {
  return value?.[main] === undefined ? {} : { [name]: value };
}

/** An embed as the API shows it. */
export function embedView(embed: Embed): object {
  const { timestamp: moment, footer, author, image, thumbnail, fields = [], ...plain } = embed;
  const instant = moment === undefined ? undefined : parseTimestamp(moment);
  return {
    type: "rich",
    ...plain,
    ...(instant === undefined ? {} : { timestamp: timestamp(instant) }),
    ...part("footer", footer, "text"),
    ...part("author", author, "name"),
    ...part("image", image, "url"),
    ...part("thumbnail", thumbnail, "url"),
    ...(fields.length === 0
      ? {}
      : { fields: fields.map((field) => ({ inline: false, ...field })) }),
  };
}

const SCHEME = "attachment://";

interface Reference {
  readonly path: ValidationIssue["path"];
  readonly url: string;
}

/** Every media address in a component, not including its child components. */
function referencesIn(component: Component): Reference[] {
  const items: unknown = component["items"];
  const places: [ValidationIssue["path"], unknown][] = [
    [["media"], component["media"]],
    [["file"], component["file"]],
    ...(Array.isArray(items) ? items : []).map(
      (item: Component, i): [ValidationIssue["path"], unknown] => [
        ["items", i, "media"],
        item["media"],
      ],
    ),
  ];
  return places.flatMap(([path, media]) => {
    const url = (media as { url?: unknown } | undefined)?.url;
    return typeof url === "string" ? [{ path: [...path, "url"], url }] : [];
  });
}

/**
 * Faults for references to files that are neither new nor the message's own; paths begin inside the
 * list.
 */
export function mediaIssues(
  components: readonly object[],
  { added }: FilePlan,
  there: readonly Static<typeof Attachment>[],
): ValidationIssue[] {
  const names = new Set([
    ...there.map((file) => file.filename),
    ...added.flatMap((file) => [file.name, filenameOf(file)]),
  ]);
  return everyComponent(components).flatMap(({ componentPath, component }) =>
    referencesIn(component as Component)
      .filter(({ url }) => url.startsWith(SCHEME) && !names.has(url.slice(SCHEME.length)))
      .map(({ path }) => ({
        path: [...componentPath, ...path],
        code: "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
        message: "The referenced attachment was not found",
      })),
  );
}
