// Deleting channels and threads of guilds for a user, which the audit log records.
// Source: protocol: channels-and-threads 1.6.
import { CommunityChannelRequired } from "@antechamber/contract/channels";
import { ApiError } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { entryFields, writeAuditLog } from "../guilds/audit-log/write.ts";
import { requireAllOf } from "../guilds/caller-permissions.ts";
import { permissionsIn } from "../guilds/operations.ts";
import { loggedThread } from "../guilds/thread-fields.ts";
import type { ThreadRecord } from "../guilds/threads/membership.ts";
import { requireInChannel, type ChannelEditor } from "./editing.ts";
import { isOfCommunity, removeChannel } from "./operations.ts";

/** @throws MissingPermissions, CommunityChannelRequired */
export async function deleteGuildChannel(ctx: Context, editor: ChannelEditor): Promise<void> {
  requireInChannel(editor, "MANAGE_CHANNELS");
  const { permissionContext, channel } = editor;
  if (isOfCommunity(permissionContext.guild, channel)) throw new ApiError(CommunityChannelRequired);
  await removeChannel(ctx, channel);
  const by = entryFields(permissionContext.member, channel.id);
  writeAuditLog(ctx, "CHANNEL_DELETE", { ...by, before: channel });
}

/** @throws MissingPermissions */
export async function deleteThread(
  ctx: Context,
  thread: ThreadRecord,
  userId: string,
): Promise<void> {
  requireAllOf(await permissionsIn(ctx, thread, userId), "MANAGE_THREADS");
  await removeChannel(ctx, thread);
  const by = { guild_id: thread.guild_id, user_id: userId, target_id: thread.id };
  writeAuditLog(ctx, "THREAD_DELETE", { ...by, before: loggedThread(thread) });
}
