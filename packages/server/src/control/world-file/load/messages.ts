// Messages, direct messages and groups of a world file.
import { WorldGameMessage, WorldMessage, WorldPrivateChannel } from "@antechamber/contract/control";
import { ChannelType } from "@antechamber/contract/guilds";
import {
  parseTimestamp,
  snowflakeTime,
  timestamp,
  type Static,
} from "@antechamber/contract/schema";
import { channels, type ChannelRecord } from "../../../domains/guilds/guild.ts";
import { ephemeralMessages } from "../../../domains/messages/ephemeral-message.ts";
import { messages, type MessageRecord } from "../../../domains/messages/message.ts";
import { searchDocument, searchDocuments } from "../../../domains/messages/search-document.ts";
import { checkDerived } from "../derived-fields.ts";
import type { Resolved, WorldBuilder } from "../world-builder.ts";
import { plain } from "../plain.ts";
import { asTimestamp } from "../timestamps.ts";
import { loadPoll } from "../poll-votes.ts";
import { loadReactions } from "../reactions.ts";
import { personId, showPerson } from "../people.ts";
import { forEachEntry, type PlacedEntry } from "./placed-entries.ts";
import { definedFields } from "../../../platform/defined-fields.ts";

type MessageEntry = Static<typeof WorldMessage>;
type PrivateEntry = Static<typeof WorldPrivateChannel>;
type GameEntry = Static<typeof WorldGameMessage>;

/** Loads direct messages of two users, and groups. */
export function loadPrivateChannels(
  builder: WorldBuilder,
  entries: readonly (PrivateEntry | undefined)[] | undefined,
): void {
  forEachEntry(entries, ["private_channels"], (at) => loadPrivateChannel(builder, at));
}

function loadPrivateChannel(
  builder: WorldBuilder,
  { entry, place }: PlacedEntry<PrivateEntry>,
): void {
  const { recipients, type = ChannelType.DM, id: givenId, owner_id: _owner, ...rest } = entry;
  const { last_pin_timestamp, application_id: _application, nicks, ...fields } = rest;
  const id = builder.id("channel", givenId, [...place, "id"]);
  const found = builder.resolved(WorldPrivateChannel, { entry, place });
  const ids = (found.recipients ?? []).flatMap((each) => personId(each) ?? []);
  const isPair = type === ChannelType.DM;
  if (isPair && recipients.length !== 2) {
    builder.issue([...place, "recipients"], "a direct message is between two users");
  }
  const pair = ids.toSorted().join(" ");
  if (isPair) {
    const message = "these two users have a direct message already";
    builder.once("direct message", pair, { path: [...place, "recipients"], message });
  }
  const owner = found.owner_id ?? ids[0];
  const channel: ChannelRecord = {
    last_message_id: null,
    flags: 0,
    ...(isPair ? {} : { name: null, icon: null, ...definedFields({ owner_id: owner }) }),
    ...fields,
    ...definedFields({
      last_pin_timestamp:
        last_pin_timestamp === undefined ? undefined : asTimestamp(last_pin_timestamp),
    }),
    ...definedFields({ application_id: found.application_id, groupNicks: nicks }),
    id,
    type,
    recipientIds: ids,
  };
  builder.put(channels, channel);
}

/** The defaults of a message. */
export const messageDefaults = { type: 0, content: "", ...messages.defaults };

/** Loads the file's messages, with their documents for search. */
export function loadMessages(
  builder: WorldBuilder,
  entries: readonly (MessageEntry | undefined)[] | undefined,
): void {
  const places = builder.directory("channel");
  const byId = new Map(builder.all(channels).map((channel) => [channel.id, channel]));
  for (const { id, name } of byId.values()) places.add(id, name ?? undefined);
  forEachEntry(entries, ["messages"], ({ entry, place }) => {
    const found = builder.resolved(WorldMessage, { entry, place }, { channel: places });
    const channel = byId.get(found.channel_id ?? "");
    if (channel !== undefined) loadMessage(builder, channel, { entry, found, place });
  });
}

interface MessageAt extends PlacedEntry<MessageEntry> {
  readonly found: Resolved<MessageEntry>;
}

function checkChannel(
  builder: WorldBuilder,
  channel: ChannelRecord,
  { found, place }: MessageAt,
): void {
  if (channel.type === ChannelType.GUILD_CATEGORY) {
    builder.issue([...place, "channel_id"], "a category cannot hold messages");
  }
  if (found.guild_id !== undefined && found.guild_id !== channel.guild_id) {
    builder.issue([...place, "guild_id"], "the channel is not in this guild");
  }
}

function loadMessage(builder: WorldBuilder, channel: ChannelRecord, at: MessageAt): void {
  const { entry, found, place } = at;
  checkChannel(builder, channel, at);
  const {
    id: givenId,
    author: givenAuthor,
    channel_id: _channel,
    guild_id: _guild,
    timestamp: sent,
    edited_timestamp: edited,
    pinned,
    pinned_at,
    visible_to: _visible,
    shown_attachments: shownAttachments,
    snapshot_attachments: snapshotFiles,
    moderation_metadata: moderation,
    reactions,
    thread: _thread,
    resolved: _resolved,
    poll: givenPoll,
    poll_votes: votes,
    ...fields
  } = entry;
  const id = builder.id("message", givenId, [...place, "id"]);
  checkDerived(builder, [...place, "thread", "id"], { given: personId(found.thread), own: id });
  const author = showPerson(builder, givenAuthor, found.author);
  if (author === undefined) return;
  const sentAt = momentOf(builder, { id: givenId, sent });
  if (pinned === false && pinned_at !== undefined) {
    builder.issue([...place, "pinned"], "a message with pinned_at is pinned");
  }
  const isPinned = pinned === true || pinned_at !== undefined;
  const message: MessageRecord = {
    ...messageDefaults,
    ...plain(fields),
    id,
    channel_id: channel.id,
    author,
    timestamp: sentAt,
    edited_timestamp: asTimestamp(edited),
    pinned: isPinned,
    ...definedFields({
      guild_id: channel.guild_id,
      pinnedAt: isPinned ? (asTimestamp(pinned_at) ?? sentAt) : undefined,
      visibleTo: found.visible_to,
      shownAttachments,
      snapshotFiles,
      moderation,
      poll: loadPoll(
        builder,
        { id, channel_id: channel.id },
        { poll: givenPoll, given: votes, found: found.poll_votes, place },
      ),
      reactionCounts: loadReactions(
        builder,
        { id, channel_id: channel.id },
        { given: reactions, found: found.reactions, place },
      ),
    }),
  };
  builder.put(messages, message);
  // No search document for an entry that could not be read.
  const document = builder.isInvalid(place) ? undefined : searchDocument(message);
  if (document !== undefined) builder.put(searchDocuments, document);
}

/** When a message was sent: as given, otherwise the instant in its id, otherwise now. */
export function momentOf(
  builder: WorldBuilder,
  { id, sent }: { readonly id: string | undefined; readonly sent: string | undefined },
): string {
  const made = id === undefined ? builder.now : snowflakeTime(id);
  return asTimestamp(sent) ?? timestamp(made);
}

/** Loads messages between players with provisional accounts. */
export function loadGameMessages(
  builder: WorldBuilder,
  entries: readonly (GameEntry | undefined)[] | undefined,
): void {
  forEachEntry(entries, ["game_messages"], ({ entry, place }) => {
    const { author: authorEntry, moderation_metadata, ...rest } = entry;
    const found = builder.resolved(WorldGameMessage, { entry, place });
    const { application: application_id, recipient_id } = found;
    const author = showPerson(builder, authorEntry, found.author);
    const id = builder.id("message", rest.id, [...place, "id"]);
    if (application_id === undefined || recipient_id === undefined || author === undefined) return;
    const sentAt =
      parseTimestamp(momentOf(builder, { id: rest.id, sent: rest.timestamp })) ?? builder.now;
    const edited = rest.edited_timestamp ?? undefined;
    builder.put(ephemeralMessages, {
      id,
      application_id,
      author,
      recipient_id,
      content: rest.content,
      flags: rest.flags ?? 0,
      sentAt,
      editedAt: edited === undefined ? null : (parseTimestamp(edited) ?? null),
      ...definedFields({ moderation: moderation_metadata }),
    });
  });
}
