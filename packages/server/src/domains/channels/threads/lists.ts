// Lists of threads: the active ones of a guild, the archived ones of a channel, and search.
// Source: protocol: channels-and-threads 2.4, 2.8.
import { holds, WrongChannelType } from "@antechamber/contract";
import type { searchThreads } from "@antechamber/contract/threads";
import { ChannelType } from "@antechamber/contract/guilds";
import {
  parseTimestamp,
  snowflakeKey,
  snowflakeTime,
  type Static,
} from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../../platform/api-error.ts";
import type { ReadContext } from "../../../platform/context.ts";
import { channelView, type ChannelRecord } from "../../guilds/guild.ts";
import { channelsAndThreads, isThread, permissionContextOf } from "../../guilds/operations.ts";
import { permissionsAt, type PermissionContext } from "../../guilds/permissions.ts";
import { isArchived, threadMemberIds, threadMemberOf } from "../../guilds/thread-fields.ts";
import { archivedAt } from "../../guilds/threads/archiving.ts";
import { requireAllOf } from "../../guilds/caller-permissions.ts";
import { compareSnowflakes } from "../../../platform/records/storage-keys.ts";

/** The default number of threads in one reply. Source: machine specification. */
const THREADS_DEFAULT = 50;

/** The reply with a list of threads, and the user's own memberships in them. */
function threadListReply(threads: readonly ChannelRecord[], userId: string, hasMore: boolean) {
  const own = threads.filter((thread) => threadMemberIds(thread).includes(userId));
  return {
    threads: threads.map((thread) => channelView(thread)),
    members: own.map((thread) => threadMemberOf(thread, userId)),
    has_more: hasMore,
  };
}

const newestFirst = (a: ChannelRecord, b: ChannelRecord) => compareSnowflakes(b.id, a.id);

/** The active threads of a guild that a member can see. */
export async function activeThreads(ctx: ReadContext, permissionContext: PermissionContext) {
  const all = await channelsAndThreads(ctx, permissionContext.guild.id);
  const byId = new Map(all.map((channel) => [channel.id, channel]));
  const seen = all.filter((thread) => {
    if (!isThread(thread) || isArchived(thread)) return false;
    const source = byId.get(thread.parent_id ?? "") ?? thread;
    return holds(permissionsAt(permissionContext, thread, source), "VIEW_CHANNEL");
  });
  return threadListReply(seen.toSorted(newestFirst), permissionContext.member.user_id, false);
}

/** A channel that may have threads, and the user who lists them. */
export interface Listing {
  readonly parent: ChannelRecord;
  readonly userId: string;
  readonly limit?: number | undefined;
}

const parents: ReadonlySet<number> = new Set([
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_FORUM,
  ChannelType.GUILD_MEDIA,
]);

/** The threads of a channel. @throws WrongChannelType, MissingPermissions */
async function threadsOf(ctx: ReadContext, { parent, userId }: Listing) {
  const { guild_id } = parent;
  if (guild_id === undefined || !parents.has(parent.type)) throw new ApiError(WrongChannelType);
  const permissionContext = await permissionContextOf(ctx, guild_id, userId);
  const may =
    permissionContext === undefined ? 0n : permissionsAt(permissionContext, parent, parent);
  requireAllOf(may, "READ_MESSAGE_HISTORY");
  const all = await channelsAndThreads(ctx, guild_id);
  return { may, threads: all.filter((each) => isThread(each) && each.parent_id === parent.id) };
}

/**
 * Archived threads of a channel, most recently archived first.
 *
 * @throws WrongChannelType, MissingPermissions, InvalidForm for an invalid timestamp
 */
export async function archivedThreads(
  ctx: ReadContext,
  listing: Listing & { readonly before?: string | undefined; readonly isPrivate: boolean },
) {
  const { may, threads } = await threadsOf(ctx, listing);
  const { isPrivate, before, userId, limit = THREADS_DEFAULT } = listing;
  if (isPrivate) requireAllOf(may, "MANAGE_THREADS");
  const until = before === undefined ? Infinity : momentIn(before);
  const found = threads
    .filter((thread) => isArchived(thread))
    .filter(({ type }) => (type === ChannelType.PRIVATE_THREAD) === isPrivate)
    .filter((thread) => archivedAt(thread) < until)
    .toSorted((a, b) => archivedAt(b) - archivedAt(a) || newestFirst(a, b));
  return threadListReply(found.slice(0, limit), userId, found.length > limit);
}

function momentIn(text: string): number {
  const moment = parseTimestamp(text);
  if (moment !== undefined) return moment;
  const message = `Could not parse ${text}. Should be ISO8601.`;
  throw invalidForm({ path: ["before"], code: "DATE_TIME_TYPE_PARSE", message });
}

/**
 * Archived private threads of a channel that a user is a member of, newest first.
 *
 * @throws WrongChannelType, MissingPermissions
 */
export async function joinedArchivedThreads(
  ctx: ReadContext,
  listing: Listing & { readonly before?: string | undefined },
) {
  const { threads } = await threadsOf(ctx, listing);
  const { before, userId, limit = THREADS_DEFAULT } = listing;
  const found = threads
    .filter((thread) => isArchived(thread) && thread.type === ChannelType.PRIVATE_THREAD)
    .filter((thread) => threadMemberIds(thread).includes(userId))
    .filter(({ id }) => before === undefined || snowflakeKey(id) < snowflakeKey(before))
    .toSorted(newestFirst);
  return threadListReply(found.slice(0, limit), userId, found.length > limit);
}

type ThreadSearch = Static<(typeof searchThreads)["query"]>;

/** True for a post with all of the wanted tags, or with any of them, as the query says. */
function hasTags(thread: ChannelRecord, { tag = [], tag_setting }: ThreadSearch): boolean {
  const has = (id: string) => thread.applied_tags?.includes(id) === true;
  if (tag.length === 0) return true;
  return tag_setting === "match_all" ? tag.every(has) : tag.some(has);
}

function matches(thread: ChannelRecord, search: ThreadSearch): boolean {
  const { name = "", min_id, max_id, archived } = search;
  const key = snowflakeKey(thread.id);
  const words = name.toLowerCase().split(/\s+/).filter(Boolean);
  const title = (thread.name ?? "").toLowerCase();
  return (
    words.every((each) => title.includes(each)) &&
    (min_id === undefined || key >= snowflakeKey(min_id)) &&
    (max_id === undefined || key <= snowflakeKey(max_id)) &&
    (archived === undefined || isArchived(thread) === archived) &&
    hasTags(thread, search)
  );
}

/** The sort key of a thread; threads with larger values come first. */
function rankOf(
  thread: ChannelRecord,
  { sort_by: by = "last_message_time" }: ThreadSearch,
): number {
  if (by === "archive_time") return archivedAt(thread);
  if (by === "creation_time") return snowflakeTime(thread.id);
  return snowflakeTime(thread.last_message_id ?? thread.id);
}

/** The default number of threads in one reply of a search. Source: machine specification. */
const FOUND_DEFAULT = 25;

/**
 * Threads of a channel that a member can see, by name, tags and age.
 *
 * @throws WrongChannelType, MissingPermissions
 */
export async function foundThreads(ctx: ReadContext, listing: Listing, search: ThreadSearch) {
  const { may, threads } = await threadsOf(ctx, listing);
  const { userId } = listing;
  const isSeen = (thread: ChannelRecord) =>
    thread.type !== ChannelType.PRIVATE_THREAD ||
    holds(may, "MANAGE_THREADS") ||
    threadMemberIds(thread).includes(userId);
  const { offset = 0, limit = FOUND_DEFAULT, sort_order: order = "desc" } = search;
  const sign = order === "desc" ? 1 : -1;
  const found = threads
    .filter((thread) => isSeen(thread) && matches(thread, search))
    .toSorted((a, b) => sign * (rankOf(b, search) - rankOf(a, search) || newestFirst(a, b)));
  const page = found.slice(offset, offset + limit);
  const more = found.length > offset + limit;
  return { ...threadListReply(page, userId, more), page, total_results: found.length };
}
