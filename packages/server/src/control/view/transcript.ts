// Renders messages as text for people to read. The format is documented in
// docs/guides/control-plane.md.
import type { ViewedMessage } from "@antechamber/contract/control";
import {
  ComponentType,
  MessageFlag,
  type MessageComponentNumber,
} from "@antechamber/contract/messages";
import type { Static } from "@antechamber/contract/schema";
import { isLoading } from "../../domains/messages/message.ts";

type Viewed = Static<typeof ViewedMessage>;

/** Looks up the names of mentioned ids: `@alice`, `@mods`, `#general`. */
export interface MentionNames {
  /** The name with its prefix, or undefined for an unknown id. */
  (kind: "user" | "role" | "channel", id: string): string | undefined;
}

/** The fields of embeds, components and polls that the transcript shows; absent ones are left out. */
interface Part {
  readonly type?: number;
  readonly text?: string;
  readonly name?: string;
  readonly value?: string;
  readonly title?: string;
  /** Null for media without a description. */
  readonly description?: string | null;
  readonly url?: string;
  readonly label?: string;
  readonly content?: string;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly sku_id?: string;
  readonly emoji?: { readonly name?: string | null };
  readonly author?: Part;
  readonly footer?: Part;
  readonly image?: Part;
  readonly thumbnail?: Part;
  readonly media?: Part;
  readonly file?: Part;
  readonly accessory?: Part;
  readonly fields?: readonly Part[];
  readonly items?: readonly Part[];
  readonly options?: readonly Part[];
  readonly components?: readonly Part[];
}

const INDENT = "  ";

/** Splits text into lines; control characters, which could move a terminal's cursor, are removed. */
function linesOf(text: string): string[] {
  const printable = text.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\n\t]/gu, "");
  return printable.split("\n");
}

/** Text in one line, such as a label. */
function inOneLine(text: string): string {
  return linesOf(text).join(" ");
}

function indented(lines: readonly string[], by = INDENT): string[] {
  return lines.map((line) => (line === "" ? "" : by + line));
}

/** Replaces ids with names: `<@1>`, `<@&2>`, `<#3>`. */
export function withNames(text: string, nameOf: MentionNames): string {
  return text.replaceAll(/<(@!?|@&|#)([0-9]{1,20})>/g, (whole, sign: string, id: string) => {
    const kind = sign === "#" ? "channel" : sign === "@&" ? "role" : "user";
    return nameOf(kind, id) ?? whole;
  });
}

const withoutEmpty = (...lines: readonly (string | null | undefined)[]): string[] =>
  lines.filter((line) => typeof line === "string" && line !== "") as string[];

function labelled(label: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : `${label}: ${text}`;
}

/** The lines of an embed, each behind a bar, as clients draw it. */
function embedLines(embed: Part, nameOf: MentionNames): string[] {
  const { author, title, url, description, fields = [], footer, image, thumbnail } = embed;
  const written = withoutEmpty(
    author?.name,
    title === undefined || url === undefined ? (title ?? url) : `${title} <${url}>`,
    description,
    ...fields.map(({ name, value }) => `${name ?? ""}: ${value ?? ""}`),
    labelled("image", image?.url),
    labelled("thumbnail", thumbnail?.url),
    footer?.text,
  );
  return indented(
    written.flatMap((text) => linesOf(withNames(text, nameOf))),
    "| ",
  );
}

function faceOf({ emoji, label, sku_id }: Part): string {
  const caption = inOneLine(withoutEmpty(emoji?.name ?? undefined, label).join(" "));
  return caption === "" ? (sku_id === undefined ? "" : `buy ${sku_id}`) : caption;
}

function buttonLine(button: Part): string {
  const target = button.url === undefined ? "" : ` <${inOneLine(button.url)}>`;
  return `[${faceOf(button)}${target}]${button.disabled === true ? " (disabled)" : ""}`;
}

function selectLine({ placeholder, options = [], disabled }: Part): string {
  const offered = options.map(({ label = "" }) => label).join(" | ");
  const caption = inOneLine(withoutEmpty(placeholder, offered).join(": "));
  return `[select ${caption}]`.replace(" ]", "]") + (disabled === true ? " (disabled)" : "");
}

function mediaLine({ media, file, description }: Part): string {
  const url = inOneLine(media?.url ?? file?.url ?? "");
  return withoutEmpty(`media: ${url}`, description && `(${inOneLine(description)})`).join(" ");
}

/** The lines of a component, given those of its children. */
type Drawing = (
  component: Part,
  inside: (parts: readonly (Part | undefined)[]) => string[],
  nameOf: MentionNames,
) => string[];

const drawings: Readonly<Record<MessageComponentNumber, Drawing>> = {
  [ComponentType.ACTION_ROW]: ({ components = [] }, inside) => [inside(components).join(" ")],
  [ComponentType.BUTTON]: (button) => [buttonLine(button)],
  [ComponentType.STRING_SELECT]: (select) => [selectLine(select)],
  [ComponentType.USER_SELECT]: (select) => [selectLine(select)],
  [ComponentType.ROLE_SELECT]: (select) => [selectLine(select)],
  [ComponentType.MENTIONABLE_SELECT]: (select) => [selectLine(select)],
  [ComponentType.CHANNEL_SELECT]: (select) => [selectLine(select)],
  [ComponentType.TEXT_DISPLAY]: ({ content = "" }, _inside, nameOf) =>
    linesOf(withNames(content, nameOf)),
  [ComponentType.SECTION]: ({ components = [], accessory }, inside) =>
    inside([...components, accessory]),
  [ComponentType.CONTAINER]: ({ components = [] }, inside) => indented(inside(components), "| "),
  [ComponentType.MEDIA_GALLERY]: ({ items = [] }) => items.map(mediaLine),
  [ComponentType.THUMBNAIL]: (component) => [mediaLine(component)],
  [ComponentType.FILE]: (component) => [mediaLine(component)],
  [ComponentType.SEPARATOR]: () => ["---"],
};

/** The lines of components in order; a component of an unsupported type is shown as its data. */
function componentLines(parts: readonly (Part | undefined)[], nameOf: MentionNames): string[] {
  return parts.flatMap((component) => {
    if (component === undefined) return [];
    const draw = (drawings as Readonly<Record<number, Drawing>>)[component.type ?? 0];
    return draw === undefined
      ? [`component ${JSON.stringify(component)}`]
      : draw(component, (inside) => componentLines(inside, nameOf), nameOf);
  });
}

function pollLines({ poll }: Viewed): string[] {
  if (poll === undefined) return [];
  const { answer_counts: counts, is_finalized: isOver } = poll.results;
  const answers = poll.answers.map(({ answer_id, poll_media }) => {
    const { count = 0, me_voted = false } = counts.find(({ id }) => id === answer_id) ?? {};
    const votes = count === 0 ? "" : `: ${count}`;
    return `(${me_voted ? "x" : " "}) ${inOneLine(poll_media.text ?? "")}${votes}`;
  });
  const question = inOneLine(poll.question.text ?? "");
  return [`poll${isOver ? " (over)" : ""}: ${question}`, ...indented(answers)];
}

function reactionLines({ reactions = [] }: Viewed): string[] {
  const each = reactions.map(({ emoji, count, me, me_burst }) => {
    const name = inOneLine(emoji.id === null ? (emoji.name ?? "") : `:${emoji.name ?? emoji.id}:`);
    return `[${name} ${count}${me || me_burst ? ", you too" : ""}]`;
  });
  return each.length === 0 ? [] : [each.join(" ")];
}

/** A user's display name. */
function authorName({ author, lobby_member }: Pick<Viewed, "author" | "lobby_member">): string {
  return lobby_member?.additional_name ?? author.global_name ?? author.username;
}

/** What a message responds to: a command that a user used, or another message. */
function originLine(message: Viewed, nameOf: MentionNames): string | undefined {
  const { interaction, referenced_message: answered } = message;
  const { name, user }: { name?: string; user?: { username?: string } } = interaction ?? {};
  if (name !== undefined) return inOneLine(`^ ${user?.username ?? "somebody"} used ${name}`);
  if (answered === undefined || answered === null) return undefined;
  const { author } = answered as Viewed;
  const [first] = bodyLines(answered as Viewed, nameOf);
  return labelled(`^ answers ${inOneLine(author.username)}`, first) ?? "";
}

function forwardedLines({ message_snapshots: forwarded = [] }: Viewed, nameOf: MentionNames) {
  return forwarded.flatMap(({ message }) => [
    "forwarded:",
    ...indented(linesOf(withNames(message.content, nameOf))),
  ]);
}

/** The marks after an author's name. */
function marksOf(message: Viewed, isOver: boolean): string {
  const { author, flags, edited_timestamp: edited } = message;
  const has = (flag: number) => (flags & flag) !== 0;
  return withoutEmpty(
    author.bot === true ? "[app]" : undefined,
    edited === null ? undefined : "(edited)",
    has(MessageFlag.EPHEMERAL) ? "(ephemeral: only you can see this)" : undefined,
    isLoading(message) ? (isOver ? "(did not respond)" : "(is thinking)") : undefined,
  )
    .map((mark) => ` ${mark}`)
    .join("");
}

/** Formats a timestamp of the API as `2026-11-21 00:00:00Z`. */
function shownMoment(timestamp: string): string {
  return `${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)}Z`;
}

/** What a message has, without what it responds to and the reactions to it. */
function bodyLines(message: Viewed, nameOf: MentionNames): string[] {
  const { content, embeds = [], components = [], attachments = [], sticker_items = [] } = message;
  return [
    ...(content === "" ? [] : linesOf(withNames(content, nameOf))),
    ...forwardedLines(message, nameOf),
    ...embeds.flatMap((embed) => embedLines(embed, nameOf)),
    ...componentLines(components, nameOf),
    ...attachments.map(({ filename, size }) => `file: ${inOneLine(filename)} (${size} bytes)`),
    ...sticker_items.map(({ name }) => `sticker: ${inOneLine(name)}`),
    ...pollLines(message),
  ];
}

function messageLines(message: Viewed, { nameOf, over }: Reading): string[] {
  const body = [
    ...withoutEmpty(originLine(message, nameOf)),
    ...bodyLines(message, nameOf),
    ...reactionLines(message),
  ];
  const head = `[${shownMoment(message.timestamp)}] ${inOneLine(authorName(message))}`;
  return [head + marksOf(message, over.has(message.id)), ...indented(body)];
}

/** What rendering messages needs besides the messages. */
export interface Reading {
  readonly nameOf: MentionNames;
  /** The ids of deferred responses that will never arrive, since the token has expired. */
  readonly over: ReadonlySet<string>;
}

/**
 * A transcript of messages, the oldest first: for each, a line with time, author and marks, then
 * its indented content, and an empty line between two messages.
 */
export function transcriptOf(messages: readonly Viewed[], reading: Reading): string {
  return messages.map((message) => `${messageLines(message, reading).join("\n")}\n`).join("\n");
}
