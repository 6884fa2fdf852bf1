// The messages of a world with their files, as a world file has them: read in pages, with turns for
// the event loop in between, and limited to what one answer may hold.
import { limits } from "@antechamber/contract";
import {
  WorldTooLarge,
  type WorldAuthorization,
  type WorldFile,
  type WorldLobbyMessage,
} from "@antechamber/contract/control";
import { timestamp, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import type { Search, Table } from "../../../platform/store.ts";
import { nextTurn } from "../../../platform/async/event-loop.ts";
import { authorizations } from "../../../domains/applications/authorization.ts";
import { withPrefix } from "../../../platform/records/compound-keys.ts";
import { accessTokens, isOwnToken } from "../../../domains/applications/tokens.ts";
import { channels, type ChannelRecord } from "../../../domains/guilds/guild.ts";
import { lobbyMessages, type LobbyMessageRecord } from "../../../domains/lobbies/lobby-message.ts";
import {
  ephemeralMessages,
  type EphemeralMessageRecord,
} from "../../../domains/messages/ephemeral-message.ts";
import {
  attachments,
  encodedBytes,
  type AttachmentRecord,
} from "../../../domains/messages/files/attachment.ts";
import { filesOf, messages, type MessageRecord } from "../../../domains/messages/message.ts";
import { images } from "../../../domains/users/image.ts";
import { messageDefaults } from "../load/messages.ts";
import { pollVoteEntries } from "../poll-votes.ts";
import { reactionEntries } from "../reactions.ts";
import { omitDefaults } from "../omit-defaults.ts";

type Entry<K extends keyof WorldFile> = NonNullable<WorldFile[K]> extends (infer E)[] ? E : never;

/** How many records are read before the event loop gets a turn. */
const PAGE = 200;

/** Every record of a table; the event loop gets a turn between pages. */
export async function* paged<R extends object>(
  ctx: ReadContext,
  table: Table<R>,
  search: Pick<Search, "before" | "after"> = {},
): AsyncGenerator<R, void, undefined> {
  let after = search.after;
  for (;;) {
    const from = definedFields({ after });
    const page = await ctx.tx.find(table, { ...search, ...from, limit: PAGE });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = table.key(last);
    await nextTurn();
  }
}

/** The size that an export may still grow by. */
export class ExportBudget {
  #left = limits.worldExport.value;

  /** Counts an entry against the budget. @throws WorldTooLarge */
  spend<E>(entry: E): E {
    return this.#spendLetters(entry, JSON.stringify(entry).length);
  }

  /** Counts an entry with long data, without serializing the data. */
  spendWith<E extends { readonly data: string }>(entry: E): E {
    const { data, ...rest } = entry;
    return this.#spendLetters(entry, JSON.stringify(rest).length + data.length);
  }

  #spendLetters<E>(entry: E, letters: number): E {
    this.#left -= letters;
    if (this.#left < 0) throw new ApiError(WorldTooLarge);
    return entry;
  }
}

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

/** Files of messages, each distinct content once; files without a message are left out. */
export async function fileEntries(
  ctx: ReadContext,
  budget: ExportBudget,
): Promise<Entry<"files">[]> {
  const fileIds = new Set<string>();
  for await (const message of paged(ctx, messages)) {
    for (const file of [...filesOf(message), ...(message.snapshotFiles ?? [])])
      fileIds.add(file.id);
  }
  const byDigest = new Map<string, AttachmentRecord[]>();
  for await (const file of paged(ctx, attachments)) {
    if (fileIds.has(file.id))
      byDigest.set(file.digest, [...(byDigest.get(file.digest) ?? []), file]);
  }
  const found: Entry<"files">[] = [];
  for (const [sha256, files] of byDigest) {
    const data = await encodedBytes(ctx, { digest: sha256, size: files[0]?.size ?? 0 });
    const sharing = files.map(({ digest: _digest, size: _size, ...file }) => file);
    found.push(budget.spendWith({ sha256, data, attachments: sharing }));
    await nextTurn();
  }
  return found;
}

/** Images as a world file has them. */
export async function imageEntries(
  ctx: ReadContext,
  budget: ExportBudget,
): Promise<Entry<"images">[]> {
  const found: Entry<"images">[] = [];
  for await (const { hash, contentType, base64 } of paged(ctx, images)) {
    found.push(budget.spendWith({ hash, content_type: contentType, data: base64 }));
  }
  return found;
}

/** The scopes of users' tokens by user and application; an application's own tokens are left out. */
async function scopesOfTokens(ctx: ReadContext): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const scopesByPair = new Map<string, Set<string>>();
  for await (const token of paged(ctx, accessTokens)) {
    if (isOwnToken(token)) continue;
    const { user_id, application_id, scopes } = token;
    const pair = `${user_id ?? ""}:${application_id}`;
    scopesByPair.set(pair, new Set([...(scopesByPair.get(pair) ?? []), ...scopes]));
  }
  return scopesByPair;
}

/**
 * Authorizations that loading would not derive from the exported tokens and instant; optionally
 * all.
 */
export async function authorizationEntries(
  ctx: ReadContext,
  { plainConsents = true }: { readonly plainConsents?: boolean },
): Promise<Static<typeof WorldAuthorization>[]> {
  const scopesByPair = await scopesOfTokens(ctx);
  const found: Static<typeof WorldAuthorization>[] = [];
  for await (const { user_id, application_id, scopes, authorizedAt } of paged(
    ctx,
    authorizations,
  )) {
    const ofTokens = [...(scopesByPair.get(`${user_id}:${application_id}`) ?? [])];
    // A provisional account's authorization has no scopes, which a file cannot express.
    const isPlain =
      (authorizedAt === ctx.now || scopes.length === 0) &&
      scopes.length === ofTokens.length &&
      scopes.every((each, i) => each === ofTokens[i]);
    if (isPlain && plainConsents) continue;
    const authorized_at = timestamp(authorizedAt);
    found.push({ user: user_id, application: application_id, scopes: [...scopes], authorized_at });
  }
  return found;
}
