// Who may join, leave, add to and remove from a thread. Source: protocol: channels-and-threads 2.5.
import { UnknownMember, WrongChannelType } from "@antechamber/contract";
import { ThreadArchived } from "@antechamber/contract/channels";
import type { ThreadMember } from "@antechamber/contract/threads";
import { ChannelType } from "@antechamber/contract/guilds";
import { MessageType } from "@antechamber/contract/messages";
import type { Static } from "@antechamber/contract/schema";
import { ApiError, missingPermission } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { memberView, type ChannelRecord } from "../../guilds/guild.ts";
import { isThread, memberWithUser, permissionsIn } from "../../guilds/operations.ts";
import { isArchived, threadMemberIds, threadMemberOf } from "../../guilds/thread-fields.ts";
import {
  addToThread,
  canBeAdded,
  lackedToAdd,
  removeFromThread,
  type ThreadRecord,
} from "../../guilds/threads/membership.ts";
import { postSystemMessage } from "../../messages/system-message.ts";
import { userOf } from "../../users/operations.ts";
import { userView, type UserRecord } from "../../users/user.ts";
import { requireAllOf } from "../../guilds/caller-permissions.ts";
import { compareSnowflakes } from "../../../platform/records/storage-keys.ts";

type Shown = Static<typeof ThreadMember>;

/** @throws WrongChannelType for a channel that is not a thread */
export function asThread(channel: ChannelRecord): ThreadRecord {
  const { guild_id } = channel;
  if (guild_id === undefined || !isThread(channel)) throw new ApiError(WrongChannelType);
  return { ...channel, guild_id };
}

/** @throws ThreadArchived */
export function requireActive(thread: ThreadRecord): ThreadRecord {
  if (isArchived(thread)) throw new ApiError(ThreadArchived);
  return thread;
}

/** A member of a thread, on request with the guild member. @throws UnknownMember */
export async function shownMember(
  ctx: ReadContext,
  thread: ThreadRecord,
  { userId, withMember }: { readonly userId: string; readonly withMember: boolean },
): Promise<Shown> {
  if (!threadMemberIds(thread).includes(userId)) throw new ApiError(UnknownMember);
  const own = threadMemberOf(thread, userId);
  if (!withMember) return own;
  const { member, user } = await memberWithUser(ctx, thread.guild_id, userId);
  return { ...own, member: memberView(member, user) };
}

/** The default number of members in one reply. Source: machine specification. */
const MEMBERS_DEFAULT = 100;

interface MembersPage {
  readonly with_member?: boolean;
  readonly limit?: number;
  readonly after?: string;
}

/** The members of a thread, in order of id; there are pages only if guild members are requested. */
export async function shownMembers(
  ctx: ReadContext,
  thread: ThreadRecord,
  { with_member: withMember = false, limit = MEMBERS_DEFAULT, after }: MembersPage,
): Promise<Shown[]> {
  const ids = threadMemberIds(thread).toSorted(compareSnowflakes);
  if (!withMember) return ids.map((userId) => threadMemberOf(thread, userId));
  const page = ids
    .filter((id) => after === undefined || compareSnowflakes(id, after) > 0)
    .slice(0, limit);
  return Promise.all(page.map((userId) => shownMember(ctx, thread, { userId, withMember })));
}

/** A user who adds or removes a thread member, and the id of that member. */
interface Concerning {
  readonly by: UserRecord;
  readonly userId: string;
}

/**
 * Adds a member of the guild to a thread, and posts a notice in it.
 *
 * @throws ThreadArchived, MissingPermissions, UnknownUser, UnknownMember, TooManyThreadMembers
 */
export async function addMember(
  ctx: Context,
  thread: ThreadRecord,
  { by, userId }: Concerning,
): Promise<void> {
  requireActive(thread);
  const may = await permissionsIn(ctx, thread, by.id);
  const lacked = lackedToAdd(thread, by.id, may);
  if (lacked !== undefined) throw missingPermission(lacked);
  const added = await userOf(ctx, userId);
  await memberWithUser(ctx, thread.guild_id, userId);
  if (!(await canBeAdded(ctx, thread, userId))) throw new ApiError(UnknownMember);
  if (threadMemberIds(thread).includes(userId)) return;
  const after = await addToThread(ctx, thread, userId);
  await postSystemMessage(ctx, {
    channel: after,
    author: userView(by),
    type: MessageType.RECIPIENT_ADD,
    mentionedUserId: added.id,
  });
}

/** Removes a member from a thread. @throws ThreadArchived, MissingPermissions, UnknownMember */
export async function removeMember(
  ctx: Context,
  thread: ThreadRecord,
  { by, userId }: Concerning,
): Promise<void> {
  requireActive(thread);
  const may = await permissionsIn(ctx, thread, by.id);
  const isOwn = thread.type === ChannelType.PRIVATE_THREAD && thread.owner_id === by.id;
  if (!isOwn) requireAllOf(may, "MANAGE_THREADS");
  if (!threadMemberIds(thread).includes(userId)) throw new ApiError(UnknownMember);
  const removed = await userOf(ctx, userId);
  const after = removeFromThread(ctx, thread, userId);
  await postSystemMessage(ctx, {
    channel: after,
    author: userView(by),
    type: MessageType.RECIPIENT_REMOVE,
    mentionedUserId: removed.id,
  });
}
