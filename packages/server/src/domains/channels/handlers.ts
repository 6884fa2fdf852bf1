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
import { channelView, type ChannelRecord } from "../guilds/guild.ts";
import { channelOf, isThread, recipientsOf } from "../guilds/operations.ts";
import { ownPermissionContext, permissionContextIn } from "../guilds/caller-permissions.ts";
import { changeGroup, removeFromGroup } from "../messages/groups.ts";
import { callingUser } from "../users/operations.ts";
import { createChannel } from "./creating.ts";
import { deleteGuildChannel, deleteThread } from "./deleting.ts";
import { changeChannel, dropOverwrite, putOverwrite, type ChannelEditor } from "./editing.ts";
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
    const user = await callingUser(ctx, ctx.caller);
    if (channel.guild_id === undefined) {
      // Direct messages can only be closed, and whether they are open is not stored, so nothing
      // changes.
      const isGroup = channel.type === ChannelType.GROUP_DM;
      if (isGroup) await removeFromGroup(ctx, { user, channel }, user.id);
      return reply(200, channelView(channel, await recipientsOf(ctx, channel, user.id)));
    }
    if (isThread(channel)) await deleteThread(ctx, asThread(channel), user.id);
    else await deleteGuildChannel(ctx, await editorOf(ctx, channel));
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
