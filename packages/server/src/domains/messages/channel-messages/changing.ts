// Editing and deleting messages of a channel, as their author or as a moderator.
// Source: protocol: gateway-oauth-limits 1.6, 2.1.
import { holds, type UploadedFile } from "@antechamber/contract";
import {
  MessageDeleteBulk,
  MessageFlag,
  MessageTooOld,
  NotOnDirectMessages,
  NotOnSystemMessages,
  NotTheAuthor,
  PollNotEditable,
  type ChannelMessageChangeForm,
  type MessageChangeForm,
} from "@antechamber/contract/messages";
import { snowflakeTime } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { writeAuditLog } from "../../guilds/audit-log/write.ts";
import { screen } from "../auto-moderation/screening.ts";
import { changedBody } from "../body.ts";
import { isBetweenPeople, emitToGames } from "../game-events.ts";
import { messageIn } from "../history.ts";
import { messageOn, type OnMessage } from "../on-message.ts";
import { isLoading, undeletableTypes, writtenTypes, type MessageRecord } from "../message.ts";
import { deleteMessage, editMessage, removeMessage } from "../operations.ts";
import { mentionsReplied } from "../replies.ts";
import { countDeletedMessage } from "../threads/counting.ts";
import { changesText, type MentionRights } from "../mentions.ts";
import { requireOwnSkus } from "../components/premium-buttons.ts";
import { messagePermissions, requireUnarchived, requireUnlocked } from "../sender-rights.ts";
import { withoutBotParts } from "./sending.ts";
import { requireAllOf } from "../../guilds/caller-permissions.ts";

/** A change and the files that came with it. */
export interface Change {
  readonly payload: () => ChannelMessageChangeForm;
  readonly files: readonly UploadedFile[];
}

/**
 * Changes a message. A change by its author completes a loading message.
 *
 * @throws UnknownMessage, ThreadArchived, ThreadLocked, NotOnSystemMessages, NotTheAuthor,
 *   MissingPermissions, PollNotEditable, InvalidForm, EmptyMessage, CannotEditStickers,
 *   MessageBlocked
 */
export async function changeMessage(
  ctx: Context,
  on: OnMessage,
  change: Change,
): Promise<MessageRecord> {
  const message = await messageOn(ctx, on);
  requireUnarchived(on.channel);
  const permissions = await messagePermissions(ctx, on.channel, on.user.id);
  requireUnlocked(on.channel, permissions);
  if (!writtenTypes.has(message.type)) throw new ApiError(NotOnSystemMessages);
  if (message.author.id !== on.user.id) return moderate(ctx, message, { change, permissions });
  const draft = change.payload();
  const payload = on.user.bot === true ? draft : withoutBotParts(draft);
  if (message.poll !== undefined) throw new ApiError(PollNotEditable);
  if (change.files.length > 0) requireAllOf(permissions, "ATTACH_FILES");
  const body = changedBody(message, { payload, files: change.files }, []);
  await requireOwnSkus(ctx, on.user.id, { components: payload.components ?? [], at: [] });
  const everyone = holds(permissions, "MENTION_EVERYONE");
  const rights = changesText(payload, body) ? mentionRights(message, payload, everyone) : undefined;
  const writing = { ...on, text: payload.content ?? "", kind: "message" } as const;
  const posted = await screen(ctx, writing);
  const changed = await editMessage(ctx, message, {
    body: { ...body, flags: body.flags & ~MessageFlag.LOADING },
    rights,
    edited: !isLoading(message),
  });
  await posted(ctx, changed.id);
  return changed;
}

/**
 * Which mentions of the new text count. The allowed mentions of the original message are ignored,
 * also for the user who is replied to.
 *
 * @source protocol: commands-and-interactions 6.4
 */
function mentionRights(
  { referenced_message, interaction_metadata }: MessageRecord,
  { allowed_mentions }: MessageChangeForm,
  everyone: boolean,
): MentionRights {
  const allowed = allowed_mentions ?? undefined;
  const replied: { author?: { id?: string } } | null | undefined = referenced_message;
  // The answer to an interaction refers to a message, but is not a reply to its author.
  const isReply = interaction_metadata === undefined && mentionsReplied(allowed);
  const repliedUserId = isReply ? replied?.author?.id : undefined;
  return { allowed, everyone, ...definedFields({ repliedUserId }) };
}

/** For another user's message, only the flag that suppresses its embeds can be changed. */
function moderate(
  ctx: Context,
  message: MessageRecord,
  { change, permissions }: { readonly change: Change; readonly permissions: bigint },
): Promise<MessageRecord> {
  const { flags, ...others } = change.payload();
  const isOfFlags = flags !== undefined && Object.keys(others).length === 0;
  if (!isOfFlags || change.files.length > 0) throw new ApiError(NotTheAuthor);
  requireAllOf(permissions, "MANAGE_MESSAGES");
  const payload = { flags: (flags ?? 0) & MessageFlag.SUPPRESS_EMBEDS };
  const body = changedBody(message, { payload, files: [] }, []);
  return editMessage(ctx, message, { body, rights: undefined, edited: false });
}

/**
 * Deletes a message.
 *
 * @throws UnknownMessage, MissingPermissions, NotOnDirectMessages, NotOnSystemMessages
 */
export async function deleteAsUser(ctx: Context, on: OnMessage): Promise<void> {
  const message = await messageOn(ctx, on);
  if (message.author.id !== on.user.id) {
    if (on.channel.guild_id === undefined) throw new ApiError(NotOnDirectMessages);
    const permissions = await messagePermissions(ctx, on.channel, on.user.id);
    requireAllOf(permissions, "MANAGE_MESSAGES");
  }
  if (undeletableTypes.has(message.type)) throw new ApiError(NotOnSystemMessages);
  await deleteMessage(ctx, message);
  logDeletion(ctx, on, message);
  const { channel } = on;
  if (isBetweenPeople(channel)) await emitToGames(ctx, "DELETE", { channel, message });
}

/**
 * Logs that a user deleted another user's message. Single deletions by bots are not logged.
 *
 * @source protocol: moderation 1
 */
function logDeletion(ctx: Context, { user, channel }: OnMessage, { author }: MessageRecord): void {
  const { guild_id, id: channel_id } = channel;
  if (guild_id === undefined || author.id === user.id || user.bot === true) return;
  const options = { channel_id, count: "1" };
  const entry = { guild_id, user_id: user.id, target_id: author.id, options };
  writeAuditLog(ctx, "MESSAGE_DELETE", entry);
}

/** The maximum age in a bulk deletion. Source: assumed: two weeks, as in the reference. */
const BULK_AGE_MAX_MS = 14 * 24 * 3_600_000;

/**
 * Deletes several messages at once; ids that name no message are ignored.
 *
 * @throws NotOnDirectMessages, MissingPermissions, InvalidForm, MessageTooOld
 */
export async function deleteInBulk(
  ctx: Context,
  { user, channel }: Pick<OnMessage, "user" | "channel">,
  messageIds: () => readonly string[],
): Promise<void> {
  const { id: channel_id, guild_id } = channel;
  if (guild_id === undefined) throw new ApiError(NotOnDirectMessages);
  const permissions = await messagePermissions(ctx, channel, user.id);
  requireAllOf(permissions, "MANAGE_MESSAGES");
  const requestedIds = [...new Set(messageIds())];
  if (requestedIds.some((id) => snowflakeTime(id) < ctx.now - BULK_AGE_MAX_MS)) {
    throw new ApiError(MessageTooOld);
  }
  const ids: string[] = [];
  for (const id of requestedIds) {
    const message = await messageIn(ctx, channel_id, id);
    if (message === undefined) continue;
    await removeMessage(ctx, message);
    await countDeletedMessage(ctx, message);
    ids.push(id);
  }
  if (ids.length === 0) return;
  ctx.emit(
    MessageDeleteBulk,
    { kind: "channel", channel_id, guild_id },
    { ids, channel_id, guild_id },
  );
  const options = { count: String(ids.length) };
  const entry = { guild_id, user_id: user.id, target_id: channel_id, options };
  writeAuditLog(ctx, "MESSAGE_BULK_DELETE", entry);
}
