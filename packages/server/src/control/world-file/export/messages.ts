// The messages of a world and its private channels, as a world file has them.
import type { WorldFile, WorldLobbyMessage } from "@antechamber/contract/control";
import { timestamp, type Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { withPrefix } from "../../../platform/records/compound-keys.ts";
import { channels, type ChannelRecord } from "../../../domains/guilds/guild.ts";
import { lobbyMessages, type LobbyMessageRecord } from "../../../domains/lobbies/lobby-message.ts";
import {
  ephemeralMessages,
  type EphemeralMessageRecord,
} from "../../../domains/messages/ephemeral-message.ts";
import { messages, type MessageRecord } from "../../../domains/messages/message.ts";
import { messageDefaults } from "../load/messages.ts";
import { pollVoteEntries } from "../poll-votes.ts";
import { reactionEntries } from "../reactions.ts";
import { omitDefaults } from "../omit-defaults.ts";
import type { ExportBudget } from "./export-budget.ts";
import { paged } from "./paged.ts";

type Entry<K extends "private_channels" | "messages" | "game_messages"> = NonNullable<
  WorldFile[K]
>[number];

/** Direct messages and groups as a world file has them. */
export async function privateChannelEntries(
  ctx: ReadContext,
): Promise<Entry<"private_channels">[]> {
  const found: Entry<"private_channels">[] = [];
  for await (const channel of paged(ctx, channels)) {
    if (channel.guild_id === undefined) found.push(privateChannelEntry(channel));
  }
  return found;
}

function privateChannelEntry(channel: ChannelRecord): Entry<"private_channels"> {
  const { id, type, recipientIds = [], owner_id, name, icon, ...rest } = channel;
  const { flags, last_message_id, last_pin_timestamp } = rest;
  const isGroup = type === 3;
  return {
    id,
    ...(isGroup ? { type: 3 as const } : {}),
    recipients: [...recipientIds],
    ...(isGroup ? omitDefaults({ name, icon }, { name: null, icon: null }) : {}),
    ...definedFields({ owner_id: owner_id === recipientIds[0] ? undefined : owner_id }),
    ...omitDefaults({ flags, last_message_id }, { flags: 0, last_message_id: null }),
    ...definedFields({ last_pin_timestamp, managed: rest.managed, nicks: rest.groupNicks }),
    ...definedFields({ application_id: rest.application_id ?? undefined }),
  };
}

/**
 * Messages as a world file has them, the oldest of each channel first. Ephemeral messages of
 * deleted users are left out.
 */
export async function messageEntries(
  ctx: ReadContext,
  budget: ExportBudget,
  people: ReadonlySet<string>,
): Promise<Entry<"messages">[]> {
  const found: Entry<"messages">[] = [];
  for await (const message of paged(ctx, messages)) {
    const isForNobody = message.visibleTo !== undefined && !people.has(message.visibleTo);
    if (isForNobody) continue;
    const reactions = await reactionEntries(ctx, message);
    const poll_votes = await pollVoteEntries(ctx, message);
    const done = definedFields({ poll_votes, reactions });
    found.push(budget.spend({ ...messageEntry(message), ...done }));
  }
  return found;
}

function messageEntry(message: MessageRecord): Entry<"messages"> {
  const { id, channel_id, author, timestamp: sent, guild_id: _guild, ...rest } = message;
  const { pinnedAt, visibleTo, shownAttachments, snapshotFiles, moderation, ...others } = rest;
  // Interactions are not exported, and neither are the fields that refer to them.
  const {
    interactionId: _interaction,
    isFollowUp: _followUp,
    pinned: _pinned,
    copiedDigest: _copied,
    reactionCounts: _counts,
    ...fields
  } = others;
  return {
    id,
    channel_id,
    author,
    timestamp: sent,
    ...omitDefaults(fields, messageDefaults),
    ...definedFields({
      pinned_at: pinnedAt,
      visible_to: visibleTo,
      shown_attachments: shownAttachments === undefined ? undefined : [...shownAttachments],
      snapshot_attachments: snapshotFiles === undefined ? undefined : [...snapshotFiles],
      moderation_metadata: moderation,
    }),
  };
}

/** Messages of a lobby as a world file has them. */
export async function lobbyMessageEntries(
  ctx: ReadContext,
  lobbyId: string,
  budget: ExportBudget,
): Promise<Static<typeof WorldLobbyMessage>[]> {
  const found: Static<typeof WorldLobbyMessage>[] = [];
  for await (const message of paged(ctx, lobbyMessages, withPrefix(lobbyId))) {
    found.push(budget.spend(lobbyMessageEntry(message)));
  }
  return found;
}

function lobbyMessageEntry(message: LobbyMessageRecord): Static<typeof WorldLobbyMessage> {
  const { id, lobby_id, channel_id, author, content, type, flags, sentAt, editedAt } = message;
  const { additional_name, moderation_metadata, application_id } = message;
  return {
    id,
    author,
    ...definedFields({ channel_id: channel_id === lobby_id ? undefined : channel_id }),
    ...omitDefaults({ content, type, flags }, { content: "", type: 0, flags: 0 }),
    ...(additional_name === null ? {} : { lobby_member: { additional_name } }),
    ...(moderation_metadata === null ? {} : { moderation_metadata }),
    ...(message.isFromGame ? { application_id } : {}),
    timestamp: timestamp(sentAt),
    ...(editedAt === null ? {} : { edited_timestamp: timestamp(editedAt) }),
  };
}

/** Messages between players with provisional accounts. */
export async function gameMessageEntries(
  ctx: ReadContext,
  budget: ExportBudget,
): Promise<Entry<"game_messages">[]> {
  const found: Entry<"game_messages">[] = [];
  for await (const message of paged(ctx, ephemeralMessages)) {
    found.push(budget.spend(gameMessageEntry(message)));
  }
  return found;
}

function gameMessageEntry(message: EphemeralMessageRecord): Entry<"game_messages"> {
  const { id, application_id, author, recipient_id, content, flags } = message;
  const { sentAt, editedAt, moderation } = message;
  return {
    id,
    application: application_id,
    author,
    recipient_id,
    content,
    ...(flags === 0 ? {} : { flags }),
    ...definedFields({ moderation_metadata: moderation }),
    timestamp: timestamp(sentAt),
    ...(editedAt === null ? {} : { edited_timestamp: timestamp(editedAt) }),
  };
}
