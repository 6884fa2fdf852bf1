import { WrongChannelType } from "@antechamber/contract";
import {
  createGuildChannel,
  deleteChannel,
  deleteOverwrite,
  editChannel,
  moveGuildChannels,
  setOverwrite,
} from "@antechamber/contract/channels";
import { ChannelType } from "@antechamber/contract/guilds";
import { ApiError } from "../../platform/api-error.ts";
import type { WithCaller } from "../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { writeAuditLog } from "../guilds/audit-log/write.ts";
import { channelView, type ChannelRecord } from "../guilds/guild.ts";
import { channelOf, isThread, permissionsIn, recipientsOf } from "../guilds/operations.ts";
import {
  ownPermissionContext,
  permissionContextIn,
  requireAllOf,
} from "../guilds/caller-permissions.ts";
import { loggedThread } from "../guilds/thread-fields.ts";
import { changeGroup, removeFromGroup } from "../messages/groups.ts";
import { callerUserId, callingUser } from "../users/operations.ts";
import { createChannel } from "./creating.ts";
import { removeChannel, requireDispensable } from "./operations.ts";
import {
  changeChannel,
  dropOverwrite,
  putOverwrite,
  requireInChannel,
  type ChannelEditor,
} from "./editing.ts";
import { stageHandlers } from "./stages/handlers.ts";
import { changeThread } from "./threads/editing.ts";
import { threadHandlers } from "./threads/handlers.ts";
import { asThread } from "./threads/members.ts";
import { moveChannels } from "./moving.ts";

/** The caller as the editor of a channel of a guild. @throws WrongChannelType for other channels */
async function editorOf(ctx: WithCaller, channel: ChannelRecord): Promise<ChannelEditor> {
  const { guild_id } = channel;
  if (guild_id === undefined || isThread(channel)) throw new ApiError(WrongChannelType);
  return {
    permissionContext: await ownPermissionContext(ctx, guild_id),
    channel: { ...channel, guild_id },
  };
}

export const channelHandlers: readonly Binding[] = [
  ...threadHandlers,
  ...stageHandlers,

  handle(createGuildChannel, async (ctx, { params, body }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    return reply(201, channelView(await createChannel(ctx, permissionContext, body)));
  }),

  handle(moveGuildChannels, async (ctx, { params, body }) => {
    await moveChannels(ctx, await permissionContextIn(ctx, params.guild_id), body);
    return noContent;
  }),

  handle(editChannel, async (ctx, { params, body }) => {
    const channel = await channelOf(ctx, ctx.caller, params.channel_id);
    if (isThread(channel)) {
      const editor = { user: await callingUser(ctx, ctx.caller), thread: asThread(channel) };
      return reply(200, channelView(await changeThread(ctx, editor, body)));
    }
    if (channel.type === ChannelType.GROUP_DM) {
      const user = await callingUser(ctx, ctx.caller);
      const changed = await changeGroup(ctx, { user, channel }, body());
      return reply(200, channelView(changed, await recipientsOf(ctx, changed, user.id)));
    }
    return reply(200, channelView(await changeChannel(ctx, await editorOf(ctx, channel), body)));
  }),

  handle(deleteChannel, async (ctx, { params }) => {
    const channel = await channelOf(ctx, ctx.caller, params.channel_id);
    const userId = callerUserId(ctx.caller) ?? "";
    if (channel.type === ChannelType.GROUP_DM) {
      const user = await callingUser(ctx, ctx.caller);
      await removeFromGroup(ctx, { user, channel }, user.id);
      return reply(200, channelView(channel, await recipientsOf(ctx, channel, userId)));
    }
    if (channel.guild_id === undefined) {
      // Direct messages can only be closed, and whether they are open is not stored, so nothing
      // changes.
      return reply(200, channelView(channel, await recipientsOf(ctx, channel, userId)));
    }
    if (isThread(channel)) {
      const may = await permissionsIn(ctx, channel, userId);
      requireAllOf(may, "MANAGE_THREADS");
    } else {
      const editor = await editorOf(ctx, channel);
      requireInChannel(editor, "MANAGE_CHANNELS");
      requireDispensable(editor.permissionContext.guild, channel);
    }
    await removeChannel(ctx, channel);
    const by = { guild_id: channel.guild_id, user_id: userId, target_id: channel.id };
    const action = isThread(channel) ? "THREAD_DELETE" : "CHANNEL_DELETE";
    const before = isThread(channel) ? loggedThread(channel) : channel;
    writeAuditLog(ctx, action, { ...by, before });
    return reply(200, channelView(channel));
  }),

  handle(setOverwrite, async (ctx, { params, body }) => {
    const channel = await channelOf(ctx, ctx.caller, params.channel_id);
    const one = { id: params.overwrite_id, form: body };
    await putOverwrite(ctx, await editorOf(ctx, channel), one);
    return noContent;
  }),

  handle(deleteOverwrite, async (ctx, { params }) => {
    const channel = await channelOf(ctx, ctx.caller, params.channel_id);
    await dropOverwrite(ctx, await editorOf(ctx, channel), params.overwrite_id);
    return noContent;
  }),
];
