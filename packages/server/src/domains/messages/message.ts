// The message record, its table and its view.
import {
  MessageFlag,
  MessageType,
  ReferenceType,
  type Attachment,
  type Message,
} from "@antechamber/contract/messages";
import type { Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { withoutNotes } from "../../platform/deadline-index.ts";
import { tableOf } from "../../platform/store.ts";
import { keyOfIds } from "../../platform/records/stored-form.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import { pollEnd } from "./polls/poll.ts";
import { reactionViews, type ReactionCount } from "./reactions/reaction.ts";
import { FILES_PATH, withAddresses } from "./files/file-addresses.ts";

/** A message. Its author and mentions are stored as they were when it was sent. */
export type MessageRecord = Omit<Static<typeof Message>, "reactions"> & {
  readonly guild_id?: string;
  /** How many users reacted with each emoji, in order of first use; absent for none. */
  readonly reactionCounts?: readonly ReactionCount[];
  /** Files that an embed or a component shows; absent for none. */
  readonly shownAttachments?: readonly Static<typeof Attachment>[];
  /** Files of the message that this one forwards; absent for none. */
  readonly snapshotFiles?: readonly Static<typeof Attachment>[];
  /** The interaction whose token may read, edit and delete it. */
  readonly interactionId?: string;
  /** True if the interaction already had its first response before this message. */
  readonly isFollowUp?: true;
  /** When the message was pinned; absent unless it is pinned. */
  readonly pinnedAt?: string;
  /** The only user who sees it, for ephemeral messages. */
  readonly visibleTo?: string;
  /** For a copy of a published message: a digest of what was copied. */
  readonly copiedDigest?: string;
  /** Metadata from games' moderation, by application; each application is shown only its own. */
  readonly moderation?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** Events of a message go to everyone who can see its channel. */
export function scopeOfMessage({ channel_id, guild_id }: MessageRecord) {
  return { kind: "channel", channel_id, ...definedFields({ guild_id }) } as const;
}

/** Types of messages that users and applications write; all others are system messages. */
export const writtenTypes: ReadonlySet<number> = new Set([
  MessageType.DEFAULT,
  MessageType.REPLY,
  MessageType.CHAT_INPUT_COMMAND,
  MessageType.CONTEXT_MENU_COMMAND,
]);

/**
 * System messages that cannot be deleted individually.
 *
 * @source the reference's public page on messages
 */
export const undeletableTypes: ReadonlySet<number> = new Set([
  MessageType.RECIPIENT_ADD,
  MessageType.RECIPIENT_REMOVE,
  MessageType.CHANNEL_NAME_CHANGE,
  MessageType.CHANNEL_ICON_CHANGE,
  MessageType.THREAD_STARTER_MESSAGE,
]);

export const messages = tableOf<MessageRecord>()({
  name: "message",
  key: keyOfIds("channel_id", "id"),
  defaults: {
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    components: [],
    pinned: false,
    flags: 0,
  },
  isReadBack: true,
  indexes: {
    followUp: ({ interactionId, isFollowUp }) => (isFollowUp === true ? interactionId : undefined),
    /** Messages that everyone who sees the channel may read; the rest are ephemeral. */
    history: (message) => (message.visibleTo === undefined ? message.channel_id : undefined),
    /** Ephemeral messages of one user in a channel. */
    ephemeral: ({ channel_id, visibleTo }) =>
      visibleTo === undefined ? undefined : compoundKey(channel_id, visibleTo),
    /** Copies of a published message. */
    crosspost: (message) => crosspostedId(message),
    /** Messages that hold a copy of the message that they reply to. */
    answer: (message) => answeredId(message),
    pinned: (message) => (message.pinnedAt === undefined ? undefined : message.channel_id),
    nonce: ({ author, nonce }) => (nonce === undefined ? undefined : nonceKey(author.id, nonce)),
  },
  deadline: pollEnd,
  migrations: { 2: withPathsOfFiles },
});

/** Version 1 stored the complete addresses of files, with the service's host and a signature. */
function withPathsOfFiles(old: MessageRecord): MessageRecord {
  const [file] = [...filesOf(old), ...(old.snapshotFiles ?? [])];
  const at = file?.url.indexOf(FILES_PATH) ?? -1;
  if (file === undefined || at <= 0) return old;
  const base = file.url.slice(0, at) + FILES_PATH;
  return JSON.parse(JSON.stringify(old), (_, value: unknown) => {
    if (typeof value !== "string" || !value.startsWith(base)) return value;
    return value.slice(at).replace(/[?#].*$/s, "");
  }) as MessageRecord;
}

/** The id of the message that this one replies to and holds a copy of. */
function answeredId({ message_reference: pointer, flags }: MessageRecord): string | undefined {
  const { type, message_id: id }: { type?: number; message_id?: string } = pointer ?? {};
  return type === ReferenceType.FORWARD || isCrosspost(flags) ? undefined : id;
}

function isCrosspost(flags: number): boolean {
  return (flags & MessageFlag.IS_CROSSPOST) !== 0;
}

/** The id of the original, if this message is a copy in a channel that follows. */
function crosspostedId({ message_reference: pointer, flags }: MessageRecord): string | undefined {
  const { message_id: id }: { message_id?: string } = pointer ?? {};
  return isCrosspost(flags) ? id : undefined;
}

/** A nonce as it is stored: an integer may be larger than a double can represent. */
export function plainNonce(nonce: unknown): string | number | undefined {
  if (typeof nonce === "bigint") return nonce.toString();
  return typeof nonce === "string" || typeof nonce === "number" ? nonce : undefined;
}

/** True for a loading message: the response to a deferred interaction that is still to come. */
export function isLoading({ flags }: Pick<MessageRecord, "flags">): boolean {
  return (flags & MessageFlag.LOADING) !== 0;
}

/** The index key of messages of one author with one nonce. */
export function nonceKey(authorId: string, nonce: string | number): string {
  return `${authorId}:${nonce}`;
}

/** Every file of a message, both listed and shown in embeds or components. */
export function filesOf(message: Pick<MessageRecord, "attachments" | "shownAttachments">) {
  return [...message.attachments, ...(message.shownAttachments ?? [])];
}

/** The fields of a message that the API shows. */
function wireFields(record: MessageRecord): Static<typeof Message> {
  const {
    guild_id: _guild,
    interactionId: _interaction,
    isFollowUp: _followUp,
    visibleTo: _viewer,
    pinnedAt: _pinned,
    shownAttachments: _shown,
    snapshotFiles: _forwarded,
    copiedDigest: _copied,
    moderation: _moderation,
    reactionCounts: _counts,
    ...message
    // Only polls have deadlines, for which the platform keeps notes in the record.
  } = record.poll === undefined ? record : withoutNotes(record);
  return withShownEmbeds(message);
}

/** Suppressed embeds stay stored, and are shown again when the flag is removed. */
export function withShownEmbeds<M extends Pick<MessageRecord, "embeds" | "flags">>(message: M): M {
  const isSuppressed = (message.flags & MessageFlag.SUPPRESS_EMBEDS) !== 0;
  return isSuppressed && message.embeds.length > 0 ? { ...message, embeds: [] } : message;
}

/** A message as the API shows it to a user who has not reacted or voted. */
export function messageView(ctx: ReadContext, message: MessageRecord): Static<typeof Message> {
  const view = withAddresses(ctx, wireFields(message));
  const { reactionCounts: counts } = message;
  return counts === undefined ? view : { ...view, reactions: reactionViews(counts) };
}

/**
 * The copy of a message that a reply to it stores, without the message that it replies to in turn.
 * If the message is ephemeral but the reply is not, the message is left out as if it were deleted.
 *
 * @source protocol: commands-and-interactions 6.5
 */
export function shownIn(
  answer: Pick<MessageRecord, "visibleTo">,
  message: MessageRecord,
): object | null {
  const { visibleTo } = message;
  if (visibleTo !== undefined && visibleTo !== answer.visibleTo) return null;
  const { referenced_message: _older, ...fields } = wireFields(message);
  return fields;
}
