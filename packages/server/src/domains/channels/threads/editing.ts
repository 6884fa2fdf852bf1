// Changes of threads, and who may make them. Source: protocol: channels-and-threads 2.2.
import { holds } from "@antechamber/contract";
import { ThreadArchived, TooManyPinnedThreads } from "@antechamber/contract/channels";
import { MessageType } from "@antechamber/contract/messages";
import { snowflakeKey, timestamp } from "@antechamber/contract/schema";
import { ApiError, missingPermission } from "../../../platform/api-error.ts";
import type { Context } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { isSameJson } from "../../../platform/records/same-json.ts";
import { writeAuditLog } from "../../guilds/audit-log/write.ts";
import { holdsPosts } from "../../guilds/channel-defaults.ts";
import { emitChannel } from "../../guilds/events.ts";
import { channels } from "../../guilds/guild.ts";
import { channelsAndThreads, permissionsIn, permissionSource } from "../../guilds/operations.ts";
import {
  isArchived,
  isLocked,
  loggedThread,
  PINNED,
  threadMetadata,
} from "../../guilds/thread-fields.ts";
import { asArchived, asUnarchived, requireRoom } from "../../guilds/threads/archiving.ts";
import { emitUnarchived, type ThreadRecord } from "../../guilds/threads/membership.ts";
import { requireTags } from "../../guilds/threads/post-tags.ts";
import { screen } from "../../messages/auto-moderation/screening.ts";
import { postSystemMessage } from "../../messages/system-message.ts";
import { userView, type UserRecord } from "../../users/user.ts";
import type { Change } from "../channel.ts";

/** The fields that a thread's owner may change while it is not locked. */
const ofOwner: ReadonlySet<string> = new Set([
  "name",
  "archived",
  "auto_archive_duration",
  "invitable",
  "applied_tags",
]);
const ofThreads: ReadonlySet<string> = new Set([
  ...ofOwner,
  "locked",
  "rate_limit_per_user",
  "flags",
]);

export interface ThreadEditor {
  readonly user: UserRecord;
  readonly thread: ThreadRecord;
}

/** The fields of a form that concern threads and differ from the thread's values. */
function changedFields(thread: ThreadRecord, change: Change): readonly string[] {
  const is = { ...thread, ...threadMetadata(thread) };
  return Object.entries(change).flatMap(([field, value]) => {
    const isGiven = ofThreads.has(field) && value !== undefined;
    return isGiven && !isSameJson(Reflect.get(is, field), value) ? [field] : [];
  });
}

/** A form whose slowmode is a number. */
type ThreadChange = Omit<Change, "rate_limit_per_user"> & { rate_limit_per_user?: number };

/** Replaces a slowmode of null by 0, which means none. */
function withoutNull({ rate_limit_per_user: slowmode, ...change }: Change): ThreadChange {
  return slowmode === undefined ? change : { ...change, rate_limit_per_user: slowmode ?? 0 };
}

/** @throws MissingPermissions, ThreadArchived */
function requireEditing(
  { user, thread }: ThreadEditor,
  { fields, change, may }: { fields: readonly string[]; change: Change; may: bigint },
): void {
  const staysArchived = isArchived(thread) && change.archived !== false;
  if (staysArchived && fields.length > 0) throw new ApiError(ThreadArchived);
  if (holds(may, "MANAGE_THREADS")) return;
  const onlyReopens = fields.every((field) => field === "archived") && change.archived === false;
  const mayReopen = onlyReopens && holds(may, "SEND_MESSAGES_IN_THREADS");
  const isOwn = thread.owner_id === user.id && fields.every((field) => ofOwner.has(field));
  if (isLocked(thread) || !(mayReopen || isOwn)) throw missingPermission("MANAGE_THREADS");
}

/**
 * Changes a thread, and emits the event for all who see it.
 *
 * @throws MissingPermissions, ThreadArchived, UnknownTag, TagRequired, TooManyPinnedThreads,
 *   TooManyActiveThreads, TitleBlocked
 */
export async function changeThread(
  ctx: Context,
  editor: ThreadEditor,
  read: () => Change,
): Promise<ThreadRecord> {
  const { user, thread } = editor;
  const may = await permissionsIn(ctx, thread, user.id);
  const isOwner = thread.owner_id === user.id;
  if (!holds(may, "MANAGE_THREADS") && !isOwner && !holds(may, "SEND_MESSAGES_IN_THREADS"))
    throw missingPermission("MANAGE_THREADS");
  const change = withoutNull(read());
  const fields = changedFields(thread, change);
  requireEditing(editor, { fields, change, may });
  const changed = await editedThread(ctx, { ...editor, may }, change);
  const title = changed.name === thread.name ? "" : (changed.name ?? "");
  const posted = await screen(ctx, { user, channel: thread, text: title, kind: "title" });
  if (isSameJson(loggedThread(changed), loggedThread(thread))) return thread;
  ctx.tx.put(channels, changed);
  if (isArchived(thread) && !isArchived(changed)) emitUnarchived(ctx, changed);
  else emitChannel(ctx, changed, "known");
  const by = { guild_id: thread.guild_id, user_id: user.id, target_id: thread.id };
  const sides = { before: loggedThread(thread), after: loggedThread(changed) };
  writeAuditLog(ctx, "THREAD_UPDATE", { ...by, ...sides });
  await posted(ctx);
  if (changed.name === thread.name || isArchived(changed)) return changed;
  return postRename(ctx, { user, thread: changed });
}

async function editedThread(
  ctx: Context,
  { thread, may }: ThreadEditor & { readonly may: bigint },
  change: ThreadChange,
): Promise<ThreadRecord> {
  const { name, archived, locked, invitable, auto_archive_duration: minutes } = change;
  const before = threadMetadata(thread);
  const isRetimed = minutes !== undefined && minutes !== before.auto_archive_duration;
  const metadata = {
    ...before,
    ...definedFields({ locked, auto_archive_duration: minutes }),
    // The period of inactivity starts again, because a shorter one might be over already.
    ...(isRetimed ? { archive_timestamp: timestamp(ctx.now) } : {}),
    ...("invitable" in before ? definedFields({ invitable }) : {}),
  };
  const plain = definedFields({
    name: name ?? undefined,
    rate_limit_per_user: change.rate_limit_per_user,
  });
  const changed: ThreadRecord = { ...thread, ...plain, thread_metadata: metadata };
  const post = await asPost(ctx, { thread: changed, may }, change);
  if (archived === false && isArchived(thread)) {
    await requireRoom(ctx, thread.guild_id, thread.parent_id);
  }
  if (archived === undefined) return post;
  return archived ? asArchived(ctx, post) : asUnarchived(ctx, post);
}

/** The thread with the changed tags and pin, which only posts have. */
async function asPost(
  ctx: Context,
  { thread, may }: { readonly thread: ThreadRecord; readonly may: bigint },
  { applied_tags: tags, flags }: Change,
): Promise<ThreadRecord> {
  const forum = await permissionSource(ctx, thread);
  if (!holdsPosts(forum)) return thread;
  if (tags !== undefined) {
    const mayModerate = holds(may, "MANAGE_THREADS");
    requireTags(forum, { before: thread.applied_tags ?? [], after: tags, mayModerate });
  }
  const isPinned = flags === undefined ? undefined : (flags & PINNED) !== 0;
  if (isPinned === true && (thread.flags & PINNED) === 0) await requireNonePinned(ctx, thread);
  const pin = isPinned === undefined ? {} : { flags: isPinned ? PINNED : 0 };
  return { ...thread, ...pin, ...(tags === undefined ? {} : { applied_tags: [...new Set(tags)] }) };
}

async function requireNonePinned(ctx: Context, { guild_id, parent_id }: ThreadRecord) {
  const all = await channelsAndThreads(ctx, guild_id);
  const isTaken = all.some((each) => each.parent_id === parent_id && (each.flags & PINNED) !== 0);
  if (isTaken) throw new ApiError(TooManyPinnedThreads);
}

/** Posts a notice in the thread that its name changed. */
async function postRename(ctx: Context, { user, thread }: ThreadEditor): Promise<ThreadRecord> {
  await postSystemMessage(ctx, {
    channel: thread,
    author: userView(user),
    type: MessageType.CHANNEL_NAME_CHANGE,
    content: thread.name ?? "",
  });
  const after = await ctx.tx.get(channels, snowflakeKey(thread.id));
  return { ...thread, ...after, guild_id: thread.guild_id };
}
