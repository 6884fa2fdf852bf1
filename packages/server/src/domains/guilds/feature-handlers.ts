// Handlers of guilds' features beside roles, channels and members.
import {
  changeOwnMember,
  changeOwnNick,
  countRoleMembers,
  createGuildEmoji,
  deleteGuildEmoji,
  editGuildEmoji,
  getGuildEmoji,
  getOwnMember,
  listGuildEmojis,
} from "@antechamber/contract/guilds";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { autoModerationHandlers } from "./auto-moderation/handlers.ts";
import { callingUser } from "../users/operations.ts";
import {
  addEmoji,
  editEmoji,
  emojiOf,
  emojisOf,
  emojiView,
  removeEmoji,
  singleEmojiView,
} from "./emojis.ts";
import { requireAdding } from "./expressions.ts";
import { memberView } from "./guild.ts";
import { joinRequestHandlers } from "./join-requests/handlers.ts";
import { guildOf } from "./operations.ts";
import { changeOwnMembership, ownMembership, roleMemberCounts } from "./members/own-member.ts";
import { scheduledEventHandlers } from "./scheduled-events/handlers.ts";
import { soundHandlers } from "./soundboard/handlers.ts";
import { stickerHandlers } from "./stickers/handlers.ts";
import { permissionContextIn } from "./caller-permissions.ts";

const emojiHandlers: readonly Binding[] = [
  handle(listGuildEmojis, async (ctx, { params }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    const all = emojisOf(permissionContext.guild);
    return reply(
      200,
      await Promise.all(all.map((emoji) => emojiView(ctx, permissionContext, emoji))),
    );
  }),

  handle(getGuildEmoji, async (ctx, { params }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    return reply(
      200,
      await singleEmojiView(
        ctx,
        permissionContext,
        emojiOf(permissionContext.guild, params.emoji_id),
      ),
    );
  }),

  handle(createGuildEmoji, async (ctx, { params, body }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    requireAdding(ctx, permissionContext);
    const emoji = await addEmoji(ctx, permissionContext, body());
    return reply(201, await emojiView(ctx, permissionContext, emoji));
  }),

  handle(editGuildEmoji, async (ctx, { params, body }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    const emoji = await editEmoji(ctx, permissionContext, { id: params.emoji_id, change: body });
    return reply(200, await emojiView(ctx, permissionContext, emoji));
  }),

  handle(deleteGuildEmoji, async (ctx, { params }) => {
    await removeEmoji(ctx, await permissionContextIn(ctx, params.guild_id), params.emoji_id);
    return noContent;
  }),
];

const memberHandlers: readonly Binding[] = [
  handle(changeOwnMember, async (ctx, { params, body }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    const member = await changeOwnMembership(ctx, permissionContext, body());
    return reply(200, memberView(member, await callingUser(ctx, ctx.caller)));
  }),

  handle(changeOwnNick, async (ctx, { params, body }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    const { nick } = await changeOwnMembership(ctx, permissionContext, body());
    return reply(200, { nick });
  }),

  handle(getOwnMember, async (ctx, { params }) => {
    const user = await callingUser(ctx, ctx.caller);
    return reply(200, memberView(await ownMembership(ctx, user.id, params.guild_id), user));
  }),

  handle(countRoleMembers, async (ctx, { params }) => {
    const guild = await guildOf(ctx, ctx.caller, params.guild_id);
    return reply(200, await roleMemberCounts(ctx, guild.id));
  }),
];

export const guildFeatureHandlers: readonly Binding[] = [
  ...emojiHandlers,
  ...stickerHandlers,
  ...soundHandlers,
  ...scheduledEventHandlers,
  ...memberHandlers,
  ...autoModerationHandlers,
  ...joinRequestHandlers,
];
