// What searches in a guild find a message by: a record for each message, which is written together
// with it, and whose index maps words and features to messages.
// Source: protocol: lobbies-and-sdk 9.
import { limits } from "@antechamber/contract";
import { MessageType, ReferenceType } from "@antechamber/contract/messages";
import { atVersion, ofManyValues, tableOf } from "../../platform/store.ts";
import { keyOfIds } from "../../platform/records/stored-form.ts";
import { compoundKey, withPrefix } from "../../platform/records/compound-keys.ts";
import { displayedText } from "./components/message-components.ts";
import { filesOf, type MessageRecord } from "./message.ts";

/** The searchable data of a message. */
export interface SearchDocument {
  readonly guild_id: string;
  readonly channel_id: string;
  readonly id: string;
  /** In the order of the text, with repetitions. */
  readonly words: readonly string[];
  /** Other criteria of searches, such as `author:<id>` or `has:link`, without repetitions. */
  readonly features: readonly string[];
}

/** A word in the form that the index holds. */
export function wordTerm(word: string): string {
  return `word:${word}`;
}

/** The search for a guild's documents with a term, either all of them or those after an id. */
export function withTerm(guildId: string, term: string, since?: string) {
  const whole = withPrefix(guildId);
  const after = since === undefined ? whole.after : compoundKey(guildId, since);
  return { index: "term", value: term, after, before: whole.before } as const;
}

/** Keys are in order of age within a guild, across its channels. */
export const searchDocuments = tableOf<SearchDocument>()({
  name: "search_document",
  key: keyOfIds("guild_id", "id"),
  indexes: {
    // The index needs no guild: the guild is in the key, and searches have a range of keys.
    term: ofManyValues(
      atVersion(2, ({ words, features }: SearchDocument) => [
        ...new Set([...words.map(wordTerm), ...features]),
      ]),
    ),
  },
});

/** A message's document; undefined for a message that searches in a guild never find. */
export function searchDocument(message: MessageRecord): SearchDocument | undefined {
  const { guild_id, channel_id, id, visibleTo } = message;
  if (guild_id === undefined || visibleTo !== undefined) return undefined;
  const words = wordsOf(`${message.content}\n${displayedText(message.components)}`);
  const searched = words.slice(0, limits.searchedWords.value);
  return { guild_id, channel_id, id, words: searched, features: featuresOf(message) };
}

function featuresOf(message: MessageRecord): string[] {
  const { author, mentions, mention_roles: roles } = message;
  const all = [
    `channel:${message.channel_id}`,
    `author:${author.id}`,
    `author_type:${authorType(message)}`,
    ...mentions.map(({ id }) => `mentions:${id}`),
    ...roles.map((id) => `mentions_role_id:${id}`),
    ...(message.mention_everyone ? ["mention_everyone"] : []),
    ...(message.pinned ? ["pinned"] : []),
    ...repliedTo(message),
    ...links(message.content),
    ...attached(message),
    ...embedded(message),
    ...(message.poll === undefined ? [] : ["has:poll"]),
    ...(message.sticker_items === undefined ? [] : ["has:sticker"]),
    ...(message.message_snapshots === undefined ? [] : ["has:snapshot"]),
  ];
  return [...new Set(all)];
}

/** Responses to interactions count as their bots' messages, though they come through a webhook. */
function authorType({ author, webhook_id, interaction_metadata: metadata }: MessageRecord) {
  if (webhook_id !== undefined && metadata === undefined) return "webhook";
  return author.bot === true ? "bot" : "user";
}

interface Pointer {
  readonly type?: number;
  readonly message_id?: string;
}

interface Pointed {
  readonly author?: { readonly id?: string };
}

function repliedTo({ type, message_reference, referenced_message }: MessageRecord): string[] {
  const pointer: Pointer = message_reference ?? {};
  if (type !== MessageType.REPLY || pointer.type === ReferenceType.FORWARD) return [];
  const { author }: Pointed = referenced_message ?? {};
  return [
    ...(pointer.message_id === undefined ? [] : [`replied_to_message_id:${pointer.message_id}`]),
    ...(author?.id === undefined ? [] : [`replied_to_user_id:${author.id}`]),
  ];
}

/** Punctuation after an address, at the end of a sentence or around it, is not part of the host. */
const LINK =
  /https?:\/\/(?:[^\s/?#@]*@)?(\[[0-9a-f:.]+\]|[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}._-]*[\p{L}\p{N}])?)/giu;

function links(content: string): string[] {
  const hosts = Array.from(content.matchAll(LINK), (match) => (match[1] ?? "").toLowerCase());
  if (hosts.length === 0) return [];
  return ["has:link", ...hosts.map((host) => `link_hostname:${host}`)];
}

const kindsOfFile: ReadonlyMap<string, string> = new Map([
  ["image", "has:image"],
  ["video", "has:video"],
  ["audio", "has:sound"],
]);

function attached(message: MessageRecord): string[] {
  const files = filesOf(message);
  if (files.length === 0) return [];
  return ["has:file", ...files.flatMap(featuresOfFile)];
}

function featuresOfFile({
  filename,
  content_type: type = "",
}: {
  readonly filename: string;
  readonly content_type?: string;
}): string[] {
  const name = filename.toLowerCase();
  const dot = name.lastIndexOf(".");
  const kind = kindsOfFile.get(type.split("/")[0] ?? "");
  return [
    `attachment_filename:${name}`,
    ...(dot === -1 ? [] : [`attachment_extension:${name.slice(dot + 1)}`]),
    ...(kind === undefined ? [] : [kind]),
  ];
}

interface Embed {
  readonly type?: string;
  readonly image?: object;
  readonly video?: object;
  readonly provider?: { readonly name?: string };
}

/** The embed types that searches know, by the types that embeds have. */
const typesOfEmbed: ReadonlyMap<string, string> = new Map([
  ["image", "image"],
  ["video", "video"],
  ["gifv", "gif"],
  ["article", "article"],
  ["link", "article"],
  ["sound", "sound"],
]);

const shownThings: ReadonlySet<string> = new Set(["image", "video"]);

function embedded({ embeds }: MessageRecord): string[] {
  if (embeds.length === 0) return [];
  return ["has:embed", ...embeds.flatMap((embed) => featuresOfEmbed(embed))];
}

/** The features of an embed: its type, and the media that it shows. */
function featuresOfEmbed({ type = "", image, video, provider }: Embed): string[] {
  const own = typesOfEmbed.get(type);
  const types = [
    ...(own === undefined ? [] : [own]),
    ...(image === undefined ? [] : ["image"]),
    ...(video === undefined ? [] : ["video"]),
  ];
  return [
    ...types.map((each) => `embed_type:${each}`),
    ...types.filter((each) => shownThings.has(each)).map((each) => `has:${each}`),
    ...(provider?.name === undefined ? [] : [`embed_provider:${provider.name}`]),
  ];
}

/** Scripts without spaces between words: each character counts as a word. */
const UNSPACED = [
  "Han",
  "Hiragana",
  "Katakana",
  "Thai",
  "Lao",
  "Khmer",
  "Myanmar",
  "Tibetan",
] as const;

const unspaced = UNSPACED.map((script) => String.raw`\p{scx=${script}}`).join("");
const WORD = new RegExp(
  String.raw`[[${unspaced}]&&[\p{L}\p{N}]]\p{M}*|[[\p{L}\p{N}\p{M}_]--[[${unspaced}]&&\p{L}]]+`,
  "gv",
);

/**
 * Accents of Latin, Greek and Cyrillic letters; vowel signs of other scripts do not count as
 * accents.
 */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * The words of a text in order, without case, accents and compatibility forms: `Ｃafé-1` gives
 * `cafe` and `1`.
 */
export function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replace(ACCENTS, "").normalize("NFKC").toLowerCase();
  return plain.match(WORD) ?? [];
}
