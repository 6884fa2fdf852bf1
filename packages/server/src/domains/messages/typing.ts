// Typing indicators, which are not stored. Source: protocol: gateway-oauth-limits 4.16.
import { TypingStart, triggerTyping } from "@antechamber/contract/messages";
import type { Context } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { handle, noContent, type Binding } from "../../platform/handler.ts";
import { memberView, type ChannelRecord } from "../guilds/guild.ts";
import { channelOf, memberOf } from "../guilds/operations.ts";
import { callingUser } from "../users/operations.ts";
import type { UserRecord } from "../users/user.ts";
import { messagePermissions, requireSending } from "./sender-rights.ts";

/**
 * Emits that a user is typing in a channel that they can see.
 *
 * @throws what `requireSending` does
 */
async function startTyping(ctx: Context, user: UserRecord, channel: ChannelRecord): Promise<void> {
  const permissions = await messagePermissions(ctx, channel, user.id);
  await requireSending(ctx, channel, { user, permissions });
  const { id: channel_id, guild_id } = channel;
  const place = { channel_id, ...definedFields({ guild_id }) };
  const member = guild_id === undefined ? undefined : await memberOf(ctx, guild_id, user.id);
  ctx.emit(
    TypingStart,
    { kind: "channel", ...place },
    {
      ...place,
      user_id: user.id,
      timestamp: Math.floor(ctx.now / 1000),
      ...(member === undefined ? {} : { member: memberView(member, user) }),
    },
  );
}

export const typingHandlers: readonly Binding[] = [
  handle(triggerTyping, async (ctx, { params }) => {
    const channel = await channelOf(ctx, ctx.caller, params.channel_id);
    await startTyping(ctx, await callingUser(ctx, ctx.caller), channel);
    return noContent;
  }),
];
